import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import { listCopies } from './container-files.ts';

/** Links of a folder `specs`, by their places, and where they lead. */
type Links = Readonly<Record<string, string>>;

async function makeSpecs(links: Links): Promise<string> {
  const home = await writeFolder({
    'specs/api.yaml': '',
    'specs/common/thing.yaml': '',
    'shared/secret.yaml': '',
  });
  for (const [name, target] of Object.entries(links))
    await symlink(target, join(home, 'specs', name));
  return home;
}

const targetsOf = (path: string, known?: readonly string[]): readonly string[] =>
  listCopies(path, '/contract', known)
    .map(({ target }) => target)
    .toSorted();

const plain = ['/contract/api.yaml', '/contract/common/thing.yaml'];

describe('a folder is copied', () => {
  test.each<[string, Links]>([
    ['that leads to itself', { loop: 'loop' }],
    ['of two that lead to each other', { one: 'two', two: 'one' }],
    ['to the folder', { self: '.' }],
    ['to a folder above', { 'common/up': '..' }],
  ])('without a link %s', async (_, links) => {
    const home = await makeSpecs(links);

    expect(targetsOf(join(home, 'specs'))).toEqual(plain);
  });

  test('once for each link within it, although they lead to each other', async () => {
    const home = await makeSpecs({ 'common/more': '../more', 'same.yaml': 'api.yaml' });
    await mkdir(join(home, 'specs', 'more'));
    await symlink('../common', join(home, 'specs', 'more', 'back'));

    expect(targetsOf(join(home, 'specs'))).toEqual([
      ...plain,
      '/contract/more/back/thing.yaml',
      '/contract/same.yaml',
    ]);
  });

  test.skipIf(process.platform === 'win32')('without pipes, which may have no end', async () => {
    const home = await makeSpecs({});
    execFileSync('mkfifo', [join(home, 'specs', 'pipe')]);

    expect(targetsOf(join(home, 'specs'))).toEqual(plain);
  });

  test('that is a link itself', async () => {
    const home = await makeSpecs({ same: 'common' });

    expect(targetsOf(join(home, 'specs', 'same'))).toEqual(['/contract/thing.yaml']);
  });
});

describe('a link', () => {
  test.each<[string, string]>([
    ['file', '../shared/secret.yaml'],
    ['folder', '../shared'],
  ])('that leads out of the folder to a %s is a fault', async (_, target) => {
    const home = await makeSpecs({ 'out.yaml': target });
    const [specs, shared] = [join(home, 'specs'), join(home, 'shared')];

    expect(() => targetsOf(specs)).toThrow(
      `${join(specs, 'out.yaml')} is a link that leads out of what is copied, to ${shared}`,
    );
    expect(targetsOf(specs, [specs, shared])).toContain('/contract/api.yaml');
    expect(targetsOf(specs, [specs, shared])).toHaveLength(3);
  });

  test('that leads out of the folder and back is none', async () => {
    const home = await makeSpecs({ 'same.yaml': '../specs/api.yaml' });

    expect(targetsOf(join(home, 'specs'))).toEqual([...plain, '/contract/same.yaml']);
  });

  test('that leads nowhere is a fault', async () => {
    const home = await makeSpecs({ 'gone.yaml': 'nowhere.yaml' });

    expect(() => targetsOf(join(home, 'specs'))).toThrow(
      `${join(home, 'specs', 'gone.yaml')} is a link that leads nowhere`,
    );
  });
});
