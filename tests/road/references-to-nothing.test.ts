import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf } from '../../src/base/json.ts';
import type { Answer, OpenRoad, RoadSetup } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, arrayOf, list, make, object, refTo, shown, text, whole } from './record-kinds.ts';
import { body, parameter } from './shop.ts';

const patchType = {
  'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
};
const uuid = { type: 'string', format: 'uuid' };

/** Lists, creates, reads and changes, with the refusals that each declares. */
function kind(name: string, record: string, key: JsonObject, refusals: JsonObject): JsonObject {
  const sent = { requestBody: body(refTo(record)) };
  const change = { ...sent, responses: { ...answer('200', refTo(record)), ...refusals } };
  return {
    [`/${name}`]: {
      get: {
        responses: answer('200', object({ results: { type: 'array', items: refTo(record) } })),
      },
      post: { ...sent, responses: { ...answer('201', refTo(record)), ...refusals } },
    },
    [`/${name}/{id}`]: {
      parameters: [parameter('id', key)],
      get: { responses: answer('200', refTo(record)) },
      put: change,
      patch: { ...change, requestBody: body(refTo(record), patchType) },
      delete: { responses: { '204': { description: 'Gone.' } } },
    },
  };
}

const schemas: JsonObject = {
  Band: object({ id: shown(whole), name: text }, ['id', 'name']),
  Stage: object({ id: shown(uuid), name: text }, ['id', 'name']),
  Cover: object({ id: shown(whole), name: text, band_id: whole, cover_band_id: whole }, [
    'id',
    'name',
  ]),
  Lesson: object({ id: shown(whole), teacher: text }, ['id', 'teacher']),
  Genre: object({ slug: text, name: text }, ['slug', 'name']),
  Badge: object({ id: shown(whole), text }, ['id', 'text']),
  Concert: object(
    {
      id: shown(whole),
      title: text,
      band: { type: ['integer', 'null'] },
      band_id: { type: ['integer', 'string', 'null'] },
      stage: uuid,
      stage_id: text,
      genre_slug: text,
      genre: text,
      badge: text,
      badge_ids: { type: 'array', items: whole },
      concert_id: whole,
    },
    ['id', 'title'],
  ),
};

const allBands = kind('bands', 'Band', whole, {});
const others = kind('school/bands', 'Lesson', whole, {});
const concerts = (statuses: readonly string[]): JsonObject =>
  kind('concerts', 'Concert', whole, responsesFor(statuses));

function responsesFor(statuses: readonly string[]): JsonObject {
  return Object.fromEntries(statuses.map((status) => [status, { description: 'Refused.' }]));
}

function open(statuses: readonly string[], more: Partial<RoadSetup> = {}): Promise<OpenRoad> {
  const refusals = responsesFor(statuses);
  return openRoad({
    paths: {
      ...allBands,
      ...kind('stages', 'Stage', uuid, refusals),
      ...kind('badges', 'Badge', whole, refusals),
      ...concerts(statuses),
      '/genres': {
        get: { responses: arrayOf(refTo('Genre')) },
        post: { requestBody: body(refTo('Genre')), responses: answer('201', refTo('Genre')) },
      },
      '/genres/{slug}': {
        parameters: [parameter('slug')],
        get: { responses: answer('200', refTo('Genre')) },
      },
    },
    components: { schemas },
    ...more,
  });
}

/** A world that knows its bands, stages and badges, since it made the key of one of each. */
async function openKnown(statuses: readonly string[] = ['422']): Promise<OpenRoad> {
  const road = await open(statuses);
  await make(road, '/bands', { name: 'The Dunes' });
  await make(road, '/stages', { name: 'Barn' });
  await make(road, '/badges', { text: 'sold out' });
  return road;
}

const send = (road: OpenRoad, sent: JsonObject): Promise<Answer> =>
  road.send('POST', '/concerts', { body: { title: 'Night', ...sent } });

const absent = '00000000-aaaa-4bbb-8ccc-123456789abc';

