import { setTimeout as wait } from 'node:timers/promises';

import { findFault } from './ask.ts';
import { medianOf } from './figures.ts';
import type { Lab } from './lab.ts';
import type { Question } from './questions.ts';
import type { Server } from './server.ts';
import { startServer } from './server.ts';
import type { Subject } from './subject.ts';

/** From the start of a process to its first right answer. */
export interface FirstAnswer {
  /** Seconds by the clock on the wall. */
  readonly seconds: number;
  /** Seconds of CPU. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
}

export type Started =
  | { readonly kind: 'started'; readonly first: FirstAnswer; readonly all: readonly FirstAnswer[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** How often each is started, and until when once is enough. */
export interface Turns {
  readonly count: number;
  readonly patience: number;
  /** Seconds; what takes longer is started once. */
  readonly tooLong: number;
}

/** Each in turn, and then all over again; of what came out the medians. */
export async function measureStarts(
  lab: Lab,
  subjects: readonly Subject[],
  question: Question,
  { count, patience, tooLong }: Turns,
): Promise<ReadonlyMap<string, Started>> {
  const found = new Map<string, FirstAnswer[]>();
  const failures = new Map<string, string>();
  for (let turn = 0; turn < count; turn += 1) {
    for (const subject of subjects) {
      const { name } = subject;
      const known = found.get(name) ?? [];
      if (failures.has(name) || (known[0]?.seconds ?? 0) > tooLong) continue;
      const first = await startOnce(lab, subject, question, patience);
      if (typeof first === 'string') failures.set(name, first);
      else found.set(name, [...known, first]);
      lab.say(`  ${name}: ${typeof first === 'string' ? first : `${first.seconds.toFixed(2)} s`}`);
    }
  }
  return new Map(
    subjects.map(({ name }) => [name, summarize(found.get(name) ?? [], failures.get(name))]),
  );
}

/** A server that says something else for so long doesn't know better. */
const wrongFor = 10_000;

/** Asks every few milliseconds, until the answer is right. */
export async function waitForAnswer(
  server: Server,
  question: Question,
  patience: number,
): Promise<string | undefined> {
  const end = performance.now() + patience;
  let wrongSince: number | undefined;
  for (;;) {
    const answer = await server.ask(question);
    const fault = findFault(question, answer);
    if (fault === undefined) return undefined;
    // Some listen before they know anything, and say 404 or 5xx until they do.
    const words = server.obituary();
    if (words !== undefined) return words;
    const now = performance.now();
    if (answer.kind === 'answered') {
      wrongSince ??= now;
      if (now - wrongSince > wrongFor) return fault;
    }
    if (now > end) return `no answer within ${patience / 1000} s`;
    await wait(answer.kind === 'answered' ? 50 : 2);
  }
}

async function startOnce(
  lab: Lab,
  subject: Subject,
  question: Question,
  patience: number,
): Promise<FirstAnswer | string> {
  const hindrance = subject.findHindrance?.(lab);
  if (hindrance !== undefined) return hindrance;
  const begin = performance.now();
  const server = await startServer(subject, lab);
  try {
    const fault = await waitForAnswer(server, question, patience);
    if (fault !== undefined) return fault;
    return {
      seconds: (performance.now() - begin) / 1000,
      cpu: server.cpu(),
      memory: server.memory(),
    };
  } finally {
    await server.end();
  }
}

function summarize(all: readonly FirstAnswer[], reason: string | undefined): Started {
  if (reason !== undefined) return { kind: 'failed', reason };
  const first = {
    seconds: medianOf(all.map(({ seconds }) => seconds)),
    cpu: medianOf(all.map(({ cpu }) => cpu)),
    memory: medianOf(all.map(({ memory }) => memory)),
  };
  return { kind: 'started', first, all };
}
