import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { Mock } from '../../src/index.ts';
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

async function openScene(): Promise<Scene & AsyncDisposable> {
  const mock = await createMock({ contract: join(await clinic(), 'openapi.json') });
  const ask = askAt((await mock.listen()).url);
  const [invoice] = await listOf(ask, '/invoices');
  const owner = await oneOf(ask, `/owners/${String(invoice?.['owner_id'])}`);
  const state = `/_mock/state/owners/${String(owner['id'])}`;
  return { mock, ask, owner, state, [Symbol.asyncDispose]: () => mock.close() };
}

async function listOf(ask: Ask, path: string): Promise<readonly JsonObject[]> {
  const { status, json } = await ask('GET', path);
  return status === 200 ? (json as readonly JsonObject[]) : [];
}

async function oneOf(ask: Ask, path: string): Promise<JsonObject> {
  return (await ask('GET', path)).json as JsonObject;
}

/** The owners in order, who the invoices speak of, and the animals of one owner. */
async function look({ ask, owner }: Scene): Promise<object> {
  const id = Number(owner['id']);
  const keysIn = (records: readonly JsonObject[]): unknown => records.map((one) => one['id']);
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
    ({ ask, owner }) => ask('PATCH', `/owners/${String(owner['id'])}`, { body: city }),
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
  expect(await oneOf(scene.ask, `/owners/${String(scene.owner['id'])}`)).toEqual({
    ...scene.owner,
    ...city,
  });
  expect(await look(scene)).toEqual(before);
  expect(before).toMatchObject({ invoices: [expect.any(Number)] });
  expect(Object(before).animals).not.toEqual([]);
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
  [
    "the contract's DELETE and PUT",
    async ({ ask, owner, state }) => {
      await ask('DELETE', `/owners/${String(owner['id'])}`);
      await ask('PUT', state, { body: owner });
    },
  ],
  [
    'PUT of a list without it, and PATCH of the collection',
    async (scene) => {
      const all = await exportOwners(scene);
      const others = all.filter((one) => one['id'] !== scene.owner['id']);
      await scene.ask('PUT', '/_mock/state/owners', { body: others });
      await scene.ask('PATCH', '/_mock/state/owners', { body: [scene.owner] });
    },
  ],
])('%s: a record that was deleted and put back is what it was to others', async (_, write) => {
  await using scene = await openScene();
  const { links, invoices } = await look(scene);
  await write(scene);
  expect(await look(scene)).toMatchObject({ links, invoices });
});

/** As the console undoes a deletion. */
async function deleteAndPutBack({ ask, state }: Scene): Promise<void> {
  const removal = Object((await ask('GET', `${state}/removal`)).json) as Removal;
  await ask('DELETE', state);
  for (const { collection, record } of removal.records)
    await ask('PATCH', '/_mock/state?check=false', { body: { [collection]: [record] } });
}

interface Removal {
  readonly records: readonly { readonly collection: string; readonly record: JsonObject }[];
}
