import { beforeAll, describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OpenRoad, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const integers = { type: 'array', items: integer, maxItems: 3 };
const color = {
  type: 'object',
  properties: { R: integer, G: integer },
  required: ['R'],
  additionalProperties: false,
};

/** A path for each parameter, so that each is tried alone. */
const declared: Readonly<Record<string, JsonObject>> = {
  number: { in: 'path', schema: integer },
  list: { in: 'path', schema: integers },
  label: { in: 'path', style: 'label', schema: integers },
  labels: { in: 'path', style: 'label', explode: true, schema: color },
  matrix: { in: 'path', style: 'matrix', schema: integer },
  content: { in: 'path', content: { 'application/json': { schema: text } } },
  anyContent: { in: 'path', content: { '*/*': { schema: text } } },
  matrices: { in: 'path', style: 'matrix', explode: true, schema: integers },
  q: { in: 'query', schema: integer },
  must: { in: 'query', required: true, schema: text },
  flag: { in: 'query', allowEmptyValue: true, schema: { type: 'boolean' } },
  tags: { in: 'query', schema: integers },
  csv: { in: 'query', explode: false, schema: integers },
  ssv: { in: 'query', style: 'spaceDelimited', schema: integers },
  psv: { in: 'query', style: 'pipeDelimited', schema: integers },
  pairs: { in: 'query', explode: false, schema: color },
  spread: { in: 'query', schema: color },
  deep: { in: 'query', style: 'deepObject', schema: { $ref: '#/components/schemas/Filter' } },
  json: { in: 'query', content: { 'application/json': { schema: color } } },
  anything: {
    in: 'query',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } },
  },
  'X-List': { in: 'header', schema: integers },
  'X-Color': { in: 'header', explode: true, schema: color },
  size: { in: 'cookie', schema: integer },
  sizes: { in: 'cookie', explode: false, schema: integers },
  ['__proto__']: { in: 'query', schema: integer },
  constructor: { in: 'header', schema: integer },
};

function pathOf(name: string): string {
  return declared[name]?.['in'] === 'path' ? `/${name}/{${name}}` : `/${name}`;
}

let road: OpenRoad;

beforeAll(async () => {
  const operation = { responses: { '204': { description: 'Done.' } } };
  const paths = Object.entries(declared).map(([name, more]): [string, JsonValue] => {
    const parameter = { name, required: more['in'] === 'path', ...more };
    return [pathOf(name), { get: { ...operation, parameters: [parameter] } }];
  });
  road = await openRoad({
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        Filter: {
          type: 'object',
          properties: { a: integer, in: integers, not: { $ref: '#/components/schemas/Filter' } },
          additionalProperties: false,
        },
        Tree: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    },
  });
});

/** What the road says of a parameter that is sent like this: the faults, or none. */
async function faultsOf(name: string, sent: string): Promise<readonly string[]> {
  const { in: place } = declared[name] ?? {};
  const path = place === 'path' ? `/${name}/${sent}` : pathOf(name);
  const parts: Readonly<Record<string, Sent>> = {
    query: { query: sent },
    header: { headers: { [name.toLowerCase()]: sent } },
    cookie: { headers: { cookie: sent } },
  };
  const answer = await road.send('GET', path, (typeof place === 'string' && parts[place]) || {});
  if (answer.status === 204) return [];
  expect(answer.status).toBe(400);
  return faultsIn(answer.json).map(
    ({ in: where, pointer, keyword }) => `${where} ${pointer} ${keyword}`,
  );
}

interface Problem {
  readonly errors: readonly { in: string; pointer: string; keyword: string }[];
}

function faultsIn(problem: JsonValue | undefined): Problem['errors'] {
  // A trust edge: the problem document of the stand-in itself.
  return (problem as unknown as Problem).errors;
}

