import { createRequire } from 'node:module';

import type { Faker, LocaleDefinition, Randomizer } from '@faker-js/faker';

import type { JsonObject } from '../json.ts';

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

/** By its format, else by its name, at last by its pattern alone. */
function generateText(schema: JsonObject, name: string, faker: Faker): string {
  const { format, pattern } = schema;
  const formatted = typeof format === 'string' ? byFormat[format] : undefined;
  if (formatted) return formatted(faker);
  const named = byName.find(([names]) => names.test(name))?.[1] ?? makeWords;
  const candidates = [named(faker)];
  if (typeof pattern === 'string') candidates.push(fromPattern(faker, pattern));
  const fitted = candidates.map((text) => fitLength(schema, text));
  return fitted.find((text) => isMatch(pattern, text)) ?? fitted[0] ?? '';
}

function makeWords(faker: Faker): string {
  return faker.lorem.words(3);
}

function generateNumber(schema: JsonObject, seed: number): number {
  const step = Number(schema['multipleOf'] ?? (schema['type'] === 'integer' ? 1 : 0.01));
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const least = Number(minimum ?? Number(exclusiveMinimum ?? -step) + step);
  const most = Number(maximum ?? Number(exclusiveMaximum ?? least + 1001 * step) - step);
  const first = Math.ceil(least / step);
  const count = Math.max(1, Math.floor(most / step) - first + 1);
  return Number(((first + (seed % count)) * step).toPrecision(12));
}

/** The library samples simple patterns; anchors mean nothing to it. */
function fromPattern(faker: Faker, pattern: string): string {
  return faker.helpers.fromRegExp(pattern.replace(/^\^/, '').replace(/\$$/, ''));
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
