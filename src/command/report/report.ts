import { readFile } from 'node:fs/promises';

import { messageOf } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { CoveredOperation, CoverageReport, Tallied } from '../../traffic/coverage/report.ts';
import { sumTotals } from '../../traffic/coverage/report.ts';
import { hideInText } from '../../traffic/redaction/found/text-secrets.ts';
import { countOf } from '../complaints.ts';
import type { Settings } from '../settings.ts';
import type { Terminal } from '../terminal.ts';
import { printable } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { concludeReport } from './conclude.ts';
import { readReport } from './read-report.ts';

/** How long a server may take to answer, in milliseconds. */
const patience = 60_000;

/** Merges reports of running servers and from files, and returns the exit code. */
export async function report(
  { reports, url: urls, controlToken, controlPrefix, report: options }: Settings,
  terminal: Terminal,
): Promise<number> {
  const shards = [
    ...(await Promise.all(reports.map(readShard))),
    ...(await Promise.all(
      urls.map((url) => fetchShard(withoutSlash(url) + controlPrefix, controlToken)),
    )),
  ];
  const [first, ...others] = shards;
  if (!first) {
    throw new UsageError(
      'report needs a server that runs, such as --url http://127.0.0.1:4010, or files that --format json wrote',
    );
  }
  return concludeReport(mergeReports([first, ...others]), options, terminal);
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

async function fetchShard(url: string, token: string | undefined): Promise<Shard> {
  const { status, text } = await ask(`${url}/coverage`, token);
  const address = hideInText(`${url}/coverage`);
  if (status === 401) {
    throw new Error(
      `${address} asks for the control token: ${token === undefined ? 'give it with --control-token or STUNTDOUBLE_CONTROL_TOKEN' : 'the one of --control-token is not the right one'}`,
    );
  }
  if (status !== 200) {
    const { type, detail } = readProblem(text);
    const said = typeof detail === 'string' ? detail : 'is it a stand-in of this version?';
    const hint = type === 'urn:problem-type:unknown-path' ? ` ${noControl}` : '';
    throw new Error(`${address} answered ${status}: ${said}${hint}`);
  }
  return toShard(address, text);
}

const noControl =
  'Was the control API left out (--no-control), or is it below another path (--control-prefix)?';

/** The problem document with which Stuntdouble explains why it has no report. */
function readProblem(text: string): JsonObject {
  try {
    const problem: unknown = JSON.parse(text);
    return isJsonObject(problem) ? problem : {};
  } catch {
    // Not JSON: another server, or a proxy, has answered.
    return {};
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

async function ask(
  address: string,
  token: string | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(address, {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patience),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const reason = hideInText(`${address}: ${reasonOf(error)}`);
    throw new Error(`no answer from ${reason}`, { cause: error });
  }
}

/** `fetch` puts the reason of a failed connection into `cause`. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `none in ${patience / 1000} s; is it a stand-in?`;
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  // If `fetch` tried several addresses, there are several reasons.
  const [first = cause]: unknown[] = cause instanceof AggregateError ? cause.errors : [];
  return messageOf(first);
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
