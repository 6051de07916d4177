import { describe, expect, it } from 'vitest';

import { compileSearch } from './search.ts';

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => `t${number}`);

describe('a search', () => {
  it('looks at what people read, not at keys, addresses, times and numbers', () => {
    const fits = (word: string): boolean =>
      compileSearch([word])({
        id: 'abc',
        owner_id: 'abc',
        ownerId: 'abc',
        link: 'https://abc.example',
        made: '2024-01-01T00:00:00Z',
        size: 77,
        paid: 'yes',
        tags: [{ name: 'green' }],
      });
    expect(['abc', '2024', '77', 'green', 'yes'].filter(fits)).toEqual(['green', 'yes']);
    // A part of an address can mean nothing else.
    expect(['abc.example', 'https://abc', 'abd.example'].filter(fits)).toEqual([
      'abc.example',
      'https://abc',
    ]);
  });

  it('looks for the beginning of a very long word', () => {
    const fits = compileSearch([`${'a'.repeat(256)}b`]);
    expect([fits({ text: 'a'.repeat(300) }), fits({ text: 'a'.repeat(200) })]).toEqual([
      true,
      false,
    ]);
  });

  it('looks for so many words and no more', () => {
    const all = numbered(16);
    const fits = (words: readonly string[]): boolean =>
      compileSearch(words)({ text: all.join(' ') });
    expect(fits([...all, 'missing'])).toBe(true);
    expect(fits([...all.slice(1), 'missing'])).toBe(false);
    expect(fits([...all.flatMap((word) => [word, word]).slice(2), 'missing'])).toBe(false);
  });
});
