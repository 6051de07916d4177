import { expect, it } from 'vitest';

import { isForApi, leadTextBack, leadToWorld, leadUrlBack } from './forward.ts';

const alone = 'http://127.0.0.1:4010';
const mounted = 'http://localhost:3000/mock';

it.each([
  ['http://127.0.0.1:4010/a?b=1', alone, 'http://127.0.0.1:4010/~mine/a?b=1'],
  ['http://127.0.0.1:4010/', alone, 'http://127.0.0.1:4010/~mine/'],
  ['http://127.0.0.1:4010/~mine/a', alone, 'http://127.0.0.1:4010/~mine/a'],
  ['http://127.0.0.1:4010/~mine2/a', alone, 'http://127.0.0.1:4010/~mine/~mine2/a'],
  ['https://api.example.com/v1/a', alone, 'http://127.0.0.1:4010/~mine/v1/a'],
  ['https://api.example.com/~mine/a', alone, 'http://127.0.0.1:4010/~mine/a'],
  ['http://localhost:3000/mock/a?b=1', mounted, 'http://localhost:3000/mock/~mine/a?b=1'],
  ['http://localhost:3000/mock?b=1', mounted, 'http://localhost:3000/mock/~mine?b=1'],
  ['http://localhost:3000/mock/~mine/a', mounted, 'http://localhost:3000/mock/~mine/a'],
  ['http://localhost:3000/mock/mock/a', mounted, 'http://localhost:3000/mock/~mine/mock/a'],
  ['https://api.example.com/a', mounted, 'http://localhost:3000/mock/~mine/a'],
])('leads %s to a world of %s as %s', (asked, server, led) => {
  expect(leadToWorld(new URL(asked), { url: `${server}/~mine` }, server)).toBe(led);
});

it.each([
  ['http://127.0.0.1:4010/a?b=1', alone, 'http://127.0.0.1:4010/a?b=1'],
  ['https://api.example.com/v1/a', alone, 'http://127.0.0.1:4010/v1/a'],
  ['https://api.example.com/', alone, 'http://127.0.0.1:4010/'],
  ['http://localhost:3000/mock/a', mounted, 'http://localhost:3000/mock/a'],
  ['https://api.example.com/a', mounted, 'http://localhost:3000/mock/a'],
])('leads %s to the default world of %s as %s', (asked, server, led) => {
  expect(leadToWorld(new URL(asked), { url: server }, server)).toBe(led);
});

const api = 'https://api.example.com';

it.each([
  ['http://127.0.0.1:4010/', alone, true],
  [`${api}/a`, alone, true],
  ['https://other.example.com/a', alone, false],
  ['http://localhost:3000/mock', mounted, true],
  ['http://localhost:3000/mock/a?b=1', mounted, true],
  ['http://localhost:3000/', mounted, false],
  ['http://localhost:3000/page.js', mounted, false],
  ['http://localhost:3000/mocks/a', mounted, false],
  [`${api}/page.js`, mounted, true],
])('takes %s, with the server at %s, for a request to the API: %j', (asked, server, isOfApi) => {
  const apiOrigins = new Set([api, new URL(server).origin]);
  expect(isForApi(new URL(asked), { server, apiOrigins })).toBe(isOfApi);
});

it.each([
  ['http://127.0.0.1:4010/v1/a?b=1', alone, `${api}/v1/a?b=1`],
  ['http://127.0.0.1:4010', alone, api],
  ['http://127.0.0.1:40101/v1/a', alone, 'http://127.0.0.1:40101/v1/a'],
  ['/v1/a', alone, '/v1/a'],
  ['a?b=http://127.0.0.1:4010/', alone, `a?b=${api}/`],
  ['http://localhost:3000/mock/v1/a', mounted, `${api}/v1/a`],
  ['http://localhost:3000/mocks', mounted, 'http://localhost:3000/mocks'],
  ['/mock/v1/a?b=1', mounted, '/v1/a?b=1'],
  ['/mock?b=1', mounted, '/?b=1'],
  ['/mock', mounted, '/'],
  ['/mocks/a', mounted, '/mocks/a'],
])('leads the address %s of %s back as %s', (url, server, led) => {
  expect(leadUrlBack(url, server, api)).toBe(led);
});

it('leads all addresses of a text back, and those of no other port', () => {
  const text = `${alone}/a, ${alone}1/b ${alone}:c "${alone}"`;
  expect(leadTextBack(text, alone, api)).toBe(`${api}/a, ${alone}1/b ${alone}:c "${api}"`);
});
