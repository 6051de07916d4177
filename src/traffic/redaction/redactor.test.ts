import { expect, it, vi } from 'vitest';

import type { Violation } from '../../base/errors.ts';
import type { Scheme } from '../../contract/security.ts';
import { findSecrets } from './found/secrets.ts';
import { createKnownCredentials } from './known-credentials.ts';
import { createRedactor, rememberPaths, rememberRedactors } from './redactor.ts';

const schemes: readonly Scheme[] = [
  { name: 'a', carrier: { kind: 'header', name: 'X-Api-Key', field: 'x-api-key' } },
  { name: 'b', carrier: { kind: 'query', name: 'api key' } },
  { name: 'c', carrier: { kind: 'cookie', name: 'session' } },
  { name: 'd', carrier: { kind: 'authorization', scheme: 'mine' } },
  { name: 'e', carrier: { kind: 'connection' } },
];
const secrets = findSecrets({ schemes });
const nothing = { path: '/', query: '', headers: {} };

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
  ['secretaccesskey', 'abc', '…'],
  ['passwordconfirm', 'abc', '…'],
  ['x-next-token', 'abc', 'abc'],
  ['host', 'ann:word@h:80', '…@h:80'],
  ['x-forwarded-host', 'ann:word@h', '…@h'],
  ['from', 'ann@h', 'ann@h'],
  ['x-other', 'abc', 'abc'],
  ['accept', '*/*', '*/*'],
])('the header %s: %s is shown as %s', (name, value, shown) => {
  expect(createRedactor(nothing, secrets).header(name, value)).toBe(shown);
});

it.each([
  ['', ''],
  ['a=1&b=2', 'a=1&b=2'],
  ['api%20key=abc&b=2', 'api%20key=…&b=2'],
  ['b=2&api+key=a=b', 'b=2&api+key=…'],
  ['%61pi%20key=abc', '%61pi%20key=…'],
  ['api%20key', 'api%20key'],
  ['a%ZZ=1', 'a%ZZ=1'],
  ['connect.sid=s%3Aabc&AccountSid=b', 'connect.sid=…&AccountSid=b'],
])('the query %s is shown as %s', (query, shown) => {
  expect(createRedactor({ ...nothing, query }, secrets).query(query)).toBe(shown);
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
  // The name of a world.
  [
    '',
    { cookie: 'X-Stuntdouble-World=a-test-0123abcd' },
    '/~a-test-0123abcd/',
    '/~a-test-0123abcd/',
  ],
  // A message quotes it as JSON, and no more of it than fits.
  ['', { 'x-api-key': 'a"secret' }, String.raw`it is "a\"secret"`, 'it is "…"'],
  // A pointer has it as a step.
  ['', { 'x-api-key': 's/cr~t7' }, 'body /a/s~1cr~0t7/0: is', 'body /a/…/0: is'],
  ['', { 'x-api-key': 's/"cr~t' }, String.raw`"detail":"/s~1\"cr~0t"`, '"detail":"/…"'],
  ['', { 'x-api-key': 's'.repeat(64) }, `it is "${'s'.repeat(58)}…`, 'it is "……'],
  // What is so short may be anything.
  ['', { 'x-api-key': 'open' }, 'it is open', 'it is open'],
  // One may hold another.
  ['api+key=s3cr3t', { 'x-api-key': 's3cr3tly' }, 's3cr3tly', '…'],
])('with ?%s and %j, "%s" is shown as "%s"', (query, headers, text, shown) => {
  const redactor = createRedactor({ ...nothing, query, headers }, secrets);
  expect(redactor.text(text)).toBe(shown);
  expect(redactor.body({ a: [text, 1, null], b: { c: text } })).toEqual({
    a: [shown, 1, null],
    b: { c: shown },
  });
});

const declared = findSecrets({
  schemes,
  members: new Set(['magicWord']),
  parameters: [{ in: 'path', name: 'word' }],
  operations: [
    '/bot{token}/{name}',
    '/words/{word}',
    '/plain/{id}',
    '/deep/{+token}',
    '/named/{token=shelves/*}/more',
    '/shelves/{name=a/*}/{secret}',
    '/twins/{user}{token}?a=b',
  ].map((path) => ({ id: path, path, bases: [] })),
});
const credentials = createKnownCredentials();
credentials.keep(['known-in-main', 'known-in/slashes', 'reader']);
const known = { ...declared, known: credentials.texts };

