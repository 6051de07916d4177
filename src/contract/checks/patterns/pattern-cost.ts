import type { AST } from '@eslint-community/regexpp';

import type { CodePointRange } from './pattern-ranges.ts';
import { everyCharacter, overlap, plainRangesOf } from './pattern-ranges.ts';

/** What a backtracking engine may have to do, at worst, for texts of one length. */
interface Cost {
  /** In how many ways it can match the text. */
  readonly paths: number;
  /** How many steps all these ways take together. */
  readonly work: number;
}

/** A pattern that is harmless for this length counts as harmless for any. */
const longest = 2 ** 24;

/** The longest text for which a backtracking engine takes at most `steps` steps a character. */
export function harmlessLength(pattern: AST.Pattern, steps: number): number {
  // Without forks, the engine tries each node at most once at each character.
  const once = hasForks(pattern) ? Infinity : countNodes(pattern);
  const isHarmless = (length: number): boolean =>
    costOfPattern(pattern, length, once) <= steps * (length + 16);
  if (isHarmless(longest)) return Infinity;
  let harmless = 0;
  let harmful = longest;
  while (harmful - harmless > 1) {
    const middle = Math.floor((harmless + harmful) / 2);
    if (isHarmless(middle)) harmless = middle;
    else harmful = middle;
  }
  return harmless;
}

function costOfPattern({ alternatives }: AST.Pattern, length: number, once: number): number {
  const work = Math.min(costOfAlternatives(alternatives, length).work, once * (length + 1));
  // Without an anchor, the engine starts anew at each character of the text.
  return alternatives.every(isAnchored) ? work : work * (length + 1);
}

function isAnchored({ elements: [first] }: AST.Alternative): boolean {
  if (first?.type === 'Group' || first?.type === 'CapturingGroup') {
    return first.alternatives.every(isAnchored);
  }
  return first?.type === 'Assertion' && first.kind === 'start';
}

function costOfAlternatives(alternatives: readonly AST.Alternative[], length: number): Cost {
  let paths = 0;
  let work = 0;
  for (const { elements } of alternatives) {
    const cost = costOfSequence(elements, length);
    paths += cost.paths;
    work += cost.work;
  }
  return { paths, work };
}

/** The engine tries the rest again for each way in which it matched the text before it. */
function costOfSequence(elements: readonly AST.Element[], length: number): Cost {
  let paths = 1;
  let work = 1;
  for (const element of elements) {
    const cost = costOfElement(element, length);
    work += paths * cost.work;
    paths *= cost.paths;
  }
  return { paths, work };
}

function costOfElement(element: AST.Element, length: number): Cost {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return costOfAlternatives(element.alternatives, length);
    case 'Quantifier':
      return costOfQuantifier(element, length);
    case 'Assertion':
      return element.kind === 'lookahead' || element.kind === 'lookbehind'
        ? // After a look-around matches, the engine tries no other way to match it.
          { paths: 1, work: costOfAlternatives(element.alternatives, length).work }
        : { paths: 1, work: 1 };
    case 'Backreference':
      return { paths: 1, work: length + 1 };
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return { paths: 1, work: 1 };
  }
}

function costOfQuantifier({ element, min, max }: AST.Quantifier, length: number): Cost {
  const body = costOfElement(element, length);
  const most = Math.max(min, Math.min(max, length));
  const ends = Math.min(most - min, length) + 1;
  if (body.paths <= 1) return { paths: ends, work: most * body.work + 1 };
  // Each round can match in several ways: such patterns run away.
  const paths = body.paths ** most * ends;
  return { paths, work: paths * body.work };
}

type Node = AST.Pattern | AST.Element;

function countNodes(node: Node): number {
  if (node.type === 'Quantifier') return 1 + countNodes(node.element);
  if (!('alternatives' in node)) return 1;
  return node.alternatives
    .flatMap(({ elements }): readonly Node[] => elements)
    .reduce((count, element) => count + countNodes(element), 1);
}

/** The characters with which a part of a pattern can begin. */
interface Beginning {
  readonly first: readonly CodePointRange[];
  /** Whether it can match nothing, so that it also begins with what follows it. */
  readonly isSkippable: boolean;
}

/**
 * Whether a backtracking engine could go on in two ways with the same next character. If it cannot,
 * each retry fails at once, so that it reads each character about once. Unknown syntax counts as a
 * fork.
 */
export function hasForks({ alternatives }: AST.Pattern): boolean {
  const bare = alternatives.map(({ elements }) => withoutAnchors(elements));
  return hasForkedAlternatives(bare, []);
}

/** A `^` at the start and a `$` at the end add no ways: there is no text outside of them. */
function withoutAnchors(elements: readonly AST.Element[]): readonly AST.Element[] {
  const [first] = elements;
  const last = elements.at(-1);
  return elements.slice(
    first?.type === 'Assertion' && first.kind === 'start' ? 1 : 0,
    last?.type === 'Assertion' && last.kind === 'end' ? -1 : undefined,
  );
}

type PatternSequence = readonly AST.Element[];

/** `following` are the characters that may come after all of it. */
function hasForkedAlternatives(
  alternatives: readonly PatternSequence[],
  following: readonly CodePointRange[],
): boolean {
  if (alternatives.some((elements) => hasForkedElements(elements, following))) return true;
  const beginnings = alternatives.map(beginningOfSequence);
  if (beginnings.filter(({ isSkippable }) => isSkippable).length > 1) return true;
  const ways = beginnings.map((beginning) => withFollowing(beginning, following));
  return ways.some((way, at) => ways.slice(at + 1).some((other) => overlap(way, other)));
}

function hasForkedElements(
  elements: PatternSequence,
  following: readonly CodePointRange[],
): boolean {
  let next = following;
  for (const element of elements.toReversed()) {
    if (isForked(element, next)) return true;
    next = withFollowing(beginningOf(element), next);
  }
  return false;
}

function isForked(element: AST.Element, following: readonly CodePointRange[]): boolean {
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
  following: readonly CodePointRange[],
): boolean {
  return hasForkedAlternatives(
    alternatives.map(({ elements }) => elements),
    following,
  );
}

function isForkedQuantifier(
  { element, min, max }: AST.Quantifier,
  following: readonly CodePointRange[],
): boolean {
  const { first, isSkippable } = beginningOf(element);
  // If a round can match nothing, the number of rounds is ambiguous.
  if (isSkippable) return true;
  // The same character could begin another round, or what follows.
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

function beginningOfSequence(elements: PatternSequence): Beginning {
  const first: CodePointRange[] = [];
  for (const element of elements) {
    const beginning = beginningOf(element);
    first.push(...beginning.first);
    if (!beginning.isSkippable) return { first, isSkippable: false };
  }
  return { first, isSkippable: true };
}

function withFollowing(
  { first, isSkippable }: Beginning,
  following: readonly CodePointRange[],
): readonly CodePointRange[] {
  return isSkippable ? [...first, ...following] : first;
}
