import type { AST } from '@eslint-community/regexpp';

import type { Range } from './pattern-ranges.ts';
import { lastPoint, plainRangesOfSet, rangesOf } from './pattern-ranges.ts';

/** The most rounds that the other dialect lets a repetition count. */
const mostRounds = 1000;

/**
 * The same pattern in the dialect of RE2, or undefined where that has no words for it: what looks
 * around, and what refers back. All characters are spelt out, so that both mean the same ones.
 */
export function translatePattern({ alternatives }: AST.Pattern): string | undefined {
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

function classText(ranges: readonly Range[] | undefined): string {
  if (!ranges) throw new Untranslatable();
  // A class without a character matches none; the other dialect can only say so the other way round.
  if (ranges.length === 0) return `[^${pointText(0)}-${pointText(lastPoint)}]`;
  const parts = ranges.map(([first, last]) =>
    first === last ? pointText(first) : `${pointText(first)}-${pointText(last)}`,
  );
  return `[${parts.join('')}]`;
}

const known = new Map<string, readonly Range[]>();

function setRanges(set: AST.CharacterSet): readonly Range[] {
  const ranges = plainRangesOfSet(set) ?? known.get(set.raw) ?? findRanges(set.raw);
  known.set(set.raw, ranges);
  return ranges;
}

/** Asks the language itself which characters it means by `\p{…}`. */
function findRanges(raw: string): readonly Range[] {
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
