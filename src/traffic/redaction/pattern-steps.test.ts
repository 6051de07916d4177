import { expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { isCount, isMeasure, isSecretCarrier, isSecretName } from './found/secret-names.ts';
import { findSecrets } from './found/secrets.ts';
import { hideInText, hideInUrls } from './found/text-secrets.ts';
import { hideAddressUser, hideTargetUser } from './found/url-secrets.ts';
import { createKnownCredentials } from './known-credentials.ts';
import { tallyPatterns } from './pattern-steps.test-kit.ts';
import { createRedactor } from './redactor.ts';
import { hideQuotes } from './rules.ts';

const secrets = findSecrets({
  schemes: [],
  operations: ['/bot{token}/{name}', '/deep/{+token}', '/{secret}.{ext}'].map((path) => ({
    id: path,
    path,
    bases: [],
  })),
});

/** All that looks at what a client sends. */
function showText(text: string): void {
  hideInText(text);
  hideInUrls(text);
  hideAddressUser(text);
  hideTargetUser(text);
  hideQuotes(text, () => true);
  isCount(text, false);
  isMeasure(text);
  isSecretCarrier(text);
  isSecretName(text);
  const path = `/${text}`;
  const headers = { cookie: text, authorization: text, 'x-note': text };
  const body = { [text]: text };
  const redactor = createRedactor({ path, query: text, headers, body }, secrets);
  redactor.path(path);
  redactor.query(text);
  for (const name of ['cookie', 'set-cookie', 'authorization', 'x-note'])
    redactor.header(name, text);
  redactor.body(body);
  redactor.violation({ in: 'body', pointer: path, message: text, keyword: 'syntax' });
}

const raw = String.raw;

/** What it begins with, what comes again and again, and what it ends with. */
it.each([
  ['</<', 'a', ''],
  ['</<', 'a ', ''],
  ['</', '<a', ''],
  ['</<a ', 'a', '<'],
  ['</', '<![CDATA[', ''],
  ['', '</token', ''],
  ['', '<token>', '</'],
  ['"\\', 'a"', ''],
  ['"', 'a', '\\'],
  ['"', raw`\"`, ''],
  ['"', raw`\\`, '…'],
  ['', '"…', ''],
  ['', '…', ''],
  ['', '"\\\\\\"', ''],
  ['the string "', 'a', '\\\n'],
  ['', 'the string "', '\\\n'],
  ['', 'the number 1', ''],
  ['', 'the number -', ''],
  ['=', 'a.', ''],
  ['', ' a = ', ''],
  ['', 'a="', ''],
  ['', `a="b'`, ''],
  ['', 'a=', ''],
  ['a=', ' ', '='],
  ['', '%41', ''],
  ['', '%22%5C', ''],
  ['', '%2525', ''],
  ['', '%', ''],
  ['', 'bearer  ', ''],
  ['bearer', ' ', ''],
  ['bearer ', 'a', ' 1'],
  ['', 'bearer a', ' 1'],
  ['basic ', 'a', ''],
  ['basic ', '=', ''],
  ['', 'x://a:', '…'],
  ['', 'http://a:bbb@', ''],
  ['', '://', '@'],
  ['@', 'a', ''],
  ['', '@', '/'],
  ['http:/', 'http:/', ''],
  ['', '":', ''],
  ['', ': a\n', ''],
  ['a', ': ', ''],
  ['a:', ' ', ''],
  ['a: ', 'a', '\n'],
  ['', '\n', ': '],
  ['', '{"a":', ''],
  ['', '{"token":[', ''],
  ['', '"token":', ''],
  ['', 'eyJaaaaa', ''],
  ['', 'eyJaaaaa.', ''],
  ['eyJ', 'a', ''],
  ['eyJaaaaa', '.', ''],
  ['eyJaaaaa.', 'a', '.!'],
  ['', ';', '"'],
  ['a="', '"', ''],
  ['', 'a[', 's'],
  ['s[', '1', ''],
  ['', 'aA', ''],
  ['', 'A', ''],
  ['', '?', '}'],
  ['', '{', '?'],
  ['', ':', ''],
  ['/token', '/a', ''],
  ['', 'credit', ''],
  ['', 'hint', ''],
  ['', '/', ''],
  ['', ' ', ''],
  ['', `'`, '"'],
])('the work for %j, %j and %j grows no faster than its length', (start, piece, end) => {
  compareWork((length) => showText(start + piece.repeat(length / piece.length) + end));
});

it.each<[string, (long: string) => JsonValue]>([
  [
    'members of an object',
    (long) => ({ [long]: Object.fromEntries(countTo(long).map((at) => [at, 'a'])) }),
  ],
  ['numbers of a list', (long) => ({ [`${long}tokens`]: countTo(long) })],
  ['texts of a list', (long) => ({ [`${long}tokens`]: countTo(long).map(String) })],
  ['members of a secret', (long) => ({ [`${long}token`]: countTo(long).map((a) => ({ a })) })],
])('the work for %s does not grow with the length of its name, too', (_, bodyOf) => {
  compareWork((length) => {
    const body = bodyOf('a'.repeat(length / 2));
    createRedactor({ path: '/', query: '', headers: {}, body }, secrets).body(body);
    hideInText(JSON.stringify(body));
  });
});

it('the work for a credential that looks like Base64 grows no faster than its length', () => {
  compareWork((length) => {
    const { keep, texts } = createKnownCredentials();
    keep([Buffer.from(`${':'.repeat(length)}\n`).toString('base64')]);
    texts.has('');
  });
});

it('the work for the path of a contract grows no faster than its length', () => {
  compareWork((length) => {
    const path = `/${'?'.repeat(length)}`;
    findSecrets({ schemes: [], operations: [{ id: 'a', path, bases: [] }] });
  });
});

function compareWork(work: (length: number) => void): void {
  const [few, many] = [2000, 4000].map((length) => tallyPatterns(() => work(length)));
  expect((many ?? 0) / (few ?? 0)).toBeLessThan(2.6);
}

function countTo({ length }: string): readonly number[] {
  return Array.from({ length: length / 10 }, (_, at) => at);
}
