import { readdir } from 'node:fs/promises';

import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { openHangingContract } from './hanging-contract.ts';
import { notesFiles } from './notes.ts';
import type { Ended, Launched } from './run-stuntdouble.ts';
import { launch, run, shipped } from './run-stuntdouble.ts';
import { createTestFolder, shareFolder, writeFiles } from './temporary-folder.ts';

const folder = shareFolder((cwd) => writeFiles(cwd, notesFiles));

/** Runs a program of a few words beside a stand-in. */
function runBeside(program: string, options: readonly string[] = []): Promise<Ended> {
  return run(['run', ...options, '--', process.execPath, '-e', program], { cwd: folder() });
}

const ask = `
  const url = process.env.STUNTDOUBLE_URL;
  const token = process.env.STUNTDOUBLE_CONTROL_TOKEN;
  const prefix = process.env.STUNTDOUBLE_CONTROL_PREFIX;
  const tell = (value) => console.log(JSON.stringify(value));
`;

describe.concurrent('a command beside a stand-in', () => {
  test('is told where it is, prints as it would alone, and says how all went', async () => {
    const { code, stdout, stderr } = await runBeside(
      `${ask} fetch(url + '/nothing').then(async (reply) => {
        tell({ status: reply.status, url, prefix, token, argv: process.argv.length });
        console.error('complaint');
        process.exitCode = 3;
      });`,
    );

    const [first = '', ...rest] = stdout.split('\n');
    const told: { url: string } = JSON.parse(first);
    const url: unknown = expect.stringMatching(/^http:/);
    expect(told).toEqual({ status: 404, url, prefix: '/_mock', argv: 1 });
    expect({ code, stderr }).toEqual({ code: 3, stderr: 'complaint\n' });
    expect(rest[0]).toBe('Notes 1.0.0: 3 operations, 0 requests');
    // Nothing stays behind.
    await expect(fetch(told.url)).rejects.toThrow('fetch failed');
  });

  test('leaves nothing on the disk, and takes a contract, a token and words that no shell reads', async () => {
    const cwd = folder();
    const before = await readdir(cwd);
    const program = `${ask} fetch(url + '/notes/a', { method: 'PATCH', body: '{"text":"x"}',
      headers: { 'Content-Type': 'application/json' } })
      .then((reply) => tell([reply.status, token, process.argv.slice(1)]));`;

    const { code, stdout } = await run(
      ['run', 'openapi.yaml', '--', process.execPath, '-e', program, '--', '--port', '$HOME *'],
      { cwd, env: { STUNTDOUBLE_CONTROL_TOKEN: 'let-me-in', PORT: 'taken by others' } },
    );

    expect(code).toBe(0);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toEqual([
      204,
      'let-me-in',
      ['--port', '$HOME *'],
    ]);
    expect(await readdir(cwd)).toEqual(before);
  });

  test('that does not exist', async () => {
    const { code, stdout, stderr } = await run(['run', '--', 'no-such-command'], { cwd: folder() });

    expect({ code, stdout }).toEqual({ code: 127, stdout: '' });
    expect(stderr).toMatch(
      /^stuntdouble: there is no command "no-such-command": it must be in PATH/,
    );
  });

  test('is not run where the stand-in can not start', async () => {
    const { code, stdout, stderr } = await runBeside(`console.log('run')`, ['nowhere.yaml']);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('nowhere.yaml: can not be read: there is no such file');
  });
});

test('what is wrong with the contract is told, away from what the command prints', async () => {
  const loose = `openapi: 3.1.0
info: { title: Loose, version: 1.0.0 }
paths: { /pings: { get: { responses: { '204': {} } } } }
`;
  const cwd = await createTestFolder({ 'loose.yaml': loose });
  const { code, stdout, stderr } = await run(['run', '--', process.execPath, '-e', ''], { cwd });
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^stuntdouble: the contract is loose\.yaml\nwarning: loose\.yaml:3:\d+ .*description/,
  );
  expect(stdout).not.toContain('warning');
});

