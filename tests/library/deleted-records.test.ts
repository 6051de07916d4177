import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import type { Ask } from './open-bookshop.ts';
import { askAt } from './open-bookshop.ts';

const ofJson = (schema: unknown) => ({ 'application/json': { schema } });

/** Tickets are counted, things have a uuid. */
const contract = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Deleting', version: '1' },
  paths: {
    ...pathsOf('things', { type: 'string', format: 'uuid' }),
    ...pathsOf('tickets', { type: 'integer' }),
  },
});

function pathsOf(name: string, id: object): object {
  const properties = { id: { ...id, readOnly: true }, name: { type: 'string' } };
  const record = { type: 'object', required: ['id'], properties };
  const shown = (status: string) => ({ [status]: { description: '', content: ofJson(record) } });
  return {
    [`/${name}`]: {
      post: { requestBody: { content: ofJson(record) }, responses: shown('201') },
    },
    [`/${name}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      get: { responses: shown('200') },
      delete: { responses: { 204: { description: '' } } },
    },
  };
}

interface Setup {
  readonly folder: string;
  readonly ask: Ask;
  readonly mock: Mock;
}

async function writeContract(): Promise<string> {
  return writeFolder({
    'openapi.json': contract,
    'given/things.json': '[]',
    'given/tickets.json': '[{"id": 5}]',
  });
}

async function open(folder: string, isComplete: boolean): Promise<Setup> {
  const mock = await createMock({
    contract: join(folder, 'openapi.json'),
    data: join(folder, 'data'),
    durability: 'flush',
    ...(isComplete ? { fixtures: join(folder, 'given') } : {}),
  });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  return { folder, mock, ask: askAt(url) };
}

async function makeAndDelete(ask: Ask, name: string): Promise<string> {
  const made = await ask('POST', `/${name}`, { body: { name: 'one' } });
  const { id } = made.json as { readonly id: string };
  const deleted = await ask('DELETE', `/${name}/${id}`);
  expect([made.status, deleted.status]).toEqual([201, 204]);
  return id;
}

function readState(folder: string): Promise<string> {
  return readFile(join(folder, 'data', 'db.json'), 'utf8');
}

it('records that come and go in a complete collection leave one number in db.json', async () => {
  const folder = await writeContract();
  const { ask, mock } = await open(folder, true);
  const ids = new Set<string>();
  const count = 100;
  for (let times = 0; times < count; times += 1) ids.add(await makeAndDelete(ask, 'things'));
  expect(ids.size).toBe(count);
  await mock.close();
  const state: unknown = JSON.parse(await readState(folder));
  expect(state).toEqual({
    stuntdouble: expect.anything(),
    planted: ['things', 'tickets'],
    collections: { things: [], tickets: [{ id: 5 }] },
    deletions: { things: { count, highest: 0 } },
  });
});

it.each([true, false])(
  'no number is given twice, complete or not (%s), also after a restart',
  async (isComplete) => {
    const folder = await writeContract();
    const first = await open(folder, isComplete);
    const one = Number(await makeAndDelete(first.ask, 'tickets'));
    const two = Number(await makeAndDelete(first.ask, 'tickets'));
    await first.mock.close();
    const second = await open(folder, isComplete);
    const three = Number(await makeAndDelete(second.ask, 'tickets'));
    expect([two, three]).toEqual([one + 1, one + 2]);
  },
);

it('a record that is deleted where records are made up stays gone until a reset', async () => {
  const folder = await writeContract();
  const status = async (ask: Ask, path: string): Promise<number> => (await ask('GET', path)).status;
  const first = await open(folder, false);
  expect(await status(first.ask, '/tickets/77')).toBe(200);
  first.mock.world('early');
  first.mock.world('default').save('before');
  await first.ask('DELETE', '/tickets/77');
  expect(await status(first.ask, '/tickets/77')).toBe(404);
  expect(await status(first.ask, '/~early/tickets/77')).toBe(200);
  await first.mock.world('default').restore('before');
  expect(await status(first.ask, '/tickets/77')).toBe(200);
  await first.ask('DELETE', '/tickets/77');
  await first.mock.close();
  const second = await open(folder, false);
  expect(await status(second.ask, '/tickets/77')).toBe(404);
  await second.mock.world('default').reset();
  expect(await status(second.ask, '/tickets/77')).toBe(200);
});

it('a collection that gets fixtures remembers no deletions any more', async () => {
  const folder = await writeContract();
  const first = await open(folder, false);
  await first.ask('DELETE', '/tickets/77');
  await first.ask('DELETE', '/things/1b4e28ba-2fa1-41d2-883f-0016d3cca427');
  await first.mock.close();
  expect(JSON.parse(await readState(folder))).toMatchObject({
    tombstones: [
      { collection: 'tickets', keys: ['77'] },
      { collection: 'things', keys: ['1b4e28ba-2fa1-41d2-883f-0016d3cca427'] },
    ],
  });
  const second = await open(folder, true);
  expect((await second.ask('GET', '/tickets/77')).status).toBe(404);
  expect(Number(await makeAndDelete(second.ask, 'tickets'))).toBe(78);
  await second.mock.close();
  expect(JSON.parse(await readState(folder))).not.toHaveProperty('tombstones');
});
