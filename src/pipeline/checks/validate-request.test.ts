import { describe, expect, it } from 'vitest';

import { ApiError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { contractText, loadText, plainOperation } from '../../contract/contract-text.test-kit.ts';
import type { BodyRead, Parameters } from '../exchange.ts';
import type { RequestRules } from './validate-request.ts';
import { validateRequest } from './validate-request.ts';

interface Sent {
  readonly path?: readonly string[];
  readonly query?: string;
  readonly headers?: BodyRead['headers'];
}

interface Setup {
  readonly path?: string;
  readonly rules?: Partial<RequestRules>;
  readonly isLenient?: boolean;
  readonly operation?: JsonObject;
  readonly components?: JsonObject;
}

/** What a behaviour sees of a request's parameters, or what is wrong with them. */
async function see(
  parameters: readonly JsonValue[],
  sent: Sent,
  { path = '/a', rules = {}, isLenient = false, operation = {}, components = {} }: Setup = {},
): Promise<Parameters | readonly string[]> {
  const text = contractText(
    { [path]: { get: plainOperation({ parameters, ...operation }) } },
    { components },
  );
  const contract = await loadText(text, {}, { isLenient });
  const [compiled] = contract.operations;
  if (!compiled) throw new Error('there is no operation');
  const request: BodyRead = {
    method: 'GET',
    prefix: '',
    path,
    query: sent.query ?? '',
    headers: sent.headers ?? {},
    world: undefined,
    isLocal: true,
    findPeer: () => undefined,
    readBody: () => ({ kind: 'bytes', bytes: new Uint8Array() }),
    operation: compiled,
    pathValues: sent.path ?? [],
    admissions: [],
    admission: { requirement: [], credentials: [] },
    content: undefined,
  };
  try {
    const options = { unknownQuery: 'allow', preferences: 'header', ...rules } as const;
    return validateRequest(request, options).parameters;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.violations.map(
      ({ in: place, pointer, keyword, message }) => `${place} ${pointer} ${keyword}: ${message}`,
    );
  }
}

const none = { path: {}, query: {}, header: {}, cookie: {} };
const inQuery = (name: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'query',
  schema,
  ...more,
});
const integer = { type: 'integer' };
const text = { type: 'string' };

