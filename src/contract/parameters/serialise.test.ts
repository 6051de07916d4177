import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadParameter } from './parameter.test-kit.ts';
import type { Parameter } from './parameters.ts';
import { serialiseParameter, wireOf } from './serialise.test-kit.ts';

interface Written {
  readonly in: Parameter['in'];
  readonly style: string;
  readonly explode: boolean;
}

/** What can be said in a style without any misunderstanding. */
type CanSay = (text: string) => boolean;

interface Kind {
  readonly schema: JsonObject;
  value(canSay: CanSay): fc.Arbitrary<JsonValue>;
}

const text = (canSay: CanSay): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme' }).filter(canSay);
const integer = fc.integer();
/** There is but one zero. */
const number = (canSay: CanSay): fc.Arbitrary<number> =>
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => value + 0)
    .filter((value) => canSay(String(value)));

const members = (canSay: CanSay): Record<string, fc.Arbitrary<JsonValue>> => ({
  text: text(canSay),
  count: integer,
  rate: number(canSay),
  flag: fc.boolean(),
  maybe: fc.option(integer),
  ['__proto__']: text(canSay),
});

const memberSchemas: JsonObject = {
  text: { type: 'string' },
  count: { type: 'integer' },
  rate: { type: 'number' },
  flag: { type: 'boolean' },
  maybe: { type: ['integer', 'null'] },
  ['__proto__']: { type: 'string' },
};

function isFilled(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

const kinds: Readonly<Record<string, Kind>> = {
  text: { schema: { type: 'string' }, value: text },
  integer: { schema: { type: 'integer' }, value: () => integer },
  number: { schema: { type: 'number' }, value: number },
  boolean: { schema: { type: 'boolean' }, value: () => fc.boolean() },
  'integer or null': { schema: { type: ['null', 'integer'] }, value: () => fc.option(integer) },
  texts: {
    schema: { type: 'array', items: { type: 'string' } },
    value: (canSay) => fc.array(text(canSay), { minLength: 1 }),
  },
  'integers or booleans': {
    schema: { items: { oneOf: [{ type: 'boolean' }, { type: 'integer' }] } },
    value: () => fc.array(fc.oneof(fc.boolean(), integer), { minLength: 1 }),
  },
  'a pair': {
    schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
    value: (canSay) => fc.tuple(text(canSay), integer),
  },
  object: {
    schema: { allOf: [{ type: 'object' }, { properties: memberSchemas }] },
    value: (canSay) =>
      fc.record(members(canSay), { requiredKeys: [] }).map(toJson).filter(isFilled),
  },
};

const tree: Kind = {
  schema: { $ref: '#/components/schemas/Tree' },
  value: (canSay) => treeOf(canSay, 5),
};

/** Not deeper than is read. */
function treeOf(canSay: CanSay, depth: number): fc.Arbitrary<JsonValue> {
  const list = fc.array(text(canSay), { minLength: 1 });
  const below = (): Record<string, fc.Arbitrary<JsonValue>> => {
    const child = treeOf(canSay, depth - 1);
    return { child, children: fc.array(child, { minLength: 1, maxLength: 3 }) };
  };
  return fc
    .record({ ...members(canSay), list, ...(depth > 1 ? below() : {}) }, { requiredKeys: [] })
    .map(toJson)
    .filter(isFilled);
}

const treeSchema: JsonObject = {
  type: 'object',
  properties: {
    ...memberSchemas,
    list: { type: 'array', items: { type: 'string' } },
    child: { $ref: '#/components/schemas/Tree' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
  },
};

const anything: CanSay = () => true;
const without =
  (...parts: readonly string[]): CanSay =>
  (value) =>
    !parts.some((part) => value.includes(part));
/** Nobody escapes in headers: a comma always separates, and spaces around it don't count. */
const inHeader: CanSay = (value) => !value.includes(',') && value.trim() === value;

const notations: readonly (readonly [Written, CanSay])[] = [
  [{ in: 'path', style: 'simple', explode: false }, anything],
  [{ in: 'path', style: 'simple', explode: true }, anything],
  [{ in: 'path', style: 'label', explode: false }, anything],
  // Dots are never escaped.
  [{ in: 'path', style: 'label', explode: true }, without('.')],
  [{ in: 'path', style: 'matrix', explode: false }, anything],
  [{ in: 'path', style: 'matrix', explode: true }, anything],
  // Commas that a client escapes separate, too, where there is no plain one.
  [{ in: 'query', style: 'form', explode: false }, without(',')],
  [{ in: 'query', style: 'form', explode: true }, anything],
  // Escaped or not, these separate.
  [{ in: 'query', style: 'spaceDelimited', explode: false }, without(' ')],
  [{ in: 'query', style: 'spaceDelimited', explode: true }, anything],
  [{ in: 'query', style: 'pipeDelimited', explode: false }, without('|')],
  [{ in: 'query', style: 'pipeDelimited', explode: true }, anything],
  [{ in: 'query', style: 'deepObject', explode: true }, anything],
  [{ in: 'header', style: 'simple', explode: false }, inHeader],
  [{ in: 'header', style: 'simple', explode: true }, inHeader],
  [{ in: 'cookie', style: 'form', explode: false }, anything],
  [{ in: 'cookie', style: 'form', explode: true }, anything],
];

async function assertSurvives(written: JsonObject, kind: Kind, canSay: CanSay): Promise<void> {
  const parameter = await loadParameter(written, { Tree: treeSchema });
  fc.assert(
    fc.property(kind.value(canSay), (sent) => {
      const received = parameter
        .reader()
        .read(wireOf(parameter, serialiseParameter(parameter, sent)));
      expect(received).toStrictEqual(sent);
      expect(parameter.check?.(received)).toEqual([]);
    }),
    { numRuns: 200 },
  );
}

describe.each(notations)('what is sent as %j is what is read', (written, canSay) => {
  it.each(Object.entries(kinds))('%s', async (_, kind) => {
    await assertSurvives({ ...written, schema: kind.schema }, kind, canSay);
  });
});

describe('what is sent as a deep object is what is read', () => {
  it('a tree', async () => {
    await assertSurvives({ in: 'query', style: 'deepObject', schema: tree.schema }, tree, anything);
  });
});

describe.each(['path', 'query', 'header', 'cookie'] as const)('JSON in %s', (place) => {
  it('is what is read', async () => {
    const value = (): fc.Arbitrary<JsonValue> => fc.jsonValue().map(toJson);
    const written = { in: place, content: { 'application/json': { schema: {} } } };
    await assertSurvives(written, { schema: {}, value }, anything);
  });
});

/** A plain value as a parser makes it. */
function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value));
}
