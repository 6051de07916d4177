import { access, chmod, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { notesFiles, readNote, writeNote } from './notes.ts';
import { run, serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const args = ['openapi.yaml'];

// To be tried as soon as a server keeps its state in a ledger.
describe('while a server has a data folder', () => {
  test('a second one does not start, and names the first', async () => {
    const cwd = await createTestFolder(notesFiles);
    const first = await serve(args, { cwd });

    const { code, stdout, stderr } = await run([...args, '--port', '0'], { cwd });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      `stuntdouble: .stuntdouble/lock: the folder is in use by process ${first.pid} on ${hostname()} since 2`,
    );
    expect(stderr).toContain('--data');
    expect(await writeNote(first, 'a', 'goes on')).toBe(204);
    const other = await serve([...args, '--data', 'other'], { cwd });
    expect(await readNote(other, 'a')).toBe('one');
  });

  test.each([
    ['reset', []],
    ['seed', [...args, '--count', 'notes=1']],
  ])('"%s" refuses', async (command, rest) => {
    const cwd = await createTestFolder(notesFiles);
    const server = await serve(args, { cwd });
    expect(await writeNote(server, 'a', 'kept')).toBe(204);

    const { code, stderr } = await run([command, ...rest], { cwd });

    expect(code).toBe(1);
    expect(stderr).toContain(`in use by process ${server.pid} `);
    await server.stop('SIGKILL');
    expect(await readNote(await serve(args, { cwd }), 'a')).toBe('kept');
  });

  test('what leaves the folder alone goes on beside it', async () => {
    const cwd = await createTestFolder(notesFiles);
    await serve(args, { cwd });

    const beside = await serve([...args, '--durability', 'memory'], { cwd });
    const seeded = await run(['seed', ...args, '--count', 'notes=1', '--out', 'more'], { cwd });

    expect(await writeNote(beside, 'a', 'here')).toBe(204);
    expect(seeded).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a lock', () => {
  test('is gone after a stop, and with it a folder that nothing was written to', async () => {
    const cwd = await createTestFolder(notesFiles);
    await (await serve(args, { cwd })).stop();
    await expect(access(join(cwd, '.stuntdouble'))).rejects.toThrow('ENOENT');

    const writer = await serve(args, { cwd });
    await writeNote(writer, 'a', 'kept');
    await writer.stop();
    expect(await readdir(join(cwd, '.stuntdouble'))).toEqual(['db.json']);
  });

  test('of a killed server stops nobody', async () => {
    const cwd = await createTestFolder(notesFiles);
    for (const text of ['once', 'twice']) {
      const server = await serve(args, { cwd });
      expect(server.stdout()).not.toContain('waiting');
      expect(await writeNote(server, 'a', text)).toBe(204);
      await server.stop('SIGKILL');
    }

    const { stdout, stderr } = await run(['reset'], { cwd });

    expect(stdout).toContain('the next start is from the fixtures');
    expect(stderr).toBe('');
    expect(await readNote(await serve(args, { cwd }), 'a')).toBe('one');
  });

  test('that can not be made is told of', async () => {
    const cwd = await createTestFolder({ ...notesFiles, '.stuntdouble/note.txt': '' });
    const folder = join(cwd, '.stuntdouble');
    await chmod(folder, 0o555);
    onTestFinished(() => chmod(folder, 0o755));
    const wrapper = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];

    const { stdout } = await serve(args, { cwd, wrapper });

    expect(stdout()).toMatch(/^warning: .*lock: can not be written .*EACCES/m);
  });
});
