import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';

import { beforeAll, describe, expect, inject, test } from 'vitest';

import { chooseExamples, findShownReport, lacksChromium, missingLines } from './shown-report.ts';

const runFile = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

const folders = join(root, 'examples');
const names = await chooseExamples(folders, process.env['STUNTDOUBLE_EXAMPLES']);
const examples = await Promise.all(
  names.map(async (name) => ({ name, isLacking: await lacksChromium(join(folders, name)) })),
);
const tarball = inject('tarball');

describe.each(examples)('the example $name', ({ name, isLacking }) => {
  let folder = '';
  beforeAll(async () => {
    if (isLacking) return;
    folder = join(dirname(tarball), name);
    await cp(join(root, 'examples', name), folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    await run(folder, 'npm', ['install', ...quietly, tarball]);
  });

  test('has tests that pass', async ({ skip }) => {
    if (isLacking) skip('there is no /usr/bin/chromium');
    const { code, output } = await run(folder, 'npm', ['test']);

    expect(code, output).toBe(0);
  });

  test('shows in its README what a failing test says', async ({ skip }) => {
    if (isLacking) skip('there is no /usr/bin/chromium');
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    const shown = findShownReport(readme);
    if (shown === undefined) return skip('it has no failing test');

    const { code, output } = await run(folder, 'npm', ['run', 'fail']);

    expect(code, output).not.toBe(0);
    expect(missingLines(shown, output), output).toEqual([]);
  });
});

interface Ended {
  readonly code: number;
  readonly output: string;
}

async function run(cwd: string, command: string, args: readonly string[]): Promise<Ended> {
  // A test runner would read what this one has set for its own workers.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NO_COLOR: '1', CI: '1' };
  try {
    const { stdout, stderr } = await runFile(command, args, { cwd, env, timeout: 280_000 });
    return { code: 0, output: stripVTControlCharacters(stdout + stderr) };
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error)) throw error;
    const { code, stdout, stderr }: Error & { code?: unknown; stdout?: unknown; stderr?: unknown } =
      error;
    const output = stripVTControlCharacters(`${String(stdout)}${String(stderr)}`);
    if (command === 'npm' && args[0] === 'install') throw new Error(output, { cause: error });
    return { code: typeof code === 'number' ? code : -1, output };
  }
}
