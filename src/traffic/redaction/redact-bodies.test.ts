import { expect, it, vi } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { findSecrets } from './found/secrets.ts';
import { createKnownCredentials } from './known-credentials.ts';
import { createRedactor } from './redactor.ts';

const nothing = { path: '/', query: '', headers: {} };
const credentials = createKnownCredentials();
credentials.keep(['known-in-main', '12345678901', 'reader']);
const known = findSecrets({
  schemes: [],
  members: new Set(['magicWord']),
  known: credentials.texts,
});

it.each<[JsonValue, JsonValue]>([
  [
    { password: 'a', name: 'b' },
    { password: '…', name: 'b' },
  ],
  [{ a: [{ apiKey: 'k' }] }, { a: [{ apiKey: '…' }] }],
  [{ tokens: ['a', 'b'] }, { tokens: ['…', '…'] }],
  [{ secret: { value: 'a', count: 2 } }, { secret: { value: '…', count: 2 } }],
  [{ api: { key: 'a' } }, { api: { key: '…' } }],
  [{ magicWord: 'a' }, { magicWord: '…' }],
  [{ a: [12_345_678_901, 12_345_678_902] }, { a: ['…', 12_345_678_902] }],
  [
    { name: 'password', '#text': 'a' },
    { name: 'password', '#text': '…' },
  ],
  [{ pin: 1234 }, { pin: '…' }],
  [{ pins: [1234, 5678] }, { pins: ['…', '…'] }],
  [
    { pins: 1234, otps: 5678 },
    { pins: '…', otps: '…' },
  ],
  [
    { pins: ['1234'], otps: '5678' },
    { pins: ['…'], otps: '…' },
  ],
  [{ recovery_codes: [123456] }, { recovery_codes: ['…'] }],
  [{ passwords: [123456, '123456'] }, { passwords: ['…', '…'] }],
  [
    { passwords: 12, secrets: 3 },
    { passwords: 12, secrets: 3 },
  ],
  [
    { tokens: [12, 13], max_tokens: [5] },
    { tokens: [12, 13], max_tokens: [5] },
  ],
  [
    { secret: { value: 123456, a: [1, { b: 2 }] } },
    { secret: { value: '…', a: ['…', { b: '…' }] } },
  ],
  [{ tokens: { input: 12, text: 'a' } }, { tokens: { input: 12, text: '…' } }],
  [
    { credentials: { code: 12, expires_in: 3600, created_at: 1, port: 5432, valid: true } },
    { credentials: { code: '…', expires_in: 3600, created_at: 1, port: 5432, valid: true } },
  ],
  [
    { name: 'pin', value: 1234 },
    { name: 'pin', value: '…' },
  ],
  [
    { Name: 'password', Value: 'x' },
    { Name: 'password', Value: '…' },
  ],
  [
    { id: 'API_KEY', value: 'x' },
    { id: 'API_KEY', value: '…' },
  ],
  [
    { name: 'password', val: 'x' },
    { name: 'password', val: '…' },
  ],
  [
    { k: 'password', v: 'x', value: 'y' },
    { k: 'password', v: '…', value: '…' },
  ],
  [
    { Key: 'color', Value: 'x' },
    { Key: 'color', Value: 'x' },
  ],
  [{ note: '{"Name": "token", "Value": "x"' }, { note: '{"Name": "token", "Value": "…"' }],
  [
    { note: '{"pins": [1234], "secret": {"a": 5}, "tokens": 6' },
    { note: '{"pins": […], "secret": {"a": …}, "tokens": 6' },
  ],
  [{ note: 'pins=1234&tokens=12' }, { note: 'pins=…&tokens=12' }],
  [{ smtp: { user: 'ann', pass: 'a' } }, { smtp: { user: 'ann', pass: '…' } }],
  // The result of a test, a count, and a ticket.
  [{ pass: true }, { pass: true }],
  [{ pass: 12 }, { pass: 12 }],
  [{ pass: { id: 'a', holder: 'ann' } }, { pass: { id: 'a', holder: 'ann' } }],
  [{ creditCard: '4111 1111 1111 1111' }, { creditCard: '…' }],
  [{ credit_card: 4111111111111111 }, { credit_card: '…' }],
  [
    { creditCards: ['4111-1111'], creditcard: true },
    { creditCards: ['…'], creditcard: true },
  ],
  [
    { creditCard: { brand: 'visa', number: '4111', cvc: 1, expiry: '12/30' } },
    { creditCard: { brand: 'visa', number: '…', cvc: '…', expiry: '12/30' } },
  ],
  [
    { creditCards: [{ brand: 'visa', number: '4111' }] },
    { creditCards: [{ brand: 'visa', number: '…' }] },
  ],
  // Switches, counts and what isn't there say nothing.
  [{ password: true }, { password: true }],
  [{ password: null }, { password: null }],
  [{ password: '' }, { password: '' }],
  [
    { tokens: 12, token: 12 },
    { tokens: 12, token: '…' },
  ],
  [{ page: { token: 'a' } }, { page: { token: 'a' } }],
  ['a known-in-main', 'a …'],
  ['a reader', 'a reader'],
  ['a,reader', 'a,…'],
  [
    { 'known-in-main': 1, reader: 2, 'is-known-in-main': 3 },
    { '…': 1, '… (2)': 2, 'is-…': 3 },
  ],
  [
    { 'pin=1': true, 'pin=2': true, 'pin=…': null, 'pin=… (3)': true, 'pin=5 (2)': null },
    {
      'pin=… (2)': true,
      'pin=… (4)': true,
      'pin=…': null,
      'pin=… (3)': true,
      'pin=… (2) (2)': null,
    },
  ],
  ['known-in-main', '…'],
  [{ note: 'a?token=b&c=d' }, { note: 'a?token=…&c=d' }],
  [{ note: 'page_token=b' }, { note: 'page_token=b' }],
  [{ note: '{"password": "a\\"b", "c": 1}' }, { note: '{"password": "…", "c": 1}' }],
  [
    { note: '<a token="b"><secret>c</secret>d</a>' },
    { note: '<a token=…><secret>…</secret>d</a>' },
  ],
  [{ note: '<secret><![CDATA[c]]></secret>' }, { note: '<secret>…</secret>' }],
  [{ note: 'Authorization: abc\nAccept: b' }, { note: 'Authorization: …\nAccept: b' }],
  [{ note: 'redis://ann:word@host/1' }, { note: 'redis://…@host/1' }],
  [{ note: 'https://a.test/@ann' }, { note: 'https://a.test/@ann' }],
  [{ note: 'Bearer abc123' }, { note: 'Bearer …' }],
  [{ note: 'Basic authentication' }, { note: 'Basic authentication' }],
  // What is a secret in one place is one in all.
  [
    { token: 'abc-123', note: 'see abc-123' },
    { token: '…', note: 'see …' },
  ],
  [
    { token: 'string', note: 'a string' },
    { token: '…', note: 'a string' },
  ],
  [JSON.parse('{"__proto__": {"token": "a"}}'), JSON.parse('{"__proto__": {"token": "…"}}')],
])('the body %j is shown as %j', (body, shown) => {
  expect(createRedactor({ ...nothing, body }, known).body(body)).toEqual(shown);
});