describe('a parameter on the wire', () => {
  it.each<[string, string, ...(readonly string[])]>([
    ['number', '7'],
    ['number', '007', 'path /number type'],
    ['number', '1e400', 'path /number type'],
    ['number', '%37'],
    ['number', '%2537', 'path /number type'],
    ['content', '%22a%22'],
    ['content', 'a', 'path /content syntax'],
    ['anyContent', '%22a%22'],
    ['anyContent', 'a'],
    ['number', '%', 'path /number syntax'],
    ['number', '%ff', 'path /number syntax'],
    ['list', '1,2'],
    ['list', '1,2%2C3', 'path /list/1 type'],
    ['list', '1,2,3,4', 'path /list maxItems'],
    ['label', '.1,2'],
    ['label', '1,2', 'path /label syntax'],
    ['labels', '.R=1.G=2'],
    ['labels', '.G=x', 'path /labels/R required', 'path /labels/G type'],
    ['matrix', ';matrix=1'],
    ['matrix', ';x=1', 'path /matrix syntax'],
    ['matrices', ';matrices=1;matrices=2'],
    ['matrices', ';matrices=1;matrices=x', 'path /matrices/1 type'],
    ['q', ''],
    ['q', 'q=1&q=x'],
    ['q', 'q=+1', 'query /q type'],
    ['q', 'q=', 'query /q type'],
    ['q', 'q', 'query /q type'],
    ['q', 'q=%zz', 'query /q syntax'],
    ['q', '%zz=1&=&&=2&q=1'],
    ['must', '', 'query /must required'],
    ['must', 'must='],
    ['must', 'must'],
    ['flag', 'flag'],
    ['flag', 'flag=yes', 'query /flag type'],
    ['tags', 'tags=1&tags=2'],
    ['tags', 'tags[]=1&tags%5B%5D=x', 'query /tags/1 type'],
    ['tags', 'tags=', 'query /tags/0 type'],
    ['tags', 'tags=1,2', 'query /tags/0 type'],
    ['csv', 'csv=1,2'],
    ['csv', 'csv=1,2,', 'query /csv/2 type'],
    ['ssv', 'ssv=1%202+3'],
    ['ssv', 'ssv=1%202+3%204', 'query /ssv maxItems'],
    ['psv', 'psv=1|2%7C3'],
    ['psv', 'psv=1|2%7Cx', 'query /psv/2 type'],
    ['pairs', 'pairs=R,1,G,2'],
    ['pairs', 'pairs=R,1,B,2', 'query /pairs/B additionalProperties'],
    ['pairs', 'pairs=R', 'query /pairs syntax'],
    ['spread', 'R=1&G=2&other=3'],
    ['spread', 'other=3'],
    ['spread', 'G=2', 'query /spread/R required'],
    ['deep', 'deep[a]=1&deep[not][in][]=2'],
    ['deep', 'deep[not][not][a]=x', 'query /deep/not/not/a type'],
    ['deep', 'deep=1', 'query /deep type'],
    ['deep', 'deep[in][3]=1&deep[in][1]=x', 'query /deep/in/0 type'],
    ['deep', 'deep[__proto__][x]=1', 'query /deep/__proto__ additionalProperties'],
    ['deep', 'deep[a]=%', 'query /deep syntax'],
    ['json', 'json=%7B%22R%22:1%7D'],
    ['json', 'json={"R":"1"}', 'query /json/R type'],
    ['json', 'json={"R":', 'query /json syntax'],
    ['X-List', '1, 2'],
    ['X-List', '1, two', 'header /X-List/1 type'],
    ['X-Color', 'R=1, G=2'],
    ['X-Color', 'G=2', 'header /X-Color/R required'],
    ['size', 'a=b; size=1'],
    ['size', 'size=x', 'cookie /size type'],
    ['size', 'size=%', 'cookie /size syntax'],
    ['sizes', 'sizes=1,2'],
    ['__proto__', '__proto__=1'],
    ['__proto__', '__proto__=x', 'query /__proto__ type'],
    ['__proto__', 'a=1'],
    ['constructor', '1'],
    ['constructor', 'x', 'header /constructor type'],
  ])('%s: %s', async (name, sent, ...faults) => {
    expect(await faultsOf(name, sent)).toEqual(faults);
  });
});

describe('what is meant to hurt', () => {
  const many = (piece: (index: number) => string): string =>
    Array.from({ length: 100_000 }, (_, index) => piece(index)).join('&');
  it.each<[string, string, string, ...(readonly string[])]>([
    ['a value of a megabyte', 'must', `must=${'%20'.repeat(350_000)}`],
    ['a megabyte of nines', 'q', `q=${'9'.repeat(1_000_000)}`, 'query /q type'],
    ['a name of a megabyte', 'must', `must=1&${'x'.repeat(1_000_000)}=1`],
    ['nothing but separators', 'must', `must=1${'&'.repeat(1_000_000)}`],
    ['100,000 names', 'must', `${many((index) => `n${index}=1`)}&must=1`],
    ['100,000 values', 'must', many(() => 'must=1')],
    ['100,000 items', 'tags', many(() => 'tags=1'), 'query /tags maxItems'],
    ['deep nesting', 'deep', `deep${'[not]'.repeat(100_000)}=1`, 'query /deep syntax'],
    ['brackets that never close', 'deep', `deep${'['.repeat(100_000)}=1`],
    [
      'deep JSON',
      'anything',
      `anything=${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      'query /anything syntax',
    ],
    [
      'JSON that never closes',
      'anything',
      `anything=${'['.repeat(100_000)}`,
      'query /anything syntax',
    ],
    ['100,000 cookies', 'size', 'a=1;'.repeat(100_000)],
  ])('%s is read like anything else', async (_, name, sent, ...faults) => {
    expect(await faultsOf(name, sent)).toEqual(faults);
    expect(await faultsOf('q', 'q=1')).toEqual([]);
  });

  it('100,000 faults are one refusal that can be read', async () => {
    const faults = await faultsOf(
      'tags',
      many(() => 'tags=x'),
    );
    expect(faults).toHaveLength(51);
    expect(faults.at(-1)).toBe('query /tags limit');
    const deep = await faultsOf(
      'deep',
      many((index) => `deep[x${index}]=1`),
    );
    expect(deep).toHaveLength(51);
    expect(deep.at(-1)).toBe('query /deep limit');
  });

  it('names of what every object inherits change nothing', async () => {
    const query =
      'deep[__proto__][polluted]=1&__proto__[polluted]=1&constructor[prototype][polluted]=1';
    await road.send('GET', '/deep', { query });
    expect(Reflect.has({}, 'polluted')).toBe(false);
  });
});

describe('unknown names in a query', () => {
  it('are refused where that is asked for, with what may have been meant', async () => {
    const limit = { name: 'limit', in: 'query', schema: integer };
    const get = { parameters: [limit], responses: { '204': { description: 'Done.' } } };
    const strict = await openRoad({
      paths: { '/a': { get } },
      runtime: { unknownQuery: 'reject' },
    });
    expect((await strict.send('GET', '/a', { query: 'limit=1' })).status).toBe(204);
    expect(await strict.send('GET', '/a', { query: 'limt=1' })).toMatchObject({
      status: 400,
      json: {
        errors: [
          {
            in: 'query',
            pointer: '/limt',
            keyword: 'unknown',
            message: 'is not a parameter of get /a; did you mean "limit"?',
          },
        ],
      },
    });
  });
});