describe('the control API beside a command', () => {
  test('is handed the token of a file, which stands in no argument of a process', async () => {
    const token = 'a-token-of-a-file-9f27';
    const cwd = await createTestFolder({ ...notesFiles, token: `${token}\n` });
    const program = `${ask}
      const { readFileSync } = require('node:fs');
      const statusOf = async (headers) => (await fetch(url + prefix + '/state', { headers })).status;
      const args = readFileSync('/proc/' + process.ppid + '/cmdline', 'utf8').split('\\0');
      (async () => {
        tell([await statusOf({}), await statusOf({ Authorization: 'Bearer ' + token })]);
        // Both at once would be refused by a report of its own.
        tell([token.length, process.env.STUNTDOUBLE_CONTROL_TOKEN_FILE ?? 'none']);
        tell([args.slice(2, 5), [...args, ...process.argv].join().includes(token)]);
      })();`;

    const { code, stdout, stderr } = await run(
      ['run', '--log', 'human', '--', process.execPath, '-e', program],
      { cwd, env: { STUNTDOUBLE_CONTROL_TOKEN_FILE: 'token' } },
    );

    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('\n[401,200]\n');
    expect(stdout).toContain(`\n[${token.length},"none"]\n`);
    expect(stdout).toContain('\n[["run","--log","human"],false]\n');
    expect(stdout).not.toContain(token);
  });

  test('goes without a control API where there is to be none, and still is reported on', async () => {
    const program = `${ask} fetch(url + '/_mock/health')
      .then((reply) => tell([reply.status, prefix ?? 'none']));`;
    const { code, stdout, stderr } = await run(
      ['run', 'openapi.yaml', '--no-control', '--', process.execPath, '-e', program],
      { cwd: folder() },
    );

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\[404,"none"\]\nNotes 1\.0\.0: 3 operations, 0 requests/);
  });
});

describe('signals', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP'] as const)(
    '%s is passed on',
    async (signal) => {
      const launched = await launchBeside(
        `process.on('${signal}', () => { console.log('heard'); setTimeout(() => process.exit(7), 100); });`,
      );

      launched.signal(signal);

      const { code, stdout } = await launched.ended;
      expect(code).toBe(7);
      expect(stdout).toContain('heard');
    },
  );

  test('a command that does not listen is ended by it', async () => {
    const launched = await launchBeside('');

    launched.signal('SIGTERM');

    expect(await launched.ended).toMatchObject({ code: 143, signal: null });
  });

  test('a second one ends a command that ignores the first', async () => {
    const launched = await launchBeside(`process.on('SIGTERM', () => console.log('heard'));`);
    const child = Number(/pid (\d+)/.exec(launched.stdout())?.[1]);

    launched.signal('SIGTERM');
    await vi.waitFor(() => expect(launched.stdout()).toContain('heard'), patience);
    launched.signal('SIGTERM');

    expect(await launched.ended).toMatchObject({ code: 143 });
    await vi.waitFor(() => expect(() => process.kill(child, 0)).toThrow('ESRCH'), patience);
  });

  test('while the stand-in starts, the command is not run any more', async () => {
    const { files, args, asked } = await openHangingContract();
    const cwd = await createTestFolder(files);
    const launched = await launch(['run', ...args, '--', 'echo', 'run'], { cwd });

    await asked;
    launched.signal('SIGTERM');

    expect(await launched.ended).toMatchObject({ code: 143, stdout: '' });
  });
});

/** A program that stays until it is told to go. */
async function launchBeside(program: string): Promise<Launched> {
  const stay = `${program} setInterval(() => {}, 1000); console.log('pid', process.pid);`;
  const launched = await launch(['run', shipped, '--', process.execPath, '-e', stay]);
  await launched.firstWords;
  return launched;
}
