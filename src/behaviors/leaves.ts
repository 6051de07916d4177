import { createRequire } from 'node:module';

import type { Faker } from '@faker-js/faker';

import type { JsonObject } from '../json.ts';

type Maker = (faker: Faker) => string;

/** The day that generated dates lie before: fixed, so that a seed means the same on every day. */
const today = '2026-01-01T00:00:00Z';
const require = createRequire(import.meta.url);

/** The library is heavy, and most servers never need it: it is loaded when first asked. */
function loadFaker(seed: number): Faker {
  const { faker }: { faker: Faker } = require('@faker-js/faker');
  faker.seed(seed);
  faker.setDefaultRefDate(today);
  return faker;
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
  [/(mime|content|media)_?type/i, (faker) => faker.system.mimeType()],
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

/** A text that a person would believe, by its format, its name, or at last by its pattern alone. */
export function generateText(schema: JsonObject, name: string, seed: number): string {
  const faker = loadFaker(seed);
  const { format, pattern } = schema;
  const format_ = typeof format === 'string' ? byFormat[format] : undefined;
  if (format_) return format_(faker);
  const named =
    byName.find(([names]) => names.test(name))?.[1] ?? ((source: Faker) => source.lorem.words(3));
  const candidates = [named(faker)];
  if (typeof pattern === 'string') candidates.push(fromPattern(faker, pattern));
  const fitting = candidates
    .map((text) => fitLength(schema, text))
    .find((text) => isMatch(pattern, text));
  return fitting ?? fitLength(schema, candidates[0] ?? '');
}

export function generateNumber(schema: JsonObject, seed: number): number {
  const isInteger = schema['type'] === 'integer';
  const step = Number(schema['multipleOf'] ?? (isInteger ? 1 : 0.01));
  const least = Number(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? 0 - step) + step);
  const most = Number(
    schema['maximum'] ??
      (schema['exclusiveMaximum'] === undefined
        ? least + 1000 * step
        : Number(schema['exclusiveMaximum']) - step),
  );
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
