import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { peerFile } from './peers.ts';
import type { Load } from './questions.ts';
import type { Seen } from './wrk-output.ts';
import { readWrkOutput } from './wrk-output.ts';

const run = promisify(execFile);

export interface Burst {
  readonly port: number;
  readonly prefix: string;
  readonly load: Load;
  readonly connections: number;
  readonly seconds: number;
}

/** Asks over and over, as fast as it is answered. */
export interface Generator {
  readonly name: 'wrk' | 'autocannon';
  fire(burst: Burst): Promise<Seen>;
}

/** wrk, or where there is none autocannon. `core` is what to put in front of a command. */
export function chooseGenerator(core: readonly string[], folder: string): Generator {
  const name = hasProgram('wrk', '-v') ? 'wrk' : 'autocannon';
  return { name, fire: name === 'wrk' ? fireWrk(core, folder) : fireAutocannon(core, folder) };
}

/** Whether a program is there, whatever it says. */
export function hasProgram(name: string, ...argument: readonly string[]): boolean {
  try {
    execFileSync(name, argument, { stdio: 'ignore' });
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

function fireWrk(core: readonly string[], folder: string): Generator['fire'] {
  const written = createWriter(folder, 'lua', toLua);
  return async ({ port, prefix, load, connections, seconds }) => {
    const [first] = load;
    const script = await written(load, prefix);
    const [program, ...rest] = [
      ...core,
      'wrk',
      '--threads=1',
      `--connections=${connections}`,
      `--duration=${Math.ceil(seconds)}`,
      '--latency',
      '--timeout=60s',
      `--script=${script}`,
      `http://127.0.0.1:${port}${prefix}${first.path}`,
    ];
    const { stdout } = await run(program, rest);
    return readWrkOutput(stdout);
  };
}

/** The requests are written out beforehand: while wrk asks, it only takes the next. */
function toLua(load: Load, prefix: string): string {
  const [first] = load;
  const headers = Object.entries(first.headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  const lines = load.map(({ method, path, body = '' }) => `${method}\t${prefix}${path}\t${body}\n`);
  return [
    ...headers,
    'local lines = [==[',
    `${lines.join('')}]==]`,
    'local requests, next = {}, 0',
    'function init()',
    '  for method, path, body in lines:gmatch("(%u+)\\t([^\\t\\n]+)\\t([^\\n]*)\\n") do',
    '    requests[#requests + 1] = wrk.format(method, path, nil, body ~= "" and body or nil)',
    '  end',
    'end',
    'function request()',
    '  next = next % #requests + 1',
    '  return requests[next]',
    'end',
  ].join('\n');
}

function fireAutocannon(core: readonly string[], folder: string): Generator['fire'] {
  const written = createWriter(folder, 'json', toRequests);
  return async ({ port, prefix, load, connections, seconds }) => {
    const requests = await written(load, prefix);
    const [program, ...rest] = [
      ...core,
      process.execPath,
      peerFile('autocannon.js'),
      JSON.stringify({ url: `http://127.0.0.1:${port}`, connections, duration: seconds }),
      requests,
    ];
    const { stdout } = await run(program, rest);
    // The program beside the peers prints just this.
    return JSON.parse(stdout) as Seen;
  };
}

function toRequests(load: Load, prefix: string): string {
  return JSON.stringify(
    load.map(({ method, path, headers, body }) => ({
      method,
      path: `${prefix}${path}`,
      headers,
      body,
    })),
  );
}

/** Each load is written once. */
function createWriter(
  folder: string,
  ending: string,
  toText: (load: Load, prefix: string) => string,
): (load: Load, prefix: string) => Promise<string> {
  const files = new Map<Load, Map<string, string>>();
  let count = 0;
  return async (load, prefix) => {
    const known = files.get(load) ?? new Map<string, string>();
    files.set(load, known);
    const file = known.get(prefix);
    if (file !== undefined) return file;
    count += 1;
    const fresh = join(folder, `load-${count}.${ending}`);
    await writeFile(fresh, toText(load, prefix));
    known.set(prefix, fresh);
    return fresh;
  };
}
