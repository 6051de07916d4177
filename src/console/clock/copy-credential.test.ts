import { expect, it } from 'vitest';

import type { CarriedCredential } from '../api/documents.ts';
import { writeCurl, writeLine, writeScript } from './copy-credential.ts';

const nothing = { headers: {}, query: {}, cookies: {} };
const url = 'http://127.0.0.1:4010/orders';
const base = { url, world: undefined };
const ann = { name: 'Ann', scheme: 's', value: "a'b", scopes: [] };

it.each<[CarriedCredential, line: string, curl: string, script: string]>([
  [
    { ...nothing, headers: { 'X-Key': "k'1" } },
    "X-Key: k'1",
    String.raw`curl -H 'X-Key: k'\''1' '${url}'`,
    `{ headers: { "X-Key": "k'1" } }`,
  ],
  [
    { ...nothing, cookies: { sid: 'a%3Bb' } },
    'Cookie: sid=a%3Bb',
    `curl -H 'Cookie: sid=a%3Bb' '${url}'`,
    '{ headers: { "Cookie": "sid=a%3Bb" } }',
  ],
  [
    { ...nothing, query: { key: 'a b&c' } },
    '?key=a+b%26c',
    `curl '${url}?key=a+b%26c'`,
    `fetch("${url}?key=a+b%26c")`,
  ],
])('a credential is copied as a request has it: %j', (send, line, curl, script) => {
  expect([writeLine(send), writeCurl({ ...ann, send }, base), writeScript(send, base)]).toEqual([
    line,
    curl,
    script,
  ]);
});

it('curl names a world that is not the default one', () => {
  const send = { ...nothing, headers: { 'X-Key': 'k' } };
  expect(writeCurl({ ...ann, send }, { url, world: 'b' })).toBe(
    `curl -H 'X-Key: k' -H 'X-Stuntdouble-World: b' '${url}'`,
  );
});

it('curl computes a digest itself', () => {
  expect(writeCurl({ ...ann, send: null }, base)).toBe(
    String.raw`curl --digest -u 'a'\''b' '${url}'`,
  );
});
