import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { loadBlueprint, resolvePlaces } from '../../src/server/blueprint.ts';
import { announce, inMemory, createRuntime } from '../../src/server/runtime.ts';
import type { OpenRoad, RoadSetup } from './open-road.ts';
import { openRoad } from './open-road.ts';

const header = 'x-stuntdouble-unvalidated';
const bad = { $ref: '#/components/schemas/Bad' };
const json = (schema: JsonObject, more: JsonObject = {}) => ({
  description: 'Fine.',
  content: { 'application/json': { schema, ...more } },
});

/** Above a hundred operations nothing is compiled before it is used. */
const many = Object.fromEntries(
  Array.from({ length: 100 }, (_, at) => [
    `/others/${at}`,
    { get: { responses: { '200': { description: 'Fine.' } } } },
  ]),
);

const setup: RoadSetup = {
  paths: {
    ...many,
    '/bad': { get: { responses: { '200': json(bad, { example: { a: 1 } }) } } },
    '/good': { get: { responses: { '200': json({ type: 'object' }, { example: {} }) } } },
    '/parameter': {
      get: {
        parameters: [{ name: 'q', in: 'query', schema: { type: 'strng' } }],
        responses: { '200': { description: 'Fine.' } },
      },
    },
    '/body': {
      post: { requestBody: json(bad), responses: { '200': { description: 'Fine.' } } },
    },
    '/header': {
      get: {
        responses: { '200': { description: 'Fine.', headers: { 'X-A': { schema: bad } } } },
      },
    },
  },
  components: { schemas: { Bad: { type: 'object', properties: { a: { type: 'strng' } } } } },
};

describe('a reply that could not be checked', () => {
  it.each<[string, string, string, string | undefined]>([
    ['whose own schema is bad', 'GET', '/bad', '/components/schemas/Bad'],
    ['whose header has a bad schema', 'GET', '/header', '/components/schemas/Bad'],
    [
      'whose request has a parameter with a bad schema',
      'GET',
      '/parameter',
      '/paths/~1parameter/get/parameters/0/schema',
    ],
    ['whose request has a body with a bad schema', 'POST', '/body', '/components/schemas/Bad'],
    ['but one that could', 'GET', '/good', undefined],
  ])('is marked: %s', async (_, method, path, mark) => {
    const road = await openRoad(setup);
    const sent = method === 'POST' ? { body: { a: 1 } } : { query: 'q=1' };
    const answer = await road.send(method, path, sent);
    expect(answer.status).toBe(200);
    expect(answer.headers[header]).toBe(mark);
  });

  it.each<[string, boolean, JsonObject, RegExp]>([
    [
      'a type that is none',
      false,
      { type: 'strng' },
      /Bad: the schema can not be compiled: .*strng/,
    ],
    // A lenient reader has such a type mended, but nobody knows what this is to mean.
    [
      'a pattern that is none',
      true,
      { pattern: '(' },
      /Bad\/properties\/a\/pattern: the keyword "pattern" can not be checked: .*\(/,
    ],
  ])('is told of once, with the place of the schema: %s', async (_, isLenient, faulty, reason) => {
    const { paths: all } = setup;
    const { '/parameter': __, ...paths } = all;
    const components = { schemas: { Bad: { type: 'object', properties: { a: faulty } } } };
    const contract = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components };
    const folder = await writeFolder({ 'openapi.yaml': JSON.stringify(contract, undefined, 1) });
    const blueprint = await loadBlueprint(resolvePlaces([`${folder}/openapi.yaml`], undefined), {
      isLenient,
      isComplete: false,
      allowRemoteRefs: false,
      allowRefs: [],
      overlays: [],
    });
    const runtime = createRuntime(blueprint, inMemory(blueprint), {
      seed: 'test',
      onBreach: 'error',
      auth: undefined,
      unknownKeys: 'known',
      records: 3,
      locale: 'en',
      unknownQuery: 'allow',
      visitorWorlds: false,
      queryPreferences: false,
      hideKnown: (text) => text,
      stateless: false,
      ignoreExamples: false,
      maxWorlds: 10,
      worldIdle: 60_000,
      directIn: () => () => undefined,
      onLeave: () => undefined,
    });
    const told: string[] = [];
    announce(runtime, (message) => told.push(message));
    const check = blueprint.contract.operations
      .find(({ path }) => path === '/bad')
      ?.success?.media.at(0)?.check;
    for (let times = 0; times < 3; times += 1) check?.({});
    expect(told).toEqual([
      expect.stringMatching(/openapi\.yaml:\d+:\d+ \/components\/schemas\/Bad/),
    ]);
    expect(told[0]).toMatch(reason);
  });

  it.each([
    ['closed', `${'('.repeat(2000)}a${')'.repeat(2000)}`],
    ['open', '('.repeat(2000)],
  ])('is made up all the same where a pattern is nested beyond reading: %s', async (_, pattern) => {
    const deep = { type: 'string', pattern };
    const headers = { 'X-A': { schema: deep } };
    const road = await openRoad({
      isLenient: true,
      paths: {
        '/body': {
          get: { responses: { '200': json({ required: ['a'], properties: { a: deep } }) } },
        },
        '/header': { get: { responses: { '200': { description: 'Fine.', headers } } } },
      },
    });
    for (const path of ['/body', '/header']) {
      expect(await road.send('GET', path)).toMatchObject({ status: 200 });
    }
  });
});

