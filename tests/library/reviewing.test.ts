import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { patience } from '../patience.ts';

let folder: string;
let said: string[];
let mock: Mock;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stuntdouble-'));
  said = [];
});

afterEach(async () => {
  await mock.close();
  await rm(folder, { recursive: true, force: true });
});

/** A contract with so many examples that break their schemas. */
async function writeContract(count: number): Promise<string> {
  const paths = Array.from({ length: count }, (_, at) => [
    `/it-${at}`,
    {
      get: {
        responses: {
          200: {
            description: 'It.',
            content: { 'application/json': { schema: { type: 'object' }, example: at } },
          },
        },
      },
    },
  ]);
  const file = join(folder, 'openapi.json');
  const info = { title: 'Its', version: '1' };
  await writeFile(
    file,
    JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(paths) }),
  );
  return file;
}

async function open(count: number, watch = false): Promise<void> {
  mock = await createMock({
    contract: await writeContract(count),
    watch,
    onNotice: ({ level, message }) => said.push(`${level}: ${message}`),
  });
}

const faults = (): readonly string[] => said.filter((line) => line.includes('breaks its schema'));

it('faulty examples are told once the server listens', async () => {
  await open(3);
  expect(faults()).toEqual([]);
  const { url } = await mock.listen();
  expect((await fetch(`${url}/it-0`)).status).toBe(200);
  await vi.waitFor(() => expect(faults()).toHaveLength(3), patience);
  expect(faults()[0]).toMatch(/^warning: .*openapi\.json:.*it-0/);
});

it('faulty examples are told once the app is asked for, and once only', async () => {
  await open(2);
  expect(mock.app).toBe(mock.app);
  await vi.waitFor(() => expect(faults()).toHaveLength(2), patience);
  await mock.listen();
  await wait(300);
  expect(faults()).toHaveLength(2);
});

it('of many only some are told, and how many more there are', async () => {
  await open(30);
  await mock.listen();
  await vi.waitFor(() => expect(said.join('\n')).toContain('and 10 more'), patience);
  expect(faults()).toHaveLength(20);
});

it('a contract that is loaded again is reviewed again', async () => {
  await open(2, true);
  await mock.listen();
  await vi.waitFor(() => expect(faults()).toHaveLength(2), patience);
  await writeContract(3);
  await vi.waitFor(() => expect(faults()).toHaveLength(5), patience);
});

it('nothing is told after the end', async () => {
  await open(2);
  await mock.listen();
  await mock.close();
  await wait(300);
  expect(faults()).toEqual([]);
});
