import { describe, expect, it } from 'vitest';

import { quoteMatch, shortenAround } from './quote.ts';

const long = `${'before '.repeat(20)}the needle${' after'.repeat(20)}`;

describe('the value by which a search found a record', () => {
  it.each([
    [
      'a text, whatever its case',
      { id: 1, email: 'Ann@Lamp.example' },
      'lamp',
      'email: Ann@Lamp.example',
    ],
    ['a number', { size: { width: 1205 } }, '1205', 'size.width: 1205'],
    ['a truth', { is_open: true }, 'tru', 'is_open: true'],
    ['a value in a list', { tags: ['red', { text: 'blue' }] }, 'blue', 'tags.text: blue'],
    ['a text with signs of patterns', { note: 'a (b) [c' }, '(b) [', 'note: a (b) [c'],
    ['the first of several', { a: 'x needle', b: 'needle' }, 'needle', 'a: x needle'],
  ])('is told with its member: %s', (_, record, search, quote) => {
    expect(quoteMatch(record, search)).toBe(quote);
  });

  it.each([
    ['a name of a member is no value', { needle: 1 }, 'needle'],
    ['no value has it', { id: 7, none: null }, 'needle'],
    ['nothing is searched', { id: 7 }, ''],
  ])('is not there: %s', (_, record, search) => {
    expect(quoteMatch(record, search)).toBe(undefined);
  });

  it('is shortened around the match', () => {
    expect(quoteMatch({ note: long }, 'NEEDLE')).toBe(
      `note: …ore the needle${' after'.repeat(10)}…`,
    );
  });

  it('is not cut within a sign', () => {
    const text = shortenAround(`${'😀'.repeat(90)}needle${'😀'.repeat(90)}`, 'needle') ?? '';
    expect(text).toMatch(/^…😀+needle😀+…$/u);
  });
});