it.each([
  ['/a/b', '/a/b'],
  ['ann:word@h:443', '…@h:443'],
  ['//ann:word@h/a', '//…@h/a'],
  ['/@ann/b', '/@ann/b'],
  ['/plain/abc', '/plain/abc'],
  ['/words/abc', '/words/…'],
  ['/base/words/abc/', '/base/words/…/'],
  ['/botabc/getMe', '/bot…/getMe'],
  ['/deep/abc/def', '/deep/…/…'],
  ['/named/shelves/abc/more', '/named/…/…/…'],
  ['/shelves/a/b/abc', '/shelves/a/b/…'],
  ['/twins/abc', '/twins/…'],
  ['/a/known-in-main/b', '/a/…/b'],
  ['/a/known%2Din%2Dmain', '/a/…'],
  ['/a/known%2Din/slash%65s/x', '/a/…/x'],
  ['/a/known-in-other', '/a/known-in-other'],
  ['/a/eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln', '/a/…'],
  ['/a/http%3A%2F%2Fann%3Asecret%40b', '/a/…'],
])('the path %s is shown as %s', (path, shown) => {
  const redactor = createRedactor({ ...nothing, path }, known);
  expect(redactor.path(path)).toBe(shown);
  expect(redactor.text(`There is no ${path}.`)).toBe(`There is no ${shown}.`);
});

it('hides a parameter in a segment of a path', () => {
  const path = '/a;token=abc/b';
  const redactor = createRedactor({ ...nothing, path }, known);
  expect(redactor.path(path)).toBe('/a;token=…/b');
  // In a sentence it can't be told where the value ends.
  expect(redactor.text(`There is no ${path}.`)).toBe('There is no /a;token=…');
});

it.each<[Violation['in'], string, string, string]>([
  ['body', '/password', 'must be a, but is the string "b"', 'must be a, but is the string "…"'],
  [
    'body',
    '/a/0/pin',
    'must be a string, but is the number 12',
    'must be a string, but is the number …',
  ],
  ['body', '/creditCard/brand', 'but is the string "b"', 'but is the string "b"'],
  ['body', '/creditCard/cvc', 'but is the string "b"', 'but is the string "…"'],
  ['body', '/name', 'must be a, but is the string "b"', 'must be a, but is the string "b"'],
  [
    'body',
    '/password',
    'must be a string, but is the boolean true',
    'must be a string, but is the boolean true',
  ],
  ['body', '/tokens/*', `but is the string "${'x'.repeat(58)}…`, 'but is the string "…"'],
  ['query', '/api key/0', 'but is the string "b"', 'but is the string "…"'],
  ['query', '/page_token', 'but is the string "b"', 'but is the string "b"'],
  ['header', '/X-API-Key', 'but is the string "b"', 'but is the string "…"'],
  ['cookie', '/theme', 'but is the string "b"', 'but is the string "…"'],
  ['path', '/word', 'but is the string "b"', 'but is the string "…"'],
])('of the violation in %s %s: %s is shown as %s', (where, pointer, message, shown) => {
  const violation = { in: where, pointer, message, keyword: 'type' };
  const redactor = createRedactor(nothing, known, [violation]);
  expect(redactor.violation(violation)).toEqual({ ...violation, message: shown });
  expect(redactor.text(`It was: ${message}.`)).toBe(`It was: ${shown}.`);
});

it('quotes nothing of a body that could not be read', () => {
  const message = `is no form: "password=a%ZZ" has a percent sign, and 'b' too`;
  const violation = { in: 'body', pointer: '', message, keyword: 'syntax' } as const;
  const { message: shown } = createRedactor(nothing, known).violation(violation);
  expect(shown).toBe('is no form: "…" has a percent sign, and "…" too');
});

it('quotes no value where a body has more of them than are looked at', () => {
  const body = { a: Array.from({ length: 20_000 }, () => 'a'), password: 'hidden' };
  const message = 'must match one schema; nearest: /password must be a, but is the string "hidden"';
  const shown = createRedactor({ ...nothing, body }, known).text(message);
  expect(shown).not.toContain('hidden');
  expect(createRedactor(nothing, known).text(message)).toBe(message);
});

it('knows credentials in every place', () => {
  const redactor = createRedactor(nothing, known);
  expect(redactor.path('/a-known-in-main/known-in-other')).toBe('/a-…/known-in-other');
  expect(redactor.query('q=a,known-in-main&known-in-main=1&api+key=2')).toBe('q=…&…=1&api+key=…');
  expect(redactor.header('X-Other', 'known-in-main')).toBe('…');
  expect(redactor.header('Cookie', 'known-in-main=a')).toBe('…=…');
  expect(redactor.header('Set-Cookie', 'a=b; Path=/known-in-main')).toBe('a=…; Path=/…');
  expect(redactor.text('but is the string "a known-in-main b"')).toBe('but is the string "a … b"');
  const violation = { in: 'body', pointer: '/a/known-in-main', message: '', keyword: '' } as const;
  expect(redactor.violation(violation).pointer).toBe('/a/…');
});

