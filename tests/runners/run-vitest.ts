import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** A project of a user, in a folder of its own. */
export interface Project {
  readonly folder: string;
  /** Runs vitest in it. */
  vitest(...args: readonly string[]): Promise<Run>;
  /** Has vitest watch it, to the end of the test. */
  watch(): Watch;
}

/** Hands out what is printed, part by part. */
export interface Watch {
  /** Waits for a text, and returns what was printed from the end of the last one to this one. */
  until(wanted: string): Promise<string>;
}

export interface Run {
  readonly code: number | null;
  /** What it printed, both streams. */
  readonly output: string;
}

/** Makes a project with the shop's contract and the files. */
export async function makeProject(files: Readonly<Record<string, string>>): Promise<Project> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stuntdouble-vitest-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules', 'stuntdouble'), 'dir');
  const vitest = join(folder, 'node_modules', 'vitest');
  await symlink(join(root, 'node_modules', 'vitest'), vitest, 'dir');
  await copyFile(join(root, 'examples', 'shop.yaml'), join(folder, 'shop.yaml'));
  const all = { 'package.json': '{ "private": true, "type": "module" }', ...files };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const script = join(vitest, 'vitest.mjs');
  return {
    folder,
    vitest: (...args) => run(folder, [script, ...args]),
    watch: () => watch(folder, [script, '--watch']),
  };
}

function watch(cwd: string, args: readonly string[]): Watch {
  const child = spawn(process.execPath, args, { cwd, env: environment() });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await closed;
  });
  let printed = '';
  let check = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      printed += bytes.toString();
      check();
    });
  return {
    until: (wanted) =>
      new Promise((resolve) => {
        check = () => {
          const end = printed.indexOf(wanted) + wanted.length;
          if (end < wanted.length) return;
          resolve(printed.slice(0, end));
          printed = printed.slice(end);
          check = () => {};
        };
        check();
      }),
  };
}

async function run(cwd: string, args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, args, { cwd, env: environment() });
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: `${await output}${await errors}` };
}

/** Without what the vitest around it, or a CI, says to its children. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|VITE_|GITHUB_|STUNTDOUBLE_|NODE_ENV|TEST|FORCE_COLOR)/.test(name),
  );
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}
