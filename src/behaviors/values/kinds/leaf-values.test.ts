import { afterEach, describe, expect, it, vi } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { loadSchemas } from '../../../contract/contract-text.test-kit.ts';
import { createGenerators } from '../generate.ts';

const places = Array.from({ length: 40 }, (_, index) => `place ${index}`);

/** The values of a schema at many places, as a member of that name. */
async function valuesOf(schema: JsonObject, name = 'x'): Promise<readonly JsonValue[]> {
  const { documents, validators, part } = await loadSchemas({ It: schema });
  const generate = createGenerators({ documents, validators })('a seed');
  return places.map((place) => generate(part('It'), `${place}/${name}`));
}

/** What is wrong with the values of many places, by the validator that checks replies: a few of it. */
async function faultsOf(schema: JsonObject): Promise<readonly string[]> {
  const { validators } = await loadSchemas({});
  const check = validators.checkOwn(schema);
  const values = await valuesOf(schema);
  const faults = values.flatMap((value) =>
    check(value).map(({ message }) => `${JSON.stringify(value)} ${message}`),
  );
  return faults.slice(0, 3);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a flag', () => {
  const share = async (name: string): Promise<number> => {
    const values = await valuesOf({ type: 'boolean' }, name);
    return values.filter((value) => value === true).length / values.length;
  };

  it.each(['success', 'isSuccessful', 'ok'])(
    'says of a reply that it succeeded: %s',
    async (name) => {
      expect(await share(name)).toBe(1);
    },
  );

  it.each(['archived', 'is_deleted', 'blocked'])('is seldom true: %s', async (name) => {
    const found = await share(name);
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(0.35);
  });

  it.each(['active', 'isEnabled', 'email_verified'])('is seldom false: %s', async (name) => {
    const found = await share(name);
    expect(found).toBeGreaterThan(0.65);
    expect(found).toBeLessThan(1);
  });

  it.each(['not_ok', 'never_expired', 'gluten_free'])('may be either: %s', async (name) => {
    const found = await share(name);
    expect(found).toBeGreaterThan(0.25);
    expect(found).toBeLessThan(0.75);
  });
});

describe('a word for what came of it', () => {
  it.each([[['success', 'error']], [['error', 'OK']], [['failed', 'fail', 'succeeded']]])(
    'says that it succeeded: %j',
    async (words) => {
      const values = new Set(await valuesOf({ enum: words }, 'status'));
      expect(values).toEqual(new Set(words.filter((word) => /^(succ|ok)/i.test(word))));
    },
  );

  it('may be any where there are others', async () => {
    const words = ['running', 'success', 'error'];
    expect(new Set(await valuesOf({ enum: words }, 'status'))).toEqual(new Set(words));
  });
});

