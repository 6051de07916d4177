import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../../base/json.ts';
import { loadSchemas } from '../../contract-text.test-kit.ts';
import { findRecordArray } from './record-arrays.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const ship = { type: 'object', properties: { id: text, tags: texts } };
const ships = { type: 'array', items: { $ref: '#/components/schemas/Ship' } };
const notes = { type: 'array', items: { type: 'object', properties: { at: text } } };

function objectOf(properties: Readonly<Record<string, JsonValue>>): JsonValue {
  return { type: 'object', properties };
}

async function findIn(body: JsonValue, hint?: string): Promise<readonly string[] | undefined> {
  const { documents, part } = await loadSchemas({ Ship: ship, Body: body });
  const found = findRecordArray(documents, part('Body'), hint);
  return found?.steps;
}

describe('the records of a list', () => {
  it.each<[string, JsonValue, readonly string[] | undefined]>([
    ['the body itself', ships, []],
    ['what the body refers to', { allOf: [ships] }, []],
    ['the body or null', { anyOf: [ships, { type: 'null' }] }, []],
    ['a body of texts', texts, undefined],
    ['a body of anything', { type: 'array', items: {} }, []],
    ['a usual name', objectOf({ data: ships, notes }), ['data']],
    ['the likelier of usual names', objectOf({ elements: notes, items: ships }), ['items']],
    ['the path', objectOf({ notes, vessels: ships }), ['vessels']],
    ['the path, before a usual name', objectOf({ items: notes, vessels: ships }), ['vessels']],
    ['being the only ones', objectOf({ total: { type: 'integer' }, fleet: ships }), ['fleet']],
    ['being the only ones with a key', objectOf({ fleet: ships, notes }), ['fleet']],
    ['nothing, being two', objectOf({ fleet: ships, other: ships }), undefined],
    ['nothing beside texts', objectOf({ data: texts }), undefined],
    ['nothing of what goes with records', objectOf({ errors: ships, links: notes }), undefined],
    ['nothing beside a record', objectOf({ data: ship, fleet: ships }), undefined],
    [
      'being the only ones, where the body is more than an envelope',
      objectOf({ data: ship, fleet: ships, kind: text }),
      ['fleet'],
    ],
    ['nothing in a record', objectOf({ id: text, fleet: ships }), undefined],
    ['nothing in a record of nodes', objectOf({ id: text, nodes: ships }), undefined],
    [
      'a usual name in a usual one',
      objectOf({ data: objectOf({ items: ships }) }),
      ['data', 'items'],
    ],
    ['HAL', objectOf({ _embedded: objectOf({ fleet: ships }) }), ['_embedded', 'fleet']],
    ['parts', { allOf: [objectOf({ next: text }), objectOf({ data: ships })] }, ['data']],
    [
      'nothing in a record that is wrapped',
      objectOf({ data: objectOf({ id: text, fleet: ships }) }),
      undefined,
    ],
    ['nothing two names further down', objectOf({ a: objectOf({ b: ships }) }), undefined],
    ['nothing in a text', text, undefined],
  ])('are found by %s', async (_, body, steps) => {
    expect(await findIn(body, 'vessels')).toEqual(steps);
  });

  it('are found by a path with an extension', async () => {
    expect(await findIn(objectOf({ messages: ships, other: ships }), 'Messages.json')).toEqual([
      'messages',
    ]);
  });

  it('come with their schema', async () => {
    const { documents, part } = await loadSchemas({ Ship: ship, Body: objectOf({ data: ships }) });
    const { items } = findRecordArray(documents, part('Body')) ?? {};
    expect(items?.pointer).toBe('/components/schemas/Body/properties/data/items');
  });
});
