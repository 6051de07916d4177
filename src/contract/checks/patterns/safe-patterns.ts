import { createRequire } from 'node:module';

import type * as Syntax from '@eslint-community/regexpp';
import type * as Linear from 're2js';

import { messageOf } from '../../../base/errors.ts';
import { depthOfPattern, mostGroups } from '../../../base/texts.ts';
import { harmlessLength } from './pattern-cost.ts';
import { translatePattern } from './pattern-translation.ts';

/** A pattern of a contract, which no text can make run away. */
export interface TextPattern {
  test(text: string): boolean;
  /** Tells one pattern from another. */
  toString(): string;
}

/** So many steps for each character are no harm, also for a whole body of such texts. */
const harmlessSteps = 256;
/** Where nothing but the language's own engine will do, it may take longer. */
const bearableSteps = 1024;
/** And texts of this length it has to manage. */
const leastLength = 32;

const require = createRequire(import.meta.url);
const loadSyntax = (): typeof Syntax => require('@eslint-community/regexpp') as typeof Syntax;
const loadLinear = (): typeof Linear => require('re2js') as typeof Linear;
const known = new Map<string, TextPattern>();

/** Throws where it is no pattern, or one that could run away and can't be kept from it. */
export function compilePattern(source: string): TextPattern {
  const before = known.get(source);
  if (before) return before;
  const pattern = createPattern(source);
  known.set(source, pattern);
  return pattern;
}

/** The same of a pattern that somebody sent, of whom there may be any number: it isn't remembered. */
export function createPattern(source: string): TextPattern {
  const depth = depthOfPattern(source);
  if (depth > mostGroups) {
    throw new Error(
      `the pattern has groups nested ${depth} levels deep, and more than ${mostGroups} can't be read`,
    );
  }
  const native = compileNative(source);
  const tree = parse(source, native.unicode);
  if (tree && harmlessLength(tree, harmlessSteps) === Infinity) {
    return { test: (text) => native.test(text), toString: () => source };
  }
  const translated = tree && translatePattern(tree);
  const steps = translated === undefined ? bearableSteps : harmlessSteps;
  const limit = tree ? harmlessLength(tree, steps) : 0;
  if (translated === undefined && limit < leastLength) {
    throw new Error(`the pattern ${source} could run away on a text that is made for it`);
  }
  let linear: TextPattern | undefined;
  const testLong = (text: string): boolean => {
    // A text that is too long to be judged isn't taken for a good one.
    if (translated === undefined) return false;
    linear ??= compileLinear(translated);
    return linear.test(text);
  };
  return {
    test: (text) => (text.length <= limit ? native.test(text) : testLong(text)),
    toString: () => source,
  };
}

/** JSON Schema means patterns in Unicode mode; many are written that only fit the older one. */
function compileNative(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    try {
      return new RegExp(source);
    } catch {
      throw new Error(`the pattern can not be read: ${messageOf(error)}`, { cause: error });
    }
  }
}

function parse(source: string, unicode: boolean): Syntax.AST.Pattern | undefined {
  const { RegExpParser } = loadSyntax();
  try {
    return new RegExpParser().parsePattern(source, undefined, undefined, { unicode });
  } catch {
    // What the parser doesn't know is taken to be of the worst kind.
    return undefined;
  }
}

/** Loaded with the first text that needs it. */
function compileLinear(pattern: string): TextPattern {
  const { RE2JS } = loadLinear();
  return RE2JS.compile(pattern);
}
