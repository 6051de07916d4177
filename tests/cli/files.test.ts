import { chmod, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { notes, notesFiles, writeNote } from './notes.ts';
import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const secret = 'line-of-a-file-outside';

async function modesIn(folder: string): Promise<readonly string[]> {
  const names = ['.', ...(await readdir(folder)).filter((name) => name !== 'lock')];
  return Promise.all(
    names.map(async (name) => {
      const { mode } = await stat(join(folder, name));
      return `${name.replace(/-\d+$/, '')} ${(mode & 0o777).toString(8)}`;
    }),
  );
}

describe('the data folder', () => {
  test('can be read by its owner alone; so can all that is in it but the lock, which others must see', async () => {
    const cwd = await createTestFolder(notesFiles);
    const server = await serve(['openapi.yaml', '--data', 'state/of/notes'], { cwd });
    expect(await writeNote(server, 'a', 'kept')).toBe(204);
    expect(await writeNote(server, 'b', 'kept, too')).toBe(204);

    const modes = await modesIn(join(cwd, 'state', 'of', 'notes'));

    expect(modes.toSorted()).toEqual(['. 700', 'db.journal 600', 'db.json 600']);
  });

  test('that was there keeps its mode, and its files become private as they are written', async () => {
    const cwd = await createTestFolder(notesFiles);
    const folder = join(cwd, '.stuntdouble');
    const first = await serve(['openapi.yaml'], { cwd });
    expect(await writeNote(first, 'a', 'kept')).toBe(204);
    await first.stop();
    await chmod(folder, 0o755);
    await chmod(join(folder, 'db.json'), 0o644);

    const second = await serve(['openapi.yaml'], { cwd });
    expect(await writeNote(second, 'b', 'kept, too')).toBe(204);
    await second.stop();

    expect((await modesIn(folder)).toSorted()).toEqual(['. 755', 'db.json 600']);
  });

  test('stays private when a reset puts its files aside', async () => {
    const cwd = await createTestFolder(notesFiles);
    const server = await serve(['openapi.yaml'], { cwd });
    await writeNote(server, 'a', 'kept');
    await server.stop();
    expect(await run(['reset'], { cwd })).toMatchObject({ code: 0 });

    const [aside = ''] = await readdir(join(cwd, '.stuntdouble'));

    expect(await modesIn(join(cwd, '.stuntdouble', aside))).toEqual(['. 700', 'db.json 600']);
  });
});

describe('a link', () => {
  const overlay = `overlay: 1.0.0
info: { title: ${secret}, version: 1.0.0 }
actions: [{ target: $.info, update: { description: Changed. } }]
`;
  const outside = {
    'outside/notes.json': notes({ a: 'one' }).replace('one', secret),
    'outside/broken.json': `[\n  "${secret}",\n  oops\n]`,
    'outside/overlay.yaml': overlay,
    'outside/broken.yaml': `${secret}: [`,
  };

  test.each([
    ['of a fixture', 'outside/notes.json', 'api/fixtures/notes.json', []],
    ['of a faulty fixture', 'outside/broken.json', 'api/fixtures/notes.json', []],
    ['of a folder of fixtures', 'outside', 'api/fixtures', []],
    ['of an overlay', 'outside/overlay.yaml', 'api/changes.yaml', ['--overlay', 'changes.yaml']],
    [
      'of a faulty overlay',
      'outside/broken.yaml',
      'api/changes.yaml',
      ['--overlay', 'changes.yaml'],
    ],
  ])(
    '%s that leads out of the folder is refused, and nothing of that file is shown',
    async (_, target, link, args) => {
      const root = await createTestFolder({
        'api/openapi.yaml': notesFiles['openapi.yaml'],
        'api/schemas/note.yaml': notesFiles['schemas/note.yaml'],
        ...outside,
      });
      await mkdir(join(root, 'api', link.includes('fixtures/') ? 'fixtures' : 'other'));
      await symlink(join(root, target), join(root, link));
      const cwd = join(root, 'api');

      const refused = await run(['check', 'openapi.yaml', ...args], { cwd });

      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(
        "the link leads to a file that is outside of the contract's folder",
      );
      expect(refused.stderr).toContain(
        `allow its folder with --allow-refs ${join(root, 'outside')}`,
      );
      expect(refused.stderr + refused.stdout).not.toContain(secret);
    },
  );

  test('that leads out of the folder is followed where that is allowed', async () => {
    const root = await createTestFolder({
      'api/openapi.yaml': notesFiles['openapi.yaml'],
      'api/schemas/note.yaml': notesFiles['schemas/note.yaml'],
      'api/fixtures/.keep': '',
      'outside/notes.json': notes({ a: 'one' }),
      'outside/overlay.yaml': overlay,
    });
    await symlink(join(root, 'outside', 'notes.json'), join(root, 'api', 'fixtures', 'notes.json'));
    await symlink(join(root, 'outside', 'overlay.yaml'), join(root, 'api', 'changes.yaml'));
    const args = ['openapi.yaml', '--overlay', 'changes.yaml', '--allow-refs', '../outside'];

    const server = await serve(args, { cwd: join(root, 'api') });

    expect(await (await fetch(`${server.url}/notes/a`)).json()).toMatchObject({ text: 'one' });
  });

  test('of a folder of fixtures that is named is followed', async () => {
    const root = await createTestFolder({
      ...notesFiles,
      'outside/notes.json': notes({ a: 'two' }),
    });
    await symlink(join(root, 'outside'), join(root, 'named'));

    const server = await serve(['openapi.yaml', '--fixtures', 'named'], { cwd: root });

    expect(await (await fetch(`${server.url}/notes/a`)).json()).toMatchObject({ text: 'two' });
  });
});
