import { describe, expect, it } from 'vitest';

import type { Complaint } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import type { Check } from './validators.ts';

async function checkOf(schema: JsonObject, more: JsonObject = {}): Promise<Check> {
  const { validators, part } = await loadSchemas({ ...more, It: schema });
  return validators.check(part('It'), 'rest');
}

const page = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    size: { type: 'integer', minimum: 1, maximum: 9 },
    ratio: { type: 'number' },
    ready: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    state: { enum: ['draft', 'public', null] },
    kind: { const: 'page' },
    made: { type: 'string', format: 'date-time' },
    code: { type: 'string', pattern: '^[A-Z]+$' },
    note: { type: ['string', 'null'] },
    name: { type: 'string', minLength: 2, maxLength: 5 },
    owner: { type: 'object' },
    'a/b': { type: 'null' },
  },
};

describe('a limit of a format', () => {
  it.each<[JsonObject, number]>([
    [{ type: 'string', format: 'date', formatMaximum: '2024-01-31' }, 1],
    [{ type: 'string', format: 'date', formatExclusiveMinimum: '2024-02-01' }, 1],
    [{ type: 'string', format: 'date', formatMinimum: '2024-02-01' }, 0],
    [{ type: 'string', format: 'date' }, 0],
  ])('%j', async (schema, count) => {
    expect((await checkOf(schema))('2024-02-01')).toHaveLength(count);
  });
});

const unknown = `is not known here: there are ${[
  '"id", "size", "ratio", "ready", "tags", "state", "kind", "made", "code", "note"',
  '"name", "owner" and "a/b"',
].join(', ')}`;

describe('the faults of a value', () => {
  it.each<[JsonValue, string, string, string]>([
    [{ id: 1 }, '/id', 'type', 'must be a string, but is the number 1'],
    [{ id: true }, '/id', 'type', 'must be a string, but is the boolean true'],
    [{ id: null }, '/id', 'type', 'must be a string, but is null'],
    [{ id: [] }, '/id', 'type', 'must be a string, but is an array'],
    [{ id: {} }, '/id', 'type', 'must be a string, but is an object'],
    [{ ready: 'true' }, '/ready', 'type', 'must be a boolean, but is the string "true"'],
    [{ size: 1.5 }, '/size', 'type', 'must be an integer, but is the number 1.5'],
    [{ ratio: '1' }, '/ratio', 'type', 'must be a number, but is the string "1"'],
    [{ tags: 'a' }, '/tags', 'type', 'must be an array, but is the string "a"'],
    [{ tags: ['a', 2] }, '/tags/1', 'type', 'must be a string, but is the number 2'],
    [{ owner: 'me' }, '/owner', 'type', 'must be an object, but is the string "me"'],
    [{ note: 1 }, '/note', 'type', 'must be a string or null, but is the number 1'],
    [{ 'a/b': 1 }, '/a~1b', 'type', 'must be null, but is the number 1'],
    [
      { state: 'lost' },
      '/state',
      'enum',
      'must be one of ["draft","public",null], but is the string "lost"',
    ],
    [{ kind: 'post' }, '/kind', 'const', 'must be "page", but is the string "post"'],
    [
      { made: 'today' },
      '/made',
      'format',
      'must be of the format "date-time", but is the string "today"',
    ],
    [
      { code: 'abc' },
      '/code',
      'pattern',
      'must match the pattern ^[A-Z]+$, but is the string "abc"',
    ],
    [{ size: 0 }, '/size', 'minimum', 'must be >= 1'],
    [{ name: 'a' }, '/name', 'minLength', 'must NOT have fewer than 2 characters'],
    [{ extra: 1 }, '/extra', 'additionalProperties', unknown],
    [{ 'm~n': 1 }, '/m~0n', 'additionalProperties', unknown],
  ])('%j: %s', async (members, pointer, keyword, message) => {
    const check = await checkOf(page);
    expect(check({ id: 'a', ...(members as JsonObject) })).toEqual([{ pointer, keyword, message }]);
  });

  it.each<[JsonValue, string, string, string]>([
    [{}, '/id', 'required', 'is required, but missing'],
    [[], '', 'type', 'must be an object, but is an array'],
    [null, '', 'type', 'must be an object, but is null'],
    ['a', '', 'type', 'must be an object, but is the string "a"'],
  ])('%j: %s', async (value, pointer, keyword, message) => {
    expect((await checkOf(page))(value)).toEqual([{ pointer, keyword, message }]);
  });

  it('are all told, and none of them twice', async () => {
    const check = await checkOf({
      allOf: [page, { type: 'object', required: ['id'] }, { properties: { size: { minimum: 1 } } }],
    });
    const faults = check({ size: 0, extra: 1, other: 2 });
    expect(faults.map(({ pointer, keyword }) => `${pointer} ${keyword}`).toSorted()).toEqual([
      '/extra additionalProperties',
      '/id required',
      '/other additionalProperties',
      '/size minimum',
    ]);
  });

  it('are none where a value fits', async () => {
    const check = await checkOf(page);
    const made = '2024-02-29T12:00:00Z';
    expect(check({ id: 'a', size: 9, tags: [], state: null, note: null, made })).toEqual([]);
  });

  it('show only the beginning of a long text', async () => {
    const check = await checkOf({ type: 'integer' });
    const [fault] = check('x'.repeat(5000));
    expect(fault?.message).toMatch(/^must be an integer, but is the string "x{10,}…$/);
    expect(fault?.message.length).toBeLessThan(120);
  });

  it('stand at the member that unevaluatedProperties forbids', async () => {
    const check = await checkOf({
      allOf: [{ properties: { id: true } }],
      unevaluatedProperties: false,
    });
    expect(check({ id: 1, extra: 2 })).toEqual([
      {
        pointer: '/extra',
        keyword: 'unevaluatedProperties',
        message: 'is not known here',
      },
    ]);
  });
});

describe('what a schema means', () => {
  it.each<[string, JsonObject, JsonValue, boolean]>([
    ['an unknown format says nothing', { type: 'string', format: 'isbn' }, 'x', true],
    ['an unknown keyword says nothing', { type: 'string', colour: 'red' }, 'x', true],
    ['a day that there is not', { type: 'string', format: 'date' }, '2023-02-29', false],
    ['a uuid', { type: 'string', format: 'uuid' }, '9f0c1a52-7b1e-4c63-8f0e-3f1d8f6b2a10', true],
    ['no uuid', { type: 'string', format: 'uuid' }, 'abc', false],
    ['no coercion of numbers', { type: 'number' }, '1', false],
    ['a price in cents', { type: 'number', multipleOf: 0.01 }, 19.99, true],
    ['a price in parts of cents', { type: 'number', multipleOf: 0.01 }, 19.995, false],
    ['characters are counted, not code units', { type: 'string', maxLength: 1 }, '😀', true],
    ['const: null', { const: null }, 0, false],
    ['the first items of a list', { prefixItems: [{ type: 'string' }] }, [1], false],
    ['defaults fill in nothing', { required: ['a'], properties: { a: { default: 1 } } }, {}, false],
  ])('%s', async (_, schema, value, fits) => {
    const check = await checkOf(schema);
    expect(check(value).length === 0).toBe(fits);
  });

  it('does not change the value', async () => {
    const check = await checkOf({ ...page, properties: { id: { default: 'x' } } });
    const value = Object.freeze({ extra: 1 });
    check(value);
    expect(value).toEqual({ extra: 1 });
  });

  it('may go in a circle', async () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, below: { $ref: '#/components/schemas/It' } },
    };
    const check = await checkOf(node);
    expect(check({ name: 'a', below: { below: { name: 'c' } } })).toEqual([]);
    expect(check({ below: { below: { name: 3 } } })).toMatchObject([
      { pointer: '/below/below/name', keyword: 'type' },
    ]);
  });
});

