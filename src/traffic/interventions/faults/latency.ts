import { refuseInBody } from '../../../base/errors.ts';
import { stepDown } from '../../../base/json.ts';
import type { FaultDocument } from '../../documents.ts';
import type { DrawChance } from '../draws.ts';

/** Returns the delay of a reply, in milliseconds. */
export type Latency = (draw: DrawChance) => number;

/** One hour. */
const longestDelay = 3_600_000;

export function readLatency(
  input: NonNullable<FaultDocument['latency']>,
  pointer: string,
): Latency {
  if (typeof input !== 'object') return alwaysAfter(readDuration(input, pointer));
  if ('fixed' in input) return alwaysAfter(readDuration(input.fixed, stepDown(pointer, 'fixed')));
  return 'uniform' in input
    ? readUniform(input.uniform, stepDown(pointer, 'uniform'))
    : readLogNormal(input.log_normal, stepDown(pointer, 'log_normal'));
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds from a text such as `800` or `2s`; undefined if it is invalid or above one hour. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = 'ms'] = /^(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)?$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (units[unit] ?? Number.NaN);
  return milliseconds <= longestDelay ? milliseconds : undefined;
}

function alwaysAfter(delay: number): Latency {
  return () => delay;
}

type Duration = number | string;

function readDuration(input: Duration, pointer: string): number {
  const duration = typeof input === 'number' ? input : parseDuration(input);
  if (duration !== undefined) return duration;
  const message = 'must be milliseconds, or a duration such as 800ms or 2s, of an hour at most';
  throw refuseInBody(pointer, message, 'duration');
}

function readUniform([first, last]: readonly [Duration, Duration], pointer: string): Latency {
  const from = readDuration(first, stepDown(pointer, 0));
  const to = readDuration(last, stepDown(pointer, 1));
  if (from > to) {
    throw refuseInBody(pointer, 'must be two durations, the shorter one first', 'range');
  }
  return (draw) => from + (to - from) * draw('latency');
}

interface LogNormal {
  readonly median: Duration;
  readonly sigma?: number;
  readonly most?: Duration;
}

function readLogNormal(input: LogNormal, pointer: string): Latency {
  const { sigma = 0.5 } = input;
  const median = readDuration(input.median, stepDown(pointer, 'median'));
  const most = readDuration(input.most ?? longestDelay, stepDown(pointer, 'most'));
  return (draw) => {
    // Box-Muller transform: two uniform draws make one normal value.
    const radius = Math.sqrt(-2 * Math.log(1 - draw('latency')));
    const normal = radius * Math.cos(2 * Math.PI * draw('latency angle'));
    return Math.min(most, median * Math.exp(sigma * normal));
  };
}
