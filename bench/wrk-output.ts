/** What a load generator has seen. */
export interface Seen {
  readonly requests: number;
  readonly seconds: number;
  /** Microseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers that are neither 2xx nor 3xx. */
  readonly refusals: number;
  /** Connections that broke, and answers that never came. */
  readonly faults: number;
}

/** Reads what `wrk --latency` prints. */
export function readWrkOutput(text: string): Seen {
  const [, requests, time] = /(\d+) requests in ([\d.]+\w+)/.exec(text) ?? [];
  const [, p50] = /^\s+50%\s+(\S+)/m.exec(text) ?? [];
  const [, p99] = /^\s+99%\s+(\S+)/m.exec(text) ?? [];
  const [, longest] = /^\s+Latency\s+\S+\s+\S+\s+(\S+)/m.exec(text) ?? [];
  const isComplete = requests !== undefined && time !== undefined && p50 !== undefined;
  if (!isComplete || p99 === undefined || longest === undefined) {
    throw new Error(`wrk printed something else than expected:\n${text}`);
  }
  const [, refusals = '0'] = /Non-2xx or 3xx responses: (\d+)/.exec(text) ?? [];
  const [, ...faults] = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(
    text,
  ) ?? ['', '0'];
  return {
    requests: Number(requests),
    seconds: toMicroseconds(time) / 1e6,
    p50: toMicroseconds(p50),
    p99: toMicroseconds(p99),
    longest: toMicroseconds(longest),
    refusals: Number(refusals),
    faults: faults.reduce((sum, count) => sum + Number(count), 0),
  };
}

const units: Readonly<Record<string, number>> = { us: 1, ms: 1e3, s: 1e6, m: 6e7, h: 3.6e9 };

function toMicroseconds(text: string): number {
  const [, amount, unit = ''] = /^([\d.]+)(\D+)$/.exec(text) ?? [];
  const factor = units[unit];
  if (amount === undefined || factor === undefined) throw new Error(`"${text}" is no time of wrk`);
  return Number(amount) * factor;
}