it.each<[string, JsonValue, boolean]>([
  ['/password', 'a', true],
  ['/tokens/-', 'a', true],
  ['/tokens/0', 'a', true],
  ['/password/value', 'a', true],
  ['/secret/x', 'a', true],
  ['/user/password/current', 'a', true],
  ['/user/credentials/0/id', 'a', true],
  ['/user.password', 'a', true],
  ['/users/0/magicWord', 'a', true],
  ['/magicWord/0/a', 'a', true],
  ['/secret', { a: 'a' }, true],
  ['/secret/x', { a: ['a'] }, true],
  ['/pins/-', 1234, true],
  ['/a~1b/token', 'a', true],
  ['/page/token', 'a', false],
  ['/tokens/-', 12, false],
  ['/token/expires_in', 3600, false],
  ['/user/name', 'a', false],
  ['/0/-', 'a', false],
  ['', 'a', false],
  ['/', 'a', false],
])('of a patch at %s the value %j is hidden: %s', (path, value, isHidden) => {
  const patch = [{ op: 'add', path, value }];
  const redactor = createRedactor({ ...nothing, body: patch }, known);
  const shown = isHidden ? /"value":[{"a:[]*"…"/ : /"value":[^…]*$/;
  expect(JSON.stringify(redactor.body(patch))).toMatch(shown);
  const note = JSON.stringify(patch).slice(0, -1);
  expect(JSON.stringify(redactor.body({ note }))).toMatch(isHidden ? /…/ : /^[^…]*$/);
});

it('looks no further into a pointer than anybody does', () => {
  const patch = [{ op: 'add', path: '/a'.repeat(200_000), value: 'Zq7' }];
  const shown = JSON.stringify(createRedactor({ ...nothing, body: patch }, known).body(patch));
  expect(shown.length).toBeLessThan(1000);
  expect(shown).toMatch(/"path":"(?:\/a){100}\/…","value":"…"/);
});

it('numbers names that look the same, however many there are, with one look at each', () => {
  const names = Array.from({ length: 3000 }, (_, at) => `pin=${at}x`);
  const body = Object.fromEntries(names.map((name) => [name, 1]));
  const looks = vi.spyOn(Object, 'hasOwn');
  const shown = Object.keys(createRedactor({ ...nothing, body }, known).body(body) ?? {});
  expect(looks.mock.calls.length).toBeLessThan(10 * names.length);
  looks.mockRestore();
  expect(shown).toHaveLength(names.length);
  expect(shown.at(-1)).toBe('pin=… (3000)');
});

it.each<[string, string, string, string]>([
  ['Zq7', 'application/xml', '…', 'is the string "…"'],
  ['Zq7', 'application/soap+xml; charset=utf-8', '…', 'is the string "…"'],
  ['Zq7', 'text/plain', 'Zq7', 'is the string "Zq7"'],
  ['<a>Zq7</a>', 'text/xml', '<a>Zq7</a>', 'is the string "<a>Zq7</a>"'],
])('the text %s as %s, whose name is not known, is shown as %s', (body, type, shown, message) => {
  const disclosed = { ...nothing, headers: { 'content-type': type }, body };
  const violation = { in: 'body', pointer: '', keyword: 'type' } as const;
  const redactor = createRedactor(disclosed, known);
  expect(redactor.body(body)).toBe(shown);
  const told = redactor.violation({
    ...violation,
    message: `is the string ${JSON.stringify(body)}`,
  });
  expect(told.message).toBe(message);
});
