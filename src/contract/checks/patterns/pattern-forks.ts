import type { AST } from '@eslint-community/regexpp';

import type { Range } from './pattern-ranges.ts';
import { everyCharacter, overlap, plainRangesOf } from './pattern-ranges.ts';

/** What a part of a pattern may begin with. */
interface Beginning {
  readonly first: readonly Range[];
  /** Whether it may also take nothing at all, so that what follows it is what it begins with. */
  readonly isSkippable: boolean;
}

/**
 * Whether an engine that backtracks could ever go on in two ways with the same next character. Where
 * it can't, it fails at once wherever it comes back to, and reads each character once, so to speak.
 * What isn't understood here is taken for a fork.
 */
export function hasForks({ alternatives }: AST.Pattern): boolean {
  const bare = alternatives.map(({ elements }) => withoutAnchors(elements));
  return hasForkedAlternatives(bare, []);
}

/** Nothing can be read after the end, and before the begin nothing has been. */
function withoutAnchors(elements: readonly AST.Element[]): readonly AST.Element[] {
  const [first] = elements;
  const last = elements.at(-1);
  return elements.slice(
    first?.type === 'Assertion' && first.kind === 'start' ? 1 : 0,
    last?.type === 'Assertion' && last.kind === 'end' ? -1 : undefined,
  );
}

type Sequence = readonly AST.Element[];

/** What follows is what may come next after all of it. */
function hasForkedAlternatives(
  alternatives: readonly Sequence[],
  following: readonly Range[],
): boolean {
  if (alternatives.some((elements) => hasForkedElements(elements, following))) return true;
  const beginnings = alternatives.map(beginningOfSequence);
  if (beginnings.filter(({ isSkippable }) => isSkippable).length > 1) return true;
  const ways = beginnings.map((beginning) => withFollowing(beginning, following));
  return ways.some((way, at) => ways.slice(at + 1).some((other) => overlap(way, other)));
}

function hasForkedElements(elements: Sequence, following: readonly Range[]): boolean {
  let next = following;
  for (const element of elements.toReversed()) {
    if (isForked(element, next)) return true;
    next = withFollowing(beginningOf(element), next);
  }
  return false;
}

function isForked(element: AST.Element, following: readonly Range[]): boolean {
  switch (element.type) {
    case 'Group':
      return element.modifiers !== null || isForkedGroup(element, following);
    case 'CapturingGroup':
      return isForkedGroup(element, following);
    case 'Quantifier':
      return isForkedQuantifier(element, following);
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
      return false;
    case 'Assertion':
    case 'Backreference':
    case 'ExpressionCharacterClass':
      return true;
  }
}

function isForkedGroup(
  { alternatives }: AST.Group | AST.CapturingGroup,
  following: readonly Range[],
): boolean {
  return hasForkedAlternatives(
    alternatives.map(({ elements }) => elements),
    following,
  );
}

function isForkedQuantifier(
  { element, min, max }: AST.Quantifier,
  following: readonly Range[],
): boolean {
  const { first, isSkippable } = beginningOf(element);
  // Rounds that take nothing can't be told from each other.
  if (isSkippable) return true;
  // Another round, or what follows.
  if (min !== max && overlap(first, following)) return true;
  return isForked(element, max > 1 ? [...first, ...following] : following);
}

function beginningOf(element: AST.Element): Beginning {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup': {
      const all = element.alternatives.map(({ elements }) => beginningOfSequence(elements));
      return {
        first: all.flatMap(({ first }) => first),
        isSkippable: all.some(({ isSkippable }) => isSkippable),
      };
    }
    case 'Quantifier': {
      const { first, isSkippable } = beginningOf(element.element);
      return { first, isSkippable: isSkippable || element.min === 0 };
    }
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
      return { first: plainRangesOf(element) ?? everyCharacter, isSkippable: false };
    case 'Assertion':
    case 'Backreference':
    case 'ExpressionCharacterClass':
      return { first: everyCharacter, isSkippable: true };
  }
}

function beginningOfSequence(elements: Sequence): Beginning {
  const first: Range[] = [];
  for (const element of elements) {
    const beginning = beginningOf(element);
    first.push(...beginning.first);
    if (!beginning.isSkippable) return { first, isSkippable: false };
  }
  return { first, isSkippable: true };
}

function withFollowing(
  { first, isSkippable }: Beginning,
  following: readonly Range[],
): readonly Range[] {
  return isSkippable ? [...first, ...following] : first;
}
