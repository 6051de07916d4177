import { expect, it } from 'vitest';

import type { FileBytes } from '../files/file-bytes.ts';
import { hashOf } from '../files/file-bytes.ts';
import type { Claimant, StoreEngine } from './engine.ts';
import { createMemoryStore } from './memory-engine.test-kit.ts';
import { createSharedDisk } from './shared-disk.ts';
import type { SharedFiles } from './shared-files.ts';
import { openSharedFiles } from './shared-files.ts';

const owner: Claimant = { replica: 'one', url: 'http://one', fingerprint: 'f', generation: 0 };

function createEngine(): StoreEngine {
  const store = createMemoryStore(() => performance.now());
  return store.connect(
    (step) =>
      new Promise((resolve, reject) => {
        queueMicrotask(() => {
          try {
            resolve(step());
          } catch (error) {
            reject(error);
          }
        });
      }),
  );
}

async function open(engine: StoreEngine, most?: number): Promise<SharedFiles> {
  const { epoch } = await engine.claim(owner);
  const disk = createSharedDisk(engine, { epoch: () => epoch, onDoubt: () => undefined });
  return openSharedFiles(disk, most);
}

const pathsIn = async ({ files }: StoreEngine): Promise<readonly string[]> => [
  ...(await files.list('')).keys(),
];
const bytes = (text: string): Uint8Array => Buffer.from(text);
const named = (...texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.map((text) => hashOf(bytes(text))));

function statesWith(...texts: readonly string[]): Parameters<FileBytes['takeOver']>[0] {
  return { list: () => named(...texts), durable: () => undefined };
}

it('keeps files for the next owner, and drops those that no state names', async () => {
  const engine = createEngine();
  const files = await open(engine);
  for (const text of ['kept', 'left']) (await files.prepare([bytes(text)]))(named('kept', 'left'));
  const next = await open(engine);
  next.takeOver(statesWith('kept'));
  // Until all worlds are there, one of them may name it.
  expect(next.read(hashOf(bytes('left')))).toBeDefined();
  next.sweep();
  expect(next.read(hashOf(bytes('kept')))).toEqual(new Uint8Array(bytes('kept')));
  expect(next.read(hashOf(bytes('left')))).toBeUndefined();
  await expect.poll(() => pathsIn(engine)).toEqual([`files/${hashOf(bytes('kept'))}`]);
});

it('drops what a refused request has brought', async () => {
  const engine = createEngine();
  const files = await open(engine);
  (await files.prepare([bytes('refused')]))(new Set());
  expect(files.read(hashOf(bytes('refused')))).toBeUndefined();
  await expect.poll(() => pathsIn(engine)).toEqual([]);
});

it('takes the same file twice at once, and keeps it where one of the two is refused', async () => {
  const engine = createEngine();
  const files = await open(engine);
  const [refused, taken] = await Promise.all([
    files.prepare([bytes('same')]),
    files.prepare([bytes('same')]),
  ]);
  taken(named('same'));
  refused(new Set());
  expect(files.read(hashOf(bytes('same')))).toBeDefined();
  expect(await pathsIn(engine)).toEqual([`files/${hashOf(bytes('same'))}`]);
});

it('makes room of what no state names, and refuses what has none', async () => {
  const files = await open(createEngine(), 10);
  for (const text of ['12345', '67890']) (await files.prepare([bytes(text)]))(named(text));
  files.takeOver(statesWith('12345', '67890'));
  await expect(async () => files.prepare([bytes('more')])).rejects.toMatchObject({
    code: 'storage-failed',
  });
  files.takeOver(statesWith('67890'));
  (await files.prepare([bytes('more')]))(named('more'));
  expect(files.read(hashOf(bytes('12345')))).toBeUndefined();
  expect(files.read(hashOf(bytes('67890')))).toBeDefined();
});

it('reads all files again, also more than there is room for', async () => {
  const engine = createEngine();
  const files = await open(engine);
  for (const text of ['12345', '67890']) (await files.prepare([bytes(text)]))(named(text));
  const next = await open(engine, 6);
  next.takeOver(statesWith('12345', '67890'));
  next.sweep();
  expect(next.read(hashOf(bytes('12345')))).toBeDefined();
  expect(next.read(hashOf(bytes('67890')))).toBeDefined();
});

it('sweeps also where the store is full, or much has come', async () => {
  const store = createMemoryStore(() => 0);
  const engine = store.connect((step) => Promise.resolve().then(step));
  const files = await open(engine);
  (await files.prepare([bytes('old')]))(named('old'));
  files.takeOver({
    list: () => {
      store.isFull = false;
      return named('new');
    },
    durable: () => undefined,
  });
  store.isFull = true;
  (await files.prepare([bytes('new')]))(named('new'));
  expect(files.read(hashOf(bytes('old')))).toBeUndefined();
  const large = new Uint8Array(9_000_000);
  for (const fill of [1, 2]) (await files.prepare([large.fill(fill)]))(new Set([hashOf(large)]));
  await expect
    .poll(() => pathsIn(engine))
    .toEqual([bytes('new'), large].map((one) => `files/${hashOf(one)}`));
});
