import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { createTestFolder, writeFiles } from '../cli/temporary-folder.ts';
import type { ActionEnd, Job } from './run-action.ts';
import { root, runAction } from './run-action.ts';

describe('the action', () => {
  test('starts a server, and reports on it in the summary, annotations and an artifact', async () => {
    const job = await openJob();
    await useNpx(job, `exec ${realNpx} "$@"`);
    const started = await start(job, { contract: 'shop.yaml', port: '0' });
    await fetch(`${job.variables['STUNTDOUBLE_URL']}/orders?statuss=open`);

    const gates = { 'fail-on': 'violations,unmatched', 'min-coverage': 'operations=10' };
    const reported = await runAction(job, { command: 'report', ...gates });

    expect(started).toMatchObject({ code: 0, summary: '' });
    expect(started.outputs['url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(job.variables['STUNTDOUBLE_URL']).toBe(started.outputs['url']);
    expect(await readFile(started.outputs['log'] ?? '', 'utf8')).toContain('"path":"/orders"');
    expect(existsSync(join(job.workspace, '.stuntdouble'))).toBe(false);
    expect(reported.code).toBe(0);
    expect(reported.printed).toContain('✓ violations   no violations');
    expect(reported.printed).toContain(
      '::warning file=shop.yaml,line=11,title=Not covered in listOrders',
    );
    expect(reported.summary).toContain('Shop 1.0.0');
    const kept = await readFile(join(job.artifacts, 'stuntdouble-report', 'report.json'), 'utf8');
    expect(JSON.parse(kept).totals.operations).toMatchObject({ covered: 1, total: 8 });
    expect(await readFile(reported.outputs['report'] ?? '', 'utf8')).toBe(kept);
  });

  test('fails the job where a gate is not met, and keeps the report', async () => {
    const job = await openJob();
    const { outputs: told } = await start(job, { contract: 'shop.yaml', port: '0' });
    await fetch(`${told['url']}/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"item":7}',
    });
    await fetch(`${told['url']}/nowhere`);
    const codeWith = async (given: Scripts): Promise<number> =>
      (await runAction(job, { command: 'report', ...given })).code;

    expect(await codeWith({ 'fail-on': 'violations,unmatched', artifact: 'unmet' })).toBe(3);
    expect(await codeWith({ 'fail-on': 'unmatched', artifact: '' })).toBe(4);
    expect(await codeWith({ 'min-coverage': 'operations=100', artifact: '' })).toBe(6);
    const noBaseline = { 'fail-on': 'violations', baseline: 'none.json', artifact: 'none' };
    expect(await codeWith(noBaseline)).toBe(1);
    expect(await readdir(job.artifacts)).toEqual(['unmet']);
  });

  test('no request fails gates in an annotation, and keeps the report', async () => {
    const job = await openJob();
    await start(job, { contract: 'shop.yaml', port: '0' });

    const judged = await runAction(job, { command: 'report', 'fail-on': 'violations' });
    const alone = await runAction(job, { command: 'report', artifact: '' });

    expect(judged.code).toBe(1);
    expect(judged.printed).toContain('::error::no request that counts came to http://');
    expect(existsSync(judged.outputs['report'] ?? '')).toBe(true);
    expect(await readdir(job.artifacts)).toEqual(['stuntdouble-report']);
    expect(alone.code).toBe(0);
    expect(alone.printed).not.toContain('::error::');
  });

  test.each<[string, Scripts, number, string]>([
    [
      'a word that is no gate',
      { 'fail-on': 'violation' },
      2,
      '::error::--fail-on takes violations, unmatched, breach, unknown-query, not "violation"%0ASee stuntdouble report --help\n',
    ],
    [
      'a baseline that is not there',
      { 'fail-on': 'violations', baseline: 'nope 100%.json' },
      1,
      "::error::can't read the baseline nope 100%25.json: there is no such file",
    ],
    [
      'a server that has stopped',
      { url: 'http://127.0.0.1:1' },
      1,
      '::error::no answer from http://127.0.0.1:1/',
    ],
  ])('%s is told in an annotation, and no report is named', async (_, given, code, told) => {
    const job = await openJob();
    const { url = '', ...gates } = given;
    if (url === '') await start(job, { contract: 'shop.yaml', port: '0' });
    else job.variables['STUNTDOUBLE_URL'] = url;
    // Colors are for the log alone.
    job.variables['FORCE_COLOR'] = '1';

    const ended = await runAction(job, { command: 'report', ...gates });

    expect(ended.code).toBe(code);
    expect(ended.printed).toContain(told);
    expect(ended.outputs['report']).toBe('');
    expect(await readdir(job.artifacts)).toEqual([]);
  });

  test('merges the reports of shards, where the gates are met together', async () => {
    const shards = [await openJob(), await openJob()];
    const [first, second] = shards as [Job, Job];
    const all = { ...second, artifacts: first.artifacts };
    for (const [job, path, name] of [
      [first, '/orders', 'stuntdouble-report-1'],
      [all, '/customers', 'stuntdouble-report-2'],
    ] as const) {
      const started = await start(job, { contract: 'shop.yaml', port: '0' });
      expect(started.printed).toContain('The server is at');
      await fetch(`${started.outputs['url']}${path}`);
      await runAction(job, { command: 'report', artifact: name });
    }
    const merging = { ...(await openJob()), artifacts: first.artifacts };
    const gates = { 'min-coverage': 'operations=25' };

    const merged = await runAction(merging, { command: 'merge', ...gates });
    const alone = await runAction(merging, {
      command: 'merge',
      pattern: '*-1',
      artifact: '',
      ...gates,
    });
    const none = await runAction(merging, { command: 'merge', pattern: 'other-*' });

    expect(merged).toMatchObject({ code: 0 });
    expect(merged.printed).toContain('2 requests');
    expect(existsSync(join(first.artifacts, 'stuntdouble-report'))).toBe(true);
    expect(alone.code).toBe(6);
    expect(none).toMatchObject({ code: 1 });
    expect(none.printed).toContain('::error::no artifact called other-* has a report');
  });

  test('hands a control token and options to the server, and masks the token', async () => {
    const job = await openJob();
    await writeFiles(job.workspace, { 'api/shop.yaml': await readFile(shop, 'utf8') });
    const token = 'a token, $(exit 7) "and" more';
    const started = await start(job, {
      'working-directory': 'api',
      contract: 'shop.yaml',
      port: '0',
      'control-token': token,
      options: '--data kept\n--scenario *',
    });
    expect(started.code).toBe(1);
    expect(started.printed).toContain('There is no scenario "*"');

    const { outputs: told, printed } = await start(job, {
      contract: 'api/shop.yaml',
      port: '0',
      'control-token': token,
      options: '--data kept\n--cors-origin https://app.example',
    });
    const reported = await runAction(job, { command: 'report' });

    expect(printed).toContain(`::add-mask::${token}\n`);
    expect((await fetch(`${told['url']}/_mock/state`)).status).toBe(401);
    expect(job.variables['STUNTDOUBLE_CONTROL_TOKEN']).toBe(token);
    expect(existsSync(join(job.workspace, 'kept'))).toBe(true);
    expect(reported.code).toBe(0);
  });

  test.each([
    ['a contract with a fault', { contract: 'broken.yaml' }, 'broken.yaml'],
    ['a contract that is not there', { contract: 'none.yaml' }, 'none.yaml'],
    ['an option that is not there', { options: '--nothing' }, '--nothing'],
    ['an unknown command', { command: 'stop' }, 'command must be start, report or merge'],
    ['a package that is not installed', { npx: 'exit 1' }, '::error::the package is not installed'],
    [
      'a version that npm does not have',
      { npx: 'echo "npm error code E404" >&2; exit 1', version: '99' },
      '::error::npm has no stuntdouble@99\n',
    ],
    [
      'a version that matches none',
      { npx: 'echo "npm error code ETARGET" >&2; exit 1', version: '^99' },
      '::error::npm has no stuntdouble@^99\n',
    ],
    [
      'a version that can not be fetched',
      { npx: 'echo "npm error code EAI_AGAIN" >&2; exit 1', version: '0.2.0' },
      '::error::stuntdouble@0.2.0 could not be fetched; the log of this step says why\nnpm error code EAI_AGAIN\n',
    ],
    ['a report without a server', { command: 'report' }, 'there is no server to report on'],
  ])('%s fails the job, and the log says why', async (_, given, message) => {
    const job = await openJob();
    await writeFiles(job.workspace, { 'broken.yaml': 'openapi: 3.1.0\n' });
    const { npx, ...inputsGiven } = given as Scripts;
    if (npx !== undefined) await useNpx(job, npx);

    const ended = await runAction(job, { port: '0', ...inputsGiven });

    expect(ended.code).toBe(1);
    expect(ended.printed).toContain(message);
    expect(ended.printed).toContain('::error::');
    expect(Object.keys(job.variables)).toEqual(['PATH']);
  });

  test('fetches a version where one is named', async () => {
    const job = await openJob();
    await useNpx(job, `echo "npx $*" >&2; echo ${join(job.temp, 'tools', 'installed')}`, {
      installed: '#!/bin/sh\necho "stuntdouble $*" >&2; exit 1\n',
    });

    const { printed } = await runAction(job, { version: '0.2.0', contract: 'a b.yaml\nc.yaml' });

    expect(printed).toContain('npx --yes --package stuntdouble@0.2.0 -c command -v stuntdouble\n');
    expect(printed).toContain(
      'stuntdouble serve a b.yaml c.yaml --port 4010 --ephemeral --log json\n',
    );
  });
});

const shop = join(root, 'examples', 'shop.yaml');

/** Takes its time: it is tried once. */
const realNpx = execFileSync('which', ['npx'], { encoding: 'utf8' }).trim();

type Scripts = Readonly<Record<string, string>>;

/** Puts a script in the place of npx. */
async function useNpx(job: Job, script: string, others: Scripts = {}): Promise<void> {
  const tools = join(job.temp, 'tools');
  const all = { npx: `#!/bin/sh\n${script}\n`, ...others };
  await writeFiles(tools, all);
  for (const name of Object.keys(all)) await chmod(join(tools, name), 0o755);
  job.variables['PATH'] = `${tools}:${process.env['PATH']}`;
}

/** A runner with a checkout that has the package installed. */
async function openJob(): Promise<Job> {
  const folder = await createTestFolder({
    'workspace/shop.yaml': await readFile(shop, 'utf8'),
    'workspace/package.json': '{ "private": true }',
  });
  const workspace = join(folder, 'workspace');
  for (const name of ['temp', 'artifacts']) await mkdir(join(folder, name));
  await mkdir(join(workspace, 'node_modules', '.bin'), { recursive: true });
  await symlink(root, join(workspace, 'node_modules', 'stuntdouble'));
  const bin = join(workspace, 'node_modules', '.bin', 'stuntdouble');
  await symlink(join('..', 'stuntdouble', 'dist', 'cli.js'), bin);
  await chmod(join(root, 'dist', 'cli.js'), 0o755);
  const [temp, artifacts] = [join(folder, 'temp'), join(folder, 'artifacts')];
  const job = { workspace, temp, artifacts, variables: {} };
  await useNpx(job, `echo ${bin}`);
  return job;
}

/** The server ends with the test, as it ends with a job. */
async function start(job: Job, given: Readonly<Record<string, string>>): Promise<ActionEnd> {
  const ended = await runAction(job, given);
  const { pid } = ended.outputs;
  if (pid !== undefined && pid !== '') onTestFinished(() => void process.kill(Number(pid)));
  return ended;
}