describe('a body that names a record which is not there', () => {
  it.each([
    ['band', 99_999_999, '/band'],
    ['band_id', 99_999_999, '/band_id'],
    ['band_id', '99999999', '/band_id'],
    ['stage', absent, '/stage'],
    ['stage_id', absent, '/stage_id'],
  ] as const)('is refused: %s %j', async (name, value, pointer) => {
    const { status, headers } = await send(await openKnown(), { [name]: value });
    expect(status).toBe(422);
    expect(headers['x-stuntdouble-reason']).toContain(`body ${pointer}: names no record of `);
  });

  it('is refused for one of a list, and says which, why, and what to do', async () => {
    const road = await openKnown(['422']);
    const { id = 0 } = await make(road, '/badges', { text: 'new' });
    const { status, headers } = await send(road, { badge_ids: [id, 99_999_999] });
    expect(status).toBe(422);
    expect(headers['x-stuntdouble-reason']).toMatch(
      /^body \/badge_ids\/1: names no record of badges: there is no "99999999"\. Since the server made the first key of badges \(.*\), unknown keys have no record: --unknown-keys improvise makes them up\.$/,
    );
    expect((await list(road, '/concerts')).every(({ title }) => title !== 'Night')).toBe(true);
  });

  it.each([
    [['404', '422', '400'], 422],
    [['409', '404', '400'], 400],
    [['409', '404'], 404],
    [['409'], 409],
    [['4XX'], 400],
  ] as const)(
    'is refused with what the contract declares: %j with %i',
    async (declared, wanted) => {
      const { status } = await send(await openKnown(declared), { band_id: 99_999_999 });
      expect(status).toBe(wanted);
    },
  );

  it.each([[[]], [['401', '403']], [['default']]])(
    'is taken where the contract declares no such refusal: %j',
    async (statuses) => {
      const { status } = await send(await openKnown(statuses), { band_id: 99_999_999 });
      expect(status).toBe(201);
    },
  );

  it.each(['PUT', 'PATCH'])(
    'is refused in a %s, but for what the record says already',
    async (method) => {
      const road = await open(['400']);
      const { id = 0 } = await make(road, '/concerts', {
        title: 'Night',
        band_id: 77_777_777,
        badge_ids: [88],
      });
      await make(road, '/bands', { name: 'The Dunes' });
      await make(road, '/badges', { text: 'new' });
      const change = async (sent: JsonObject): Promise<number> =>
        (await road.send(method, `/concerts/${textOf(id)}`, { body: { title: 'Day', ...sent } }))
          .status;
      expect(await change({ band_id: 77_777_777, badge_ids: [88] })).toBe(200);
      expect(await change({ band_id: 99_999_999 })).toBe(400);
      expect(await change({ badge_ids: [88, 99] })).toBe(400);
      expect(await change({})).toBe(200);
    },
  );

  it('is refused in a JSON Patch', async () => {
    const road = await openKnown(['400']);
    const { id = 0 } = await make(road, '/concerts', { title: 'Night' });
    const patch = (value: number): Promise<Answer> =>
      road.send('PATCH', `/concerts/${textOf(id)}`, {
        headers: { 'content-type': 'application/json-patch+json' },
        body: JSON.stringify([{ op: 'add', path: '/band_id', value }]),
      });
    expect((await patch(99_999_999)).status).toBe(400);
    expect((await patch(1)).status).toBe(200);
  });

  it('is refused where the record was deleted', async () => {
    const road = await openKnown();
    const { id = 0 } = await make(road, '/bands', { name: 'The Hills' });
    expect((await send(road, { band_id: id })).status).toBe(201);
    await road.send('DELETE', `/bands/${textOf(id)}`);
    expect((await send(road, { band_id: id })).status).toBe(422);
  });

  it('is refused where fixtures say which records there are', async () => {
    const road = await open(['400'], { fixtures: { bands: [{ id: 7, name: 'The Dunes' }] } });
    expect((await send(road, { band_id: 7 })).status).toBe(201);
    const { status, headers } = await send(road, { band_id: 1 });
    expect(status).toBe(400);
    expect(headers['x-stuntdouble-reason']).toContain('The collection is complete');
  });

  it('is refused from the start with --unknown-keys refuse, and never with improvise', async () => {
    const refusing = await open(['400'], { runtime: { unknownKeys: 'refuse' } });
    expect((await send(refusing, { band_id: 99_999_999 })).status).toBe(400);
    const improvising = await open(['400'], { runtime: { unknownKeys: 'improvise' } });
    await make(improvising, '/bands', { name: 'The Dunes' });
    expect((await send(improvising, { band_id: 99_999_999 })).status).toBe(201);
  });
});

describe('a body is taken', () => {
  it('that names a record before the server knows which there are', async () => {
    expect((await send(await open(['422']), { band_id: 99_999_999 })).status).toBe(201);
  });

  it('that names a record which was made, or which a list shows', async () => {
    const road = await openKnown();
    const bands = await list(road, '/bands');
    expect(bands.length).toBeGreaterThan(1);
    for (const { id = 0 } of bands)
      expect((await send(road, { band: id, band_id: id })).status).toBe(201);
    const stages = await list(road, '/stages');
    for (const { id = '' } of stages)
      expect((await send(road, { stage: id, stage_id: id })).status).toBe(201);
  });

  it.each([
    ['nothing', { band: null, badge_ids: [] }],
    ['zero', { band: 0, badge_ids: [0] }],
    ['an empty text', { stage_id: '' }],
    ['no key of the service', { stage_id: 'the barn', band_id: 'The Dunes' }],
    ['a word, where the name alone would mean a record', { badge: '99999999' }],
    ['keys that clients choose', { genre: 'skiffle', genre_slug: 'skiffle' }],
  ] as const)('that says %s', async (_, sent) => {
    expect((await send(await openKnown(), { ...sent })).status).toBe(201);
  });

  it('where a member may name records of several collections', async () => {
    const road = await open(['422'], { paths: { ...allBands, ...concerts(['422']), ...others } });
    await make(road, '/bands', { name: 'The Dunes' });
    await make(road, '/school/bands', { teacher: 'Ms Reed' });
    expect((await send(road, { band_id: 99_999_999 })).status).toBe(201);
  });

  it('with a number that the record has of its own', async () => {
    const paths = { ...allBands, ...kind('cover-bands', 'Cover', whole, responsesFor(['422'])) };
    const road = await open([], { paths });
    await make(road, '/bands', { name: 'The Dunes' });
    await make(road, '/cover-bands', { name: 'The Dune', band_id: 99_999_999 });
    expect(
      await make(road, '/cover-bands', { name: 'Dune', cover_band_id: 88_888_888 }),
    ).toMatchObject({
      cover_band_id: 88_888_888,
    });
  });

  it('which a made-up record showed', async () => {
    const road = await openKnown();
    for (const concert of await list(road, '/concerts')) {
      const { id = 0, ...sent } = concert;
      const { status, headers } = await road.send('PUT', `/concerts/${textOf(id)}`, { body: sent });
      expect(status, headers['x-stuntdouble-reason']).toBe(200);
    }
  });
});