describe('a text', () => {
  it.each([
    'uuid',
    'date-time',
    'date',
    'time',
    'email',
    'uri',
    'url',
    'uri-reference',
    'hostname',
    'ipv4',
    'ipv6',
    'byte',
    'json-pointer',
    'regex',
    'password',
    'binary',
    'duration',
    'uri-template',
    'relative-json-pointer',
  ])('of the format %s is valid', async (format) => {
    expect(await faultsOf({ type: 'string', format })).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['short', { maxLength: 3 }],
    ['empty', { maxLength: 0 }],
    ['long', { minLength: 300 }],
    ['of one length', { minLength: 7, maxLength: 7 }],
    ['a slug', { pattern: '^[a-z0-9-]+$' }],
    ['digits', { pattern: '^\\d{5}$' }],
    ['a code', { pattern: '^[A-Z]{3}-[0-9]{4}$' }],
    ['a colour', { pattern: '^#[0-9a-f]{6}$' }],
    ['a version', { pattern: '^v\\d+\\.\\d+\\.\\d+$' }],
    ['a phone number', { pattern: '^\\+[1-9]\\d{1,14}$' }],
    ['one of two', { pattern: '^(draft|public)$' }],
    ['a prefixed id', { pattern: '^page_[a-zA-Z0-9]{8}$' }],
    ['a word that does not end', { pattern: '^[a-z]' }],
    ['what has no spaces', { pattern: '^\\S+$' }],
    ['what looks ahead', { pattern: '^(?=.*[A-Z])(?=.*\\d)(?=.*[!@#]).{8,20}$' }],
    ['what must not lie ahead', { pattern: '^(?!www)[a-z]{3}$' }],
    ['what looks behind', { pattern: '^[a-z]+(?<=ing)$' }],
    ['several patterns', { pattern: '^[a-z]', allOf: [{ pattern: '\\d$' }] }],
    ['a long repeat', { pattern: '^[a-f0-9]{1000}$' }],
    ['a long pattern', { pattern: '^[a-z ]+$', minLength: 500, maxLength: 510 }],
    ['a pattern in the middle', { pattern: 'abc', minLength: 40 }],
    [
      'bounded by its length alone',
      { pattern: '^([a-z]{2,4}-)*[a-z]+$', minLength: 30, maxLength: 31 },
    ],
    ['a word by itself', { pattern: '\\bfoo\\b' }],
    ['letters of any script', { pattern: '^\\p{Script=Greek}{3}$' }],
    ['not what a pattern matches', { not: { pattern: '^[a-m]' } }],
    ['a long address', { format: 'uri', minLength: 100 }],
    ['a short address', { format: 'uri', maxLength: 12 }],
    ['a short mailbox', { format: 'email', maxLength: 8 }],
    ['a long mailbox', { format: 'email', minLength: 60 }],
    ['a long name of a host', { format: 'hostname', minLength: 100, maxLength: 150 }],
    ['a date of this century', { format: 'date', pattern: '^20' }],
    ['a pattern and a length', { pattern: '^[a-z]+$', minLength: 4, maxLength: 6 }],
  ])('is %s where the schema says so', async (_, schema) => {
    expect(await faultsOf({ type: 'string', ...schema })).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ['email', /^\S+@example\.com$/],
    ['owner_email', /^\S+@example\.com$/],
    ['slug', /^[a-z]+(-[a-z]+)+$/],
    ['id', /^[0-9a-f]{8}-/],
    ['project_id', /^[0-9a-f]{8}-/],
    ['created_at', /^\d{4}-\d\d-\d\dT/],
    ['website_url', /^https:\/\/example\.com\//],
    ['description', /^[A-Z].*\.$/],
    ['name', /^[A-Z]/],
    ['ownerEmail', /^\S+@example\.com$/],
    ['ip-address', /^192\.0\.2\.\d+$/],
    ['avatarUrl', /^http:\/\/127\.0\.0\.1:4010\/_stuntdouble\/files\/\S+\.png$/],
    ['phoneNumber', /^\+\d{10,12}$/],
    ['countryCode', /^[A-Z]{2}$/],
    ['currency', /^[A-Z]{3}$/],
    ['version', /^\d+\.\d+\.\d+$/],
    ['background_colour', /^#[0-9a-f]{6}$/],
    ['mime_type', /^[a-z]+\/[a-z]+$/],
    ['fileName', /\.[a-z0-9]+$/],
    ['locale', /^[a-z]{2}-[A-Z]{2}$/],
    ['timeZone', /^[A-Z]/],
    ['userName', /^[a-z0-9_]+$/],
    ['capital', /^[a-z]+/],
  ])('named %s looks like one', async (name, looks) => {
    for (const value of await valuesOf({ type: 'string' }, name)) expect(value).toMatch(looks);
  });

  it('looks like what its description speaks of where its name tells nothing', async () => {
    const schema = { type: 'string', description: 'The email address of the buyer.' };
    for (const value of await valuesOf(schema, 'to')) expect(value).toMatch(/@example\.com$/);
  });

  it('is what its rules say before it is what its name says', async () => {
    const schema = { type: 'string', pattern: '^[A-Z]{3}$', minLength: 3 };
    for (const value of await valuesOf(schema, 'email')) expect(value).toMatch(/^[A-Z]{3}$/);
  });

  it('depends on its place alone', async () => {
    const schema = { type: 'string', format: 'uuid' };
    const values = await valuesOf(schema);
    expect(await valuesOf(schema)).toEqual(values);
    expect(new Set(values).size).toBe(places.length);
  });

  it.each(['date-time', 'date'])('of the format %s is the same on any day', async (format) => {
    const schema = { type: 'string', format };
    vi.useFakeTimers({ now: new Date('2021-01-01T00:00:00Z'), toFake: ['Date'] });
    const before = await valuesOf(schema);
    vi.setSystemTime(new Date('2040-06-01T00:00:00Z'));
    expect(await valuesOf(schema)).toEqual(before);
  });

  it('is made before it is changed', async () => {
    const time = { type: 'string', format: 'date-time' };
    const properties = { updatedAt: time, shipped_at: time, created_at: time, deliveredAt: time };
    const required = Object.keys(properties);
    for (const value of await valuesOf({ type: 'object', properties, required })) {
      const { created_at, shipped_at, deliveredAt, updatedAt } = value as Record<string, string>;
      const times = [created_at, shipped_at, deliveredAt, updatedAt];
      expect(
        times.toSorted((one, other) => Date.parse(one ?? '') - Date.parse(other ?? '')),
      ).toEqual(times);
    }
  });
});

describe('a number', () => {
  it.each<[string, JsonObject]>([
    ['any integer', { type: 'integer' }],
    ['any number', { type: 'number' }],
    ['a small one', { type: 'integer', minimum: 1, maximum: 3 }],
    ['a single one', { type: 'integer', minimum: 7, maximum: 7 }],
    ['zero', { type: 'integer', minimum: 0, maximum: 0 }],
    ['one at least', { type: 'integer', minimum: 1000 }],
    ['above a bound', { type: 'integer', exclusiveMinimum: 5 }],
    ['below a bound', { type: 'integer', exclusiveMaximum: 5 }],
    ['between bounds', { type: 'integer', exclusiveMinimum: 5, exclusiveMaximum: 7 }],
    ['between fractions', { type: 'number', minimum: 0.25, maximum: 0.75 }],
    ['between fractions that are near', { type: 'number', minimum: 0.001, maximum: 0.002 }],
    ['a probability', { type: 'number', minimum: 0, maximum: 1 }],
    ['an open probability', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
    ['an integer between fractions', { type: 'integer', minimum: 1.5, maximum: 2.5 }],
    ['a negative one', { type: 'integer', minimum: -9, maximum: -3 }],
    ['one at most, below zero', { type: 'integer', maximum: -5 }],
    ['a negative one, open below', { type: 'number', exclusiveMaximum: 0 }],
    ['a latitude', { type: 'number', minimum: -90, maximum: 90 }],
    ['a multiple', { type: 'integer', multipleOf: 5, minimum: 3, maximum: 21 }],
    ['a multiple of halves', { type: 'number', multipleOf: 0.5 }],
    ['both kinds of bounds', { type: 'integer', minimum: 0, exclusiveMinimum: 0, maximum: 2 }],
    ['multiples of several', { type: 'integer', multipleOf: 4, allOf: [{ multipleOf: 6 }] }],
    ['multiples of fractions', { type: 'number', multipleOf: 0.2, allOf: [{ multipleOf: 0.3 }] }],
    ['whole, of a half', { type: 'integer', multipleOf: 1.5 }],
    ['far away', { type: 'number', minimum: 1e300 }],
    ['hardly above', { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 1.000_000_1 }],
    ['no multiple', { type: 'integer', minimum: 0, maximum: 20, not: { multipleOf: 2 } }],
    ['int32', { type: 'integer', format: 'int32', minimum: 2_147_483_000 }],
    ['a time in milliseconds', { type: 'integer', minimum: 1600000000123, maximum: 1600000000123 }],
  ])('is %s', async (_, schema) => {
    expect(await faultsOf(schema)).toEqual([]);
  });

  it('depends on its place alone', async () => {
    const schema = { type: 'integer', minimum: 0, maximum: 1_000_000 };
    const numbers = await valuesOf(schema);
    expect(await valuesOf(schema)).toEqual(numbers);
    expect(new Set(numbers).size).toBeGreaterThan(places.length / 2);
  });

  it.each<[string, string, number, number]>([
    ['latitude', 'number', -90, 90],
    ['lng', 'number', -180, 180],
    ['price', 'number', 1, 500],
    ['unitPrice', 'number', 1, 500],
    ['totalCount', 'integer', 0, 100],
    ['page', 'integer', 1, 1],
    ['age', 'integer', 18, 80],
    ['year', 'integer', 2015, 2026],
    ['percentage', 'integer', 0, 100],
    ['id', 'integer', 1, 10_000],
    ['user_id', 'integer', 1, 10_000],
  ])('named %s, a %s, lies between %d and %d', async (name, type, least, most) => {
    for (const value of await valuesOf({ type }, name)) {
      expect(value).toBeGreaterThanOrEqual(least);
      expect(value).toBeLessThanOrEqual(most);
    }
  });
});
