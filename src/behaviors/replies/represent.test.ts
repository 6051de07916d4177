import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { createStudy } from '../../contract/schema/schema-facts.ts';
import type { Item } from '../../store/record.ts';
import { plainCollection } from '../stateful.test-kit.ts';
import { createGenerators } from '../values/generate.ts';
import { createRepresentation } from './represent.ts';

const text = { type: 'string' };
const parents = [
  { parameter: 'team_id', collection: 'teams', member: undefined, isOptional: false },
];
const collection = plainCollection('things', { parents });
const item: Item = {
  key: '7',
  parents: ['t1'],
  body: { name: 'x', size: 3, parts: [{ id: 'p', note: 'n' }], owner: 'ann' },
};

async function show(schema: JsonObject, isKnown: boolean, shown: Item = item): Promise<JsonValue> {
  const contract = await loadSchemas({ Shown: { type: 'object', ...schema } });
  const generate = createGenerators(contract)('s');
  const { documents, validators } = contract;
  const study = createStudy(documents);
  const represent = createRepresentation({
    validators,
    generate,
    study,
    addressOf: () => undefined,
  });
  const spot = { steps: [], schema: contract.part('Shown') };
  const value = represent(shown, collection, spot, isKnown);
  expect(represent(shown, collection, spot, isKnown)).toBe(value);
  return value;
}

const everywhere = [true, false];
const { body } = item;

describe('a record shows', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['itself where it fits', { properties: { name: text, size: {}, parts: {}, owner: {} } }, body],
    ['all where any member may be', { additionalProperties: true }, body],
    ['the members that are known', { properties: { name: text } }, { name: 'x' }],
    ['its key', { properties: { id: { type: 'integer' }, name: text } }, { id: 7, name: 'x' }],
    ['its parents', { properties: { team_id: text, name: text } }, { team_id: 't1', name: 'x' }],
    [
      'no key in another form',
      { properties: { id: { type: 'boolean' }, name: text } },
      { name: 'x' },
    ],
    [
      'what is demanded besides',
      { required: ['colour'], properties: { name: text, colour: { enum: ['red'] } } },
      { name: 'x', colour: 'red' },
    ],
    [
      'what is demanded deep within',
      {
        properties: {
          parts: {
            type: 'array',
            items: {
              type: 'object',
              required: ['kind'],
              properties: { id: text, kind: { enum: ['k'] }, note: text },
            },
          },
        },
      },
      { parts: [{ id: 'p', note: 'n', kind: 'k' }] },
    ],
    [
      'less of what is within',
      {
        properties: {
          parts: {
            type: 'array',
            items: { type: 'object', properties: { id: text }, additionalProperties: false },
          },
        },
      },
      { parts: [{ id: 'p' }] },
    ],
  ])('%s', async (_, schema, expected) => {
    for (const isKnown of everywhere) expect(await show(schema, isKnown)).toEqual(expected);
  });

  it.each([
    ['a text for a number', text, 7, '7'],
    ['a number for a text', { type: 'integer' }, '7', 7],
    ['either', { type: ['string', 'integer'] }, 7, 7],
  ])('its key as the reply wants it: %s', async (_, schema, stored, shown) => {
    const own = { ...item, body: { id: stored } };
    for (const isKnown of everywhere) {
      expect(await show({ properties: { id: schema } }, isKnown, own)).toEqual({ id: shown });
    }
  });

  const owner = { type: 'object', required: ['login'], properties: { login: { enum: ['a'] } } };
  const contrary = {
    properties: { name: text, size: { type: 'integer', minimum: 9, maximum: 9 }, owner },
  };

  it('what is wrong where somebody can mend it', async () => {
    expect(await show(contrary, true)).toEqual({ name: 'x', size: 3, owner: 'ann' });
  });

  it('what is right where it was made up', async () => {
    expect(await show(contrary, false)).toEqual({ name: 'x', size: 9, owner: { login: 'a' } });
  });

  it('no null that only another view allows, unless a fixture has it', async () => {
    const schema = { properties: { name: text, owner: text } };
    const shown = { ...item, body: { name: 'x', owner: null } };
    expect(await show(schema, false, shown)).toEqual({ name: 'x' });
    expect(await show(schema, true, shown)).toEqual({ name: 'x', owner: null });
  });

  it('as much of itself as goes with one of several kinds', async () => {
    const kinds = ['a', 'b'].map((kind) => ({
      type: 'object',
      required: ['kind', 'name'],
      properties: { kind: { const: kind }, name: text },
    }));
    expect(await show({ oneOf: kinds }, false)).toMatchObject({
      name: 'x',
      kind: expect.stringMatching(/^[ab]$/),
    });
  });
});
