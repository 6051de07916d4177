import { createRequire } from 'node:module';

import type { Faker, LocaleDefinition, Randomizer } from '@faker-js/faker';

import type { JsonObject } from '../json.ts';
import { sampleText } from './patterns.ts';

/** Makes the values at the ends of a schema: texts and numbers that a person would believe. */
export interface LeafMaker {
  text(schema: JsonObject, name: string, seed: number): string;
  number(schema: JsonObject, seed: number): number;
}

type Maker = (faker: Faker) => string;

/** What we use of the module, with English alone: all languages take five times as long to load. */
interface EnglishModule {
  readonly faker: {
    readonly rawDefinitions: LocaleDefinition;
    readonly constructor: new (options: {
      locale: LocaleDefinition;
      randomizer: Randomizer;
    }) => Faker;
  };
}

/** The day that generated dates lie before: fixed, so that a seed means the same on every day. */
const today = '2026-01-01T00:00:00Z';
const require = createRequire(import.meta.url);

export function createLeafMaker(): LeafMaker {
  let known: Faker | undefined;
  // Most servers never need the library: it is loaded when first asked.
  const fakerFor = (seed: number): Faker => {
    known ??= loadFaker();
    known.seed(seed);
    return known;
  };
  return {
    text: (schema, name, seed) => generateText(schema, name, fakerFor(seed)),
    number: generateNumber,
  };
}

function loadFaker(): Faker {
  const { faker: english }: EnglishModule = require('@faker-js/faker/locale/en');
  const faker = new english.constructor({
    locale: english.rawDefinitions,
    randomizer: createRandomizer(),
  });
  faker.setDefaultRefDate(today);
  return faker;
}

/**
 * Mulberry32. Every value has a seed of its own, and the library's own source takes longer to be
 * seeded than all that is then drawn from it.
 */
function createRandomizer(): Randomizer {
  let state = 0;
  return {
    seed(seed) {
      state = typeof seed === 'number' ? seed : (seed[0] ?? 0);
    },
    next() {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    },
  };
}

const byFormat: Readonly<Record<string, Maker>> = {
  uuid: (faker) => faker.string.uuid(),
  'date-time': (faker) =>
    faker.date
      .past({ years: 2 })
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
  date: (faker) => faker.date.past({ years: 2 }).toISOString().slice(0, 10),
  time: (faker) => faker.date.past().toISOString().slice(11, 19) + 'Z',
  email: (faker) => faker.internet.email({ provider: 'example.com' }).toLowerCase(),
  uri: (faker) => `https://example.com/${faker.lorem.slug()}`,
  url: (faker) => `https://example.com/${faker.lorem.slug()}`,
  'uri-reference': (faker) => `/${faker.lorem.slug()}`,
  hostname: (faker) => `${faker.lorem.slug(1)}.example.com`,
  ipv4: (faker) => faker.internet.ipv4(),
  ipv6: (faker) => faker.internet.ipv6(),
  byte: (faker) => Buffer.from(faker.lorem.words(3)).toString('base64'),
  duration: (faker) => `PT${faker.number.int({ min: 1, max: 90 })}M`,
  'uri-template': (faker) => `https://example.com/${faker.lorem.slug()}/{id}`,
  regex: () => '^[a-z]+$',
  'relative-json-pointer': (faker) => `0/${faker.lorem.word()}`,
  'json-pointer': (faker) => `/${faker.lorem.word()}`,
};

/** The first whose pattern matches the member's name. */
const byName: readonly (readonly [RegExp, Maker])[] = [
  [/(^|_)(first|given)_?name$/i, (faker) => faker.person.firstName()],
  [/(^|_)(last|family)_?name$|surname/i, (faker) => faker.person.lastName()],
  [/(full|display|user)_?name$/i, (faker) => faker.person.fullName()],
  [/(^|_)(name|title|subject|label)$/i, (faker) => capitalize(faker.company.buzzPhrase())],
  [
    /description|summary|content|body|text|comment|note/i,
    (faker) => `${capitalize(faker.company.catchPhrase())}.`,
  ],
  [/slug/i, (faker) => faker.lorem.slug(2)],
  [/file/i, (faker) => faker.system.commonFileName()],
  [/e_?mail/i, (faker) => faker.internet.email({ provider: 'example.com' }).toLowerCase()],
  [/url|uri|link|href/i, (faker) => `https://example.com/${faker.lorem.slug()}`],
  [/(^|_)id$/i, (faker) => faker.string.uuid()],
  [/(_at|date|time)$/i, (faker) => faker.date.past({ years: 2 }).toISOString()],
  [/phone/i, (faker) => faker.phone.number({ style: 'international' })],
  [/city/i, (faker) => faker.location.city()],
  [/country/i, (faker) => faker.location.country()],
  [/colou?r/i, (faker) => faker.color.human()],
];

