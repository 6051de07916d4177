import { access, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { createMock } from '../../src/index.ts';
import { thingContract } from './thing-shop.ts';

const files = { 'openapi.json': JSON.stringify(thingContract) };

async function isLocked(data: string): Promise<boolean> {
  return access(join(data, 'lock')).then(
    () => true,
    () => false,
  );
}

it('a start that fails because nobody can be told something leaves its folder to the next', async () => {
  // A member that no contract has makes a warning.
  const text = files['openapi.json'].replace('"paths"', '"surprise":1,"paths"');
  const folder = await writeFolder({ 'openapi.json': text });
  const contract = join(folder, 'openapi.json');
  const data = join(folder, 'data');
  const told: string[] = [];
  const failing = createMock({
    contract,
    data,
    onNotice({ message }) {
      told.push(message);
      throw new Error('no server listens');
    },
  });
  await expect(failing).rejects.toThrow('no server listens');
  expect(told).toHaveLength(1);
  expect(await isLocked(data)).toBe(false);
  await using mock = await createMock({ contract, data });
  expect(await isLocked(data)).toBe(true);
  expect(mock.records('things')).toEqual([]);
});

it('so does one whose options fail after the folder was opened', async () => {
  const folder = await writeFolder(files);
  const contract = join(folder, 'openapi.json');
  const data = join(folder, 'data');
  await expect(createMock({ contract, data, unmatched: 'no URL' })).rejects.toThrow();
  expect(await readdir(folder)).not.toContain('lock');
  expect(await isLocked(data)).toBe(false);
});

it('where the port is taken, the folder is free once the stand-in is closed', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => void other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const folder = await writeFolder(files);
  const data = join(folder, 'data');
  const mock = await createMock({ contract: join(folder, 'openapi.json'), data });
  await expect(mock.listen({ port })).rejects.toThrow('the port is in use');
  await mock.close();
  expect(await isLocked(data)).toBe(false);
});

it.each(['one folder', 'a list'])(
  'a start follows references into allowRefs as %s',
  async (form) => {
    const shared = '{"get":{"responses":{"204":{"description":"Fine."}}}}';
    const text = `{"openapi":"3.1.0","info":{"title":"Split","version":"1"},"paths":{"/a":{"$ref":"../shared/a.json"}}}`;
    const folder = await writeFolder({ 'own/openapi.json': text, 'shared/a.json': shared });
    const contract = join(folder, 'own', 'openapi.json');
    const allowed = join(folder, 'shared');
    await expect(createMock({ contract, lenient: false })).rejects.toThrow('--allow-refs');
    const allowRefs = form === 'a list' ? [allowed] : allowed;
    const mock = await createMock({ contract, lenient: false, allowRefs });
    onTestFinished(() => mock.close());
    const { url } = await mock.listen();
    expect((await fetch(`${url}/a`)).status).toBe(204);
  },
);
