import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const many = (items: JsonObject): JsonObject => ({ type: 'array', items });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const answer = (schema?: JsonObject): JsonObject => ({
  '200': { description: 'Fine.', ...(schema && body(schema)) },
});

interface Place {
  readonly sent: JsonObject;
  readonly reply?: JsonObject;
  readonly segment?: string;
  readonly told?: JsonObject;
  readonly key?: JsonObject;
}

/** People, teams, and the people of a team, which requests change many at a time. */
function open({
  sent,
  reply,
  segment = 'members',
  told = {},
  key = whole,
}: Place): Promise<OpenRoad> {
  const Person = { ...object({ id: key, name: text }), required: ['id', 'name'] };
  const Team = {
    ...object({ id: whole, title: text, members: many(ref('Person')) }),
    required: ['id'],
  };
  const change = (method: string): JsonObject => ({
    requestBody: body(sent),
    responses: answer(reply),
    ...(typeof told[method] === 'string' ? { summary: told[method] } : {}),
  });
  const made = (schema: JsonObject): JsonObject => ({
    requestBody: body(object({ name: text, title: text })),
    responses: answer(schema),
  });
  return openRoad({
    paths: {
      '/people': { get: { responses: answer(many(ref('Person'))) }, post: made(ref('Person')) },
      '/people/{id}': {
        parameters: [parameter('id', key)],
        get: { responses: answer(ref('Person')) },
        delete: { responses: answer() },
      },
      '/teams': { post: made(ref('Team')) },
      '/teams/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer(ref('Team')) },
      },
      [`/teams/{id}/${segment}`]: {
        parameters: [parameter('id', whole)],
        get: { responses: answer(many(ref('Person'))) },
        post: change('post'),
        put: change('put'),
        patch: change('patch'),
        delete: change('delete'),
      },
    },
    components: { schemas: { Person, Team } },
  });
}

interface Teams {
  readonly ids: readonly JsonValue[];
  readonly team: string;
  /** What a request with this list answers, and then whose names are listed. */
  readonly send: (
    method: string,
    sent: JsonValue,
  ) => Promise<readonly [JsonValue | undefined, string]>;
}

async function begin(road: OpenRoad, segment = 'members'): Promise<Teams> {
  const ids: JsonValue[] = [];
  for (const name of ['Ann', 'Bob', 'Cyd']) {
    const { json } = await road.send('POST', '/people', { body: { name } });
    ids.push(valueAt(json ?? null, '/id') ?? null);
  }
  const { json } = await road.send('POST', '/teams', { body: { title: 'T' } });
  const team = `/teams/${textOf(valueAt(json ?? null, '/id'))}`;
  return {
    ids,
    team,
    async send(method, sent) {
      const reply = await road.send(method, `${team}/${segment}`, { body: sent });
      expect(reply.status, reply.text).toBe(200);
      const list = await road.send('GET', `${team}/${segment}`);
      return [reply.json, namesIn(list.json)];
    },
  };
}

function namesIn(list: JsonValue | undefined): string {
  const all = Array.isArray(list) ? list : [];
  return all.map((one) => textOf(valueAt(one, '/name'))).join(' ');
}

describe('a body with a list of keys changes many links at once', () => {
  it.each<[string, JsonObject, (ids: readonly JsonValue[]) => JsonValue, string]>([
    [
      'of the place',
      object({ member_ids: many(whole) }),
      (member_ids) => ({ member_ids }),
      'members',
    ],
    ['of the place', object({ members: many(whole) }), (members) => ({ members }), 'members'],
    [
      'of another name',
      object({ userIds: many(whole) }),
      (userIds) => ({ userIds }),
      'team_members',
    ],
    ['alone', object({ ids: many(whole) }), (ids) => ({ ids }), 'members'],
    ['that is the body', many(whole), (ids) => [...ids], 'members'],
  ])('%s: %o', async (_, sent, write, segment) => {
    const road = await open({ sent, segment, reply: many(ref('Person')) });
    const { ids, send } = await begin(road, segment);
    const [ann = null, bob = null, cyd = null] = ids;
    const [added, afterAdding] = await send('POST', write([ann, bob]));
    expect([namesIn(added), afterAdding]).toEqual(['Ann Bob', 'Ann Bob']);
    expect((await send('POST', write([bob, cyd])))[1]).toBe('Ann Bob Cyd');
    expect((await send('DELETE', write([ann])))[1]).toBe('Bob Cyd');
    const [replaced, afterReplacing] = await send('PUT', write([ann, cyd]));
    expect([namesIn(replaced), afterReplacing]).toEqual(['Cyd Ann', 'Cyd Ann']);
    expect((await send('PATCH', write([])))[1]).toBe('');
    expect((await road.send('GET', `/people/${textOf(ann)}`)).status).toBe(200);
  });

  it('shows them in the record above, and no longer after a person is deleted', async () => {
    const road = await open({ sent: object({ member_ids: many(whole) }) });
    const { ids, team, send } = await begin(road);
    await send('POST', { member_ids: ids.slice(0, 2) });
    const shown = async (): Promise<string> =>
      namesIn(valueAt((await road.send('GET', team)).json ?? null, '/members'));
    expect(await shown()).toBe('Ann Bob');
    await road.send('DELETE', `/people/${textOf(ids[0])}`);
    expect(await shown()).toBe('Bob');
  });

  it('passes over keys that no record has', async () => {
    const road = await open({ sent: object({ member_ids: many(whole) }) });
    const { ids, send } = await begin(road);
    expect((await send('POST', { member_ids: [99_999, ...ids.slice(0, 1)] }))[1]).toBe('Ann');
  });

  it('takes texts for names where keys are numbers', async () => {
    const road = await open({ sent: object({ members: many({}) }) });
    const { ids, send } = await begin(road);
    expect((await send('POST', { members: [ids[0] ?? null, 'Cyd', 'Nobody'] }))[1]).toBe('Ann Cyd');
  });

  it('does what its text says where that is not what its method says', async () => {
    const sent = object({ member_ids: many(whole) });
    const told = { post: 'Replaces the members', put: 'Add members' };
    const { ids, send } = await begin(await open({ sent, told }));
    await send('PUT', { member_ids: ids.slice(0, 1) });
    expect((await send('PUT', { member_ids: ids.slice(1, 2) }))[1]).toBe('Ann Bob');
    expect((await send('POST', { member_ids: ids.slice(2) }))[1]).toBe('Cyd');
  });

  it('removes all where a DELETE without a list says so', async () => {
    const road = await open({ sent: object({ at: text }), told: { delete: 'Remove all members' } });
    const members = '/teams/1/members';
    expect(namesIn((await road.send('GET', members)).json)).not.toBe('');
    expect((await road.send('DELETE', members, { body: {} })).status).toBe(200);
    expect(namesIn((await road.send('GET', members)).json)).toBe('');
  });
});

describe('a body with a list links nothing', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['of other texts', object({ tags: many(text) }), { tags: ['1', '2', '3'] }],
    [
      'beside another list',
      object({ member_ids: many(whole), leads: many(whole) }),
      { leads: [1] },
    ],
    ['of objects', object({ members: many(object({ role: text })) }), { members: [{ role: 'a' }] }],
  ])('%s', async (_, sent, value) => {
    const road = await open({ sent });
    const { team, send } = await begin(road);
    const before = await road.send('GET', `${team}/members`);
    expect((await send('POST', value))[1]).toBe(namesIn(before.json));
  });
});
