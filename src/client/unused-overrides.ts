import { UnmetExpectation } from '../traffic/expectations/unmet.ts';
import type { MockMatch, OverrideReport } from '../traffic/documents.ts';
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

function nameOverride({ id, operation = 'any operation', match = {} }: ToldOverride): string {
  const { body = [], ...named } = match;
  const conditions = [
    ...Object.entries(named).flatMap(([part, all]) =>
      Object.entries(all).map(([name, condition]) => tellCondition(`${part} ${name}`, condition)),
    ),
    ...body.map(({ pointer, ...condition }) => tellCondition(`body ${pointer}`, condition)),
  ];
  const where = conditions.length === 0 ? '' : `, where ${conditions.join(', ')}`;
  return `${id}, for ${operation}${where}`;
}

/** The server hides secrets in requests; what a test arranged comes back as it is, and logs are kept. */
const secretName =
  /(?:pass(?:word|wd|code|phrase)?|secret|token|key|auth\w*|cookie|credentials?|session\w*|jwt|csrf|pin|otp|cv[vc])$/i;

function tellCondition(place: string, condition: unknown): string {
  const { equals, matches, present } =
    typeof condition === 'object' && condition !== null
      ? (condition as { readonly equals?: unknown; matches?: unknown; present?: unknown })
      : { equals: condition };
  if (present !== undefined) return `${place} is ${present === true ? '' : 'not '}present`;
  const value = matches === undefined ? JSON.stringify(equals) : JSON.stringify(matches);
  const shown = secretName.test(place) ? '"…"' : value;
  return `${place} ${matches === undefined ? 'is' : 'matches'} ${shown}`;
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
  if (missed && !near) return [`No request of ${operation} came.`];
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
    // Any other: the contract that was loaded since has no such operation, which is told elsewhere.
    return error instanceof UnmetExpectation ? error : undefined;
  }
}
