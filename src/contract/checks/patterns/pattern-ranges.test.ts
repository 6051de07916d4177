import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';
import { describe, expect, it } from 'vitest';

import { overlap, plainRangesOf } from './pattern-ranges.ts';

function elementOf(source: string): AST.Character | AST.CharacterClass | AST.CharacterSet {
  const { alternatives } = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: true,
  });
  const element = alternatives[0]?.elements[0];
  if (
    element?.type === 'Character' ||
    element?.type === 'CharacterClass' ||
    element?.type === 'CharacterSet'
  )
    return element;
  throw new Error(`${source} is not one character`);
}

describe('plainRangesOf', () => {
  it.each(['.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '[\\s.-]', '[^\\w-]', '[^]', 'é', '😀'])(
    '%s means what the language means',
    (source) => {
      const ranges = plainRangesOf(elementOf(source)) ?? [];
      const expression = new RegExp(`^${source}$`, 'u');
      const wrong: number[] = [];
      for (let point = 0; point <= 0x10ffff; point += 1) {
        const isIn = ranges.some(([first, last]) => first <= point && point <= last);
        if (isIn !== expression.test(String.fromCodePoint(point))) wrong.push(point);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(['\\p{L}', '[a\\p{Lu}]', '[^\\P{L}]'])('%s has no plain ranges', (source) => {
    expect(plainRangesOf(elementOf(source))).toBeUndefined();
  });
});

describe('overlap', () => {
  it.each<[[number, number], [number, number], boolean]>([
    [[1, 3], [3, 5], true],
    [[3, 5], [1, 3], true],
    [[1, 9], [4, 5], true],
    [[1, 2], [3, 5], false],
    [[6, 7], [3, 5], false],
  ])('%j and %j: %s', (one, other, isSo) => {
    expect(overlap([one], [other])).toBe(isSo);
  });
});
