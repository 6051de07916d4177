import { describe, expect, it, vi } from 'vitest';

import type { JsonObject } from '../json.ts';
import { loadSchemas } from './contract-text.test-kit.ts';
import type { Renderer } from './rendering.ts';
import { describeMembers } from './members.ts';
import { compileRenderer } from './rendering.ts';
import { compileWriter } from './writing.ts';

const write = compileWriter('json');

const record = { id: 'a', name: 'A', secret: 's', internal: 1 };

const base = {
  type: 'object',
  properties: { id: { type: 'string' }, secret: { type: 'string', writeOnly: true } },
};
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
    ['has alternatives', { oneOf: [named, base] }],
    ['has alternatives beside members', { ...named, anyOf: [base] }],
    ['has patterns', { ...named, patternProperties: { '^s': {} } }],
    ['has conditions', { ...named, if: { required: ['id'] }, else: base }],
    ['has an open part', { allOf: [named, { oneOf: [base] }] }],
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
    const { payload, faults } = renderer.renderRecord({ id: 'a', name: 'A', secret: 's' });
    expect(payload).toBe('{"id":"a"}');
    expect(faults).toMatchObject([{ pointer: '/name', keyword: 'required' }]);
  });

  it('of a value that is no record hides nothing', async () => {
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

describe('describeMembers', () => {
  it('ends where a schema is a part of itself', async () => {
    const { documents, part } = await loadSchemas({ It: { allOf: [ref('It'), named] } });
    expect(() => describeMembers(documents, part('It'))).not.toThrow();
  });
});
