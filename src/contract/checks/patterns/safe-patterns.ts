import { createRequire } from 'node:module';

import type * as Syntax from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import type * as Linear from 're2js';

import { messageOf } from '../../../base/errors.ts';
import { depthOfPattern, mostGroups } from '../../../base/texts.ts';
import { harmlessLength } from './pattern-cost.ts';
import type { CodePointRange } from './pattern-ranges.ts';
import { lastPoint, plainRangesOfSet, rangesOf } from './pattern-ranges.ts';

/** A pattern of a contract. No text can make it run away (decision 8). */
export interface TextPattern {
  test(text: string): boolean;
  /** The library tells patterns apart by this text. */
  toString(): string;
}

/** This many steps for each character do no harm, even if such texts fill a whole body. */
const harmlessSteps = 256;
/** The limit for a pattern that RE2 cannot express, so that only JavaScript's engine can run it. */
const bearableSteps = 1024;
/** Within that limit, the pattern must allow texts of this length. */
const leastLength = 32;

const require = createRequire(import.meta.url);
const loadSyntax = (): typeof Syntax => require('@eslint-community/regexpp') as typeof Syntax;
const loadLinear = (): typeof Linear => require('re2js') as typeof Linear;
const known = new Map<string, TextPattern>();

/** Throws if the source is no pattern, or if it could run away and RE2 cannot express it. */
export function compilePattern(source: string): TextPattern {
  const before = known.get(source);
  if (before) return before;
  const pattern = createPattern(source);
  known.set(source, pattern);
  return pattern;
}

/** For names of members: a pattern that cannot be used counts as matching every name. */
export function patternOfNames(source: string): TextPattern {
  try {
    return compilePattern(source);
  } catch {
    return { test: () => true, toString: () => source };
  }
}

/** Like `compilePattern`, but caches nothing: clients may send any number of patterns. */
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
    // A text that is too long to check does not match.
    if (translated === undefined) return false;
    linear ??= compileLinear(translated);
    return linear.test(text);
  };
  return {
    test: (text) => (text.length <= limit ? native.test(text) : testLong(text)),
    toString: () => source,
  };
}

/** JSON Schema asks for Unicode mode, but many patterns are valid only without it. */
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
    // A pattern that the parser cannot read counts as the worst kind.
    return undefined;
  }
}

/** RE2 is loaded with the first text that needs it. */
function compileLinear(pattern: string): TextPattern {
  const { RE2JS } = loadLinear();
  return RE2JS.compile(pattern);
}

/** RE2 counts at most this many rounds of a repetition. */
const mostRounds = 1000;

/**
 * The same pattern for RE2, or undefined if RE2 cannot express it: it has no look-around and no
 * back-references. Characters are written as numbers, so that both engines mean the same ones.
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
      // The engines disagree on which letters differ only in case.
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
  // An empty class matches nothing. RE2 can only say that with the negation of all characters.
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

/** Asks JavaScript which characters `\p{…}` means. */
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

/** All of Unicode in order, without surrogates, which are no characters. */
function allCharacters(): string {
  const chunks: string[] = [];
  for (let point = 0; point <= lastPoint; point += 0x100) {
    if (point >= 0xd800 && point < 0xe000) continue;
    chunks.push(String.fromCodePoint(...Array.from({ length: 0x100 }, (_, at) => point + at)));
  }
  return chunks.join('');
}
