import { createRequire } from 'node:module';

import type * as Library from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';

import { depthOfPattern, mostGroups } from '../../../base/texts.ts';

/** A parsed pattern. */
export interface ReadPattern {
  readonly tree: AST.Pattern;
  readonly lookarounds: readonly AST.LookaroundAssertion[];
  readonly isOpenAtStart: boolean;
  readonly isOpenAtEnd: boolean;
}

const require = createRequire(import.meta.url);
const loadLibrary = (): typeof Library => require('@eslint-community/regexpp') as typeof Library;
const known = new Map<string, ReadPattern | undefined>();

/** Undefined where the pattern cannot be parsed, or nests too deeply. */
export function readPattern(pattern: string): ReadPattern | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const reading = read(pattern);
  if (known.size > 5000) known.clear();
  known.set(pattern, reading);
  return reading;
}

function read(pattern: string): ReadPattern | undefined {
  if (depthOfPattern(pattern) > mostGroups) return undefined;
  const tree = parse(pattern, true) ?? parse(pattern, false) ?? parse(fromPerl(pattern), false);
  if (!tree) return undefined;
  const lookarounds: AST.LookaroundAssertion[] = [];
  loadLibrary().visitRegExpAST(tree, {
    onAssertionEnter(node) {
      if (node.kind === 'lookahead' || node.kind === 'lookbehind') lookarounds.push(node);
    },
  });
  return {
    tree,
    lookarounds,
    isOpenAtStart: tree.alternatives.every(({ elements }) => !isEdge(elements.at(0), 'start')),
    isOpenAtEnd: tree.alternatives.every(({ elements }) => !isEdge(elements.at(-1), 'end')),
  };
}

function parse(pattern: string, unicode: boolean): AST.Pattern | undefined {
  const { RegExpParser, RegExpSyntaxError } = loadLibrary();
  try {
    return new RegExpParser().parsePattern(pattern, undefined, undefined, { unicode });
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return undefined;
    throw error;
  }
}

/** Rewrites the syntax of Perl and POSIX for JavaScript. */
function fromPerl(pattern: string): string {
  const classes: Readonly<Record<string, string>> = {
    alpha: 'a-zA-Z',
    digit: '0-9',
    alnum: 'a-zA-Z0-9',
    upper: 'A-Z',
    lower: 'a-z',
    space: ' ',
    punct: '!-/',
    xdigit: '0-9a-f',
    word: 'a-zA-Z0-9_',
  };
  return pattern
    .replaceAll(/\\A/g, '^')
    .replaceAll(/\\[zZ]/g, '$')
    .replaceAll(/\\h/g, ' ')
    .replaceAll(/\(\?[a-z]+\)/g, '')
    .replaceAll(/\(\?[a-z]+:/g, '(?:')
    .replaceAll('(?>', '(?:')
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\[:(\w+):\]/g, (_, name: string) => classes[name] ?? 'a-z')
    .replaceAll(/([+*?}])\+/g, '$1');
}

function isEdge(element: AST.Element | undefined, kind: 'start' | 'end'): boolean {
  return element?.type === 'Assertion' && element.kind === kind;
}

/** The lengths of the texts that an element matches. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

const none: Lengths = { least: 0, most: 0 };
const one: Lengths = { least: 1, most: 1 };
const knownLengths = new WeakMap<AST.Node, Lengths>();

export function lengthsOf(node: AST.Element | AST.Alternative): Lengths {
  const cached = knownLengths.get(node);
  if (cached) return cached;
  const lengths = measure(node);
  knownLengths.set(node, lengths);
  return lengths;
}

export function lengthsOfAny(alternatives: readonly AST.Alternative[]): Lengths {
  const all = alternatives.map(lengthsOf);
  return {
    least: Math.min(...all.map(({ least }) => least)),
    most: Math.max(...all.map(({ most }) => most)),
  };
}

function measure(node: AST.Element | AST.Alternative): Lengths {
  switch (node.type) {
    case 'Alternative': {
      const all = node.elements.map(lengthsOf);
      return {
        least: all.reduce((sum, { least }) => sum + least, 0),
        most: all.reduce((sum, { most }) => sum + most, 0),
      };
    }
    case 'Group':
    case 'CapturingGroup':
      return lengthsOfAny(node.alternatives);
    case 'Quantifier': {
      const { least, most } = lengthsOf(node.element);
      return {
        least: least * node.min,
        // Infinity times 0 would be NaN.
        most: most === 0 || node.max === 0 ? 0 : most * node.max,
      };
    }
    case 'Backreference': {
      const [group] = [node.resolved].flat();
      return group && !isWithin(node, group) ? lengthsOf(group) : none;
    }
    case 'Assertion':
      return none;
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return one;
  }
}

function isWithin(node: AST.Node, group: AST.CapturingGroup): boolean {
  let above = node.parent;
  while (above) {
    if (above === group) return true;
    above = above.parent;
  }
  return false;
}
