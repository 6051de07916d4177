import type { JsonValue } from '../../../base/json.ts';
import { once } from '../../../base/once.ts';
import type { Facts, MatchPattern } from '../../../contract/schema/merging/facts.ts';
import { fitsFacts, lengthOf } from '../../../contract/schema/merging/facts.ts';
import type { DrawNumber, Surroundings } from '../chance.ts';
import { createDraw } from '../chance.ts';
import type { Fakers } from '../fakers.ts';
import { overlayLookarounds, sampleText } from '../patterns/patterns.ts';
import type { Country } from '../vocabulary/countries.ts';
import type { NamedMaker } from '../vocabulary/text-names.ts';
import { makerNamed, makeWords, personSeed } from '../vocabulary/text-names.ts';
import type { Kit, Maker } from './formats.ts';
import { fitFormat, makerFor } from './formats.ts';

/** What suggests the meaning of a value, besides the rules of its schema. */
export interface Hints {
  readonly name: string;
  /** The kind of thing that has the name, such as `person`; empty where that does not matter. */
  readonly kind: string;
  readonly description: string;
  /** Examples and defaults, for values that name and description do not suggest. */
  readonly fallbacks: readonly JsonValue[];
  readonly contentEncoding: string;
  readonly contentMediaType: string;
}

/** Makes a text for a place; undefined where none is found. */
export type MakeText = (hash: number, around: () => Surroundings) => string | undefined;

/** Prepares makers of texts that meet the facts and are plausible. */
export interface TextMaker {
  (facts: Facts, hints: Hints): MakeText;
  isFormat(format: string, text: string): boolean;
  /** What a record says under this name, in lower case: `eur` for `currency`. */
  tell(name: string, around: () => Surroundings): readonly string[];
}

export interface TextTools {
  readonly match: MatchPattern;
  readonly isFormat: (format: string, text: string) => boolean;
  readonly fakers: Fakers;
  readonly countries: readonly Country[];
  readonly publicUrl: () => string;
}

/** The rules for texts, and the hints at their meaning. */
interface TextTask {
  readonly facts: Facts;
  readonly hints: Hints;
  readonly tools: TextTools;
  /** Whether the facts allow any text, so that texts need no test. */
  readonly isFree: boolean;
  readonly formats: readonly Format[];
  readonly named: NamedMaker | undefined;
  readonly fallbacks: readonly string[];
}

interface Format {
  readonly name: string;
  readonly make: Maker | undefined;
}

/** The largest `minLength` that is tried. */
const longest = 1_000_000;
/** Their sum is how many samples of each pattern are tried. */
const samples = 30;
const overlays = 90;

export function createTextMaker(tools: TextTools): TextMaker {
  const compile = (facts: Facts, hints: Hints): MakeText => {
    if (facts.minLength > longest) return () => undefined;
    const task = readTask(facts, hints, tools);
    return (hash, around) => {
      const kit = createKit(tools, hints.name, hash, around);
      return makeBelievable(task, kit) ?? makeByPatterns(task, kit);
    };
  };
  const tell: TextMaker['tell'] = (name, around) => {
    const made = makerNamed(name, '', '')?.(createKit(tools, name, 0, around)) ?? [];
    return [made].flat().map((text) => text.toLowerCase());
  };
  return Object.assign(compile, { isFormat: tools.isFormat, tell });
}

function readTask(facts: Facts, hints: Hints, tools: TextTools): TextTask {
  const { minLength, maxLength, patterns, denied, types } = facts;
  const isLong = minLength > 0 || maxLength < Infinity;
  // The name of an unknown format may suggest the meaning, too.
  const [format = ''] = facts.formats;
  return {
    facts,
    hints,
    tools,
    isFree: types.includes('string') && !isLong && patterns.length === 0 && denied.length === 0,
    formats: facts.formats.map((name) => ({ name, make: makerFor(name) })),
    named: makerNamed(hints.name, hints.kind, hints.description) ?? makerNamed(format, '', ''),
    fallbacks: hints.fallbacks.filter((value) => typeof value === 'string'),
  };
}

function createKit(
  { fakers, countries, publicUrl }: TextTools,
  name: string,
  hash: number,
  around: () => Surroundings,
): Kit {
  return {
    name,
    hash,
    draw: createDraw(hash),
    faker: once(() => fakers.fakerFor(hash)),
    person: () => fakers.personFor(personSeed(name, around().holder)),
    country: () => countries[around().record % countries.length],
    around,
    publicUrl,
  };
}

function makeBelievable(task: TextTask, kit: Kit): string | undefined {
  const { facts, formats, named, fallbacks } = task;
  for (const format of formats) {
    const made = makeOfFormat(task, format, kit);
    if (made !== undefined) return made;
  }
  const encoded = makeEncoded(task, kit);
  if (encoded !== undefined) return fits(task, encoded) ? encoded : undefined;
  const isKnown = formats.some(({ make }) => make !== undefined);
  const candidates = named ? [named(kit), fallbacks].flat() : fallbacks;
  for (const candidate of candidates) {
    const text = isKnown ? candidate : fitLength(facts, candidate);
    if (fits(task, text)) return text;
  }
  if (isKnown) return undefined;
  const words = fitLength(facts, facts.maxLength < 4 ? '' : makeWords(kit));
  return fits(task, words) ? words : undefined;
}