describe('what is written and never read', () => {
  const person = {
    type: 'object',
    required: ['id', 'password'],
    properties: {
      id: { type: 'string', readOnly: true },
      password: { type: 'string', writeOnly: true },
      keys: { type: 'array', items: { properties: { secret: { writeOnly: true } } } },
    },
  };

  function openPeople(): Promise<OpenRoad> {
    const whole = { id: 'a', password: 'hush', keys: [{ name: 'k', secret: 'hush' }] };
    return openRoad({
      paths: {
        '/people/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          get: { responses: { '200': json({ $ref: '#/components/schemas/Person' }) } },
          patch: {
            requestBody: json({ $ref: '#/components/schemas/Person' }),
            responses: { '200': json({ $ref: '#/components/schemas/Person' }) },
          },
        },
        '/sample': {
          get: { responses: { '200': json({ items: person }, { example: [whole] }) } },
        },
      },
      components: { schemas: { Person: person } },
      fixtures: { people: [whole] },
    });
  }

  it.each([
    ['of a record', '/people/a', { id: 'a', keys: [{ name: 'k' }] }],
    ['of an example', '/sample', [{ id: 'a', keys: [{ name: 'k' }] }]],
  ])('never leaves, at any depth, %s', async (_, path, expected) => {
    const answer = await (await openPeople()).send('GET', path);
    expect(answer).toMatchObject({ status: 200, json: expected });
    expect(answer.text).not.toContain('hush');
  });

  it('is required of a request, and what is only read is not', async () => {
    const road = await openPeople();
    const body = { keys: [], password: 'hushed' };
    expect(await road.send('PATCH', '/people/a', { body })).toMatchObject({
      status: 200,
      json: { id: 'a', keys: [] },
    });
    expect(await road.send('PATCH', '/people/a', { body: { id: 'a' } })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/password', keyword: 'required' }] },
    });
  });
});

describe('a request that is made to take long', () => {
  const body = {
    type: 'object',
    properties: { name: { pattern: '^([a-z]+-?)+$' }, list: { uniqueItems: true } },
  };

  it.each<[string, JsonObject]>([
    ['by a pattern', { name: `${'a'.repeat(1_000_000)}!` }],
    [
      'by many items',
      { list: [...Array.from({ length: 49_000 }, (_, at) => ({ a: at })), { a: 0 }] },
    ],
  ])('is refused at once: %s', async (_, sent) => {
    const road = await openRoad({
      paths: {
        '/slow': {
          post: { requestBody: json(body), responses: { '204': { description: 'Done.' } } },
        },
      },
    });
    const answer = await road.send('POST', '/slow', { body: sent });
    expect(answer.status).toBe(400);
    expect(answer.text?.length).toBeLessThan(2000);
    expect(await road.send('POST', '/slow', { body: { name: 'a-b', list: [1] } })).toMatchObject({
      status: 204,
    });
  });
});
