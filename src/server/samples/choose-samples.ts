import type { Deed } from '../../behaviors/contract-index.ts';
import { isForLogIn } from '../../contract/plan/accounts/accounts.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection, Stateful, StatefulRole, Target } from '../../contract/plan/plan.ts';
import type { SampleRequest, SampleTools } from './sample-request.ts';
import { makeSample } from './sample-request.ts';

/** How many collections and other operations are tried: most give a request at once. */
const mostTried = 12;

/** Steps of which each takes little time, since requests are served between them. */
type Steps<T> = Generator<undefined, T, void>;

/**
 * Chooses requests to try: of one collection a list, a record of it and a new one, if possible; else
 * what the contract has. None of them deletes anything, unless the contract has nothing else.
 */
export function* chooseSamples(tools: SampleTools, most = 3): Steps<readonly SampleRequest[]> {
  let best: readonly SampleRequest[] = [];
  for (const family of listFamilies(tools).slice(0, mostTried)) {
    const made = yield* makeAll(tools, family, most);
    if (made.length > best.length) best = made;
    if (best.length === family.length) break;
  }
  if (best.length >= most) return best;
  const chosen = new Set<SampleRequest['operation']>(best.map(({ operation }) => operation));
  const rest = inOrder(tools).filter((operation) => !chosen.has(operation));
  return [...best, ...(yield* makeAll(tools, rest.slice(0, mostTried), most - best.length))];
}

function* makeAll(
  tools: SampleTools,
  operations: readonly Operation[],
  most: number,
): Steps<readonly SampleRequest[]> {
  const samples: SampleRequest[] = [];
  for (const operation of operations) {
    if (samples.length >= most) break;
    const sample = makeSample(tools, operation);
    if (sample) samples.push(sample);
    yield undefined;
  }
  return samples;
}

const familyRoles = ['list', 'read', 'create'] as const;

/** A list, a read and a create of each collection, the plainest first. */
function listFamilies({ contract, records }: SampleTools): readonly (readonly Operation[])[] {
  if (!records) return [];
  return [...findPlainOperations(contract).values()]
    .map((found) => familyRoles.flatMap((role) => found.get(role)?.operation ?? []))
    .toSorted((left, right) => right.length - left.length || weighAll(left) - weighAll(right));
}

/** The operations of one collection that show it best, by their roles. */
export type PlainOperations = ReadonlyMap<StatefulRole, Deed>;

/** The list, the read and the creation of each collection that demand the least. */
export function findPlainOperations({
  operations,
  targets,
}: Contract): ReadonlyMap<Collection, PlainOperations> {
  const byCollection = new Map<Collection, Map<StatefulRole, Deed>>();
  for (const operation of operations) {
    const target = targets.get(operation);
    if (!target || !isPlain(target) || !isReadable(operation)) continue;
    const found = byCollection.get(target.collection) ?? new Map<StatefulRole, Deed>();
    byCollection.set(target.collection, found);
    const before = found.get(target.role)?.operation;
    if (!before || weigh(operation) < weigh(before)) found.set(target.role, { operation, target });
  }
  return byCollection;
}

/** Whether it is about one record, or a list, in the usual way. */
function isPlain(target: Target): target is Stateful {
  if (target.role === 'improvised') return false;
  const { role, account, bulk, links, members, isCopy, isWholeList, words, search, file } = target;
  if (!familyRoles.some((one) => one === role)) return false;
  const others = [bulk, links, members, words, search, account, file];
  return others.every((one) => one === undefined) && isCopy !== true && isWholeList !== true;
}

/** Whether a terminal shows the reply: a stream has no end, and bytes are no text. */
function isReadable({ success, method }: Operation): boolean {
  if (!success || !success.status.startsWith('2')) return false;
  const { media } = success;
  return method !== 'HEAD' && (media.length === 0 || media.some(({ isJson }) => isJson));
}

function weighAll(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => sum + weigh(operation), 0);
}

/** Short paths and few demands make a short command. */
function weigh({ pathNames, parameters, path }: Operation): number {
  const demands = parameters.filter(({ isRequired, in: place }) => isRequired && place !== 'path');
  return 100 * (pathNames.length + 2 * demands.length) + path.length;
}

/** All other operations: reads, then changes, then what deletes. */
function inOrder({ contract }: SampleTools): readonly Operation[] {
  const rank = (operation: Operation): number => {
    const { method, success } = operation;
    const target = contract.targets.get(operation);
    const role = target?.role;
    const isLate = isForLogIn(target) || role === 'log-out' || !isReadable(operation);
    const byMethod = method === 'DELETE' ? 20 : method === 'GET' ? 0 : role === 'create' ? 1 : 2;
    const isStream = success?.media.some(({ essence }) => essence === 'text/event-stream');
    return byMethod + (isLate ? 10 : 0) + (isStream === true ? 40 : 0);
  };
  return contract.operations
    .filter(({ success }) => success === undefined || /^(2|default)/.test(success.status))
    .map((operation) => ({ operation, rank: rank(operation), weight: weigh(operation) }))
    .filter((one) => one.rank < 40)
    .toSorted((left, right) => left.rank - right.rank || left.weight - right.weight)
    .map(({ operation }) => operation);
}
