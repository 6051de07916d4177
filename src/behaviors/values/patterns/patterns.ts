import type { AST } from '@eslint-community/regexpp';

import type { DrawNumber } from '../chance.ts';
import type { Lengths } from './pattern-reading.ts';
import { lengthsOf, lengthsOfAny, readPattern } from './pattern-reading.ts';

/** The most repeats above the minimum, where no length is given. */
const mostRepeats = 6;
/** The longest text that is made. */
const longest = 200_000;
/** After this many characters, each repeat has only its minimum. */
const long = 300;

interface Sampling {
  readonly draw: DrawNumber;
  readonly groups: Map<AST.CapturingGroup, string>;
  /** How many characters are made so far: the limits end nested repeats. */
  spent: number;
}

/**
 * A text for a pattern, within the lengths if possible; undefined where the pattern cannot be read
 * or needs too long a text. Lookarounds are ignored, so the caller has to check the text.
 */
export function sampleText(
  pattern: string,
  draw: DrawNumber,
  lengths?: Lengths,
): string | undefined {
  const reading = readPattern(pattern);
  if (!reading) return undefined;
  const { alternatives } = reading.tree;
  const own = lengthsOfAny(alternatives);
  if (own.least > longest) return undefined;
  const sampling = { draw, groups: new Map(), spent: 0 };
  if (!lengths) return sampleAny(alternatives, undefined, sampling);
  const isOpen = reading.isOpenAtStart || reading.isOpenAtEnd;
  const least = Math.min(Math.max(own.least, lengths.least), own.most);
  const most = Math.max(least, Math.min(own.most, lengths.most, least + 12));
  if (least > longest) return undefined;
  const text = sampleAny(alternatives, least + draw(most - least + 1), sampling);
  const missing = lengths.least - text.length;
  if (missing <= 0 || !isOpen) return text;
  // A pattern without an anchor allows any text around its match.
  const filling = fillerOf(missing, draw);
  return reading.isOpenAtEnd ? text + filling : filling + text;
}

/** Overwrites parts of a text with samples of the lookarounds of a pattern. */
export function overlayLookarounds(pattern: string, text: string, draw: DrawNumber): string {
  let overlaid = text;
  for (const { negate, alternatives } of readPattern(pattern)?.lookarounds ?? []) {
    if (negate) continue;
    const sampling = { draw, groups: new Map(), spent: long };
    const sought = sampleAny(alternatives, lengthsOfAny(alternatives).least, sampling);
    const room = Math.max(0, overlaid.length - sought.length);
    const at = draw(3) === 0 ? 0 : draw(room + 1);
    overlaid = overlaid.slice(0, at) + sought + overlaid.slice(at + sought.length);
  }
  return overlaid;
}

function fillerOf(length: number, draw: DrawNumber): string {
  const letters = 'etaoinshrdlu';
  return Array.from({ length }, () => letters[draw(letters.length)]).join('');
}

function sampleAny(
  alternatives: readonly AST.Alternative[],
  length: number | undefined,
  sampling: Sampling,
): string {
  const fitting = alternatives.filter((alternative) => canBe(lengthsOf(alternative), length));
  const choices = fitting.length > 0 ? fitting : alternatives;
  const chosen = choices[sampling.draw(choices.length)];
  if (!chosen) return '';
  const shares =
    length === undefined ? [] : share(length, chosen.elements.map(lengthsOf), sampling);
  return chosen.elements
    .map((element, index) => sampleElement(element, shares[index], sampling))
    .join('');
}

function canBe({ least, most }: Lengths, length: number | undefined): boolean {
  return length === undefined ? least <= long : least <= length && length <= most;
}

/** Divides a length into parts that are within their ranges. */
function share(length: number, ranges: readonly Lengths[], { draw }: Sampling): readonly number[] {
  const shares = ranges.map(({ least }) => least);
  let left = length - shares.reduce((sum, one) => sum + one, 0);
  const last = ranges.findLastIndex(({ least, most }) => most > least);
  for (const isRest of [false, true]) {
    for (const [index, { most }] of ranges.entries()) {
      const known = shares[index] ?? 0;
      const room = Math.min(most - known, left);
      if (room <= 0) continue;
      const more = isRest || index === last ? room : draw(room + 1);
      shares[index] = known + more;
      left -= more;
    }
  }
  return shares;
}

