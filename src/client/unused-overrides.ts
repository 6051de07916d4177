import { UnmetExpectation } from '../traffic/expectations/unmet.ts';
import type { MockMatch, OverrideReport } from '../traffic/documents.ts';
import { Refusal } from './calls.ts';
import { cut, withoutWorld } from './request-lines.ts';

/** So much of an override is told. */
export type ToldOverride = Pick<OverrideReport, 'id' | 'operation' | 'hits' | 'match'>;

/** What is asked of a world to tell why an override applied to no request. */
export interface AskedWorld {
  overrides(): Awaitable<readonly ToldOverride[]>;
  /** Throws an `UnmetExpectation`, or rejects with one, unless it is met. */
  verify(expectation: CallExpectation): unknown;
}

export type Awaitable<T> = T | Promise<T>;

interface CallExpectation {
  readonly operation: string;
  readonly match?: MockMatch;
  readonly never?: boolean;
}

const most = 10;

/** A test that waits for what it has arranged fails without another sign of it. */
export async function tellUnused(world: AskedWorld): Promise<readonly string[]> {
  const silent = (await world.overrides()).filter(({ hits }) => hits === 0);
  if (silent.length === 0) return [];
  const lines = ['Overrides that applied to no request:'];
  for (const override of silent.slice(0, most)) {
    lines.push(cut(`  ${nameOverride(override)}`));
    for (const why of await tellMiss(world, override)) lines.push(cut(`      ${why}`));
  }
  if (silent.length > most) lines.push(`  and ${silent.length - most} more`);
  return lines;
}

/**
 * Without the values that it waits for. The server alone knows which of them are secrets, and logs
 * are kept: the difference to the nearest request shows the others.
 */
function nameOverride({ id, operation = 'any operation', match = {} }: ToldOverride): string {
  const { path = {}, query = {}, headers = {}, body = [] } = match;
  const places = [
    ...Object.keys(path).map((name) => `path ${name}`),
    ...Object.keys(query).map((name) => `query ${name}`),
    ...Object.keys(headers).map((name) => `header ${name}`),
    ...body.map(({ pointer }) => (pointer === '' ? 'body' : `body ${pointer}`)),
  ];
  return `${id}, for ${operation}${places.length === 0 ? '' : `, by ${places.join(', ')}`}`;
}

/** How the nearest request of its operation differs from what it waits for. */
async function tellMiss(
  world: AskedWorld,
  { operation, match }: ToldOverride,
): Promise<readonly string[]> {
  if (operation === undefined) return [];
  const meant = { operation, ...(match === undefined ? {} : { match }) };
  const missed = await findUnmet(world, meant);
  const near = missed?.verification.nearest.find((one) => one.operation === operation);
  if (missed && !near) {
    return missed.verification.isComplete
      ? [`No request of ${operation} came.`]
      : [`No request of ${operation} is in the journal, which had to drop requests.`];
  }
  if (near) {
    const { method, path, differences } = near;
    return [`The nearest is ${method} ${withoutWorld(path)}: ${differences.join('; ')}.`];
  }
  const [met] = (await findUnmet(world, { ...meant, never: true }))?.verification.nearest ?? [];
  if (!met) return [];
  return [
    `${met.method} ${withoutWorld(met.path)} is one: it came before the override, was refused first, or another override took it.`,
  ];
}

async function findUnmet(
  world: AskedWorld,
  expectation: CallExpectation,
): Promise<UnmetExpectation | undefined> {
  try {
    await world.verify(expectation);
    return undefined;
  } catch (error) {
    if (error instanceof UnmetExpectation) return error;
    if (isRefusedQuestion(error)) return undefined;
    throw error;
  }
}

/**
 * Whether the contract that was loaded since has no such operation, or no such names. A server
 * elsewhere says so by a code; the library in this process by a TypeError that names the call.
 */
function isRefusedQuestion(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'invalid-request';
  return error instanceof TypeError && error.message.startsWith('verify: ');
}