describe('check', () => {
  it('is the same for the same place', async () => {
    const { validators, part } = await loadSchemas({ A: { type: 'string' }, B: {} });
    expect(validators.check(part('A'), 'rest')).toBe(validators.check(part('A'), 'rest'));
    expect(validators.check(part('A'), 'rest')).not.toBe(validators.check(part('B'), 'rest'));
  });

  it.each(['a/b', 'm~n', 'c%d', 'é ü', 'a"b', '{x}', 'a#b', 'a?b', '0'])(
    'finds a schema with the name %s',
    async (name) => {
      const { validators, part } = await loadSchemas({ [name]: { type: 'string' } });
      expect(validators.check(part(name), 'rest')('x')).toEqual([]);
      expect(validators.check(part(name), 'rest')(1)).toHaveLength(1);
    },
  );

  it('compiles nothing before it has to', async () => {
    const { validators, part } = await loadSchemas({ Bad: { type: 'strng' } });
    const heard: Complaint[] = [];
    validators.onDefect((complaint) => heard.push(complaint));
    const check = validators.check(part('Bad'), 'rest');
    expect(heard).toEqual([]);
    check('x');
    expect(heard).toHaveLength(1);
  });

  it('is not disturbed by examples that look like schemas', async () => {
    const check = await checkOf({
      type: 'string',
      examples: [{ $id: 'a', type: 1 }, { $id: 'a', type: 2 }, { $anchor: 'x y' }],
    });
    expect(check('x')).toEqual([]);
    expect(check(1)).toHaveLength(1);
  });
});

describe('compileAll', () => {
  it('complains of what was handed out and can not be compiled', async () => {
    const { validators, part } = await loadSchemas({
      Good: { type: 'string' },
      Bad: { type: 'strng' },
      Worse: { pattern: '(' },
      Unused: { type: 'nothing' },
    });
    for (const name of ['Good', 'Bad', 'Worse']) validators.check(part(name), 'rest');
    expect(validators.compileAll()).toMatchObject([
      { pointer: '/components/schemas/Bad', message: expect.stringMatching(/strng/) },
      { pointer: '/components/schemas/Worse/pattern', message: expect.stringMatching(/\(/) },
    ]);
  });

  it('complains of each only once', async () => {
    const { validators, part } = await loadSchemas({ Bad: { type: 'strng' } });
    validators.check(part('Bad'), 'rest');
    expect(validators.compileAll()).toHaveLength(1);
    expect(validators.compileAll()).toHaveLength(0);
  });
});

describe('checkOwn', () => {
  it('checks by a schema that stands in no contract', async () => {
    const { validators } = await loadSchemas({});
    const check = validators.checkOwn({ type: 'array', items: { type: 'integer' } });
    expect(check([1, 2])).toEqual([]);
    expect(check([1, 'x'])).toMatchObject([{ pointer: '/1', keyword: 'type' }]);
  });
});

describe('holds', () => {
  it('says whether a check would find anything', async () => {
    const { validators, part } = await loadSchemas({
      Good: { type: 'object', required: ['id'], properties: { id: { readOnly: true } } },
      Bad: { type: 'strng' },
    });
    const heard: Complaint[] = [];
    validators.onDefect((complaint) => heard.push(complaint));
    expect(validators.holds(part('Good'), 'request', {})).toBe(true);
    expect(validators.holds(part('Good'), 'rest', {})).toBe(false);
    expect(heard).toEqual([]);
    expect(validators.holds(part('Bad'), 'rest', 1)).toBe(true);
    expect(heard).toMatchObject([{ pointer: '/components/schemas/Bad' }]);
  });
});
