import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject, stepDown } from '../../../base/json.ts';
import { readNumber, readInput, refuseInput } from '../../matching/read-members.ts';
import type { DrawChance } from '../draws.ts';

/** Returns the delay of a reply, in milliseconds. */
export type Latency = (draw: DrawChance) => number;

/** One hour. */
const longestDelay = 3_600_000;

const forms = ['fixed', 'uniform', 'log_normal'] as const;

export function readLatency(input: JsonValue, pointer: string): Latency {
  if (!isJsonObject(input)) return alwaysAfter(readDuration(input, pointer));
  const { value } = readInput(input, pointer, forms);
  const { fixed, uniform, log_normal: logNormal } = value;
  if (Object.keys(value).length !== 1) {
    throw refuseInput(pointer, `must have one of ${forms.join(', ')}`, 'oneOf');
  }
  if (fixed !== undefined) return alwaysAfter(readDuration(fixed, stepDown(pointer, 'fixed')));
  if (uniform !== undefined) return readUniform(uniform, stepDown(pointer, 'uniform'));
  return readLogNormal(logNormal, stepDown(pointer, 'log_normal'));
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

function readDuration(input: JsonValue | undefined, pointer: string): number {
  if (typeof input === 'number' && input >= 0 && input <= longestDelay) return input;
  const duration = typeof input === 'string' ? parseDuration(input) : undefined;
  if (duration !== undefined) return duration;
  const message = 'must be milliseconds, or a duration such as 800ms or 2s, of an hour at most';
  throw refuseInput(pointer, message, 'duration');
}

function readUniform(input: JsonValue, pointer: string): Latency {
  const ends: readonly JsonValue[] = Array.isArray(input) ? input : [];
  const [from = 0, to = 0] = ends.map((end, at) => readDuration(end, stepDown(pointer, at)));
  if (ends.length !== 2 || from > to) {
    throw refuseInput(pointer, 'must be two durations, the shorter one first', 'range');
  }
  return (draw) => from + (to - from) * draw('latency');
}

function readLogNormal(input: JsonValue | undefined, pointer: string): Latency {
  const read = readInput(input, pointer, ['median', 'sigma', 'most']);
  const { median: middle, most: end = longestDelay } = read.value;
  const median = readDuration(middle, stepDown(pointer, 'median'));
  const most = readDuration(end, stepDown(pointer, 'most'));
  const sigma = readNumber(read, 'sigma', { least: 0, most: 10 }) ?? 0.5;
  return (draw) => {
    // Box-Muller transform: two uniform draws make one normal value.
    const radius = Math.sqrt(-2 * Math.log(1 - draw('latency')));
    const normal = radius * Math.cos(2 * Math.PI * draw('latency angle'));
    return Math.min(most, median * Math.exp(sigma * normal));
  };
}
