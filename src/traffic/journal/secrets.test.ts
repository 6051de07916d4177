import { expect, it } from 'vitest';

import type { Scheme } from '../../contract/security.ts';
import { createBlotter, findSecrets, maskField, maskQuery } from './secrets.ts';

const schemes: readonly Scheme[] = [
  { name: 'a', carrier: { kind: 'header', name: 'X-Api-Key', field: 'x-api-key' } },
  { name: 'b', carrier: { kind: 'query', name: 'api key' } },
  { name: 'c', carrier: { kind: 'cookie', name: 'session' } },
  { name: 'd', carrier: { kind: 'authorization', scheme: 'mine' } },
  { name: 'e', carrier: { kind: 'connection' } },
];
const secrets = findSecrets(schemes);

it.each([
  ['authorization', 'Bearer abc.def', 'Bearer …'],
  ['Authorization', 'bearer abc.def', 'bearer …'],
  ['authorization', 'Mine abc', 'Mine …'],
  ['authorization', 'Basic YTpi', 'Basic …'],
  // Nobody says that the first word is no secret.
  ['authorization', 'hunter2 is my password', '…'],
  ['authorization', 'hunter2', '…'],
  ['authorization', 'Bearer', '…'],
  ['proxy-authorization', 'Basic YTpi', 'Basic …'],
  ['cookie', 'session=abc; theme=dark', 'session=…; theme=…'],
  ['cookie', 'abc', '…'],
  ['Set-Cookie', 'session=abc; Path=/; HttpOnly', 'session=…; Path=/; HttpOnly'],
  ['x-api-key', 'abc', '…'],
  ['X-API-KEY', 'abc', '…'],
  ['x-stuntdouble-token', 'abc', '…'],
  ['x-other', 'abc', 'abc'],
  ['accept', '*/*', '*/*'],
])('the header %s: %s is shown as %s', (name, value, shown) => {
  expect(maskField(name, value, secrets)).toBe(shown);
});

it.each([
  ['', ''],
  ['a=1&b=2', 'a=1&b=2'],
  ['api%20key=abc&b=2', 'api%20key=…&b=2'],
  ['b=2&api+key=a=b', 'b=2&api+key=…'],
  ['%61pi%20key=abc', '%61pi%20key=…'],
  ['api%20key', 'api%20key'],
  ['a%ZZ=1', 'a%ZZ=1'],
])('the query %s is shown as %s', (query, shown) => {
  expect(maskQuery(query, secrets)).toBe(shown);
});

it.each<[string, Readonly<Record<string, string>>, string, string]>([
  ['api+key=s3cr%2Ft7', {}, 'next: ?api+key=s3cr%2Ft7', 'next: ?api+key=…'],
  ['api+key=s3cr%2Ft7', {}, 'it was s3cr/t7', 'it was …'],
  ['', { authorization: 'Bearer s3cr3t' }, 's3cr3t and s3cr3t', '… and …'],
  ['', { authorization: `Basic ${btoa('ann:s3cr3t')}` }, 'it was s3cr3t', 'it was …'],
  ['', { 'x-api-key': 's3cr3t' }, 'it was s3cr3t', 'it was …'],
  ['', { cookie: 'session="s3cr3t"; theme=dark-mode' }, 's3cr3t dark-mode', '… dark-mode'],
  ['', { cookie: 'session=s3cr3t; theme=dark-mode' }, 's3cr3t dark-mode', '… dark-mode'],
  ['', { cookie: 'other=0123456789abcdef' }, 'it was 0123456789abcdef', 'it was …'],
  // A message quotes it as JSON, and no more of it than fits.
  ['', { 'x-api-key': 'a"secret' }, String.raw`it is "a\"secret"`, 'it is "…"'],
  ['', { 'x-api-key': 's'.repeat(64) }, `it is "${'s'.repeat(58)}…`, 'it is "……'],
  // What is so short may be anything.
  ['', { 'x-api-key': 'open' }, 'it is open', 'it is open'],
  // One may hold another.
  ['api+key=s3cr3t', { 'x-api-key': 's3cr3tly' }, 's3cr3tly', '…'],
])('with ?%s and %j, "%s" is shown as "%s"', (query, headers, text, shown) => {
  const blotter = createBlotter(query, headers, secrets);
  expect(blotter.text(text)).toBe(shown);
  expect(blotter.value({ a: [text, 1, null], b: { c: text } })).toEqual({
    a: [shown, 1, null],
    b: { c: shown },
  });
});
