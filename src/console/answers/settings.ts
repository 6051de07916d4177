import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from '../parts/json-lines.ts';
import type { AnswerOption } from './answer-options.ts';
import { findOption, other, usual } from './answer-options.ts';

/** The fields of the form, as texts. */
export interface Settings {
  /** The value of an option. */
  readonly answer: string;
  readonly delay: 'none' | 'fixed' | 'range' | 'log_normal';
  /** Of a fixed delay, or the median. */
  readonly latency: string;
  readonly from: string;
  readonly to: string;
  readonly sigma: string;
  readonly end: 'whole' | 'reset' | 'hang' | 'truncate';
  /** Bytes in a second; empty: as fast as can be. */
  readonly speed: string;
  readonly effect: '' | 'kept' | 'lost';
  /** Requests in a window of seconds; empty: no rate limit. It stands alone. */
  readonly limit: string;
  readonly window: string;
  readonly burst: string;
  readonly times: string;
  readonly probability: string;
  readonly seed: string;
  readonly isForAll: boolean;
}

export const noSettings: Settings = {
  answer: usual,
  delay: 'none',
  latency: '500ms',
  from: '100ms',
  to: '1s',
  sigma: '0.5',
  end: 'whole',
  speed: '',
  effect: '',
  limit: '',
  window: '60',
  burst: '',
  times: '',
  probability: '',
  seed: '',
  isForAll: false,
};

/** The document of an override; undefined: the usual happens. */
export function writeDocument(
  operation: string,
  settings: Settings,
  options: readonly AnswerOption[],
): JsonObject | undefined {
  const { times, probability, seed, isForAll } = settings;
  const place = { operation, ...(isForAll ? { world: '*' } : {}) };
  const { limit, window, burst } = settings;
  if (limit !== '') {
    const rate = { limit: readNumber(limit), window: readNumber(window), ...given({ burst }) };
    return { ...place, fault: { rate_limit: rate } };
  }
  const reply = options.find(({ value }) => value === settings.answer)?.reply;
  const fault = writeFault(settings);
  if (!reply && Object.keys(fault).length === 0) return undefined;
  return {
    ...place,
    ...(reply ? { reply } : {}),
    ...(Object.keys(fault).length === 0 ? {} : { fault }),
    ...given({ times, probability }),
    ...(seed === '' ? {} : { seed }),
  };
}

function writeFault(settings: Settings): JsonObject {
  const { end, speed, effect } = settings;
  return {
    ...writeDelay(settings),
    ...(end === 'whole' ? {} : { [end]: true }),
    ...given({ bytes_per_second: speed }),
    ...(effect === '' ? {} : { effect }),
  };
}

function writeDelay({ delay, latency, from, to, sigma }: Settings): JsonObject {
  if (delay === 'none') return {};
  if (delay === 'fixed') return { latency: readNumber(latency) };
  if (delay === 'range') return { latency: { uniform: [readNumber(from), readNumber(to)] } };
  return { latency: { log_normal: { median: readNumber(latency), ...given({ sigma }) } } };
}

/** Numbers, of those that are not empty. */
function given(texts: Readonly<Record<string, string>>): JsonObject {
  const filled = Object.entries(texts).filter(([, text]) => text !== '');
  return Object.fromEntries(filled.map(([name, text]) => [name, readNumber(text)]));
}

/** What is no number goes to the server as it is, which says what is wrong with it. */
function readNumber(text: string): Json {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

/** The fields that stand for a document of `writeDocument`; `other` where it says more. */
export function readDocument(
  override: JsonObject | undefined,
  options: readonly AnswerOption[],
): Settings {
  if (!override) return noSettings;
  const { fault, reply, times, probability, seed, world } = override;
  const option = isJsonObject(reply) ? findOption(options, reply)?.value : usual;
  return {
    ...noSettings,
    answer: option === undefined || override['sequence'] !== undefined ? other : option,
    ...(isJsonObject(fault) ? readFault(fault) : {}),
    times: textOf(times),
    probability: textOf(probability),
    seed: textOf(seed),
    isForAll: world === '*',
  };
}

function readFault(fault: JsonObject): Partial<Settings> {
  const { latency, rate_limit: rate, effect } = fault;
  const ends = ['reset', 'hang', 'truncate'] as const;
  return {
    ...readDelay(latency),
    end: ends.find((one) => (fault[one] ?? false) !== false) ?? 'whole',
    speed: textOf(fault['bytes_per_second']),
    effect: effect === 'kept' || effect === 'lost' ? effect : '',
    ...(isJsonObject(rate)
      ? {
          limit: textOf(rate['limit']),
          window: textOf(rate['window']),
          burst: textOf(rate['burst']),
        }
      : {}),
  };
}

function readDelay(latency: Json | undefined): Partial<Settings> {
  if (latency === undefined) return {};
  if (!isJsonObject(latency)) return { delay: 'fixed', latency: textOf(latency) };
  const { uniform, log_normal: normal, fixed } = latency;
  if (isList(uniform)) return { delay: 'range', from: textOf(uniform[0]), to: textOf(uniform[1]) };
  if (!isJsonObject(normal)) return { delay: 'fixed', latency: textOf(fixed) };
  return {
    delay: 'log_normal',
    latency: textOf(normal['median']),
    sigma: textOf(normal['sigma']),
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A part of the form at which a refusal of the server stands. */
export type Place = 'answer' | 'delay' | 'end' | 'speed' | 'effect' | 'limit' | 'often' | 'all';

/** Where the form shows what the server says of a place in the document. */
export function placeOf(pointer: string): Place {
  return places.find(([beginning]) => pointer.startsWith(beginning))?.[1] ?? 'all';
}

const places: readonly (readonly [string, Place])[] = [
  ['/reply', 'answer'],
  ['/fault/latency', 'delay'],
  ['/fault/reset', 'end'],
  ['/fault/hang', 'end'],
  ['/fault/truncate', 'end'],
  ['/fault/bytes_per_second', 'speed'],
  ['/fault/effect', 'effect'],
  ['/fault/rate_limit', 'limit'],
  ['/times', 'often'],
  ['/probability', 'often'],
  ['/seed', 'often'],
];