it('finds the same secrets again for the next request, and others for another', () => {
  const redactorOf = rememberRedactors();
  for (const value of ['first-1', 'first-1', 'second-2']) {
    const headers = { 'x-api-key': value };
    const redactor = redactorOf({ ...nothing, path: `/a/${value}`, headers }, known);
    expect(redactor.path(`/a/${value}`)).toBe('/a/…');
    expect(redactor.text(`no /a/${value}, no first-1`)).toBe(
      value === 'first-1' ? 'no /a/…, no …' : 'no /a/…, no first-1',
    );
  }
});

it('looks for no parameter in the path of an operation that has no secret there', () => {
  let count = 0;
  const find: typeof known.paths.find = (path, start) => {
    count += 1;
    return known.paths.find(path, start);
  };
  const counting = { ...known, paths: { ...known.paths, find } };
  const redactPath = rememberPaths();
  const show = (path: string, operation: string | undefined, key = 'a'): string =>
    redactPath({ ...nothing, path, operation, headers: { 'x-api-key': key } }, counting);

  expect(show('/plain/abc', '/plain/{id}')).toBe('/plain/abc');
  expect(show('/plain/known-in-main', '/plain/{id}')).toBe('/plain/…');
  expect(show('/plain/of-a-header', '/plain/{id}', 'of-a-header')).toBe('/plain/…');
  expect(count).toBe(0);
  expect(show('/words/abc', '/words/{word}')).toBe('/words/…');
  expect(show('/words/abc/more', undefined)).toBe('/words/…/more');
  expect(count).toBeGreaterThan(0);
});

// Each would take minutes if the time grew with the square of its length.
it.each([
  'eyJ-',
  '://',
  '"a":"',
  '"',
  'a=',
  'a="',
  '<a>',
  '<token>',
  '<![CDATA[',
  'bearer ',
  'a: ',
  '[',
  '…',
])('takes a long text of %s', (piece) => {
  const text = piece.repeat(200_000 / piece.length);
  const headers = { 'x-api-key': 'aaaaaaaaaaaa' };
  expect(createRedactor({ ...nothing, headers }, known).text(text).length).toBeGreaterThan(0);
});

it.each([
  ['looked for in texts', 'secret-of-', 'a text, "quoted"'],
  ['looked for in quotation marks', 's', 'a text, "quoted"'],
  ['looked for where a text was cut', 'secret-of-', 'a text, "quoted… and "cut…'],
])('many secrets that are %s take no more looks than one', (_, front, text) => {
  const tally = (count: number): number => {
    const tokens = Array.from({ length: count }, (__, at) => front + at.toString(36));
    const redactor = createRedactor({ ...nothing, body: { tokens } }, known);
    const looks = (['replaceAll', 'indexOf', 'startsWith', 'includes'] as const).map((name) =>
      vi.spyOn(String.prototype, name),
    );
    for (let round = 0; round < 10; round += 1) redactor.text(text);
    const found = looks.reduce((sum, look) => sum + look.mock.calls.length, 0);
    vi.restoreAllMocks();
    return found;
  };
  expect(tally(50)).toBe(tally(1));
});

it('a text that was made to be much like a secret is not compared with it for ever', () => {
  const secret = `${'a'.repeat(30_000)}b`;
  const body = { password: secret, tokens: Array.from({ length: 40 }, (_, at) => secret + at) };
  const redactor = createRedactor({ ...nothing, body }, known);
  const looks = vi.spyOn(String.prototype, 'charCodeAt');
  const shown = redactor.text('a'.repeat(60_000));
  expect(looks.mock.calls.length).toBeLessThan(100 * 60_000);
  vi.restoreAllMocks();
  // Where there is too much to compare, nothing more is shown.
  expect(shown).toMatch(/^a*…$/);
});

it('hides each segment below a secret once, however deep a path is', () => {
  const path = '/deep'.repeat(3000);
  const sets = vi.spyOn(Map.prototype, 'set');
  const shown = createRedactor({ ...nothing, path }, known).path(path);
  const count = sets.mock.calls.length;
  vi.restoreAllMocks();
  expect(shown).toBe(`/deep${'/…'.repeat(2999)}`);
  expect(count).toBeLessThan(10 * 3000);
});
