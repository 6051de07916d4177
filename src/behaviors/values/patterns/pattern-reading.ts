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
