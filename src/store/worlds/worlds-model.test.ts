import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCommand } from './worlds-commands.test-kit.ts';
import { anyStart, inMemory, onMachine, playAll } from './worlds-setup.test-kit.ts';

/** How many sequences are tried; STUNTDOUBLE_MODEL_RUNS=50000 takes some minutes. */
const runs = Number(process.env['STUNTDOUBLE_MODEL_RUNS'] ?? 1000);
const commands = fc.array(anyCommand, { size: 'max', minLength: 1, maxLength: 40 });
const patience = 20_000 + runs * 50;

/** A run in which nothing of that came about would prove nothing. */
const events = [
  'compaction',
  'complete',
  'kill',
  'loss',
  'power cut',
  'refusal',
  'restore',
  'stop',
];

describe('worlds, snapshots and restarts', () => {
  it(
    'are what plain lists would be, on a disk that fails and loses its power',
    async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(anyStart, commands, (start, list) =>
          playAll(start, list, inMemory(), (event) => void seen.add(event)),
        ),
        { numRuns: runs },
      );
      expect([...seen]).toEqual(expect.arrayContaining(events));
    },
    patience,
  );

  it(
    'are the same on the disk of the machine',
    async () => {
      const root = await mkdtemp(join(tmpdir(), 'stuntdouble-model-'));
      let count = 0;
      try {
        await fc.assert(
          fc.asyncProperty(anyStart, commands, (start, list) => {
            count += 1;
            return playAll(start, list, onMachine(join(root, `${count}`)), () => undefined);
          }),
          { numRuns: Math.ceil(runs / 20) },
        );
      } finally {
        await rm(root, { recursive: true, force: true });
      }
    },
    patience,
  );
});
