import { createRequire } from 'node:module';

import type * as Syntax from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import type * as Linear from 're2js';

import { messageOf } from '../../../base/errors.ts';
import { depthOfPattern, mostGroups } from '../../../base/texts.ts';
import { harmlessLength } from './pattern-cost.ts';
import type { CodePointRange } from './pattern-ranges.ts';
import { lastPoint, plainRangesOfSet, rangesOf } from './pattern-ranges.ts';

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

/** The most rounds that the other dialect lets a repetition count. */
const mostRounds = 1000;

/**
 * The same pattern in the dialect of RE2, or undefined where that has no words for it: what looks
 * around, and what refers back. All characters are spelt out, so that both mean the same ones.
 */
function translatePattern({ alternatives }: AST.Pattern): string | undefined {
  try {
    return alternativesText(alternatives, 1);
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
}

class Untranslatable extends Error {}

function alternativesText(alternatives: readonly AST.Alternative[], rounds: number): string {
  return alternatives
    .map(({ elements }) => elements.map((element) => elementText(element, rounds)).join(''))
    .join('|');
}

function elementText(element: AST.Element, rounds: number): string {
  switch (element.type) {
    case 'Character':
      return pointText(element.value);
    case 'CharacterSet':
    case 'CharacterClass':
      return classText(rangesOf(element, setRanges));
    case 'Group':
      // The dialects don't agree on what becomes of a letter's other case.
      if (element.modifiers) throw new Untranslatable();
      return `(?:${alternativesText(element.alternatives, rounds)})`;
    case 'CapturingGroup':
      return `(?:${alternativesText(element.alternatives, rounds)})`;
    case 'Quantifier':
      return quantifierText(element, rounds);
    case 'Assertion':
      return assertionText(element);
    case 'Backreference':
    case 'ExpressionCharacterClass':
      throw new Untranslatable();
  }
}

function quantifierText({ element, min, max }: AST.Quantifier, rounds: number): string {
  const most = rounds * Math.max(1, min, max === Infinity ? 1 : max);
  if (most > mostRounds) throw new Untranslatable();
  const bounds = max === Infinity ? `{${min},}` : `{${min},${max}}`;
  return `(?:${elementText(element, most)})${bounds}`;
}

function assertionText(assertion: AST.Assertion): string {
  switch (assertion.kind) {
    case 'start':
      return '^';
    case 'end':
      return '$';
    case 'word':
      return assertion.negate ? '\\B' : '\\b';
    case 'lookahead':
    case 'lookbehind':
      throw new Untranslatable();
  }
}

function pointText(point: number): string {
  return `\\x{${point.toString(16)}}`;
}

function classText(ranges: readonly CodePointRange[] | undefined): string {
  if (!ranges) throw new Untranslatable();
  // A class without a character matches none; the other dialect can only say so the other way round.
  if (ranges.length === 0) return `[^${pointText(0)}-${pointText(lastPoint)}]`;
  const parts = ranges.map(([first, last]) =>
    first === last ? pointText(first) : `${pointText(first)}-${pointText(last)}`,
  );
  return `[${parts.join('')}]`;
}

const knownRanges = new Map<string, readonly CodePointRange[]>();

function setRanges(set: AST.CharacterSet): readonly CodePointRange[] {
  const ranges = plainRangesOfSet(set) ?? knownRanges.get(set.raw) ?? findRanges(set.raw);
  knownRanges.set(set.raw, ranges);
  return ranges;
}

/** Asks the language itself which characters it means by `\p{…}`. */
function findRanges(raw: string): readonly CodePointRange[] {
  return [...allCharacters().matchAll(new RegExp(`${raw}+`, 'gu'))].map(([run]) => [
    run.codePointAt(0) ?? 0,
    lastPointOf(run),
  ]);
}

function lastPointOf(run: string): number {
  const pair = run.codePointAt(run.length - 2) ?? 0;
  return pair > 0xffff ? pair : (run.codePointAt(run.length - 1) ?? 0);
}

/** All of Unicode in order, but for the halves of pairs, which are no characters. */
function allCharacters(): string {
  const chunks: string[] = [];
  for (let point = 0; point <= lastPoint; point += 0x100) {
    if (point >= 0xd800 && point < 0xe000) continue;
    chunks.push(String.fromCodePoint(...Array.from({ length: 0x100 }, (_, at) => point + at)));
  }
  return chunks.join('');
}
