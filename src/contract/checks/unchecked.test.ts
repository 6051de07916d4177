import { describe, expect, it } from 'vitest';

import type { Complaint } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import type { BodyDirection } from './validators.ts';

/** No engine can be kept from running away with a back-reference. */
const runaway = '^(?:(?=(a+))\\1?)*b$';
const bad: JsonObject = { type: 'string', pattern: runaway };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

async function judge(schemas: JsonObject, value: JsonValue, direction: BodyDirection = 'rest') {
  const { validators, part } = await loadSchemas(schemas);
  const heard: Complaint[] = [];
  validators.onDefect((complaint) => heard.push(complaint));
  const check = validators.check(part('It'), direction);
  const faults = check(value).map(({ pointer, keyword }) => `${pointer} ${keyword}`);
  expect(check.defect?.()).toBeUndefined();
  check(value);
  return { faults, places: new Set(heard.map(({ pointer }) => pointer)), heard };
}

const page: JsonObject = {
  type: 'object',
  required: ['name', 'size'],
  properties: { name: bad, size: { type: 'integer' } },
};

describe('a pattern that can not be checked', () => {
  it.each<[string, JsonObject, JsonValue, readonly string[]]>([
    ['in a member', { It: page }, { name: 42 }, ['/name type', '/size required']],
    ['in a member, with any text', { It: page }, { name: '!', size: 1 }, []],
    [
      'in items',
      { It: { type: 'array', maxItems: 2, items: bad } },
      ['x', 1, 'y'],
      [' maxItems', '/1 type'],
    ],
    [
      'in one of several parts',
      { It: { allOf: [{ properties: { a: bad } }, { required: ['b'] }] } },
      { a: 1 },
      ['/a type', '/b required'],
    ],
    [
      'behind references',
      { It: { properties: { a: ref('Text'), b: { items: ref('Text') } } }, Text: bad },
      { a: 1, b: [2, 'x'] },
      ['/a type', '/b/0 type'],
    ],
    [
      'below the names of members',
      { It: { propertyNames: { pattern: runaway, maxLength: 2 } } },
      { abc: 1, x: 1 },
      ['/abc maxLength'],
    ],
  ])('is left out %s, and the rest is checked', async (_, schemas, value, expected) => {
    for (const direction of ['request', 'response', 'rest'] as const) {
      const { faults } = await judge(schemas, value, direction);
      expect(faults.toSorted()).toEqual(expected);
    }
  });

  it.each<[string, JsonObject, readonly JsonValue[], readonly JsonValue[]]>([
    [
      'beside a sound one, for names of members',
      {
        patternProperties: { [runaway]: { type: 'string' }, '^x': { type: 'number' } },
        additionalProperties: false,
      },
      [{ x: 1 }, { y: 1 }],
      [{ x: 'a' }],
    ],
    [
      'beside members that may be evaluated by it',
      {
        allOf: [{ patternProperties: { [runaway]: true } }],
        properties: { a: { type: 'string' } },
        unevaluatedProperties: false,
      },
      [{ b: 1 }],
      [{ a: 1 }],
    ],
    ['with all that forbids it', { not: bad, maxLength: 2 }, ['x', 'b'], ['xyz']],
    ['behind a reference, too', { not: { items: ref('Bad') }, maxItems: 1 }, [['b']], [['b', 'b']]],
    [
      'with the condition that asks for it',
      { if: bad, else: { maxLength: 0 }, maxLength: 3 },
      ['b', 'xy'],
      ['abcd'],
    ],
    [
      'in an alternative, so that several may fit',
      { oneOf: [ref('Bad'), { type: 'string', maxLength: 3 }, { type: 'number' }] },
      ['b', 'abcd', 1],
      [true],
    ],
    [
      'where items are counted',
      { contains: bad, maxContains: 1, maxItems: 2 },
      [['x', 'y']],
      [[1, 2, 3]],
    ],
  ])('is left out %s', async (_, schema, right, wrong) => {
    const { validators, part } = await loadSchemas({ It: schema, Bad: bad });
    const check = validators.check(part('It'), 'rest');
    for (const value of right) expect([value, check(value)]).toEqual([value, []]);
    for (const value of wrong) expect([value, check(value).length]).toEqual([value, 1]);
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ['in a member', page, ['/components/schemas/It/properties/name/pattern']],
    [
      'in a component that is used twice',
      { properties: { a: ref('Text'), b: { items: ref('Text') } }, not: { required: ['c'] } },
      ['/components/schemas/Text/pattern'],
    ],
    [
      'in several places',
      {
        allOf: [{ properties: { 'a/b': bad } }, { prefixItems: [bad], additionalProperties: bad }],
      },
      [
        '/components/schemas/It/allOf/0/properties/a~1b/pattern',
        '/components/schemas/It/allOf/1/additionalProperties/pattern',
        '/components/schemas/It/allOf/1/prefixItems/0/pattern',
      ],
    ],
    [
      'for names of members',
      { patternProperties: { [runaway]: {} } },
      ['/components/schemas/It/patternProperties/^(?:(?=(a+))\\1?)*b$'],
    ],
    ['with all that forbids it', { not: ref('Text') }, ['/components/schemas/It/not']],
    ['that can not be read', { pattern: '(' }, ['/components/schemas/It/pattern']],
  ])('is told of once, with its place: %s', async (_, schema, places) => {
    const found = await judge({ It: schema, Text: bad }, {});
    expect(found.places).toEqual(new Set(places));
    expect(found.heard).toHaveLength(places.length);
    for (const { message, line } of found.heard) {
      expect(message).toMatch(/^the keyword "\w+" can not be checked: .*the pattern /);
      expect(line).toBeGreaterThan(1);
    }
  });

  it('is told of by every check that needs it, with its place', async () => {
    const { validators, part } = await loadSchemas({
      It: { properties: { a: { items: ref('Bad') }, b: ref('Good') } },
      Good: { type: 'object', discriminator: { propertyName: 'kind' } },
      Bad: bad,
    });
    const checks = ['It', 'Bad', 'Good'].map((name) => validators.check(part(name), 'response'));
    expect(checks.map((check) => check.unchecked?.())).toEqual([
      ['/components/schemas/Bad/pattern'],
      ['/components/schemas/Bad/pattern'],
      [],
    ]);
  });

  it('is told of at start among what does not compile, and then no more', async () => {
    const { validators, part } = await loadSchemas({ It: page });
    const heard: Complaint[] = [];
    validators.onDefect((complaint) => heard.push(complaint));
    const check = validators.check(part('It'), 'rest');
    expect(validators.compileDoubtful()).toMatchObject([
      { pointer: '/components/schemas/It/properties/name/pattern' },
    ]);
    expect(check({ name: 1 })).toHaveLength(2);
    expect(heard).toEqual([]);
  });
});

describe('a format with a name that every object has', () => {
  it.each(['constructor', 'valueOf', '__proto__', 'hasOwnProperty'])(
    'says nothing: %s',
    async (format) => {
      const { faults } = await judge({ It: { type: 'string', format, maxLength: 1 } }, 'ab');
      expect(faults).toEqual([' maxLength']);
    },
  );
});
