import { expect, it, vi } from 'vitest';

import { createKnownCredentials } from './known-credentials.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

it.each([
  ['key-of-writer', true],
  ['ann:pass-word', true],
  ['pass-word', true],
  [base64('ann:pass-word'), true],
  [base64('ann:pass-word').replace(/=+$/, ''), true],
  [base64('as-sent:in-a-file'), true],
  ['as-sent:in-a-file', true],
  ['in-a-file', true],
  ['k-1', false],
  ['other', false],
  ['reader', true],
  // As a query or a form reads it, and as a path does.
  ['ke y/of%form', true],
  ['ke+y/of%form', true],
  ['ke+y%2Fof%form', true],
  ['ke y%2Fof%form', false],
  [base64('key>>>of-base').replaceAll('+', ' '), true],
])('%s is known: %s', (text, expected) => {
  const { keep, texts } = createKnownCredentials();
  keep([
    'key-of-writer',
    'ann:pass-word',
    base64('as-sent:in-a-file'),
    'k-1',
    'reader',
    'key>>>of-base',
    'ke+y%2Fof%form',
  ]);
  expect(texts.has(text)).toBe(expected);
});

it.each([
  ['a key-of/writer b', 'a … b'],
  ['akey-of/writerb', 'a…b'],
  ['key-of/writerkey-of/writer', '……'],
  ['key-of/writer-too', '…'],
  ['key-of/writer-to', '…-to'],
  ['key-of%2Fwriter', '…'],
  ['body /a/key-of~1writer: is', 'body /a/…: is'],
  ['Basic YW5uOnBhc3Mtd29yZA==', 'Basic …'],
  ['it is "key-of/wr…', 'it is "…'],
  ['it is "key-of/we…', 'it is "key-of/we…'],
  ['x-"quoted\\"-value', 'x-"quoted\\"-value'],
  ['is "x-\\"quoted\\"-value"', 'is "…"'],
  ['a reader, the readers', 'a reader, the readers'],
  ['/reader/a?b=reader&c=["reader"]', '/…/a?b=…&c=["…"]'],
])('%s is shown as %s', (text, shown) => {
  const { keep, texts } = createKnownCredentials();
  keep(['key-of/writer', 'key-of/writer-too', 'ann:pass-word', 'x-"quoted"-value', 'reader']);
  expect(texts.hideIn(text)).toBe(shown);
});

it('forgets the oldest of those that were minted at last, and none of a file', () => {
  const { keep, mint, texts } = createKnownCredentials();
  keep(['of-a-file']);
  for (let at = 0; at <= 100_000; at += 1) mint(`minted-${at}`);
  expect(['of-a-file', 'minted-100000', 'minted-1'].map(texts.has)).toEqual([true, true, false]);
  expect(texts.hideIn('of-a-file, minted-100000, minted-1')).toBe('…, …, minted-1');
});

// Each would take minutes if the time grew with the number of credentials, or the square of the length.
it.each(['minted-', 'minted-x', 'minted-…', 'm', 'minted-1'])(
  'takes a long text of %s',
  (piece) => {
    const { mint, texts } = createKnownCredentials();
    for (let at = 10_000; at < 20_000; at += 1) mint(`minted-${at}`);
    expect(texts.hideIn(piece.repeat(200_000 / piece.length)).length).toBeGreaterThan(0);
  },
);

it('compares what begins like credentials of many lengths a few times for each character', () => {
  const { mint, texts } = createKnownCredentials();
  for (let at = 0; at < 3000; at += 1)
    mint(`token-${String(at).padStart(1 + (at % 900), 'token-')}`);
  const long = 'token-'.repeat(2500);
  texts.hideIn('');
  const looks = vi.spyOn(String.prototype, 'charCodeAt');
  const slices = vi.spyOn(String.prototype, 'slice');
  expect(texts.hideIn(long)).toContain('…');
  const count = looks.mock.calls.length + slices.mock.calls.length;
  vi.restoreAllMocks();
  expect(count).toBeLessThan(100 * long.length);
});
