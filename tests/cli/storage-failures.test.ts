import { execFileSync } from 'node:child_process';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { notesFiles, readNote, writeNote } from './notes.ts';
import type { Running } from './run-stuntdouble.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const args = ['openapi.yaml'];

/**
 * From here on the process can't make a file longer than this: for it the disk is full, or is no longer.
 * Nobody has to be root for that, and nothing has to be mounted.
 */
function limitFiles({ pid }: Running, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:unlimited`]);
}

/** A length that the next write goes past in its middle: a line more of a journal, or the whole file anew. */
async function findMiddle({ cwd }: Running): Promise<number> {
  const folder = join(cwd, '.stuntdouble');
  const journal = (await readdir(folder)).find((name) => name.startsWith('db.journal-'));
  const { size } = await stat(join(folder, journal ?? 'db.json'));
  return journal === undefined ? size - 20 : size + 20;
}

async function readiness({ url }: Running, what?: string): Promise<number> {
  return (await fetch(`${url}/_mock/ready${what === undefined ? '' : `?for=${what}`}`)).status;
}

async function readNotes(server: Running): Promise<readonly (string | number)[]> {
  return [await readNote(server, 'a'), await readNote(server, 'b')];
}

describe.runIf(hasCommand('prlimit', '--version'))('a disk that is full', () => {
  test.each<[string, (server: Running) => Promise<number>]>([
    ['before a write', () => Promise.resolve(1)],
    ['in the middle of a write', findMiddle],
  ])('%s', async (_, findLimit) => {
    const cwd = await createTestFolder(notesFiles);
    const server = await serve(args, { cwd });
    expect(await writeNote(server, 'a', 'kept')).toBe(204);
    limitFiles(server, await findLimit(server));

    // Writes get a problem, also many at once; reads go on and show what is kept.
    expect(await writeNote(server, 'a', 'refused')).toBe(507);
    expect(
      await Promise.all(
        Array.from({ length: 10 }, (__, index) => writeNote(server, 'b', `refused ${index}`)),
      ),
    ).toEqual(Array.from({ length: 10 }, () => 507));
    expect(await readNotes(server)).toEqual(['kept', 'two']);
    expect([await readiness(server), await readiness(server, 'writes')]).toEqual([200, 503]);

    // When there is space again it goes on by itself, and is ready without a write by a client.
    limitFiles(server, 'unlimited');
    await vi.waitFor(async () => expect(await readiness(server, 'writes')).toBe(200), patience);
    expect(await readNotes(server)).toEqual(['kept', 'two']);
    expect(await writeNote(server, 'b', 'kept, too')).toBe(204);
    expect(await readNotes(server)).toEqual(['kept', 'kept, too']);
    await server.stop('SIGKILL');
    expect(await readNotes(await serve(args, { cwd }))).toEqual(['kept', 'kept, too']);
  });

  test('until the process is killed: the disk agrees with what was shown', async () => {
    const cwd = await createTestFolder(notesFiles);
    const server = await serve(args, { cwd });
    expect(await writeNote(server, 'a', 'kept')).toBe(204);
    limitFiles(server, await findMiddle(server));
    expect(await writeNote(server, 'a', 'refused')).toBe(507);
    expect(await writeNote(server, 'b', 'refused')).toBe(507);

    await server.stop('SIGKILL');

    const next = await serve(args, { cwd });
    expect(await readNotes(next)).toEqual(['kept', 'two']);
    expect(await writeNote(next, 'b', 'goes on')).toBe(204);
  });

  test('while it is stopped: nothing is lost by that', async () => {
    const cwd = await createTestFolder(notesFiles);
    const server = await serve(args, { cwd });
    expect(await writeNote(server, 'a', 'kept')).toBe(204);
    limitFiles(server, 1);

    await server.stop();

    expect(await readNotes(await serve(args, { cwd }))).toEqual(['kept', 'two']);
  });

  test('from the first write on', async () => {
    const cwd = await createTestFolder(notesFiles);
    const server = await serve(args, { cwd });
    limitFiles(server, 1);

    expect(await writeNote(server, 'a', 'refused')).toBe(507);
    expect(await readNotes(server)).toEqual(['one', 'two']);

    limitFiles(server, 'unlimited');
    expect(await writeNote(server, 'a', 'kept')).toBe(204);
    await server.stop('SIGKILL');
    expect(await readNotes(await serve(args, { cwd }))).toEqual(['kept', 'two']);
  });
});

/** What root may do that permissions forbid; others may not anyway. */
const humble = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];

describe.runIf(humble.length === 0 || hasCommand('setpriv', '--version'))(
  'a folder that can not be written to',
  () => {
    test('is read, writes get a problem, and it goes on when it can be', async () => {
      const { cwd, folder } = await createClosedFolder();
      const server = await serve(args, { cwd, wrapper: humble });

      expect(await readNotes(server)).toEqual(['kept', 'two']);
      expect(await writeNote(server, 'a', 'refused')).toBe(507);
      expect(await readNotes(server)).toEqual(['kept', 'two']);
      expect([await readiness(server), await readiness(server, 'writes')]).toEqual([200, 503]);

      await chmod(folder, 0o755);
      await vi.waitFor(
        async () => expect(await writeNote(server, 'b', 'more')).toBe(204),
        patience,
      );
      await server.stop('SIGKILL');
      expect(await readNotes(await serve(args, { cwd }))).toEqual(['kept', 'more']);
    });

    test('becomes so while it is in use', async () => {
      const cwd = await createTestFolder(notesFiles);
      const server = await serve(args, { cwd, wrapper: humble });
      expect(await writeNote(server, 'a', 'kept')).toBe(204);
      const folder = join(cwd, '.stuntdouble');
      await chmod(folder, 0o555);
      onTestFinished(() => chmod(folder, 0o755));

      // Whether a file that is open may still be written to, is the file's affair.
      const isTaken = (await writeNote(server, 'b', 'perhaps')) === 204;

      const shown = await readNotes(server);
      expect(shown).toEqual(['kept', isTaken ? 'perhaps' : 'two']);
      await server.stop('SIGKILL');
      await chmod(folder, 0o755);
      expect(await readNotes(await serve(args, { cwd }))).toEqual(shown);
    });

    /** With a state in it that was left well. */
    async function createClosedFolder(): Promise<{ cwd: string; folder: string }> {
      const cwd = await createTestFolder(notesFiles);
      const first = await serve(args, { cwd });
      expect(await writeNote(first, 'a', 'kept')).toBe(204);
      await first.stop();
      const folder = join(cwd, '.stuntdouble');
      await chmod(folder, 0o555);
      onTestFinished(() => chmod(folder, 0o755));
      return { cwd, folder };
    }
  },
);

function hasCommand(...[command, arg]: [string, string]): boolean {
  try {
    execFileSync(command, [arg], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
