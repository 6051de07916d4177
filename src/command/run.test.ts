import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { writeFolder } from '../base/temporary-folder.test-kit.ts';
import { parseInvocation } from './invocation.ts';
import type { RunningCommand } from './run.ts';
import { startRun } from './run.ts';
import type { Terminal } from './terminal.ts';
import { createPaint } from './terminal.ts';
import { UsageError } from './usage-error.ts';

type Env = Readonly<Record<string, string>>;

function parse(line: string, env: Env = {}): ReturnType<typeof parseInvocation> {
  return parseInvocation(line.split(' ').filter(Boolean), env);
}

describe('what stands behind two dashes is the command', () => {
  test.each<[line: string, contracts: readonly string[], program: readonly string[]]>([
    ['run -- npm test', [], ['npm', 'test']],
    ['run a.yaml b.yaml -- npm test', ['a.yaml', 'b.yaml'], ['npm', 'test']],
    ['run --port 0 a.yaml -- x --port 1 -h', ['a.yaml'], ['x', '--port', '1', '-h']],
    ['run -- x -- y', [], ['x', '--', 'y']],
    ['--port 0 run -- run', [], ['run']],
    ['run -- -x', [], ['-x']],
  ])('%s', (line, contracts, program) => {
    expect(parse(line)).toMatchObject({
      command: 'run',
      settings: { contract: contracts },
      program,
    });
  });

  test.each([
    ['-- run', ['run']],
    ['serve -- -a.yaml', ['-a.yaml']],
    ['a.yaml -- b.yaml', ['a.yaml', 'b.yaml']],
  ])('of other commands they are contracts: %s', (line, contracts) => {
    expect(parse(line)).toMatchObject({
      command: 'serve',
      settings: { contract: contracts },
      program: [],
    });
  });

  test.each(['run', 'run npm test', 'run --', 'run a.yaml --port 0'])('none: %s', (line) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow('such as stuntdouble run -- npm test');
  });

  test('an empty name is none', () => {
    expect(() => parseInvocation(['run', '--', ''], {})).toThrow(UsageError);
  });

  test.each(['run --help', 'run -v'])('%s needs none', (line) => {
    expect(parse(line).wants).not.toBe('run');
  });
});

describe('a server that goes with its command is in nobody’s way', () => {
  const silent = { port: 0, durability: 'memory', log: 'silent' };

  test.each<[line: string, env: Env, settings: object]>([
    ['', {}, silent],
    ['', { PORT: '3000' }, silent],
    ['--port 4010', {}, { port: 4010 }],
    ['', { STUNTDOUBLE_PORT: '4010' }, { port: 4010 }],
    ['--data kept', {}, { data: 'kept', durability: 'sync' }],
    ['', { STUNTDOUBLE_DATA: 'kept' }, { data: 'kept', durability: 'sync' }],
    ['--data kept --ephemeral', {}, { durability: 'memory' }],
    ['--durability flush', {}, { data: '.stuntdouble', durability: 'flush' }],
    ['--no-ephemeral', {}, { data: '.stuntdouble', durability: 'sync' }],
    ['--log human', {}, { log: 'human' }],
  ])('%s %o', (line, env, settings) => {
    expect(parse(`run ${line} -- true`, env).settings).toMatchObject(settings);
  });
});

describe('signals', () => {
  const patient = `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000);`;

  test('what a key of the terminal has told the command is not told twice', async () => {
    const { run, child } = await start(patient);

    run.tell('SIGTERM', true);
    expect(await Promise.race([run.ended, pause(100)])).toBe('goes on');
    process.kill(child, 'SIGTERM');

    expect(await run.ended).toBe(7);
  });

  test('whoever insists is not kept waiting', async () => {
    const { run } = await start(`process.on('SIGINT', () => {}); setInterval(() => {}, 1000);`);

    run.tell('SIGINT', false);
    expect(await Promise.race([run.ended, pause(100)])).toBe('goes on');
    run.tell('SIGINT', false);

    expect(await run.ended).toBe(130);
  });

  test('once the command has ended, the first one ends the run', async () => {
    const { settings } = parse('run --format table -- x');
    const run: RunningCommand = startRun(
      { settings, program: [process.execPath, '-e', ''], env: {} },
      { ...terminal, out: () => run.tell('SIGTERM', false) },
    );

    expect(await run.ended).toBe(143);
  });

  test('before the command has begun, it never begins', async () => {
    const { settings } = parse('run -- x');
    const run = startRun({ settings, program: ['no-such-command'], env: {} }, terminal);

    run.tell('SIGHUP', false);

    expect(await run.ended).toBe(129);
  });
});

