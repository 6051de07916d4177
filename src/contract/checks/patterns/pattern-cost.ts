import type { AST } from '@eslint-community/regexpp';

import { hasForks } from './pattern-forks.ts';

/** How often an engine that backtracks may have to try, for texts of one length. */
interface Cost {
  /** In how many ways the text may be taken. */
  readonly paths: number;
  /** How many steps all of them take together. */
  readonly work: number;
}

/** Longer texts than this are not told apart. */
const longest = 2 ** 24;

/** How long a text may be so that an engine that backtracks takes only so many steps a character. */
export function harmlessLength(pattern: AST.Pattern, steps: number): number {
  // Where each character leads one way only, all of the pattern is tried at each of them at most.
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
  // Without an anchor, every place in the text is a place to begin at.
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

/** What follows is tried again for each way in which the text before it may be taken. */
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
        ? // Once it has held, no other way of holding it is tried.
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
  // Each round may be taken in several ways: this is how patterns run away.
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
