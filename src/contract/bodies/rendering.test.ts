import { describe, expect, it, vi } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import { compileHiding } from '../schema/hiding.ts';
import type { Renderer } from './rendering.ts';
import { compileRenderer } from './rendering.ts';

const write = (value: JsonValue): string => JSON.stringify(value);

const record = { id: 'a', name: 'A', secret: 's', internal: 1 };

const base = {
  type: 'object',
  properties: { id: { type: 'string' }, secret: { type: 'string', writeOnly: true } },
};
const keyed = { type: 'object', properties: { id: { type: 'string' } } };
const named = { type: 'object', properties: { name: { type: 'string' } } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

async function rendererOf(schema: JsonObject): Promise<Renderer> {
  const { documents, part } = await loadSchemas({
    It: schema,
    Base: base,
    Named: named,
    Left: { allOf: [ref('Base')], properties: { left: {} } },
    Right: { allOf: [ref('Base')], properties: { name: {} } },
    Hidden: { type: 'string', writeOnly: true },
    Loop: { properties: { secret: { writeOnly: true }, below: ref('Loop') } },
  });
  return compileRenderer(documents, part('It'), { check: undefined, write });
}

function shown(renderer: Renderer, value: JsonObject = record): readonly string[] {
  const parsed: unknown = JSON.parse(String(renderer.renderRecord(value).payload));
  return typeof parsed === 'object' && parsed !== null ? Object.keys(parsed) : [];
}

describe('of a record', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['what the schema names', named, ['name']],
    ['nothing that is written and never read', base, ['id']],
    [
      'nothing hidden behind a reference',
      { properties: { id: {}, secret: ref('Hidden') } },
      ['id'],
    ],
    ['nothing where nothing is named', { type: 'object', properties: {} }, []],
    ['what a reference names', ref('Named'), ['name']],
    ['what a closed schema names', { ...named, additionalProperties: false }, ['name']],
    ['all parts of a whole', { allOf: [ref('Base'), ref('Named')] }, ['id', 'name']],
    ['the parts and its own', { ...named, allOf: [ref('Base')] }, ['id', 'name']],
    ['parts of parts', { allOf: [{ allOf: [ref('Base')] }, ref('Named')] }, ['id', 'name']],
    [
      'parts of which one only demands',
      { allOf: [ref('Base'), ref('Named'), { required: ['id'] }] },
      ['id', 'name'],
    ],
    [
      'parts of which one only describes',
      { allOf: [ref('Base'), { description: 'A page.' }] },
      ['id'],
    ],
    ['parts of which one is the schema itself', { allOf: [ref('It'), named] }, ['name']],
    ['parts that share a part', { allOf: [ref('Left'), ref('Right')] }, ['id', 'name']],
    [
      'what stands beside a reference, too',
      { ...ref('Base'), properties: { name: {} } },
      ['id', 'name'],
    ],
  ])('shows %s', async (_, schema, members) => {
    expect(shown(await rendererOf(schema))).toEqual(members);
  });

  it.each<[string, JsonObject]>([
    ['says nothing', {}],
    ['is a map', { ...named, additionalProperties: { type: 'string' } }],
    ['is open', { ...named, additionalProperties: true }],
    ['has alternatives', { oneOf: [named, keyed] }],
    ['has alternatives beside members', { ...named, anyOf: [keyed] }],
    ['has patterns', { ...named, patternProperties: { '^s': {} } }],
    ['has conditions', { ...named, if: { required: ['id'] }, else: keyed }],
    ['has an open part', { allOf: [named, { oneOf: [keyed] }] }],
  ])('shows everything where the schema %s', async (_, schema) => {
    expect(shown(await rendererOf(schema))).toEqual(Object.keys(record));
  });

  it('shows everything where there is no schema', async () => {
    const { documents } = await loadSchemas({});
    const renderer = compileRenderer(documents, undefined, { check: undefined, write });
    expect(renderer.renderRecord(record)).toEqual({ payload: JSON.stringify(record), faults: [] });
  });

  it('shows members with odd names', async () => {
    const renderer = await rendererOf({ properties: { ['__proto__']: {}, toString: {} } });
    const odd = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}') as JsonObject;
    expect(renderer.renderRecord(odd).payload).toBe('{"__proto__":1,"toString":3}');
  });
});