describe('what a behaviour sees', () => {
  it('is each parameter in its place, as its schema speaks of it', async () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: integer },
      inQuery('deep', { type: 'boolean' }),
      { name: 'X-Ids', in: 'header', schema: { type: 'array', items: integer } },
      { name: 'size', in: 'cookie', schema: integer },
    ];
    const sent = {
      path: ['7'],
      query: 'deep=true&other=1',
      headers: { 'x-ids': ['1', '2, 3'], cookie: 'size=4' },
    };
    expect(await see(parameters, sent, { path: '/a/{id}' })).toEqual({
      path: { id: '7' },
      query: { deep: true },
      header: { 'X-Ids': [1, 2, 3] },
      cookie: { size: 4 },
    });
  });

  it('is nothing of what was not sent', async () => {
    expect(await see([inQuery('q', text)], {})).toEqual(none);
  });

  it('is the default in place of what was not sent, and nobody checks it', async () => {
    const parameters = [
      inQuery('limit', { type: 'integer', default: 20 }),
      inQuery('sort', { $ref: '#/components/schemas/Sort' }),
      inQuery('odd', { type: 'integer', default: 'odd' }),
      inQuery('must', { type: 'integer', default: 1 }, { required: true }),
    ];
    const components = { schemas: { Sort: { enum: ['up', 'down'], default: 'up' } } };
    expect(await see(parameters, { query: 'must=2' }, { components })).toEqual({
      ...none,
      query: { limit: 20, sort: 'up', odd: 'odd', must: 2 },
      // Whoever counts what was tried wants to know.
      assumed: ['limit', 'sort', 'odd'].map((name) => expect.objectContaining({ name })),
    });
    expect(await see(parameters, { query: 'limit=' }, { components })).toEqual([
      'query /limit type: must be an integer, but is the string ""',
      'query /must required: is required, but missing',
    ]);
  });

  it('is an empty value where it may be empty, whatever the schema', async () => {
    const parameters = [inQuery('flag', integer, { allowEmptyValue: true, required: true })];
    expect(await see(parameters, { query: 'flag' })).toEqual({ ...none, query: { flag: '' } });
    expect(await see(parameters, { query: 'flag=x' })).toEqual([
      'query /flag type: must be an integer, but is the string "x"',
    ]);
    expect(await see(parameters, {})).toEqual(['query /flag required: is required, but missing']);
  });

  it.each<[string, JsonObject, string, string]>([
    ['simple', text, 'a%2Fb', 'a/b'],
    ['simple', { type: 'array', items: text }, 'a,b%20c', 'a,b c'],
    ['label', integer, '.7', '7'],
    ['matrix', text, ';id=a%20b', 'a b'],
  ])('of a %s path is a text: %j, %s', async (style, schema, sent, seen) => {
    const parameters = [{ name: 'id', in: 'path', required: true, style, schema }];
    expect(await see(parameters, { path: [sent] }, { path: '/a/{id}' })).toEqual({
      ...none,
      path: { id: seen },
    });
  });

  it('of an undeclared path parameter is any text', async () => {
    const setup = { path: '/a/{id}', isLenient: true };
    expect(await see([], { path: ['a%20b'] }, setup)).toEqual({ ...none, path: { id: 'a b' } });
    expect(await see([], { path: ['%'] }, setup)).toEqual([
      'path /id syntax: has a percent sign that is not followed by the two digits of a UTF-8 byte',
    ]);
  });

  it('leaves what other parameters claim out of an object that is open', async () => {
    const parameters = [
      inQuery('rest', { type: 'object', properties: { a: integer }, additionalProperties: true }),
      inQuery('limit', integer),
      inQuery('filter', { type: 'object' }, { style: 'deepObject' }),
      inQuery('ids', { type: 'array', items: integer }),
    ];
    const security = [{ key: [] }];
    const components = { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } };
    const query = 'a=1&limit=2&filter[x]=3&key=4&b=5&__code=200&ids[]=7';
    const seen = { rest: { a: 1, b: '5', __code: '200' }, limit: 2, filter: { x: '3' }, ids: [7] };
    const setup: Setup = { operation: { security }, components };
    expect(await see(parameters, { query }, setup)).toEqual({ ...none, query: seen });
    const rest = { a: 1, b: '5' };
    expect(
      await see(parameters, { query }, { ...setup, rules: { preferences: 'header-or-query' } }),
    ).toEqual({ ...none, query: { ...seen, rest } });
  });
});

describe('names that every object inherits', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is a parameter like any other',
    async (name) => {
      const parameters = [
        { name, in: 'path', required: true, schema: text },
        ...['query', 'header', 'cookie'].map((place) => ({ name, in: place, schema: text })),
      ];
      const path = `/a/{${name}}`;
      expect(await see(parameters, { path: ['x'] }, { path })).toStrictEqual({
        ...none,
        path: Object.fromEntries([[name, 'x']]),
      });
      const seen = await see(
        parameters,
        {
          path: ['x'],
          query: `${name}=q`,
          headers: Object.fromEntries([
            [name.toLowerCase(), 'h'],
            ['cookie', `${name}=c`],
          ]),
        },
        { path },
      );
      expect(Object.entries(seen).map(([place, read]) => [place, Object.entries(read)])).toEqual([
        ['path', [[name, 'x']]],
        ['query', [[name, 'q']]],
        ['header', [[name, 'h']]],
        ['cookie', [[name, 'c']]],
      ]);
    },
  );
});

