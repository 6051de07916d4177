import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OverrideDocument } from '../../src/traffic/documents.ts';
import { readActs } from '../../src/traffic/interventions/read-acts.ts';
import type { Direct } from '../../src/pipeline/intervention.ts';
import { toIntervention } from '../../src/traffic/interventions/acts.ts';
import type { Answer, OpenRoad, Sent } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const thing = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: text,
    secret: { ...text, writeOnly: true },
    size: { type: 'object', properties: { width: { type: 'number' }, height: {} } },
  },
};
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const fine = (content: JsonObject, more: JsonObject = {}): JsonObject => ({
  200: { description: '', content, ...more },
});

const paths: JsonObject = {
  '/things': {
    get: { operationId: 'listThings', responses: fine(json({ type: 'array', items: thing })) },
  },
  '/things/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: {
      operationId: 'getThing',
      responses: {
        ...fine(
          { ...json(thing), 'application/xml': { schema: thing }, 'text/plain': { schema: text } },
          { headers: { ETag: { schema: text } } },
        ),
        503: { description: '', content: json({ type: 'object' }) },
      },
    },
    put: {
      operationId: 'putThing',
      requestBody: { content: json(thing) },
      responses: { ...fine(json(thing)), 204: { description: '' } },
    },
    delete: { operationId: 'deleteThing', responses: { 204: { description: '' } } },
  },
  '/faulty': {
    get: {
      operationId: 'getFaulty',
      responses: fine({ 'application/json': { schema: thing, example: { id: 7, name: 'x' } } }),
    },
  },
  '/plain': { get: { operationId: 'getPlain', responses: fine({ 'text/plain': {} }) } },
};

const stored = { id: '1', name: 'one', secret: 's', size: { width: 1, height: 2 } };

function directBy(override: OverrideDocument): Direct {
  const [placed] = readActs(override);
  const act = placed?.act ?? 'pass';
  if (act === 'pass') throw new Error('it does nothing');
  const who = { by: 'override', id: 'x' } as const;
  return ({ operation }) => ({
    atOnce: undefined,
    expire: undefined,
    limit: () => undefined,
    match: () => undefined,
    instead: () =>
      toIntervention([{ act, who, draw: () => 0, giveBack: () => undefined }], operation),
    finish: (reply_) => reply_,
  });
}

function open(
  patch: JsonValue,
  headers: Readonly<Record<string, string>> = {},
  more: OverrideDocument = {},
): Promise<OpenRoad> {
  const direct = directBy({ reply: { patch, headers }, ...more });
  return openRoad({ paths, fixtures: { things: [stored] }, runtime: { directIn: () => direct } });
}

async function send(patch: JsonValue, line = 'GET /things/1', sent: Sent = {}): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  return (await open(patch)).send(method, path, sent);
}

