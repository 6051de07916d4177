import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import {
  answer,
  change,
  list,
  make,
  object,
  pathsFor,
  read,
  refTo,
  shown,
  text,
  whole,
} from './record-kinds.ts';
import { body } from './shop.ts';

const person = (required: readonly string[]): JsonObject =>
  object({ id: shown(whole), username: text, email: text, password: text, bio: text }, required);

/** Members of a club, who log in, and the visits that show them. */
function open(required: readonly string[] = ['id', 'username']): Promise<OpenRoad> {
  const member = refTo('Member');
  const visit = object({ id: shown(whole), member_id: whole, member: shown(member) }, ['id']);
  return openRoad({
    paths: {
      ...pathsFor({
        members: { record: member, sent: member, queries: ['password', 'search', 'sort'] },
        visits: { record: visit, sent: visit },
      }),
      '/login': {
        post: {
          security: [],
          requestBody: body(object({ username: text, password: text }, ['username', 'password'])),
          responses: { ...answer('200', object({ token: text }, ['token'])), ...answer('401', {}) },
        },
      },
    },
    components: { schemas: { Member: person(required) } },
  });
}

const ann = { username: 'ann', password: 'battery-staple', bio: 'Rows.' };

describe('a password that was sent', () => {
  it('comes back in no reply, and is good for a log-in', async () => {
    const road = await open();
    const { id, ...made } = await make(road, '/members', ann);
    const path = `/members/${textOf(id)}`;
    expect(made).toEqual({ username: 'ann', bio: 'Rows.' });
    expect(await read(road, path)).toEqual({ id, ...made });
    const sent = { username: 'ann', bio: 'Rests.', password: 'new-one' };
    expect(await change(road, path, sent)).toEqual({ id, username: 'ann', bio: 'Rests.' });
    expect((await list(road, '/members')).every((one) => !Object.hasOwn(one, 'password'))).toBe(
      true,
    );
    const visit = await make(road, '/visits', { member_id: id ?? 0 });
    expect(JSON.stringify(visit)).toContain('Rests.');
    expect(JSON.stringify(visit)).not.toMatch(/password|new-one/);
    const enter = async (password: string): Promise<number> =>
      (await road.send('POST', '/login', { body: { username: 'ann', password } })).status;
    expect([await enter('battery-staple'), await enter('new-one')]).toEqual([401, 200]);
  });

  it('is found by no filter and no search', async () => {
    const road = await open();
    await make(road, '/members', ann);
    expect(await list(road, '/members', `search=${ann.bio}`)).toHaveLength(1);
    expect(await list(road, '/members', `search=${ann.password}`)).toEqual([]);
    expect(await list(road, '/members', `password=${ann.password}`)).toEqual([]);
  });

  it('is shown where the contract requires it', async () => {
    const road = await open(['id', 'username', 'password']);
    expect(await make(road, '/members', ann)).toMatchObject(ann);
  });
});

describe('a made-up record', () => {
  it('shows no password', async () => {
    const road = await open();
    const members = await list(road, '/members');
    expect(members.length).toBeGreaterThan(1);
    expect(JSON.stringify(members)).not.toContain('password');
    expect(JSON.stringify(await read(road, '/visits/1'))).not.toContain('password');
  });
});
