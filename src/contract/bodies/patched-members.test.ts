import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import { reviewMembers } from './patched-members.ts';

const text: JsonObject = { type: 'string' };

async function faultsOf(schema: JsonObject, patch: JsonObject): Promise<readonly string[]> {
  const base: JsonObject = { required: ['id'], properties: { id: { type: 'integer' } } };
  const { documents, validators, part } = await loadSchemas({ Base: base, Tried: schema });
  const faults = reviewMembers(documents, validators, part('Tried'), patch);
  return faults.map(({ pointer, message }) => `${pointer} ${message}`);
}

const extended: JsonObject = {
  allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { name: text } }],
};
const closed: JsonObject = { properties: { name: text }, additionalProperties: false };

describe('the review of a patch', () => {
  it.each<readonly [string, JsonObject, JsonObject, readonly string[]]>([
    ['nothing', extended, {}, []],
    ['members that are right', extended, { id: 1, name: 'x', more: [] }, []],
    [
      'each member, also of what it refers to',
      extended,
      { id: 'a', name: 7 },
      [
        '/id must be an integer, but is the string "a"',
        '/name must be a string, but is the number 7',
      ],
    ],
    [
      'null for a required member',
      extended,
      { id: null, name: null },
      ['/id is required: null removes it, and a list of operations can set it to null'],
    ],
    [
      'null for a required member that no reply has',
      { required: ['secret'], properties: { secret: { ...text, writeOnly: true } } },
      { secret: null },
      [],
    ],
    [
      'members that are not declared',
      closed,
      { nam: 'x' },
      ['/nam is not declared: did you mean "name"?'],
    ],
    ['members of a pattern', { ...closed, patternProperties: { '^x': {} } }, { x: 1 }, []],
    [
      'what is inside',
      { properties: { 'a/b': closed } },
      { 'a/b': { name: 1 } },
      ['/a~1b/name must be a string, but is the number 1'],
    ],
    [
      'an object where none can be',
      { properties: { name: text } },
      { name: { first: 'x' } },
      ['/name must be a string, but is an object'],
    ],
    [
      'alternatives of the member itself',
      { properties: { id: { oneOf: [text, { type: 'integer' }] } } },
      { id: true },
      [expect.stringMatching(/^\/id must match exactly one/)],
    ],
    [
      'no alternatives of the whole, which depend on other members',
      { oneOf: [{ properties: { name: text } }, { properties: { name: { type: 'number' } } }] },
      { name: true },
      [],
    ],
  ])('tells of %s', async (_, schema, patch, faults) => {
    expect(await faultsOf(schema, patch)).toEqual(faults);
  });
});
