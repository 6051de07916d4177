import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { Response } from './exchange.ts';
import { isObject, readJson, textOf } from './json.ts';
import { contractFile } from './rules.ts';

/** Prism's validating proxy: someone else's reading of the same contract. */
export interface Referee {
  readonly url: string;
  /** What it found, by the side of the exchange where it found it. */
  readVerdict(response: Response): Verdict;
  /** What it says where it answered itself, instead of passing on what the server said. */
  readOwnAnswer(response: Response): string | undefined;
  /** Why it can't referee any more; undefined while it can. */
  obituary(): string | undefined;
  close(): Promise<void>;
}

interface Verdict {
  readonly request: readonly string[];
  readonly response: readonly string[];
}

const host = '127.0.0.1';
const patience = 40_000;

/** Ends the referee when the suite is gone, in whichever way: nobody else would. */
const leash = 'data:text/javascript,process.stdin.on("end",()=>process.exit()).resume()';

export async function startReferee(upstream: string): Promise<Referee> {
  const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
  const port = await findPort();
  // Without --errors, with which it would answer itself instead of passing the reply on; and with
  // few words, because it spells out every body that it logs.
  const options = [`--port=${port}`, `--host=${host}`, '--cors=false', '--multiprocess=false'];
  const child = spawn(
    process.execPath,
    ['--import', leash, prism, 'proxy', contractFile, upstream, ...options, '--verboseLevel=warn'],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } },
  );
  const lastWords = keepLastWords(child);
  const obituary = (): string | undefined => {
    if (child.exitCode === null && child.signalCode === null) return undefined;
    const cause = child.signalCode ?? `code ${child.exitCode}`;
    return `the referee (Prism) has ended with ${cause}; its last words:\n${lastWords()}`;
  };
  const deadline = Date.now() + patience;
  while (!(await accepts(port))) {
    const isLate = Date.now() > deadline;
    const reason = obituary() ?? (isLate ? `it takes no connections:\n${lastWords()}` : undefined);
    if (reason === undefined) {
      await wait(50);
      continue;
    }
    await end(child);
    throw new Error(`the referee did not start: ${reason}`);
  }
  return {
    url: `http://${host}:${port}`,
    readVerdict,
    readOwnAnswer,
    obituary,
    close: () => end(child),
  };
}

/** A port that was free a moment ago. Prism can choose one itself, but tells it to its log only. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  // A trust edge: a server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const answer = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

/** Reads on for good: a process whose output nobody takes comes to a halt. */
function keepLastWords(child: ChildProcess): () => string {
  let text = '';
  const take = (chunk: Buffer | Error): void => {
    text = (text + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  child.on('error', take);
  return () => text;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  const insist = setTimeout(() => child.kill('SIGKILL'), 2_000);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(insist);
}

function readVerdict({ headers }: Response): Verdict {
  const header = headers.get('sl-violations');
  const violations = header === undefined ? [] : readJson(header);
  // Too many of them, and the header is cut off.
  if (!Array.isArray(violations)) return { request: [], response: [String(header)] };
  const located = (side: string): readonly string[] =>
    violations.filter(isObject).flatMap((violation) => {
      const { location, message } = violation;
      if (!Array.isArray(location) || location[0] !== side) return [];
      return [`${location.join('.')}: ${textOf(message)}`];
    });
  return { request: located('request'), response: located('response') };
}

function readOwnAnswer({ body }: Response): string | undefined {
  const problem = readJson(body);
  if (!isObject(problem)) return undefined;
  const type = textOf(problem['type']);
  const words = textOf(problem['title']);
  if (type === 'FetchError') return `the server did not answer the referee: ${words}`;
  return type.startsWith('https://stoplight.io/prism/')
    ? `the referee answered itself, so this request has to go direct: ${words}`
    : undefined;
}
