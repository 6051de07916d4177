import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { pathParameters } from '../../contract/contract-text.test-kit.ts';
import type { TargetAddress } from '../../contract/plan/plan.ts';
import type { StatefulScene } from '../stateful.test-kit.ts';
import { openStateful, plainCollection } from '../stateful.test-kit.ts';

const done = { responses: { '204': { description: 'Done.' } } };
const open = { type: 'object', additionalProperties: true };
const answer = { description: 'Fine.', content: { 'application/json': { schema: open } } };
const shown = { responses: { '200': answer } };
const body = { requestBody: { content: { 'application/json': { schema: open } } } };

const teams = plainCollection('teams');
const users = plainCollection('users');
const parents = [{ parameter: 'team', collection: 'teams', member: undefined, isOptional: false }];
const members = plainCollection('members', { kind: 'links', of: 'users', parents });
const settings = plainCollection('settings', { kind: 'singleton', key: undefined, parents });
const team: TargetAddress = { collection: teams, key: 0, parents: [] };
const ancestors = [team];
const spot = { steps: [], schema: undefined };

const link = { collection: members, key: 1, parents: [0], ancestors };
const single = { collection: settings, parents: [0], ancestors };

function setScene(): Promise<StatefulScene> {
  return openStateful({
    paths: {
      '/teams/{team}/members/{user}': {
        parameters: pathParameters('team', 'user'),
        get: { operationId: 'isMember', ...done },
        put: { operationId: 'join', ...done },
        delete: { operationId: 'leave', ...done },
      },
      '/teams/{team}/settings': {
        parameters: pathParameters('team'),
        get: { operationId: 'readSettings', ...shown },
        put: { operationId: 'putSettings', ...body, ...shown },
        patch: { operationId: 'mergeSettings', ...body, ...shown },
        post: { operationId: 'makeSettings', ...body, ...shown },
        delete: { operationId: 'dropSettings', ...done },
      },
      '/teams/{team}/archive': {
        parameters: pathParameters('team'),
        post: { operationId: 'archive', ...shown },
        put: { operationId: 'touch', ...shown },
      },
    },
    collections: [teams, users, members, settings],
    targets: {
      isMember: { role: 'read', ...link },
      join: { role: 'link', ...link },
      leave: { role: 'delete', ...link },
      readSettings: { role: 'read', ...single, shown: spot },
      putSettings: { role: 'replace', ...single, shown: spot, given: spot },
      mergeSettings: { role: 'merge', ...single, shown: spot, given: spot },
      makeSettings: { role: 'create', ...single, shown: spot, given: spot },
      dropSettings: { role: 'delete', ...single },
      archive: { role: 'action', ...team },
      touch: { role: 'action', ...team, shown: spot },
    },
    items: {
      teams: [{ key: 'red', parents: [], body: { id: 'red', size: 3 } }],
      users: [{ key: 'ann', parents: [], body: { id: 'ann' } }],
      members: [],
      settings: [],
    },
  });
}

const ann = { team: 'red', user: 'ann' };

describe('a link', () => {
  it('is there once it was made, and gone once it was taken away', async () => {
    const { send } = await setScene();
    expect(() => send('isMember', ann)).toThrow('There is no "ann" in members of teams "red".');
    await send('join', ann).commit?.();
    expect(send('isMember', ann).status).toBe(204);
    await send('leave', ann).commit?.();
    expect(() => send('isMember', ann)).toThrow('There is no "ann" in members');
    expect(() => send('leave', ann)).toThrow('There is no "ann" in members');
  });

  it('is made once', async () => {
    const { send, world } = await setScene();
    await send('join', ann).commit?.();
    expect(send('join', ann).commit).toBeUndefined();
    expect([...world.items('members')]).toHaveLength(1);
  });

  it.each<[JsonObject, string]>([
    [{ team: 'red', user: 'bob' }, 'There is no "bob" in users.'],
    [{ team: 'blue', user: 'ann' }, 'There is no "blue" in teams.'],
  ])('needs both ends: %j', async (path, detail) => {
    const { send } = await setScene();
    expect(() => send('join', path as Record<string, string>)).toThrow(detail);
  });
});

describe('what there is one of', () => {
  const red = { team: 'red' };

  it('is made by whatever puts it there', async () => {
    const { send } = await setScene();
    expect(() => send('readSettings', red)).toThrow('There is no settings of teams "red".');
    expect(() => send('mergeSettings', red, {})).toThrow('There is no settings of teams "red".');
    await send('putSettings', red, { colour: 'red' }).commit?.();
    expect(send('readSettings', red).item?.body).toEqual({ colour: 'red' });
    await send('mergeSettings', red, { size: 1 }).commit?.();
    expect(send('readSettings', red).item?.body).toEqual({ colour: 'red', size: 1 });
    await send('putSettings', red, { size: 2 }).commit?.();
    expect(send('readSettings', red).item?.body).toEqual({ size: 2 });
  });

  it('is made once', async () => {
    const { send } = await setScene();
    await send('makeSettings', red, { colour: 'red' }).commit?.();
    expect(() => send('makeSettings', red, {})).toThrow('already a record in settings');
    await send('dropSettings', red).commit?.();
    expect(() => send('readSettings', red)).toThrow('There is no settings');
    await send('makeSettings', red, {}).commit?.();
    expect(send('readSettings', red).item?.body).toEqual({});
  });
});

describe('an action', () => {
  it('needs its record, and writes nothing', async () => {
    const { send } = await setScene();
    expect(() => send('archive', { team: 'blue' })).toThrow('There is no "blue" in teams.');
    expect(send('archive', { team: 'red' })).toMatchObject({ status: 200, body: {} });
    expect(send('archive', { team: 'red' }).commit).toBeUndefined();
  });

  it('shows the record where its reply is one', async () => {
    const { send } = await setScene();
    expect(send('touch', { team: 'red' }).item?.body).toEqual({ id: 'red', size: 3 });
  });
});
