import { ApiError } from '../../../base/errors.ts';
import type { Operation } from '../../../contract/operations.ts';
import type { Delivery } from '../../../pipeline/exchange.ts';
import { findStatuses, listStatuses } from '../../../pipeline/review-answer.ts';
import type { InjectedFault } from './faults.ts';
import { mostBytes, whole } from './faults.ts';
import { parseDuration } from './latency.ts';

/** Reads the value of `X-Stuntdouble-Fault`, such as `latency=800ms, status=503`. */
export function readFaultHeader(text: string, operation: Operation): InjectedFault {
  const words = new Map<string, string | undefined>();
  for (const word of text.split(',').map((piece) => piece.trim())) {
    const [name = '', value, ...more] = word.split('=').map((part) => part.trim());
    if (more.length > 0) throw refuseFaultWord(word, 'it has more than one =');
    if (!isKnown(name)) throw refuseFaultWord(word, `there is no such fault; there are ${list}`);
    if (words.has(name)) throw refuseFaultWord(word, 'it is said twice');
    const isFlag = name === 'reset' || name === 'hang';
    if (isFlag && value !== undefined) throw refuseFaultWord(word, 'it takes no value');
    if (!isFlag && name !== 'truncate' && !value)
      throw refuseFaultWord(word, `it needs a value: ${list}`);
    words.set(name, value);
  }
  const delay = readWord(words, 'latency', readDelay);
  return {
    latency: delay === undefined ? undefined : () => delay,
    statuses: readWord(words, 'status', (value) => readStatus(value, operation)),
    bytesPerSecond: readWord(words, 'rate', readRate),
    end: readEnd(words),
    effect: readWord(words, 'effect', readEffect),
  };
}

const known = ['latency', 'status', 'reset', 'hang', 'truncate', 'rate', 'effect'] as const;
const list =
  'latency=800ms, status=503, reset, hang, truncate or truncate=100, rate=50 (bytes a second), effect=kept or effect=lost';

type Words = ReadonlyMap<string, string | undefined>;

function isKnown(name: string): boolean {
  return known.some((one) => one === name);
}

function readWord<T>(
  words: Words,
  name: (typeof known)[number],
  read: (value: string) => T,
): T | undefined {
  const value = words.get(name);
  return value === undefined ? undefined : read(value);
}

function readDelay(value: string): number {
  const delay = parseDuration(value);
  if (delay !== undefined) return delay;
  throw refuseFaultWord(
    `latency=${value}`,
    'it needs a duration such as 800ms or 2s, an hour at most',
  );
}

function readStatus(value: string, operation: Operation): readonly number[] {
  const word = `status=${value}`;
  if (!/^[2-5]\d\d$/.test(value)) throw refuseFaultWord(word, 'it needs a status from 200 to 599');
  if (findStatuses(operation, [Number(value)]).length > 0) return [Number(value)];
  throw refuseFaultWord(
    word,
    `${operation.id} declares no such status; it declares ${listStatuses(operation)}`,
  );
}

function readRate(value: string): number {
  return readCount(`rate=${value}`, value, 1);
}

function readEffect(value: string): 'kept' | 'lost' {
  if (value === 'kept' || value === 'lost') return value;
  throw refuseFaultWord(`effect=${value}`, 'it is kept or lost');
}

function readEnd(words: Words): Delivery['end'] {
  const ends = ['reset', 'hang', 'truncate'].filter((name) => words.has(name));
  const [end, other] = ends;
  if (other !== undefined)
    throw refuseFaultWord(other, `a reply ends in one way, and ${end} is there, too`);
  if (end === undefined) return whole;
  if (end === 'reset' || end === 'hang') return { kind: end };
  const after = words.get('truncate');
  const word = `truncate=${after}`;
  return { kind: 'cut', after: after === undefined ? undefined : readCount(word, after, 0) };
}

function readCount(word: string, value: string, least: number): number {
  const count = Number(value);
  if (/^\d{1,10}$/.test(value) && count >= least && count <= mostBytes) return count;
  throw refuseFaultWord(word, `it needs a whole number from ${least} to ${mostBytes}`);
}

function refuseFaultWord(word: string, why: string): ApiError {
  const detail = `X-Stuntdouble-Fault: "${word.slice(0, 100)}" can not be read: ${why}.`;
  return new ApiError('invalid-fault', detail);
}