function sampleElement(
  element: AST.Element,
  length: number | undefined,
  sampling: Sampling,
): string {
  const { draw, groups } = sampling;
  switch (element.type) {
    case 'Character':
      sampling.spent += 1;
      return String.fromCodePoint(element.value);
    case 'Group':
      return sampleAny(element.alternatives, length, sampling);
    case 'CapturingGroup': {
      const text = sampleAny(element.alternatives, length, sampling);
      groups.set(element, text);
      return text;
    }
    case 'Quantifier':
      return sampleRepeats(element, length, sampling);
    case 'Backreference': {
      const [group] = [element.resolved].flat();
      return (group && groups.get(group)) ?? '';
    }
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      sampling.spent += 1;
      const choices = choicesOf(element);
      return String.fromCodePoint(choices[draw(choices.length)] ?? 0x78);
    }
    // Anchors and lookarounds match no characters.
    case 'Assertion':
      return '';
  }
}

function sampleRepeats(
  { min, max, element }: AST.Quantifier,
  length: number | undefined,
  sampling: Sampling,
): string {
  const range = lengthsOf(element);
  if (length !== undefined && range.most > 0) {
    const fewest = Math.max(min, range.most === Infinity ? 0 : Math.ceil(length / range.most));
    const most = Math.min(max, range.least === 0 ? length : Math.floor(length / range.least));
    const floor = Math.max(fewest, min === 0 && length === 0 ? 0 : 1);
    const times = Math.min(Math.max(floor, Math.min(most, floor + 3)), Math.max(max, 0));
    const ranges = Array.from({ length: Math.min(times, longest) }, () => range);
    return share(length, ranges, sampling)
      .map((part) => sampleElement(element, part, sampling))
      .join('');
  }
  const isLong = sampling.spent > long;
  const most = isLong ? min : Math.min(max, min + mostRepeats);
  const times = min + sampling.draw(most - min + 1);
  const repeats: string[] = [];
  for (let time = 0; time < times && sampling.spent < longest; time += 1) {
    repeats.push(sampleElement(element, undefined, sampling));
  }
  return repeats.join('');
}

type OneCharacter = AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** The preferred characters, where a pattern allows several. */
const plainCharacters = characters(between('a', 'z'), between('A', 'Z'), between('0', '9'), [0x5f]);
const printable = characters([0x20, 0x7e]);
const known = new WeakMap<AST.Node, readonly number[]>();

/** The code points that an element allows: only the plain ones if it allows some of them. */
function choicesOf(element: OneCharacter): readonly number[] {
  const cached = known.get(element);
  if (cached) return cached;
  const choices = findChoices(element);
  known.set(element, choices);
  return choices;
}

function findChoices(element: OneCharacter): readonly number[] {
  const test = testOf(element);
  const plain = plainCharacters.filter(test);
  if (plain.length > 0) return plain;
  const ascii = printable.filter(test);
  if (ascii.length > 0) return ascii;
  const listed = element.type === 'CharacterClass' ? element.elements.flatMap(firstOf) : [];
  const named = listed.filter(test);
  if (named.length > 0) return named;
  // For characters of other scripts, the first 40 are enough.
  const found: number[] = [];
  for (let point = 0; point < 0x20000 && found.length < 40; point += 1) {
    const isHalf = point >= 0xd800 && point <= 0xdfff;
    if (!isHalf && test(point)) found.push(point);
  }
  return found;
}

function firstOf(element: AST.CharacterClass['elements'][number]): readonly number[] {
  if (element.type === 'Character') return [element.value];
  return element.type === 'CharacterClassRange' ? [element.min.value] : [];
}

function testOf(
  element: AST.CharacterClass['elements'][number] | OneCharacter,
): (point: number) => boolean {
  switch (element.type) {
    case 'Character':
      return (point) => element.value === point;
    case 'CharacterClassRange':
      return (point) => element.min.value <= point && point <= element.max.value;
    case 'CharacterClass': {
      const tests = element.elements.map(testOf);
      return (point) => tests.some((test) => test(point)) !== element.negate;
    }
    case 'CharacterSet': {
      const expression = new RegExp(`^${element.raw}$`, 'u');
      return (point) => expression.test(String.fromCodePoint(point));
    }
    // Only patterns with the `v` flag have these. JSON Schema uses the `u` flag.
    case 'ClassStringDisjunction':
    case 'ExpressionCharacterClass':
      return () => false;
  }
}

function between(first: string, last: string): readonly [number, number] {
  return [first.charCodeAt(0), last.charCodeAt(0)];
}

function characters(...ranges: readonly (readonly [number, number?])[]): readonly number[] {
  return ranges.flatMap(([first, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}