describe('a command that can not be run', () => {
  type Choose = (folder: string) => readonly string[];

  test.each<[string, choose: Choose, mode: number, code: number, message: string]>([
    ['is not there', () => ['no-such-command'], 0o644, 127, 'no command "no-such-command"'],
    [
      'is a line for a shell',
      () => ['npm test && ls'],
      0o644,
      127,
      "write -- sh -c 'npm test && ls'",
    ],
    ['is not executable', (folder) => [join(folder, 'x')], 0o644, 126, 'may not be run: make it'],
    ['is a folder', (folder) => [folder], 0o644, 126, 'may not be run'],
    [
      'has no interpreter',
      (folder) => [join(folder, 'x')],
      0o755,
      127,
      'the interpreter in its first line must',
    ],
    [
      'is told too much',
      () => [process.execPath, 'x'.repeat(200_000)],
      0o644,
      126,
      'could not be run: ',
    ],
  ])('%s', async (_, choose, mode, code, message) => {
    const folder = await writeFolder({ x: '#!/no/such/interpreter' });
    await chmod(join(folder, 'x'), mode);
    const { settings } = parse('run -- x');

    const { ended } = startRun({ settings, program: choose(folder), env: {} }, terminal);

    await expect(ended).rejects.toMatchObject({
      exitCode: code,
      message: expect.stringContaining(message),
    });
  });
});

describe('what comes after the command', () => {
  const asks = (path: string, code = 0): string =>
    `fetch(process.env.STUNTDOUBLE_URL + '${path}').then(() => process.exit(${code}))`;
  const all = '--min-coverage operations=100';

  test.each<[name: string, program: string, options: string, code: number]>([
    ['all is well', asks('/things'), all, 0],
    ['too little was tried', asks('/nothing'), all, 6],
    ['a request matches nothing', asks('/nothing'), '--fail-on unmatched', 4],
    ['nothing is asked for', asks('/nothing'), '', 0],
    ['the command fails, and so would a gate', asks('/nothing', 5), all, 5],
    ['the command fails alone', asks('/things', 5), all, 5],
    ['a signal has ended it', `process.kill(process.pid, 'SIGKILL')`, '', 137],
    ['nothing is counted', asks('/nothing', 0), '--no-coverage', 0],
    ['there is nothing to judge', '', '--fail-on unmatched', 1],
    ['there is nothing to judge, and the command fails', 'process.exit(5)', '--fail-on breach', 5],
  ])('%s', async (_, program, options, code) => {
    expect((await play(program, options)).code).toBe(code);
  });

  test('the report is printed and written, also where the command fails', async () => {
    const file = join(await writeFolder(), 'deep', 'report.json');

    const { code, out } = await play(asks('/things', 3), `--format table --format json=${file}`);

    expect(code).toBe(3);
    expect(out).toMatch(/^Things 1.0.0: 1 operation, 1 request\n/);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      operations: [{ id: 'listThings', requests: 1 }],
    });
  });

  test('a report that can not be written hides no failure', async () => {
    const options = `--format json=${await writeFolder()}`;

    expect(await play(asks('/things', 3), options)).toMatchObject({
      code: 3,
      err: expect.stringContaining("stuntdouble: can't write"),
    });
    await expect(play(asks('/things'), options)).rejects.toThrow("can't write");
  });

  test('a command that asked nobody hears where to ask', async () => {
    expect((await play('', '')).err).toContain('send its requests to STUNTDOUBLE_URL');
    expect((await play(asks('/nothing'), '')).err).toBe('');
  });

  test.each([
    ['--fail-on violations --baseline nowhere.json', 'nowhere.json'],
    ['--no-coverage --min-coverage operations=1', '--no-coverage leaves nothing to judge'],
  ])('what can not be judged then is told before: %s', async (options, message) => {
    const mark = join(await writeFolder(), 'mark');
    const program = `require('fs').writeFileSync('${mark}', '')`;

    await expect(play(program, options)).rejects.toThrow(message);
    expect(existsSync(mark)).toBe(false);
  });
});

const contract = `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get: { operationId: listThings, responses: { '200': { description: Things. } } }
`;

interface Played {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end beside a small contract. */
async function play(program: string, options: string): Promise<Played> {
  const file = join(await writeFolder({ 'openapi.yaml': contract }), 'openapi.yaml');
  let [out, err] = ['', ''];
  const { settings } = parse(`run ${file} ${options} -- x`);
  const { ended } = startRun(
    { settings, program: [process.execPath, '-e', program], env: {} },
    { ...terminal, out: (text) => (out += text), error: (text) => (err += text) },
  );
  return { code: await ended, out, err };
}

const terminal: Terminal = {
  out: () => undefined,
  error: () => undefined,
  isInteractive: false,
  columns: undefined,
  paint: createPaint(false),
};

/** A program that tells of itself once it is ready. */
async function start(program: string): Promise<{ run: RunningCommand; child: number }> {
  const { settings } = parse('run -- x');
  const ready = `${program}; fetch(process.env.STUNTDOUBLE_URL + '/' + process.pid)`;
  const paths: string[] = [];
  const run = startRun(
    { settings: { ...settings, log: 'json' }, program: [process.execPath, '-e', ready], env: {} },
    { ...terminal, out: (text) => void paths.push(text) },
  );
  onTestFinished(() => {
    run.tell('SIGKILL', false);
    run.tell('SIGKILL', false);
  });
  for (;;) {
    const [, pid] = /"path":"\/(\d+)"/.exec(paths.join('')) ?? [];
    if (pid !== undefined) return { run, child: Number(pid) };
    await pause(20);
  }
}

async function pause(milliseconds: number): Promise<string> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
  return 'goes on';
}
