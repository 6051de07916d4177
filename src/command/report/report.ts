import { readFile } from 'node:fs/promises';

import { messageOf } from '../../base/errors.ts';
import type { CoveredOperation, CoverageReport, Tallied } from '../../traffic/coverage/report.ts';
import { sumAnswered, sumTotals } from '../../traffic/coverage/report.ts';
import { hideInUrls } from '../../traffic/redaction/found/text-secrets.ts';
import { askServer, describeRefusal } from '../ask-server.ts';
import { countOf } from '../complaints.ts';
import type { Settings } from '../settings.ts';
import type { Terminal } from '../terminal.ts';
import { printable } from '../../base/printable.ts';
import { UsageError } from '../usage-error.ts';
import { concludeRun } from './conclude-run.ts';
import { readReport } from './read-report.ts';

/** Merges reports of running servers and from files, and returns the exit code. */
export async function report(settings: Settings, terminal: Terminal): Promise<number> {
  const { operands, url: urls, report: options } = settings;
  const shards = [
    ...(await Promise.all(operands.map(readShard))),
    ...(await Promise.all(urls.map((url) => fetchShard(url, settings)))),
  ];
  const [first, ...others] = shards;
  if (!first) {
    throw new UsageError(
      'report needs a server that runs, such as --url http://127.0.0.1:4010, or files that --format json wrote',
    );
  }
  const tried = {
    server: nameServer(settings),
    report: mergeReports([first, ...others]),
    advice:
      'point the clients of the tests at this server, and ask before it stops or its coverage is reset',
  };
  return concludeRun(tried, options, terminal);
}

/** Which server had no request: a file tells no address. */
function nameServer({ operands, url: urls }: Settings): string {
  const names = [...operands.map((file) => `the server of ${file}`), ...urls.map(hideInUrls)];
  return names.length === 1 ? names.join() : `any of the ${names.length} servers`;
}

async function readShard(file: string): Promise<Shard> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`can't read ${file}: ${messageOf(error)}`, { cause: error });
  }
  return toShard(file, text);
}

async function fetchShard(url: string, settings: Settings): Promise<Shard> {
  const reply = await askServer({ url, path: '/coverage' }, settings);
  if (reply.status !== 200) throw new Error(describeRefusal(reply));
  return toShard(reply.address, reply.text);
}

function toShard(from: string, text: string): Shard {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${from} is no report: ${messageOf(error)}`, { cause: error });
  }
  const found = readReport(value);
  if (typeof found === 'string') throw new Error(`${from} is no report: ${found}`);
  return { from, report: found };
}

/** A report, and the file or URL that it came from. */
interface Shard {
  readonly from: string;
  readonly report: CoverageReport;
}

/** As many different entries of each kind as a server keeps. */
const mostListed = 1000;

/** Throws if the reports are not all of the same contract. */
export function mergeReports([first, ...others]: readonly [Shard, ...Shard[]]): CoverageReport {
  for (const other of others) assertSame(first, other);
  const reports = [first, ...others].map((shard) => shard.report);
  if (others.length === 0) return first.report;
  const operations = first.report.operations.map((operation) =>
    mergeOperation(
      operation,
      reports.flatMap((one) => one.operations.filter(({ id }) => id === operation.id)),
    ),
  );
  const answered = sumAnswered(reports.flatMap(({ answered_by: own = [] }) => own));
  return {
    ...first.report,
    totals: sumTotals(operations),
    operations,
    violations: mergeTallied(
      reports.map(({ violations }) => violations),
      ({ operation, in: place, pointer, keyword }) => [operation, place, pointer, keyword],
    ),
    unmatched: mergeTallied(
      reports.map(({ unmatched }) => unmatched),
      ({ method, path }) => [method, path],
    ),
    breaches: mergeTallied(
      reports.map(({ breaches }) => breaches),
      ({ operation, message }) => [operation, message],
    ),
    unknown_query: mergeTallied(
      reports.map(({ unknown_query: unknown }) => unknown),
      ({ operation, name }) => [operation, name],
    ),
    ...(answered.length === 0 ? {} : { answered_by: answered }),
  };
}

function assertSame(first: Shard, other: Shard): void {
  const { contract } = first.report;
  const { contract: others, operations } = other.report;
  const isSame =
    others.fingerprint === contract.fingerprint &&
    operations.length === first.report.operations.length;
  if (isSame) return;
  throw new Error(
    `these are reports of two contracts, which can't be merged: ${first.from} is of ${describe(first)}, ${other.from} of ${describe(other)}`,
  );
}

function describe({ report: { contract, operations } }: Shard): string {
  const { title, version, fingerprint } = contract;
  const count = countOf(operations.length, 'operation');
  return `${printable(`${title} ${version}`)} (fingerprint ${printable(fingerprint)}, ${count})`;
}

function mergeOperation(
  operation: CoveredOperation,
  same: readonly CoveredOperation[],
): CoveredOperation {
  const sums = new Map<string, { count: number; forced: number }>();
  for (const { points } of same) {
    for (const { id, count, forced } of points) {
      const sum = sums.get(id) ?? { count: 0, forced: 0 };
      sums.set(id, { count: sum.count + count, forced: sum.forced + forced });
    }
  }
  return {
    ...operation,
    requests: same.reduce((sum, { requests }) => sum + requests, 0),
    forced: same.reduce((sum, { forced }) => sum + forced, 0),
    points: operation.points.map((point) => ({ ...point, ...sums.get(point.id) })),
  };
}

function mergeTallied<T extends { readonly count: number }>(
  parts: readonly Tallied<T>[],
  keyOf: (seen: T) => readonly string[],
): Tallied<T> {
  const seen = new Map<string, T>();
  for (const one of parts.flatMap(({ listed }) => listed)) {
    const key = JSON.stringify(keyOf(one));
    const known = seen.get(key);
    seen.set(key, known ? { ...known, count: known.count + one.count } : one);
  }
  const all = [...seen.values()];
  const dropped = all.slice(mostListed).reduce((sum, { count }) => sum + count, 0);
  return {
    listed: all.slice(0, mostListed),
    more: parts.reduce((sum, { more }) => sum + more, dropped),
  };
}
