import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import type { SchemaFacts } from './schema-facts.ts';
import { createStudy, factsAt } from './schema-facts.ts';

const block = { $ref: '#/components/schemas/Block' };

async function study(schema: JsonObject, more: JsonObject = {}): Promise<SchemaFacts> {
  const { documents, part } = await loadSchemas({ ...more, Block: schema });
  return createStudy(documents)(part('Block'));
}

function heir(name: string): JsonObject {
  return { allOf: [block, { required: [name], properties: { [name]: { allOf: [block] } } }] };
}

const heirs = { One: heir('one'), Other: heir('other') };

/** All facts that the names of so many steps lead to. */
function countFacts(facts: SchemaFacts, steps: number): number {
  const found = new Set([facts]);
  for (let step = 0; step < steps; step += 1) {
    for (const one of found) {
      for (const below of [...one.names, '0']) {
        const next = factsAt(one, [below]);
        if (next) found.add(next);
      }
      for (const kind of ['One', 'Other', 'none']) found.add(one.of({ kind }));
    }
  }
  return found.size;
}

describe('a schema that holds itself', () => {
  it.each<[string, JsonObject]>([
    ['in members', { properties: { left: block, right: block } }],
    ['in a list', { properties: { all: { type: 'array', items: block } } }],
    [
      'in alternatives',
      {
        oneOf: Array.from({ length: 10 }, (_, index) => ({
          properties: { kind: { const: index }, left: block, right: { allOf: [block] } },
        })),
      },
    ],
    [
      'in schemas that extend it',
      { discriminator: { propertyName: 'kind' }, properties: { left: block, right: block } },
    ],
  ])('is studied once, however deep a value goes: %s', async (_, schema) => {
    const facts = await study(schema, heirs);
    const few = countFacts(facts, 4);
    expect(few).toBeGreaterThan(1);
    expect(countFacts(facts, 9)).toBe(few);
  });
});

describe('a base that stands for the schemas which extend it', () => {
  const base = {
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind' },
  };
  const namesOf = ({ names }: SchemaFacts): readonly string[] => [...names].toSorted();
  const ofEach = (facts: SchemaFacts): JsonObject => ({
    whole: [...namesOf(facts)],
    One: [...namesOf(facts.of({ kind: 'One' }))],
    Other: [...namesOf(facts.of({ kind: 'Other' }))],
    Block: [...namesOf(facts.of({ kind: 'Block' }))],
    nothing: [...namesOf(facts.of({}))],
  });

  it('knows the members of all, and of each what it has', async () => {
    const facts = await study(base, heirs);
    expect(ofEach(facts)).toEqual({
      whole: ['kind', 'one', 'other'],
      One: ['kind', 'one'],
      Other: ['kind', 'other'],
      Block: ['kind'],
      nothing: ['kind'],
    });
    expect([...facts.required]).toEqual(['kind']);
    expect([...facts.of({ kind: 'One' }).required].toSorted()).toEqual(['kind', 'one']);
    expect(facts.of({ kind: 'One' })).toBe(facts.of({ kind: 'One', one: 1 }));
  });

  it('is chosen already where a schema extends it', async () => {
    const { documents, part } = await loadSchemas({ ...heirs, Block: base });
    const facts = createStudy(documents)(part('One'));
    expect(namesOf(facts)).toEqual(['kind', 'one']);
    expect(facts.of({ kind: 'Other' })).toBe(facts);
  });

  it.each<[string, JsonObject]>([
    ['an alternative', { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Base' }] }],
    [
      'an alternative beside one of its own',
      { oneOf: [{ $ref: '#/components/schemas/One' }, block] },
    ],
  ])('stands for them as %s', async (_, schema) => {
    const { documents, part } = await loadSchemas({
      ...heirs,
      Block: base,
      Base: block,
      It: schema,
    });
    expect(namesOf(createStudy(documents)(part('It')))).toEqual(['kind', 'one', 'other']);
  });

  it('stands for those that extend one of them, too', async () => {
    const more = {
      ...heirs,
      Third: { allOf: [{ $ref: '#/components/schemas/One' }, { properties: { third: true } }] },
    };
    const facts = await study(base, more);
    expect(namesOf(facts)).toEqual(['kind', 'one', 'other', 'third']);
    expect(namesOf(facts.of({ kind: 'Third' }))).toEqual(['kind', 'one', 'third']);
  });
});

describe('a member that is only required', () => {
  it.each<[string, JsonObject]>([
    ['by the schema', { properties: { id: {} }, required: ['size', 'id'] }],
    ['by a part of it', { allOf: [{ properties: { id: {} } }, { required: ['size'] }] }],
    [
      'by an alternative',
      { properties: { id: {} }, anyOf: [{ required: ['size'] }, { required: ['id'] }] },
    ],
  ])('is a member of any value: %s', async (_, schema) => {
    const facts = await study(schema);
    expect([...facts.names]).toEqual(['id', 'size']);
    expect(facts.isOpen).toBe(false);
    expect(facts.member('size')).toMatchObject({ isReadOnly: false, isOpen: true });
  });

  it('names no finite set of members by itself', async () => {
    expect((await study({ required: ['size'] })).isOpen).toBe(true);
  });
});
