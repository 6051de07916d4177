import { afterEach, describe, expect, it, vi } from 'vitest';

import { loadSchemas } from '../contract/contract-text.test-kit.ts';
import type { JsonObject } from '../json.ts';
import { createLeafMaker } from './leaves.ts';

const seeds = Array.from({ length: 40 }, (_, index) => index * 7919);

/** What is wrong with the leaves of many seeds, by the validator that checks replies: a few of it. */
async function faultsOf(schema: JsonObject): Promise<readonly string[]> {
  const { validators } = await loadSchemas({});
  const check = validators.checkOwn(schema);
  const leaves = createLeafMaker();
  const isText = schema['type'] === 'string';
  const faults = seeds.flatMap((seed) => {
    const value = isText ? leaves.text(schema, 'x', seed) : leaves.number(schema, seed);
    return check(value).map(({ message }) => `${JSON.stringify(value)} ${message}`);
  });
  return faults.slice(0, 3);
}

afterEach(() => {
  vi.useRealTimers();
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
  ])('named %s looks like one', (name, looks) => {
    const leaves = createLeafMaker();
    for (const seed of seeds) expect(leaves.text({ type: 'string' }, name, seed)).toMatch(looks);
  });

  it('depends on its seed alone', () => {
    const schema = { type: 'string', format: 'uuid' };
    const one = createLeafMaker();
    const other = createLeafMaker();
    other.text({ type: 'string' }, 'name', 99);
    const texts = seeds.map((seed) => one.text(schema, 'x', seed));
    expect(seeds.map((seed) => other.text(schema, 'x', seed))).toEqual(texts);
    expect(new Set(texts).size).toBe(seeds.length);
  });

  it.each(['date-time', 'date'])('of the format %s is the same on any day', (format) => {
    const schema = { type: 'string', format };
    vi.useFakeTimers({ now: new Date('2021-01-01T00:00:00Z') });
    const before = createLeafMaker().text(schema, 'x', 1);
    vi.setSystemTime(new Date('2040-06-01T00:00:00Z'));
    expect(createLeafMaker().text(schema, 'x', 1)).toBe(before);
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
    ['a time in milliseconds', { type: 'integer', minimum: 1600000000123, maximum: 1600000000123 }],
  ])('is %s', async (_, schema) => {
    expect(await faultsOf(schema)).toEqual([]);
  });

  it('depends on its seed alone', () => {
    const schema = { type: 'integer', minimum: 0, maximum: 1_000_000 };
    const numbers = seeds.map((seed) => createLeafMaker().number(schema, seed));
    expect(seeds.map((seed) => createLeafMaker().number(schema, seed))).toEqual(numbers);
    expect(new Set(numbers).size).toBeGreaterThan(seeds.length / 2);
  });
});
