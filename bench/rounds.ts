import { setTimeout as wait } from 'node:timers/promises';

import { findFault } from './ask.ts';
import { medianOf } from './figures.ts';
import type { Lab } from './lab.ts';
import type { Load, Question } from './questions.ts';
import type { Server } from './server.ts';
import { startServer, waitUntilUp } from './server.ts';
import type { Subject } from './subject.ts';
import type { Seen } from './wrk-output.ts';

/** Something that is asked over and over. */
export interface Candidate {
  readonly name: string;
  readonly subject: Subject;
  readonly load: Load;
  /** Asked once, before anything is timed: all of it has to be answered right. */
  readonly checks?: readonly Question[];
  /** Default: 32. Fewer where a request takes so long that those that are cut off would count. */
  readonly connections?: number;
}

/** What came of it, round by round; or why there is nothing. */
export type Result =
  | {
      readonly name: string;
      readonly kind: 'measured';
      readonly samples: readonly Sample[];
      /** Bytes of the server after the last round, its children included. */
      readonly memory: number;
    }
  | { readonly name: string; readonly kind: 'failed'; readonly reason: string };

export interface Sample {
  /** Requests in a second of the server's CPU. */
  readonly rate: number;
  /** Microseconds, as the load generator sees them. */
  readonly p50: number;
  readonly p99: number;
}

const usualConnections = 32;
const patience = 120_000;
const longestRest = 30_000;
/**
 * Seconds of CPU in which a server has compiled what it runs. After half of it a tenth and more of what
 * some take is still the engine compiling.
 */
const warmSeconds = 6;
const mostBursts = 8;

/**
 * One burst each, in turn, and then all over again. What the machine does besides falls on all of
 * them. What comes before the first round doesn't count.
 */
export async function measure(
  lab: Lab,
  candidates: readonly Candidate[],
): Promise<readonly Result[]> {
  const servers = new Map<Subject, Server>();
  const samples = new Map(candidates.map((candidate) => [candidate, [] as Sample[]]));
  const failures = new Map<Candidate, string>();
  const memories = new Map<Subject, number>();
  try {
    for (const candidate of candidates) {
      const reason =
        (await prepare(candidate, servers, lab)) ?? (await warmUp(lab, candidate, servers));
      if (reason !== undefined) failures.set(candidate, reason);
      lab.say(`  ${candidate.name}: ${reason ?? 'answers right, and is warm'}`);
    }
    for (let round = 1; round <= lab.rounds; round += 1) {
      lab.say(`  round ${round} of ${lab.rounds}`);
      for (const candidate of rotate(candidates, round)) {
        const server = servers.get(candidate.subject);
        if (!server || failures.has(candidate)) continue;
        const sample = await burst(lab, candidate, server);
        if (typeof sample === 'string') failures.set(candidate, sample);
        else samples.get(candidate)?.push(sample);
      }
    }
    for (const [subject, server] of servers) memories.set(subject, server.memory());
  } finally {
    for (const server of servers.values()) await server.end();
  }
  return candidates.map((candidate): Result => {
    const reason = failures.get(candidate);
    const { name, subject } = candidate;
    if (reason !== undefined) return { name, kind: 'failed', reason };
    const memory = memories.get(subject) ?? Number.NaN;
    return { name, kind: 'measured', samples: samples.get(candidate) ?? [], memory };
  });
}

/** Whose turn it is first changes, since it is of some use to be first. */
function rotate<T>(list: readonly T[], by: number): readonly T[] {
  const first = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}

/** Starts the server, once for all that ask it, and looks at its answers. */
async function prepare(
  { subject, load, checks = [] }: Candidate,
  servers: Map<Subject, Server>,
  lab: Lab,
): Promise<string | undefined> {
  const hindrance = subject.findHindrance?.(lab);
  if (hindrance !== undefined) return hindrance;
  const known = servers.get(subject);
  const server = known ?? (await startServer(subject, lab));
  servers.set(subject, server);
  try {
    if (!known) await waitUntilUp(server, load[0], patience);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const words = server.obituary();
  if (words !== undefined) return words;
  for (const question of [load[0], ...checks]) {
    const fault = findFault(question, await server.ask(question));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * What a start leaves behind is no part of a request: db.json is written with the first change, and
 * what that and the start made is collected. Whoever is never idle is asked all the same.
 */
async function waitUntilIdle(servers: readonly Server[]): Promise<void> {
  const end = performance.now() + longestRest;
  const total = (): number => servers.reduce((sum, server) => sum + server.cpu(), 0);
  for (let isIdle = false; !isIdle && performance.now() < end;) {
    const before = total();
    await wait(500);
    isIdle = total() - before < 0.02;
  }
}

/**
 * Until it has compiled what it runs. Each as soon as it has started: on Node 20 a process that idles
 * before anybody asks takes up to a third more for a request from then on.
 */
async function warmUp(
  lab: Lab,
  candidate: Candidate,
  servers: ReadonlyMap<Subject, Server>,
): Promise<string | undefined> {
  const server = servers.get(candidate.subject);
  if (!server) return undefined;
  await waitUntilIdle([server]);
  const sample = await fireUntil(lab, candidate, server, warmSeconds);
  return typeof sample === 'string' ? sample : undefined;
}

async function burst(lab: Lab, candidate: Candidate, server: Server): Promise<Sample | string> {
  return fireUntil(lab, candidate, server, lab.seconds / 3);
}

/**
 * One burst; more of them on a machine whose other users leave the server too little of its core to
 * tell anything, since the kernel counts CPU in hundredths of a second.
 */
async function fireUntil(
  lab: Lab,
  candidate: Candidate,
  server: Server,
  cpuSeconds: number,
): Promise<Sample | string> {
  const { load, connections = usualConnections } = candidate;
  const before = server.cpu();
  const all: Seen[] = [];
  while (all.length < mostBursts && server.cpu() - before < cpuSeconds) {
    const seen = await lab.generator.fire({
      port: server.port,
      prefix: server.subject.prefix ?? '',
      load,
      connections,
      seconds: lab.seconds,
    });
    const expected = load[0].status >= 400 ? seen.requests : 0;
    const words = server.obituary();
    if (words !== undefined) return words;
    if (seen.faults > 0) return `${seen.faults} requests were not answered`;
    if (Math.abs(seen.refusals - expected) > connections) {
      return `under load ${seen.refusals} of ${seen.requests} answers were refusals`;
    }
    all.push(seen);
  }
  const cpu = server.cpu() - before;
  const requests = all.reduce((sum, seen) => sum + seen.requests, 0);
  return {
    rate: requests / cpu,
    p50: medianOf(all.map((seen) => seen.p50)),
    p99: medianOf(all.map((seen) => seen.p99)),
  };
}
