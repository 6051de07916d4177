import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { findChromium } from '../console/chromium.ts';

const root = join(import.meta.dirname, '..', '..');

/** What a run has shown. */
export interface Run {
  readonly code: number;
  readonly output: string;
  readonly tests: readonly RunTest[];
}

interface RunTest {
  readonly title: string;
  readonly status: string;
  readonly results: readonly RunResult[];
}

interface RunResult {
  readonly status: string;
  readonly workerIndex: number;
  readonly attachments: readonly {
    readonly name: string;
    readonly contentType: string;
    readonly path?: string;
  }[];
}

/** Runs tests of `project/` in a folder of their own, where the package is installed. */
export async function runPlaywright(
  files: readonly string[],
  use: object,
  more: object = {},
): Promise<Run> {
  const folder = await openProject();
  for (const file of files)
    await cp(join(import.meta.dirname, 'project', file), join(folder, file));
  return playTests(folder, files, use, more);
}

/** Runs tests of a folder. `more` are members of the config besides `use`. */
export async function playTests(
  folder: string,
  files: readonly string[],
  use: object,
  more: object = {},
): Promise<Run> {
  const launchOptions = {
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  };
  await cp(
    join(import.meta.dirname, 'project', 'playwright.config.js'),
    join(folder, 'playwright.config.js'),
  );
  const report = join(folder, 'report.json');
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NO_COLOR: '1',
    RUN_CONFIG: JSON.stringify({ ...more, use: { launchOptions, ...use } }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const ended = await run(folder, [cli, 'test', ...files], env);
  return { ...ended, tests: readTests(await readFile(report, 'utf8').catch(() => '{}')) };
}

/** A folder as a user has it. */
export async function openProject(written: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'stuntdouble-playwright-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await install(join(folder, 'node_modules', 'stuntdouble'));
  for (const name of ['@playwright', '@types', 'playwright', 'playwright-core'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  await cp(join(root, 'examples', 'shop.yaml'), join(folder, 'shop.yaml'));
  const files = { 'package.json': '{ "private": true, "type": "module" }', ...written };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Not as a link: Playwright would compile what is outside of `node_modules`. */
async function install(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** Runs a program of Node, and gives what it printed. */
export async function run(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, timeout: 110_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly Omit<RunTest, 'title'>[];
  }[];
}

function readTests(report: string): readonly RunTest[] {
  const suite: Suite = JSON.parse(report);
  const find = ({ suites = [], specs = [] }: Suite): readonly RunTest[] => [
    ...specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, title }))),
    ...suites.flatMap(find),
  ];
  return find(suite);
}