describe('a patch', () => {
  const usual = { id: '1', name: 'one', size: { width: 1, height: 2 } };
  it.each<readonly [string, JsonValue, JsonObject]>([
    ['merges members', { name: 'x', more: 1 }, { ...usual, name: 'x', more: 1 }],
    ['merges what is inside', { size: { width: 5 } }, { ...usual, size: { width: 5, height: 2 } }],
    ['removes by null', { name: null, size: { height: null } }, { id: '1', size: { width: 1 } }],
    ['of nothing changes nothing', {}, usual],
    [
      'does operations in turn',
      [
        { op: 'test', path: '/name', value: 'one' },
        { op: 'move', from: '/name', path: '/title' },
        { op: 'replace', path: '/size/height', value: null },
      ],
      { id: '1', title: 'one', size: { width: 1, height: null } },
    ],
    ['can show no write-only member', { secret: 'x' }, usual],
  ])('%s', async (_, patch, body) => {
    const said = await send(patch);
    expect([said.status, said.json, said.verdict]).toEqual([200, body, 'served']);
    expect(said.headers['x-stuntdouble-forced']).toBe('override x: a patched body');
  });

  it('takes a list as a list', async () => {
    const said = await send([{ op: 'remove', path: '/0/name' }], 'GET /things');
    expect(said.json).toEqual([{ id: '1', size: { width: 1, height: 2 } }]);
    const removed = await send([{ op: 'remove', path: '/0' }], 'GET /things');
    expect([removed.status, removed.json]).toEqual([200, []]);
  });

  it('keeps the headers of the usual reply, and replaces those that it has', async () => {
    const usually = await (await open({})).send('GET', '/things/1');
    const said = await send({ name: 'x' });
    expect(usually.headers['etag']).toMatch(/^"/);
    // An update with it still succeeds: the record is what it was.
    expect(said.headers['etag']).toBe(usually.headers['etag']);
    const road = await open({ name: 'x' }, { etag: '"mine"', 'X-Other': 'y' });
    const { headers } = await road.send('GET', '/things/1');
    expect([headers['etag'], headers['x-other']]).toEqual(['"mine"', 'y']);
  });

  it.each<readonly [string, string, Sent, number]>([
    ['a refusal', 'GET /things/none', {}, 404],
    [
      'a failure that the request prefers',
      'GET /things/1',
      { headers: { prefer: 'code=503' } },
      503,
    ],
    ['a confirmation', 'GET /things/1', { headers: { 'if-none-match': '*' } }, 304],
    ['a success without a body', 'DELETE /things/1', {}, 204],
    [
      'a success without a body that the request prefers',
      'PUT /things/1',
      { headers: { prefer: 'code=204' }, body: { name: 'x' } },
      204,
    ],
  ])('leaves %s as it is', async (_, line, sent, status) => {
    const said = await send({ name: 'x' }, line, sent);
    expect([said.status, said.forced]).toEqual([status, undefined]);
    expect(said.headers).not.toHaveProperty('x-stuntdouble-forced');
  });

  it('changes no record, and what was asked for is done', async () => {
    const road = await open({ name: 'x' });
    const said = await road.send('PUT', '/things/1', { body: { name: 'two' } });
    expect([said.status, said.json]).toMatchObject([200, { name: 'x' }]);
    expect(road.world.show('things')).toMatchObject([{ name: 'two' }]);
  });

  it('is of a reply whose effect is lost, too', async () => {
    const road = await open({ name: 'x' }, {}, { fault: { effect: 'lost' } });
    const said = await road.send('PUT', '/things/1', { body: { name: 'two' } });
    expect([said.status, said.json]).toMatchObject([200, { name: 'x' }]);
    expect(said.forced?.what).toBe('a patched body, what was asked for is not done');
    expect(road.world.show('things')).toMatchObject([{ name: 'one' }]);
  });

  it('that breaks the contract is a 500 that names it, and nothing is done', async () => {
    const road = await open([{ op: 'remove', path: '/id' }]);
    const said = await road.send('PUT', '/things/1', { body: { name: 'two' } });
    expect([said.status, said.verdict]).toEqual([500, 'breach']);
    expect(said.text).toContain('putThing 200, body /id: is required, but missing');
    expect(said.text).toContain(
      'Mend the override \\"x\\", or the 200 response of PUT /things/{id}',
    );
    expect(said.forced).toMatchObject({ id: 'x' });
    expect(road.world.show('things')).toMatchObject([{ name: 'one' }]);
  });

  it.each<readonly [string, JsonValue, string]>([
    [
      'there is no such place',
      [{ op: 'remove', path: '/none' }],
      'there is no such place: \\"/none\\"',
    ],
    [
      'a test fails',
      [{ op: 'test', path: '/id', value: 2 }],
      '/0/value of the patch is not what stands',
    ],
  ])('that does not fit the reply is a 500: %s', async (_, patch, words) => {
    const said = await send(patch);
    expect([said.status, said.verdict]).toEqual([500, 'breach']);
    expect(said.text).toContain("getThing 200, body: can't be patched: /0/");
    expect(said.text).toContain(words);
    expect(said.text).toContain('The \\"patch\\" of the override \\"x\\" does not fit this reply');
  });

  it.each([
    ['GET /things/1', 'application/xml'],
    ['GET /things/1', 'text/plain'],
    ['GET /plain', '*/*'],
  ])('of another type than JSON is a 500 that says what to do: %s as %s', async (line, accept) => {
    const said = await send({ name: 'x' }, line, { headers: { accept } });
    expect([said.status, said.verdict]).toEqual([500, 'breach']);
    expect(said.text).toContain('is no JSON');
    expect(said.text).toContain('give it a \\"body\\" instead');
  });

  it('of an example that breaks the contract is marked as that is, once', async () => {
    const said = await send({ name: 'y' }, 'GET /faulty');
    expect([said.status, said.json, said.verdict]).toEqual([200, { id: 7, name: 'y' }, 'breach']);
    expect(said.headers['x-stuntdouble-breach']).toContain('body /id');
    const mended = await send({ id: 'z' }, 'GET /faulty');
    expect([mended.status, mended.verdict]).toEqual([200, 'served']);
    expect(mended.headers).not.toHaveProperty('x-stuntdouble-breach');
  });
});
