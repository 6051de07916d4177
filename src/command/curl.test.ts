import { expect, it } from 'vitest';

import type { SampleRequest } from '../server/samples/samples.ts';
import { curlLines } from './curl.ts';

function sampleOf(method: string, more: Partial<SampleRequest>): SampleRequest {
  const operation = { method: method.toUpperCase() };
  return { operation, target: '/things', headers: [], body: undefined, ...more };
}

const url = 'http://127.0.0.1:4010';
const json = ['Content-Type', 'application/json'] as const;

it.each<[method: string, more: Partial<SampleRequest>, expected: string]>([
  ['get', {}, 'curl http://127.0.0.1:4010/things'],
  ['get', { target: '/things?a=1&b=2' }, "curl 'http://127.0.0.1:4010/things?a=1&b=2'"],
  ['get', { headers: [['X-Key', "o'dd $x"]] }, String.raw`curl -H 'X-Key: o'\''dd $x' URL`],
  ['head', {}, 'curl -I URL'],
  ['delete', {}, 'curl -X DELETE URL'],
  ['post', {}, 'curl -X POST URL'],
  [
    'post',
    { headers: [json], body: '{"a":1}' },
    `curl -H 'Content-Type: application/json' -d '{"a":1}' URL`,
  ],
  [
    'put',
    { headers: [json], body: '1' },
    "curl -X PUT -H 'Content-Type: application/json' -d 1 URL",
  ],
  [
    'post',
    { headers: [['Content-Type', 'application/x-www-form-urlencoded']], body: 'a=1' },
    'curl -d a=1 URL',
  ],
  ['post', { body: '@a' }, 'curl --data-raw @a URL'],
])('%s with %j is the command %s', async (method, more, expected) => {
  const sample = sampleOf(method, more);
  expect(curlLines(url, sample, undefined)).toEqual([
    `  ${expected.replace('URL', `${url}/things`)}`,
  ]);
});

it('is broken where it is too wide, so that it can still be pasted', async () => {
  const sample = sampleOf('post', { headers: [json], body: `{"name":"${'a'.repeat(20)}"}` });
  expect(curlLines(url, sample, 80)).toEqual([
    String.raw`  curl -H 'Content-Type: application/json' \ `.trimEnd(),
    String.raw`    -d '{"name":"aaaaaaaaaaaaaaaaaaaa"}' http://127.0.0.1:4010/things`,
  ]);
});

it('is broken before a body, a token and an address, so that all fit', () => {
  const token = ['Authorization', 'Bearer token-of-a-client-with-a-long-name'] as const;
  const sample = sampleOf('put', {
    headers: [['Accept', 'application/json'], token, json],
    body: `{"name":"${'a'.repeat(30)}"}`,
    target: '/organizations/berlin/departments/7/things/1',
  });
  const lines = curlLines(url, sample, 80) ?? [];
  expect(lines).toEqual([
    String.raw`  curl -X PUT -H 'Accept: application/json' \ `.trimEnd(),
    String.raw`    -H 'Authorization: Bearer token-of-a-client-with-a-long-name' \ `.trimEnd(),
    String.raw`    -H 'Content-Type: application/json' \ `.trimEnd(),
    `    -d '{"name":"${'a'.repeat(30)}"}' \\`,
    '    http://127.0.0.1:4010/organizations/berlin/departments/7/things/1',
  ]);
});

it('is none where a terminal would not show what is pasted', async () => {
  expect(curlLines(url, sampleOf('post', { body: '"\u202e"' }), 80)).toBeUndefined();
});
