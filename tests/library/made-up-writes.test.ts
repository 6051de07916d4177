import { join } from 'node:path';

import { expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { JsonObject } from '../../src/base/json.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { clinic } from './clinic.ts';
import { askAt } from './open-bookshop.ts';

type Ask = ReturnType<typeof askAt>;

interface Scene {
  readonly mock: Mock;
  readonly ask: Ask;
  /** A made-up owner of whom made-up invoices speak. */
  readonly owner: JsonObject;
  readonly state: string;
}

async function openScene(options: MockOptions = {}): Promise<Scene & AsyncDisposable> {
  const mock = await createMock({ contract: join(await clinic(), 'openapi.json'), ...options });
  const ask = askAt((await mock.listen()).url);
  const [invoice] = await listOf(ask, '/invoices');
  const owner = await oneOf(ask, `/owners/${keyIn(invoice, 'owner_id')}`);
  const state = `/_mock/state/owners/${keyIn(owner)}`;
  return { mock, ask, owner, state, [Symbol.asyncDispose]: () => mock.close() };
}

async function listOf(ask: Ask, path: string): Promise<readonly JsonObject[]> {
  const { status, json } = await ask('GET', path);
  return status === 200 ? (json as readonly JsonObject[]) : [];
}

async function oneOf(ask: Ask, path: string): Promise<JsonObject> {
  return (await ask('GET', path)).json as JsonObject;
}

function keyIn(record: JsonObject | undefined, member = 'id'): number {
  return Number(record?.[member]);
}

interface Look {
  readonly owners: readonly unknown[];
  readonly records: readonly string[];
  readonly links: readonly unknown[];
  readonly invoices: readonly unknown[];
  readonly animals: readonly unknown[];
}

/** The owners in order, who the invoices speak of, and the animals of one owner. */
async function look({ ask, owner }: Scene): Promise<Look> {
  const id = Number(owner['id']);
  const keysIn = (records: readonly JsonObject[]): readonly unknown[] =>
    records.map((one) => one['id']);
  const found = Object((await ask('GET', '/_mock/collections/owners/records?limit=200')).json);
  return {
    owners: keysIn(await listOf(ask, '/owners')),
    records: found.records.map((one: JsonObject) => one['key']),
    links: (await listOf(ask, '/invoices')).map((one) => one['owner_id']),
    invoices: keysIn(await listOf(ask, `/invoices?owner_id=${id}`)),
    animals: keysIn(await listOf(ask, `/owners/${id}/animals`)),
  };
}

type Write = (scene: Scene) => Promise<unknown>;

async function exportOwners({ ask }: Scene): Promise<readonly JsonObject[]> {
  const found = Object((await ask('GET', '/_mock/collections/owners/records?limit=200')).json);
  return found.records.map((one: { record: JsonObject }) => one.record);
}

const city = { city: 'Leeds' };

it.each<[string, Write]>([
  [
    "the contract's PATCH",
    ({ ask, owner }) => ask('PATCH', `/owners/${keyIn(owner)}`, { body: city }),
  ],
  [
    'PUT of the record',
    ({ ask, owner, state }) => ask('PUT', state, { body: { ...owner, ...city } }),
  ],
  ['PATCH of the record', ({ ask, state }) => ask('PATCH', state, { body: city })],
  [
    'PATCH of the collection',
    ({ ask, owner }) => ask('PATCH', '/_mock/state/owners', { body: [{ ...owner, ...city }] }),
  ],
  [
    'PATCH of the collection with the key and one member',
    ({ ask, owner }) =>
      ask('PATCH', '/_mock/state/owners', { body: [{ id: owner['id'] ?? 0, ...city }] }),
  ],
  [
    'PATCH of the state',
    ({ ask, owner }) => ask('PATCH', '/_mock/state', { body: { owners: [{ ...owner, ...city }] } }),
  ],
  [
    'PUT of all records as they are listed',
    async (scene) => {
      const all = await exportOwners(scene);
      const body = all.map((one) => (one['id'] === scene.owner['id'] ? { ...one, ...city } : one));
      return scene.ask('PUT', '/_mock/state', { body: { owners: body } });
    },
  ],
  [
    'merge of the library',
    ({ mock, owner }) => mock.world('default').merge('owners', [{ ...owner, ...city }]),
  ],
])('%s stores a made-up record in its place, and moves no others', async (_, write) => {
  await using scene = await openScene();
  const before = await look(scene);
  await write(scene);
  expect(await oneOf(scene.ask, `/owners/${keyIn(scene.owner)}`)).toEqual({
    ...scene.owner,
    ...city,
  });
  expect(await look(scene)).toEqual(before);
  expect(before).toMatchObject({ invoices: [expect.any(Number)] });
  expect(before.animals).not.toEqual([]);
});

it.each<[string, Write]>([
  ['its DELETE, and PATCH of the state', deleteAndPutBack],
  [
    'its PUT, its DELETE and PATCH of the state',
    async (scene) => {
      await scene.ask('PUT', scene.state, { body: scene.owner });
      await deleteAndPutBack(scene);
    },
  ],
])('%s: a deletion that is undone leaves no trace', async (_, write) => {
  await using scene = await openScene();
  const before = await look(scene);
  await write(scene);
  expect(await look(scene)).toEqual(before);
});

it('a record that the contract deletes and a PUT puts back is what it was to others', async () => {
  await using scene = await openScene();
  const { animals: _, ...before } = await look(scene);
  await scene.ask('DELETE', `/owners/${keyIn(scene.owner)}`);
  await scene.ask('PUT', scene.state, { body: scene.owner });
  expect(await look(scene)).toMatchObject(before);
});

it('a record that a PUT of the collection left out, and that is put back, has the same records below it', async () => {
  await using scene = await openScene();
  const { ask, owner } = scene;
  const { animals } = await look(scene);
  const all = await exportOwners(scene);
  const others = all.filter((one) => one['id'] !== owner['id']);
  await ask('PUT', '/_mock/state/owners', { body: others });
  expect(await look(scene)).toMatchObject({ animals: [] });
  await ask('PATCH', '/_mock/state/owners', { body: [owner] });
  expect(await look(scene)).toMatchObject({ animals });
});

it('DELETE does to others what the DELETE of the contract does', async () => {
  await using one = await openScene();
  await using other = await openScene();
  const { animals: below } = await look(one);
  const removal = Object((await one.ask('GET', `${one.state}/removal`)).json);
  expect(removal.count).toBe(1 + below.length);
  expect(removal.records.slice(1).map((gone: Gone) => gone.record['id'])).toEqual(below);
  await one.ask('DELETE', one.state);
  await other.ask('DELETE', `/owners/${keyIn(other.owner)}`);
  expect(await look(one)).toEqual(await look(other));
  const [animal] = below;
  const path = `/animals/${Number(animal)}`;
  expect((await one.ask('GET', path)).status).toBe(404);
  expect((await other.ask('GET', path)).status).toBe(404);
});

it('PUT answers 200 for a made-up record that lists show, and 201 for a new or a deleted one', async () => {
  await using scene = await openScene();
  const { ask, owner, state } = scene;
  const put = async (body: JsonObject, path = state): Promise<number> =>
    (await ask('PUT', path, { body })).status;
  expect([await put(owner), await put(owner)]).toEqual([200, 200]);
  const other = { ...owner, id: 9000 };
  expect(await put(other, '/_mock/state/owners/9000')).toBe(201);
  await ask('DELETE', state);
  expect(await put(owner)).toBe(201);
});

it.each<[string, Write]>([
  [
    "the contract's POST",
    ({ ask }) => ask('POST', '/owners', { body: { name: 'Ada', city: 'Leeds' } }),
  ],
  [
    'PUT of a new record',
    ({ ask, owner }) => ask('PUT', '/_mock/state/owners/9000', { body: { ...owner, id: 9000 } }),
  ],
  [
    'PATCH of the collection',
    ({ ask, owner }) => ask('PATCH', '/_mock/state/owners', { body: [{ ...owner, id: 9000 }] }),
  ],
  [
    'added records',
    ({ mock, owner }) => mock.world('default').seed({ add: { owners: [{ ...owner, id: 9000 }] } }),
  ],
])(
  '%s: a new record stands behind all others, has none below it, and no other speaks of it',
  async (_, write) => {
    await using scene = await openScene();
    const { owners, records, ...before } = await look(scene);
    await write(scene);
    const after = await look(scene);
    const id = after.owners.at(-1);
    expect(after).toEqual({
      ...before,
      owners: [...owners, id],
      records: [...records, `${Number(id)}`],
    });
    expect(await listOf(scene.ask, `/owners/${Number(id)}/animals`)).toEqual([]);
  },
);

it('PATCH with another parent moves a made-up record', async () => {
  await using scene = await openScene();
  const { ask, owner } = scene;
  const [animal] = await listOf(ask, `/owners/${keyIn(owner)}/animals`);
  const id = animal?.['id'] ?? 0;
  const to = (await look(scene)).owners.find((one) => one !== owner['id']);
  const moved = await ask('PATCH', `/_mock/state/animals/${Number(id)}`, {
    body: { owner_id: to },
  });
  expect([moved.status, moved.json]).toEqual([200, { ...animal, owner_id: to }]);
  const { animals } = await look(scene);
  expect(animals).not.toContain(id);
  const there = await listOf(ask, `/owners/${Number(to)}/animals`);
  expect(there.filter((one) => one['id'] === id)).toHaveLength(1);
  expect(await oneOf(ask, `/animals/${Number(id)}`)).toMatchObject({ owner_id: to });
});

it('PUT stores a record that the server can not make up', async () => {
  await using scene = await openScene();
  const body = { id: 1, size: 3 };
  const put = await scene.ask('PUT', '/_mock/state/riddles/1?check=false', { body });
  expect([put.status, put.json]).toEqual([201, body]);
});

it('a made-up record that was replaced stays in its place over a restart', async () => {
  const data = await writeFolder();
  const before = await (async () => {
    await using scene = await openScene({ data });
    const seen = await look(scene);
    await scene.ask('PUT', scene.state, { body: { ...scene.owner, ...city } });
    return seen;
  })();
  await using again = await openScene({ data });
  expect(again.owner).toMatchObject(city);
  expect(await look(again)).toEqual(before);
});

/** As the console undoes a deletion. */
async function deleteAndPutBack({ ask, state }: Scene): Promise<void> {
  const removal = Object((await ask('GET', `${state}/removal`)).json) as {
    records: readonly Gone[];
  };
  await ask('DELETE', state);
  for (const { collection, record } of removal.records)
    await ask('PATCH', '/_mock/state?check=false', { body: { [collection]: [record] } });
}

interface Gone {
  readonly collection: string;
  readonly record: JsonObject;
}
