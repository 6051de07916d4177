import { ApiError } from '../../../base/errors.ts';
import type { Operation } from '../../../contract/operations.ts';
import { findStatuses, listStatuses } from '../../../pipeline/review-answer.ts';
import type { FaultDocument } from '../../documents.ts';
import type { InjectedFault } from './faults.ts';
import { mostBytes, parseDuration, readFault } from './faults.ts';

/** Reads the value of `X-Stuntdouble-Fault`, such as `latency=800ms, status=503`. */
export function readFaultHeader(text: string, operation: Operation): InjectedFault {
  const words = new Map<string, string | undefined>();
  for (const word of text.split(',').map((piece) => piece.trim())) {
    const [name = '', value, ...more] = word.split('=').map((part) => part.trim());
    if (more.length > 0) throw refuseFaultWord(word, 'it has more than one =');
    if (!Object.hasOwn(readers, name))
      throw refuseFaultWord(word, `there is no such fault; there are ${list}`);
    if (words.has(name)) throw refuseFaultWord(word, 'it is said twice');
    const isFlag = name === 'reset' || name === 'hang';
    if (isFlag && value !== undefined) throw refuseFaultWord(word, 'it takes no value');
    if (!isFlag && name !== 'truncate' && !value)
      throw refuseFaultWord(word, `it needs a value: ${list}`);
    words.set(name, value);
  }
  assertOneEnd(words);
  const members = Object.entries(readers).map(([name, read]) =>
    words.has(name) ? read(words.get(name), operation) : {},
  );
  return readFault(Object.assign({}, ...members), '');
}

const list =
  'latency=800ms, status=503, reset, hang, truncate or truncate=100, rate=50 (bytes a second), effect=kept or effect=lost';

type Words = ReadonlyMap<string, string | undefined>;

type ReadWord = (value: string | undefined, operation: Operation) => FaultDocument;

/** The words, as members of a fault; they are read in this order. */
const readers: Readonly<Record<string, ReadWord>> = {
  latency(value = '') {
    if (parseDuration(value) !== undefined) return { latency: value };
    const why = 'it needs a duration such as 800ms or 2s, an hour at most';
    throw refuseFaultWord(`latency=${value}`, why);
  },
  status(value = '', operation) {
    const word = `status=${value}`;
    if (!/^[2-5]\d\d$/.test(value)) {
      throw refuseFaultWord(word, 'it needs a status from 200 to 599');
    }
    const status = [Number(value)];
    if (findStatuses(operation, status).length > 0) return { status };
    const why = `${operation.id} declares no such status; it declares ${listStatuses(operation)}. An override with "breach": true can send another`;
    throw refuseFaultWord(word, why);
  },
  rate: (value = '') => ({ bytes_per_second: readCount(`rate=${value}`, value, 1) }),
  effect(value) {
    if (value === 'kept' || value === 'lost') return { effect: value };
    throw refuseFaultWord(`effect=${value}`, 'it is kept or lost');
  },
  reset: () => ({ reset: true }),
  hang: () => ({ hang: true }),
  truncate: (value) => ({
    truncate: value === undefined ? true : readCount(`truncate=${value}`, value, 0),
  }),
};

function assertOneEnd(words: Words): void {
  const [end, other] = ['reset', 'hang', 'truncate'].filter((name) => words.has(name));
  if (other === undefined) return;
  throw refuseFaultWord(other, `a reply ends in one way, and ${end} is there, too`);
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