describe('a rendering', () => {
  it('holds the faults of what is shown, not of what is hidden', async () => {
    const { documents, validators, part } = await loadSchemas({
      It: { ...base, additionalProperties: false, required: ['id', 'name'] },
    });
    const renderer = compileRenderer(documents, part('It'), {
      check: validators.check(part('It'), 'rest'),
      write,
    });
    const { payload, faults } = renderer.renderRecord({ id: 'a', secret: 's' });
    expect(payload).toBe('{"id":"a"}');
    expect(faults).toMatchObject([{ pointer: '/name', keyword: 'required' }]);
  });

  it('of a value that is no record shows what the schema doesn’t name, too', async () => {
    const { documents, validators, part } = await loadSchemas({ It: base });
    const renderer = compileRenderer(documents, part('It'), {
      check: validators.check(part('It'), 'rest'),
      write,
    });
    expect(renderer.render({ id: 1, extra: 2 })).toEqual({
      payload: '{"id":1,"extra":2}',
      faults: [expect.objectContaining({ pointer: '/id' })],
    });
  });
});

const secret = { type: 'string', writeOnly: true };
const person = { type: 'object', properties: { name: { type: 'string' }, secret } };

describe('what is written and never read', () => {
  it.each<[string, JsonObject, JsonValue, JsonValue]>([
    ['at the top', person, { name: 'A', secret: 's', more: 1 }, { name: 'A', more: 1 }],
    ['in a member', { properties: { a: person } }, { a: { secret: 's' } }, { a: {} }],
    ['in items', { items: person }, [{ secret: 's' }, 7, { name: 'A' }], [{}, 7, { name: 'A' }]],
    ['in items of items', { items: { items: person } }, [[{ secret: 's' }]], [[{}]]],
    [
      'in first items',
      { prefixItems: [person] },
      [{ secret: 1 }, { secret: 2 }],
      [{}, { secret: 2 }],
    ],
    [
      'in the items after the first',
      { prefixItems: [{}, {}], items: person },
      [{ secret: 1 }, { secret: 2 }, { secret: 3 }, { secret: 4 }],
      [{ secret: 1 }, { secret: 2 }, {}, {}],
    ],
    ['in a map', { additionalProperties: person }, { a: { secret: 's' } }, { a: {} }],
    [
      'in a map by pattern',
      { patternProperties: { '^x': secret } },
      { xa: 's', a: 't' },
      { a: 't' },
    ],
    [
      'in other members only where they aren’t named',
      { properties: { a: {} }, additionalProperties: secret },
      { a: 1, b: 2 },
      { a: 1 },
    ],
    [
      'behind references',
      { properties: { a: ref('Base') } },
      { a: { id: 1, secret: 's' } },
      { a: { id: 1 } },
    ],
    [
      'in parts',
      { allOf: [named, { allOf: [ref('Base')] }] },
      { name: 'A', secret: 's' },
      { name: 'A' },
    ],
    [
      'in parts of a member',
      { allOf: [{ properties: { a: named } }, { properties: { a: person } }] },
      { a: { name: 'A', secret: 's' } },
      { a: { name: 'A' } },
    ],
    ['in one alternative', { oneOf: [named, person] }, { secret: 's' }, {}],
    ['in any alternative', { anyOf: [named, ref('Base')] }, { secret: 's' }, {}],
    ['on a condition', { if: false, else: person }, { secret: 's' }, {}],
    [
      'beside a mark',
      { properties: { a: { allOf: [ref('Hidden')] } } },
      { a: 's', b: 1 },
      { b: 1 },
    ],
    ['as an item', { items: ref('Hidden') }, ['s'], []],
    [
      'in a circle',
      ref('Loop'),
      { below: { secret: 1, below: { secret: 2 } } },
      { below: { below: {} } },
    ],
    [
      'with an odd name',
      { properties: { ['__proto__']: secret } },
      JSON.parse('{"__proto__":1}'),
      {},
    ],
  ])('is hidden %s', async (_, schema, value, expected) => {
    const renderer = await rendererOf(schema);
    expect(JSON.parse(String(renderer.render(value).payload))).toEqual(expected);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    expect(renderer.renderRecord(value as JsonObject).payload).not.toMatch(/secret|"s"/);
  });

  it('leaves the value itself where there is nothing to hide', async () => {
    const { documents, part } = await loadSchemas({ It: person, Plain: { properties: { a: {} } } });
    const value = { name: 'A', below: [{}] };
    expect(compileHiding(documents, part('Plain'))(value)).toBe(value);
    expect(compileHiding(documents, part('It'))(value)).toBe(value);
  });

  it('is gone before the check', async () => {
    const { documents, validators, part } = await loadSchemas({
      It: { type: 'array', items: { ...person, required: ['name', 'secret'], maxProperties: 1 } },
    });
    const renderer = compileRenderer(documents, part('It'), {
      check: validators.check(part('It'), 'response'),
      write,
    });
    expect(renderer.render([{ name: 'A', secret: 's' }])).toEqual({
      payload: '[{"name":"A"}]',
      faults: [],
    });
  });
});

