import { ApiError } from '../base/errors.ts';
import { decodeLeniently } from '../base/texts.ts';
import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import type { PathEntry } from '../contract/routing/paths.ts';
import { chooseOperation, describeConditions } from '../contract/routing/paths.ts';
import type { Received, Routed } from './exchange.ts';
import { addRoute } from './exchange.ts';

type RouteEntry = PathEntry<Operation>;

/** Finds the operation, or refuses and names a similar path or the allowed methods. */
export function route(received: Received, contract: Contract): Routed {
  const readings = contract.routes.readings(received.path);
  for (const { target, values } of readings) {
    const operation = findOperation(target, received);
    if (!operation) continue;
    const { baseValues } = target;
    const pathValues = baseValues === 0 ? values : values.slice(baseValues);
    addRoute(received, operation, pathValues);
    return received;
  }
  const entries = readings.map(({ target }) => target);
  const [entry] = entries;
  throw entry ? refuseMethod(received, entry, entries) : refuseUnknown(received, contract);
}

/** The path parameters of an operation by name, decoded where possible. */
export function namePathTexts(
  { pathNames }: Pick<Operation, 'pathNames'>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pathNames.map((name, index) => [name, decodeLeniently(values[index] ?? '')]),
  );
}

/** An undeclared HEAD means the GET. */
function findOperation(entry: RouteEntry, received: Received): Operation | undefined {
  const own = chooseOperation(entry, received.method, received);
  const isHead = received.method === 'HEAD' && !entry.variants.has('HEAD');
  return own ?? (isHead ? chooseOperation(entry, 'GET', received) : undefined);
}

function refuseMethod(
  received: Received,
  first: RouteEntry,
  entries: readonly RouteEntry[],
): ApiError {
  const { method } = received;
  const allowed = [...new Set(entries.flatMap(allowedMethods))];
  if (allowed.includes(method)) return refuseConditions(received, entries);
  const allow = allowed.join(', ');
  return new ApiError(
    'method-not-allowed',
    `${shorten(received.prefix + first.template)} has no ${method}. It has: ${allow}.`,
    { headers: { Allow: allow } },
  );
}

/** The declared methods of a path, and HEAD where there is a GET. */
function allowedMethods({ operations }: RouteEntry): readonly string[] {
  const methods = [...operations.keys()];
  return operations.has('GET') && !operations.has('HEAD') ? [...methods, 'HEAD'] : methods;
}

const mostConditions = 5;

/** The path and its method exist, but only for other queries. */
function refuseConditions(received: Received, entries: readonly RouteEntry[]): ApiError {
  const asked = entries.flatMap((entry) => [
    ...describeConditions(entry, received.method),
    ...(received.method === 'HEAD' ? describeConditions(entry, 'GET') : []),
  ]);
  const shown = [...new Set(asked)].slice(0, mostConditions).map((words) => `"${words}"`);
  const more = asked.length > shown.length ? ' and others' : '';
  return refuseUnknownPath(
    received,
    `There it is told by the query which operation is meant: ${shown.join(', ')}${more}.`,
  );
}

function refuseUnknownPath(
  { prefix, path }: Received,
  hint: string,
  nearestPath?: string,
): ApiError {
  const detail = `There is no ${shorten(prefix + path)}. ${hint}`;
  return new ApiError('unknown-path', detail, { nearestPath });
}

/** Names a path by its template: its own values may be secrets, and stand in the path sent. */
function refuseUnknown(received: Received, contract: Contract): ApiError {
  const { method, prefix, path } = received;
  const sibling = nameSibling(received, contract);
  const nearest = contract.routes.findNearest(path, method);
  const hint =
    nearest === undefined
      ? 'No path of the contract matches it.'
      : `Did you mean ${shorten(prefix + nearest)}?`;
  return refuseUnknownPath(received, sibling ?? hint, nearest);
}

function nameSibling({ prefix, path }: Received, contract: Contract): string | undefined {
  const sibling = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  const exists = sibling !== '' && contract.routes.readings(sibling).length > 0;
  const slash = path.endsWith('/') ? 'without a trailing slash' : 'with a trailing slash';
  return exists ? `There is ${shorten(prefix + sibling)}, ${slash}.` : undefined;
}

const mostCharacters = 300;

/** A path may be very long; a message shows only its start. */
function shorten(path: string): string {
  return path.length > mostCharacters ? `${path.slice(0, mostCharacters)}…` : path;
}
