import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { createStudy } from '../../contract/schema/schema-facts.ts';
import { plainCollection } from '../stateful.test-kit.ts';
import { parentsNamed, withFiling } from './filing.ts';

const text = { type: 'string' };
const parent = (
  parameter: string,
): { parameter: string; collection: string; member: undefined; isOptional: boolean } => ({
  parameter,
  collection: 'teams',
  member: undefined,
  isOptional: true,
});

describe('a record says where it is filed', () => {
  it.each<[string, string, JsonObject, JsonObject, JsonObject]>([
    ['by its key', 'team', { id: text }, { id: 'x' }, { id: '7' }],
    ['in the form of its schema', 'team', { id: { type: 'integer' } }, {}, { id: 7 }],
    ['and by its parent', 'team', { id: text, team: text }, {}, { id: '7', team: 't' }],
    ['as far as it shows that', 'team', { name: text }, { name: 'x' }, { name: 'x' }],
    ['not by a parent that is called like its key', 'id', { id: text }, {}, { id: '7' }],
    ['and is left as it is where it says so', 'team', { id: {} }, { id: 7 }, { id: 7 }],
  ])('%s', async (_, parameter, properties, record, expected) => {
    const { documents, part } = await loadSchemas({ Thing: { type: 'object', properties } });
    const collection = plainCollection('things', { parents: [parent(parameter)] });
    const facts = createStudy(documents)(part('Thing'));
    const filing = { key: '7', parents: ['t'] };
    expect(withFiling(record, collection, facts, filing)).toEqual(expected);
  });
});

describe('a parent that the path leaves out', () => {
  it.each<[string, JsonObject, string | undefined]>([
    ['team', { team: 'red' }, 'red'],
    ['team', { team: 7 }, '7'],
    ['team', { team: { id: 7 } }, undefined],
    ['team', {}, undefined],
    ['id', { id: 'x' }, undefined],
  ])('%s is named by %j: %s', (parameter, record, named) => {
    const collection = plainCollection('things', { parents: [parent(parameter)] });
    expect(parentsNamed(collection, [undefined], record)).toEqual([named]);
    expect(parentsNamed(collection, ['path'], record)).toEqual(['path']);
  });
});
