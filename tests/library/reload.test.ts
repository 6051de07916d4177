import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Notice } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { patience } from '../patience.ts';

const root = join(import.meta.dirname, '..', '..');
const assetId = 'd90e6b14-52c8-4f7a-b3a1-60c7e5f2a984';
let folder: string;
let notices: Notice[];

beforeEach(async () => {
  notices = [];
  folder = await mkdtemp(join(tmpdir(), 'stuntdouble-reload-'));
  for (const name of ['openapi.yaml', 'fixtures']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function openWatched(fixtures = join(folder, 'fixtures')): ReturnType<typeof createMock> {
  return createMock({
    contract: join(folder, 'openapi.yaml'),
    fixtures,
    data: join(folder, 'data'),
    watch: true,
    onNotice: (notice) => notices.push(notice),
  });
}

function loads(): number {
  return notices.filter(({ message }) => message.startsWith('loaded again')).length;
}

it('a change that is under way while the contract is loaded again is not lost in silence', async () => {
  await using mock = await openWatched();
  const { port } = await mock.listen();
  const body = '{"is_uploaded":true}';
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString()));
  socket.write(
    `PATCH /api/v1/workspaces/northwind/assets/${assetId}/ HTTP/1.1\r\nHost: x\r\n` +
      `X-API-Key: key-all-scopes\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.slice(0, 5));
  const contract = join(folder, 'openapi.yaml');
  await writeFile(contract, `${await readFile(contract, 'utf8')}# edited\n`);
  await vi.waitFor(() => expect(loads()).toBe(1), patience);
  socket.write(body.slice(5));
  await vi.waitFor(() => expect(heard).toMatch(/^HTTP\/1\.1 503 [^]*loaded-again/), patience);
  socket.destroy();
  expect(mock.records('assets')[0]).toMatchObject({ id: assetId, is_uploaded: false });
});

it('private worlds and snapshots go with the contract that they were made for, and it is said', async () => {
  await using mock = await openWatched();
  const world = mock.world('a');
  world.save('s');
  const contract = join(folder, 'openapi.yaml');
  await writeFile(contract, `${await readFile(contract, 'utf8')}# edited\n`);
  await vi.waitFor(() => expect(loads()).toBe(1), patience);
  expect(notices.map(({ message }) => message).join()).toContain(
    'the state was kept; dropped: private worlds (1), snapshots (1)',
  );
  expect(() => world.records('assets')).toThrow(/"a" is gone: .*loaded again/);
  expect(mock.snapshots.list()).toEqual([]);
  expect(mock.world('a').records('assets')).toHaveLength(12);
});

it('fixtures that were loaded again are the state of the next start, too', async () => {
  await using mock = await openWatched();
  const file = join(folder, 'fixtures', 'assets.json');
  const fixtures = JSON.parse(await readFile(file, 'utf8'));
  fixtures[0].name = 'renamed.pdf';
  await writeFile(file, JSON.stringify(fixtures));
  await vi.waitFor(() => expect(loads()).toBe(1), patience);
  await mock.close();
  await using next = await openWatched();
  expect(next.records('assets')[0]).toMatchObject({ name: 'renamed.pdf' });
});

it('a contract among its fixtures is loaded again once for an edit', async () => {
  for (const name of ['workspaces', 'projects', 'pages', 'assets', 'credentials']) {
    await cp(join(folder, 'fixtures', `${name}.json`), join(folder, `${name}.json`));
  }
  await using mock = await openWatched(folder);
  const contract = join(folder, 'openapi.yaml');
  await writeFile(contract, `${await readFile(contract, 'utf8')}# edited\n`);
  await vi.waitFor(() => expect(loads()).toBe(1), patience);
  await new Promise((resolve) => {
    setTimeout(resolve, 400);
  });
  expect(loads()).toBe(1);
  expect(mock.records('assets')).toHaveLength(12);
});
