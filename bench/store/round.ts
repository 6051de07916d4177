import type { Subject } from './subject.ts';

export type Operation = 'replace' | 'create' | 'remove';

export const operations: readonly Operation[] = ['create', 'replace', 'remove'];

/** One round: so many writes of each kind, one after the other, and then many at a time. */
export interface Round {
  /** The median of how long a write was waited for, in microseconds. */
  readonly latency: Readonly<Record<Operation, number>>;
  /** Writes in a second, with so many under way at a time. */
  readonly throughput: number;
}

const atOnce = 32;

/** `size`: how many records there are; new ones come behind them, and are taken away again. */
export async function playRound(subject: Subject, size: number, count: number): Promise<Round> {
  const numbers = Array.from({ length: count }, (_, at) => size + at);
  const create = await timeEach(numbers, (number) => subject.create(number));
  const replace = await timeEach(numbers, (_, at) => subject.replace(spread(at, size), at));
  const remove = await timeEach(numbers, (number) => subject.remove(number));
  const throughput = await timeAll(count * 4, (at) => subject.replace(spread(at, size), at));
  return { latency: { create, replace, remove }, throughput };
}

/** All over the records, and not one beside the other. */
function spread(at: number, size: number): number {
  return (at * 7919) % size;
}

async function timeEach(
  numbers: readonly number[],
  work: (number: number, at: number) => Promise<void>,
): Promise<number> {
  const times: number[] = [];
  for (const [at, number] of numbers.entries()) {
    const start = performance.now();
    await work(number, at);
    times.push((performance.now() - start) * 1000);
  }
  return medianOf(times);
}

async function timeAll(count: number, work: (at: number) => Promise<void>): Promise<number> {
  const start = performance.now();
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return (count / (performance.now() - start)) * 1000;
}

export function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}