function makeOfFormat(
  { facts, isFree, tools }: TextTask,
  { name, make }: Format,
  kit: Kit,
): string | undefined {
  const text = make?.(kit);
  if (text === undefined) return undefined;
  const isPlain = facts.formats.length === 1;
  if (isPlain && (isFree || fitsFacts(facts, text, tools.match))) return text;
  for (const fitted of [text, ...fitFormat(name, text, facts.minLength, facts.maxLength)]) {
    const isFormatted = facts.formats.every((other) => tools.isFormat(other, fitted));
    if (isFormatted && fitsFacts(facts, fitted, tools.match)) return fitted;
  }
  return undefined;
}

/** A text with encoded content (`contentEncoding`, `contentMediaType`). */
function makeEncoded({ hints }: TextTask, kit: Kit): string | undefined {
  const { contentEncoding, contentMediaType } = hints;
  if (contentEncoding === '' && contentMediaType === '') return undefined;
  const held = /json/.test(contentMediaType) ? '{"sample":true}' : makeWords(kit);
  switch (contentEncoding) {
    case '':
      return /json/.test(contentMediaType) ? held : undefined;
    case 'base64':
      return Buffer.from(held).toString('base64');
    case 'base64url':
      return Buffer.from(held).toString('base64url');
    case 'base16':
      return Buffer.from(held).toString('hex');
    default:
      return held;
  }
}

function makeByPatterns(task: TextTask, kit: Kit): string | undefined {
  const { facts, tools } = task;
  const { patterns, formats } = facts;
  const isMatch = (text: string): boolean =>
    fitsUntested(task, text) && formats.every((format) => tools.isFormat(format, text));
  if (patterns.length === 0) {
    const [first] = facts.denied.length > 0 ? [makeRandom(facts, kit.draw)] : [];
    return first !== undefined && isMatch(first) ? first : undefined;
  }
  for (let sample = 0; sample < samples + overlays; sample += 1) {
    for (const pattern of patterns) {
      const lengths =
        sample % 3 === 0 && facts.minLength === 0 && facts.maxLength === Infinity
          ? undefined
          : { least: facts.minLength, most: facts.maxLength };
      const text = sampleText(
        pattern,
        kit.draw,
        sample < 6 && sample % 2 === 0 ? undefined : lengths,
      );
      if (text === undefined) continue;
      const others = patterns.filter((other) => other !== pattern);
      for (const variant of variantsOf(text, pattern, others, sample, kit.draw)) {
        if (isMatch(variant)) return variant;
      }
    }
  }
  return undefined;
}

function* variantsOf(
  text: string,
  pattern: string,
  others: readonly string[],
  sample: number,
  draw: DrawNumber,
): Generator<string> {
  yield text;
  if (sample >= 4) yield overlayLookarounds(pattern, text, draw);
  // Samples of two patterns without anchors, side by side, match both patterns.
  for (const other of others) {
    const more = sampleText(other, draw) ?? '';
    yield text + more;
    yield more + text;
  }
}

function fits({ facts, isFree, tools }: TextTask, text: string): boolean {
  return (
    (isFree || fitsFacts(facts, text, tools.match)) &&
    facts.formats.every((format) => tools.isFormat(format, text))
  );
}

/** Accepts texts for patterns that cannot be tested. */
function fitsUntested({ facts, tools }: TextTask, text: string): boolean {
  return fitsFacts(facts, text, (pattern, tried) => tools.match(pattern, tried) ?? true);
}

function makeRandom({ minLength, maxLength }: Facts, draw: DrawNumber): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const length = Math.min(maxLength, Math.max(minLength, 8));
  return Array.from({ length }, () => letters[draw(letters.length)]).join('');
}

const filler =
  'Sed ut perspiciatis unde omnis iste natus error sit voluptatem accusantium doloremque laudantium. ';

/** Pads or cuts a text to the limits of length. */
function fitLength({ minLength, maxLength }: Facts, text: string): string {
  if (text.length <= maxLength && minLength === 0) return text;
  const length = lengthOf(text);
  if (length > maxLength) {
    const cut = Array.from(text).slice(0, maxLength).join('');
    const trimmed = cut.trimEnd();
    return lengthOf(trimmed) >= minLength ? trimmed : cut.replace(/ $/, 'a');
  }
  const missing = minLength - length;
  if (missing <= 0) return text;
  const padding = ` ${filler.repeat(Math.ceil(missing / filler.length))}`.slice(0, missing);
  return text + padding.replace(/ $/, 'a');
}