describe('a record', () => {
  it('is rendered once, verdict included', async () => {
    const { documents, part } = await loadSchemas({ It: named });
    const check = vi.fn(() => [{ pointer: '', message: 'is wrong', keyword: 'x' }]);
    const renderer = compileRenderer(documents, part('It'), { check, write });
    const first = renderer.renderRecord(record);
    expect(renderer.renderRecord(record)).toBe(first);
    expect(first.faults).toHaveLength(1);
    expect(check).toHaveBeenCalledTimes(1);
    expect(check).toHaveBeenCalledWith({ name: 'A' });
  });

  it('is rendered again when it is another, though it says the same', async () => {
    const { documents, part } = await loadSchemas({ It: named });
    const check = vi.fn(() => []);
    const renderer = compileRenderer(documents, part('It'), { check, write });
    renderer.renderRecord(record);
    renderer.renderRecord({ ...record });
    renderer.render(record);
    renderer.render(record);
    expect(check).toHaveBeenCalledTimes(4);
  });

  it('is rendered by every renderer in its own way', async () => {
    const one = await rendererOf(named);
    const other = await rendererOf(base);
    expect([one, other, one].map((renderer) => renderer.renderRecord(record).payload)).toEqual([
      '{"name":"A"}',
      '{"id":"a"}',
      '{"name":"A"}',
    ]);
  });
});

describe('what is the same object every time', () => {
  it('is rendered once, with all that it has, and not as a record is', async () => {
    const { documents, part } = await loadSchemas({ It: named });
    const check = vi.fn(() => []);
    const renderer = compileRenderer(documents, part('It'), { check, write });
    renderer.renderRecord(record);
    const first = renderer.renderLasting(record);
    expect(renderer.renderLasting(record)).toBe(first);
    expect(JSON.parse(String(first.payload))).toEqual(record);
    expect(check).toHaveBeenCalledTimes(2);
    renderer.renderLasting({ ...record });
    expect(check).toHaveBeenCalledTimes(3);
  });

  it.each(['a text', 7, null])('may be no object at all: %j', async (value) => {
    const { documents } = await loadSchemas({});
    const renderer = compileRenderer(documents, undefined, { check: undefined, write });
    expect(renderer.renderLasting(value).payload).toBe(JSON.stringify(value));
  });
});
