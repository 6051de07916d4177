import type { AST } from '@eslint-community/regexpp';

/** Code points, both ends included. */
export type CodePointRange = readonly [first: number, last: number];

type OneOfMany = AST.Character | AST.CharacterClass | AST.CharacterSet;

export const lastPoint = 0x10ffff;
export const everyCharacter: readonly CodePointRange[] = [[0, lastPoint]];

/** What JavaScript means by these sets. `pattern-ranges.test.ts` compares them. */
const plainSets: Readonly<Record<string, readonly CodePointRange[]>> = {
  '\\d': [[0x30, 0x39]],
  '\\w': [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  '\\s': [
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
};
const lineEnds: readonly CodePointRange[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/**
 * The characters that an element matches, in no order. Undefined for Unicode properties, which
 * surrogates may have, too, and for syntax of the `v` flag.
 */
export function plainRangesOf(element: OneOfMany): readonly CodePointRange[] | undefined {
  return rangesOf(element, (set) => plainRangesOfSet(set));
}

/** Like `plainRangesOf`, for callers that know the ranges of sets. */
export function rangesOf(
  element: OneOfMany,
  ofSet: (set: AST.CharacterSet) => readonly CodePointRange[] | undefined,
): readonly CodePointRange[] | undefined {
  if (element.type === 'Character') return [[element.value, element.value]];
  if (element.type === 'CharacterSet') return ofSet(element);
  const ranges: CodePointRange[] = [];
  for (const one of element.elements) {
    const found =
      one.type === 'Character' || one.type === 'CharacterSet'
        ? rangesOf(one, ofSet)
        : one.type === 'CharacterClassRange'
          ? [[one.min.value, one.max.value] as const]
          : undefined;
    if (!found) return undefined;
    ranges.push(...found);
  }
  return element.negate ? invert(ranges) : ranges;
}

export function plainRangesOfSet(set: AST.CharacterSet): readonly CodePointRange[] | undefined {
  if (set.kind === 'any') return invert(lineEnds);
  if (set.kind === 'property') return undefined;
  const ranges = plainSets[set.raw.toLowerCase()];
  return ranges && set.negate ? invert(ranges) : ranges;
}

export function overlap(
  some: readonly CodePointRange[],
  others: readonly CodePointRange[],
): boolean {
  return some.some(([first, last]) =>
    others.some((other) => first <= other[1] && other[0] <= last),
  );
}

function invert(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
  const inverted: CodePointRange[] = [];
  let next = 0;
  for (const [first, last] of ranges.toSorted(([left], [right]) => left - right)) {
    if (first > next) inverted.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= lastPoint) inverted.push([next, lastPoint]);
  return inverted;
}