describe('unknown names in a query', () => {
  const rules: Partial<RequestRules> = { unknownQuery: 'reject' };
  const parameters = [
    inQuery('limit', integer),
    inQuery('tags', { type: 'array', items: text }),
    inQuery('filter', { type: 'object' }, { style: 'deepObject' }),
    inQuery('range', { type: 'object', properties: { from: text, to: text } }),
    inQuery('exact[name]', text),
  ];
  const others = '; it declares "limit", "tags", "filter" and 3 more';
  const unknown = (name: string, hint = others): string =>
    `query /${name} unknown: is not a parameter of get /a${hint}`;

  it.each<[string, readonly string[] | undefined]>([
    ['', undefined],
    ['limit=1&tags=a&filter[x]=1&from=1&to=2&exact[name]=1', undefined],
    ['tags[]=a', undefined],
    ['&&', undefined],
    ['nothing=1', [unknown('nothing')]],
    ['nothing=1&nothing=2', [unknown('nothing')]],
    ['limti=1', [unknown('limti', '; did you mean "limit"?')]],
    ['Limit=1', [unknown('Limit', '; did you mean "limit"?')]],
    ['tag=1', [unknown('tag', '; did you mean "tags"?')]],
    ['limit[a]=1', [unknown('limit[a]')]],
    ['range=1', [unknown('range')]],
    ['exact=1', [unknown('exact')]],
    ['__code=200', [unknown('__code')]],
    ['a/b~=1', [unknown('a~1b~0')]],
    ['%zz=1', [unknown('%zz')]],
    ['__proto__=1&constructor=1', [unknown('__proto__'), unknown('constructor')]],
  ])('are refused: %s', async (query, expected) => {
    const seen = await see(parameters, { query }, { rules });
    if (expected) expect(seen).toEqual(expected);
    else expect(seen).not.toBeInstanceOf(Array);
  });

  it('are counted from the eleventh on', async () => {
    const query = Array.from({ length: 15 }, (_, index) => `unknown${index}=1`).join('&');
    const seen = await see([], { query }, { rules });
    expect(seen).toHaveLength(11);
    expect(seen).toContain('query  unknown: 5 more names are not parameters of get /a');
  });

  it('are those of an operation without any parameters, too', async () => {
    expect(await see([], { query: 'a=1' }, { rules })).toEqual([
      unknown('a', ', which declares none'),
    ]);
  });

  it('are not the names of its credentials', async () => {
    const setup = {
      rules,
      operation: { security: [{ key: [] }] },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
    };
    expect(await see([], { query: 'key=1' }, setup)).toEqual(none);
  });

  it('are not those of preferences, where a query may hold some', async () => {
    const query = '__code=200&__example=a&__dynamic=true&__seed=1';
    const setup = { rules: { ...rules, preferences: 'header-or-query' as const } };
    expect(await see([], { query }, setup)).toEqual(none);
  });

  it('are none where an object takes all that is left', async () => {
    const open = inQuery('rest', { type: 'object', additionalProperties: text });
    expect(await see([open], { query: 'a=1' }, { rules })).toEqual({
      ...none,
      query: { rest: { a: '1' } },
    });
  });

  it('are allowed unless they are refused', async () => {
    expect(await see([], { query: 'a=1' })).toEqual(none);
  });
});

describe('more faults than anyone wants to read', () => {
  it('are cut', async () => {
    const parameters = [inQuery('ids', { type: 'array', items: integer })];
    const query = 'ids=x&'.repeat(300);
    const seen = await see(parameters, { query });
    expect(seen).toHaveLength(51);
    expect(Object.values(seen).at(-1)).toBe('query /ids limit: has 250 further faults');
  });

  it('are cut again, where many parameters have many', async () => {
    const names = ['a', 'b', 'c'];
    const parameters = names.map((name) => inQuery(name, { type: 'array', items: integer }));
    const query = names.map((name) => `${name}=x&`.repeat(300)).join('');
    expect(await see(parameters, { query })).toHaveLength(100);
  });
});