/** How many samples of a pattern are tried until one has the length. */
const samples = 30;

/** By its format, else by its name, at last by its pattern alone: the first that fits the schema. */
function generateText(schema: JsonObject, name: string, faker: Faker): string {
  let best: string | undefined;
  for (const candidate of candidates(schema, name, faker)) {
    const text = fitLength(schema, candidate);
    if (isMatch(schema['pattern'], text)) return text;
    best ??= text;
  }
  return best ?? '';
}

function* candidates(schema: JsonObject, name: string, faker: Faker): Generator<string> {
  const { format, pattern } = schema;
  const formatted = typeof format === 'string' ? byFormat[format] : undefined;
  if (formatted) yield formatted(faker);
  const named = byName.find(([names]) => names.test(name))?.[1];
  if (!formatted) yield (named ?? makeWords)(faker);
  if (typeof pattern !== 'string') return;
  const draw = (bound: number): number => (bound > 1 ? faker.number.int(bound - 1) : 0);
  for (let sample = 0; sample < samples; sample += 1) {
    const text = sampleText(pattern, draw);
    if (text === undefined) return;
    if (fitLength(schema, text) === text) yield text;
  }
}

function makeWords(faker: Faker): string {
  return faker.lorem.words(3);
}

/** A multiple of a step between bounds; where the bounds are too near for the step, of a finer one. */
function generateNumber(schema: JsonObject, seed: number): number {
  const { multipleOf, type } = schema;
  const steps =
    typeof multipleOf === 'number' ? [multipleOf] : type === 'integer' ? [1] : [0.01, 1e-4, 1e-8];
  const fitting = steps.find((size) => hasMultiple(multiplesBetween(schema, size)));
  const step = fitting ?? steps[0] ?? 1;
  const { first, last } = multiplesBetween(schema, step);
  const multiple = first + (seed % Math.max(1, last - first + 1));
  // Fifteen digits are what a number holds for sure; the sixteenth is where 0.07 becomes 0.07…01.
  return Number((multiple * step).toPrecision(15));
}

function hasMultiple({ first, last }: { first: number; last: number }): boolean {
  return first <= last;
}

/** How many numbers there are to choose from where a schema leaves an end open. */
const span = 1000;

function multiplesBetween(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject,
  step: number,
): { first: number; last: number } {
  const above = boundOf(exclusiveMinimum, -Infinity);
  const below = boundOf(exclusiveMaximum, Infinity);
  const least = Math.max(boundOf(minimum, -Infinity), above);
  const most = Math.min(boundOf(maximum, Infinity), below);
  // A hair's breadth forgives what binary fractions do to a bound.
  let first = Math.ceil(least / step - 1e-9);
  let last = Math.floor(most / step + 1e-9);
  if (first * step <= above) first += 1;
  if (last * step >= below) last -= 1;
  if (first === -Infinity) first = last === Infinity || last >= 0 ? Math.min(0, last) : last - span;
  if (last === Infinity) last = first + span;
  return { first, last };
}

function boundOf(value: unknown, open: number): number {
  return typeof value === 'number' ? value : open;
}

function fitLength(schema: JsonObject, text: string): string {
  const { minLength, maxLength } = schema;
  const padded = typeof minLength === 'number' ? text.padEnd(minLength, 'x') : text;
  return typeof maxLength === 'number' ? padded.slice(0, maxLength) : padded;
}

function isMatch(pattern: unknown, text: string): boolean {
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
