import { describe, expect, it, vi } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { Direct, ForcedAnswer, Intervention } from '../../src/pipeline/intervention.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const thing = { type: 'object', required: ['id'], properties: { id: text, name: text } };
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

const paths: JsonObject = {
  '/things': {
    post: {
      operationId: 'createThing',
      requestBody: { content: json(thing) },
      responses: {
        201: { description: '', content: json(thing) },
        '5XX': { description: '', content: { 'text/plain': { schema: text } } },
      },
    },
  },
  '/things/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: {
      operationId: 'getThing',
      responses: {
        200: {
          description: '',
          headers: { ETag: { required: true, schema: text } },
          content: { ...json(thing), 'text/plain': { schema: text } },
        },
        503: { description: '', content: json({ type: 'object', required: ['code'] }) },
      },
    },
  },
};

const who = { by: 'override', id: 'x', what: 'it' } as const;

const usual: ForcedAnswer = {
  status: undefined,
  example: undefined,
  body: undefined,
  headers: {},
  isBreach: false,
};

interface Wish {
  readonly answer?: Partial<ForcedAnswer>;
  readonly hasEffect?: boolean;
  readonly delivery?: Intervention['delivery'];
  readonly isAtOnce?: boolean;
}

function directBy(
  { answer, hasEffect = false, delivery, isAtOnce = false }: Wish,
  giveBack: () => void = () => undefined,
): Direct {
  const intervention: Intervention = {
    by: who,
    answer: answer && { ...usual, ...answer },
    hasEffect,
    delivery,
    giveBack,
  };
  return () => ({
    atOnce: isAtOnce ? intervention : undefined,
    expire: undefined,
    limit: () => undefined,
    match: () => undefined,
    instead: () => intervention,
    finish: (reply) => reply,
  });
}

function open(wish: Wish, giveBack?: () => void): Promise<OpenRoad> {
  const fixtures = { things: [{ id: '1', name: 'one' }] };
  return openRoad({ paths, fixtures, runtime: { directIn: () => directBy(wish, giveBack) } });
}

async function send(wish: Wish, line = 'GET /things/1', accept = '*/*'): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const road = await open(wish);
  const body = method === 'POST' ? { id: '2' } : undefined;
  return road.send(method, path, { headers: { accept }, ...(body ? { body } : {}) });
}

describe('an answer that is forced', () => {
  it('has the status, the media type and the headers that are declared', async () => {
    const { status, headers, json: body } = await send({ answer: { body: { id: '9' } } });
    expect([status, body]).toEqual([200, { id: '9' }]);
    expect(headers).toMatchObject({ etag: expect.any(String), 'content-type': 'application/json' });
    expect(headers['x-stuntdouble-forced']).toBe('override x: it');
  });

  it('is of the type that is accepted', async () => {
    const said = await send({ answer: { body: 'plain' } }, 'GET /things/1', 'text/plain');
    expect([said.headers['content-type'], said.text]).toEqual([
      'text/plain; charset=utf-8',
      'plain',
    ]);
  });

  it('is of a type that takes it, where several are accepted', async () => {
    const said = await send({ answer: { body: 'plain' } });
    expect([said.status, said.text]).toEqual([200, 'plain']);
    const other = await send({ answer: { body: 'plain' } }, 'GET /things/1', 'application/json');
    expect([other.status, other.verdict]).toEqual([500, 'breach']);
  });

  it('comes as it is where a failure is not of the type that is accepted', async () => {
    for (const isAtOnce of [false, true]) {
      const answer = { status: 503, body: { code: 1 } };
      const said = await send({ answer, isAtOnce }, 'GET /things/1', 'text/plain');
      expect([said.status, said.json]).toEqual([503, { code: 1 }]);
    }
  });

  it('has its own headers in the place of those that are made up, however they are written', async () => {
    const { headers } = await send({ answer: { headers: { etag: '"mine"' } } });
    expect(headers['etag']).toBe('"mine"');
  });

  it('that breaks the contract is a 500, which names it', async () => {
    const said = await send({ answer: { status: 503, body: {} } });
    expect([said.status, said.verdict]).toEqual([500, 'breach']);
    expect(said.text).toContain('getThing 503, body /code');
    expect(said.text).toContain('Mend the override \\"x\\", or the 503 response');
    expect([said.forced, said.headers['x-stuntdouble-forced']]).toEqual([who, 'override x: it']);
  });

  it('of a status that is no longer declared says so', async () => {
    const said = await send({ answer: { status: 418 } });
    expect([said.status, said.json]).toMatchObject([
      404,
      { type: 'urn:problem-type:no-such-response' },
    ]);
    expect(said.forced).toEqual(who);
  });

  it('that is meant to break the contract is sent as it is, and is no breach', async () => {
    const answer = { status: 418, body: 'tea', headers: { 'X-A': 'b' }, isBreach: true };
    for (const isAtOnce of [false, true]) {
      const said = await send({ answer, isAtOnce }, 'GET /things/1', 'application/xml, */*;q=0.1');
      expect([said.status, said.text, said.verdict]).toEqual([418, 'tea', 'served']);
      expect(said.headers).toMatchObject({ 'x-a': 'b' });
    }
  });

  it('comes at once without a look at the request', async () => {
    const road = await open({ answer: { status: 500 }, isAtOnce: true });
    const said = await road.send('POST', '/things', { body: 'no JSON' });
    expect([said.status, said.wasBodyRead]).toEqual([500, false]);
  });
});

describe('what was asked for', () => {
  it.each<[string, Wish, number, number]>([
    ['is not done where there is another answer', { answer: { status: 500 } }, 500, 0],
    ['is done where it is kept', { answer: { status: 500 }, hasEffect: true }, 500, 1],
    ['is not done where it is lost', {}, 201, 0],
    ['is done where only the way is another', { hasEffect: true }, 201, 1],
    [
      'is not done where the answer is a breach',
      { answer: { status: 201, body: {} }, hasEffect: true },
      500,
      0,
    ],
  ])('%s', async (_, wish, status, made) => {
    const road = await open(wish);
    const said = await road.send('POST', '/things', { body: { id: '2' } });
    expect(said.status).toBe(status);
    expect(road.world.show('things')).toHaveLength(1 + made);
  });

  it.each<[string, Wish]>([
    ['lost', {}],
    ['kept', { answer: { status: 500 }, hasEffect: true }],
  ])(
    'is refused where the state refuses it, and nothing has happened to be %s',
    async (_, wish) => {
      const giveBack = vi.fn<() => void>();
      const road = await open(wish, giveBack);
      const said = await road.send('GET', '/things/none');
      expect([said.status, said.forced]).toEqual([404, undefined]);
      expect(said.headers).not.toHaveProperty('x-stuntdouble-forced');
      expect(giveBack).toHaveBeenCalledOnce();
      await road.send('GET', '/things/1');
      expect(giveBack).toHaveBeenCalledOnce();
    },
  );

  it('is refused where the state refuses it, as late as it was to be', async () => {
    const by = { by: 'override', id: 'x', what: 'late' } as const;
    const delivery = { by, delay: 5, bytesPerSecond: undefined, end: { kind: 'whole' } } as const;
    const wish = { answer: { status: 500 }, hasEffect: true, delivery };
    const giveBack = vi.fn<() => void>();
    const road = await open(wish, giveBack);
    const said = await road.send('GET', '/things/none');
    expect(said.status).toBe(404);
    expect(said.headers['x-stuntdouble-forced']).toBe('override x: late');
    // It gives back what had no part in the delivery.
    expect(giveBack).toHaveBeenCalledOnce();
  });
});
