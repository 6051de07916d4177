import { plainName, singular } from '../../../base/names.ts';
import type { Operation } from '../../operations.ts';
import type { KeyName } from '../key-names.ts';
import { createKeyName, usualKeys } from '../key-names.ts';
import { findKey, isWorldwide } from '../keys.ts';
import { parametersIn } from '../lists/body-parameters.ts';
import type { Plan, Target } from '../plan.ts';
import { improvised } from '../targets/target-context.ts';
import type { Lens } from '../views/evidence.ts';
import { findList, shownBy } from '../views/evidence.ts';
import { readPathPattern } from '../views/path-pattern.ts';
import { bodyOf } from '../views/record-spots.ts';
import type { Records } from '../views/records.ts';
import type { OperationEntry } from '../views/sites.ts';
import type { CallKey } from './call-keys.ts';
import { findCallKey, usualKeyName } from './call-keys.ts';
import type { Call } from './call-paths.ts';
import { gatherCalls } from './call-paths.ts';
import type { CallKind, SpokenCall } from './call-words.ts';
import { saysMaking, kindsOf } from './call-words.ts';

/** The operations of a contract, each call among them as the operation that it stands for. */
export interface Calls {
  readonly operations: readonly Operation[];
  readAs(operation: Operation): Operation;
  /** The plan of the operations as the contract has them. */
  restore(plan: Plan, isCorrected: (operation: Operation) => boolean): Plan;
}

/** A call, and the operation that it stands for. */
interface StandIn {
  readonly key: CallKey | undefined;
  readonly operation: Operation;
  /** The members of the body are what a query has elsewhere. */
  readonly isAsking: boolean;
}

/**
 * `POST /documents.info` with `{"id": …}` stands for `GET /documents/{id}`, `POST /documents.list` for
 * `GET /documents`: the noun and the verb are in the path, the key is in the body or in the query.
 * Evidence are two such verbs of a noun, and a reply that shows a record with its key.
 */
export function readCalls(
  lens: Lens,
  given: readonly Operation[],
  isFree: (operation: Operation) => boolean,
): Calls {
  const nouns = gatherCalls(given.filter(isFree));
  const found = new Map(nouns.flatMap((calls) => [...standInsFor(lens, calls)]));
  const calls = new Map(nouns.flat().map((call) => [call.operation, call]));
  const others = found.size === 0 ? [] : given.filter((one) => !found.has(one));
  const taken = new Set(others.map(addressOf));
  const standInFor = (operation: Operation): StandIn | undefined => {
    const one = found.get(operation);
    return one && !taken.has(addressOf(one.operation)) ? one : undefined;
  };
  const readAs = (one: Operation): Operation => standInFor(one)?.operation ?? one;
  return {
    operations: given.map(readAs),
    readAs,
    restore(plan, isCorrected) {
      const targets = given.flatMap((operation): readonly [Operation, Target][] => {
        const standIn = standInFor(operation);
        const target = plan.targets.get(standIn?.operation ?? operation);
        const call = isCorrected(operation) ? undefined : calls.get(operation);
        if (!target) return [];
        return [[operation, standIn ? restored(target, standIn) : doubted(target, call)]];
      });
      return withTargets(plan, new Map(targets));
    },
  };
}

function addressOf({ method, path }: Operation): string {
  return `${method} ${readPathPattern(path)?.pattern ?? path}`;
}

interface KeyedCall extends SpokenCall {
  readonly call: Call;
  readonly entry: OperationEntry;
  readonly key: CallKey | undefined;
}

/** The operations that the calls of a noun stand for. */
function standInsFor(lens: Lens, calls: readonly Call[]): ReadonlyMap<Operation, StandIn> {
  const entries = calls.map(({ operation }) => entryOf(operation));
  // Of `/team.info` and `/teams.list`, the longer noun stands for both.
  const [segment = ''] = calls
    .map(({ nouns }) => nouns.at(-1) ?? '')
    .toSorted((one, other) => other.length - one.length);
  const parameter = usualKeyName(lens, entries, segment);
  const name = createKeyName({ segment, parameter, types: new Set() });
  const isChosen = usualKeys.includes(plainName(parameter)) && !isWorldwide([parameter]);
  const keyed = calls.map((call): KeyedCall => {
    const key = findCallKey(lens, call.operation, parameter);
    const entry = entryOf(call.operation);
    const isListing = findList(lens, entry, name) !== undefined;
    const told = { hasKey: key !== undefined, needsKey: key?.isRequired === true, isListing };
    return { call, entry, key, verb: call.verb, isChosen, ...told };
  });
  const kinds = kindsOf(keyed);
  const plain = new Set([...kinds.values()].filter((kind) => kind !== undefined && kind !== 'act'));
  const isShown = keyed.some((one) => showsRecord(lens, one, kinds.get(one), name));
  const isSure = plain.size > 1 && isShown;
  return new Map(
    keyed.flatMap((one): readonly [Operation, StandIn][] => {
      const kind = isSure ? kinds.get(one) : undefined;
      const place = one.call.front + [...one.call.nouns.slice(0, -1), segment].join('/');
      const read = kind && readCall(lens.records, one, kind, place);
      return read ? [[one.call.operation, read]] : [];
    }),
  );
}

function entryOf(operation: Operation): OperationEntry {
  const { path } = operation;
  const nothing = { steps: [], passed: 0, references: [], pattern: path, verb: undefined };
  return { operation, pathPattern: readPathPattern(path) ?? nothing };
}

/** Whether the reply has a record or, of a list, records with a key. */
function showsRecord(
  lens: Lens,
  { entry, isListing }: KeyedCall,
  kind: CallKind | undefined,
  name: KeyName,
): boolean {
  const isOfMany = kind === 'list' || kind === 'search';
  if (kind === undefined || kind === 'act' || isListing !== isOfMany) return false;
  const schema = isOfMany
    ? findList(lens, entry, name)?.items
    : shownBy(lens.records, entry, name)?.schema;
  const key = findKey(lens.records, schema, name);
  return key !== undefined && (isWorldwide(key) || !isWorldwide([name.parameter]));
}

const methodsOf: Readonly<Record<CallKind, string>> = {
  create: 'POST',
  read: 'GET',
  list: 'GET',
  search: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
  act: 'POST',
};

/** What calls by other methods than POST can do: a GET changes nothing. */
const kindsBy: ReadonlyMap<string, readonly CallKind[]> = new Map([
  ['GET', ['read', 'list']],
  ['PUT', ['update', 'act']],
  ['PATCH', ['update', 'act']],
  ['DELETE', ['delete']],
]);

/** The operation that a call stands for; undefined where there is none. */
function readCall(
  records: Records,
  { call: { operation }, key, verb }: KeyedCall,
  kind: CallKind,
  place: string,
): StandIn | undefined {
  const isPost = operation.method === 'POST';
  if (!isPost && !kindsBy.get(operation.method)?.includes(kind)) return undefined;
  const method = methodsOf[kind];
  const isBodiless = method === 'GET' || method === 'DELETE';
  const shared = { ...operation, method, ...(isBodiless && { body: undefined }) };
  const plain = { key: undefined, isAsking: false };
  if (kind === 'create') return { ...plain, operation: { ...shared, path: place } };
  if (kind === 'search') return { ...plain, operation: { ...shared, path: `${place}/search` } };
  if (kind === 'list') {
    const body = isPost ? bodyOf(operation) : undefined;
    const asked = body ? parametersIn(records, body) : [];
    const parameters = [...operation.parameters, ...asked];
    return { ...plain, operation: { ...shared, path: place, parameters }, isAsking: isPost };
  }
  if (!key || operation.pathNames.includes(key.name)) return undefined;
  const others = operation.parameters.filter((one) => one.in !== 'query' || one.name !== key.name);
  const keyed = {
    ...shared,
    path: `${place}/{${key.name}}${kind === 'act' ? `:${verb}` : ''}`,
    pathNames: [...operation.pathNames, key.name],
    parameters: [...others, key.parameter],
  };
  return { key, operation: keyed, isAsking: false };
}

/** What the operation itself does: the key and the query stand elsewhere, and no path leads to a new record. */
function restored(target: Target, { key, operation, isAsking }: StandIn): Target {
  const why = `as ${operation.method} ${operation.path}: ${target.why}`;
  if (target.role === 'improvised') return { ...target, why };
  const isAsked = isAsking && target.role === 'list';
  const plain = {
    ...target,
    why,
    location: undefined,
    ...(isAsked && { search: 'body' as const }),
  };
  if (!key || target.key !== operation.pathNames.length - 1) return plain;
  const place = key.place === 'body' ? { keyInBody: [key.name] } : { keyInQuery: key.name };
  return { ...plain, ...place, key: undefined, isCall: true };
}

/** `POST /teams.update` without a key makes no team, as a POST to another place of teams would. */
function doubted(target: Target, call: Call | undefined): Target {
  if (target.role !== 'create' || !call?.isJoined) return target;
  const [noun, own] = [call.nouns.at(-1), target.collection.name.split('.').at(-1)].map((name) =>
    plainName(singular(name ?? '')),
  );
  const isMaking = saysMaking(call.verb) ?? noun !== own;
  return isMaking ? target : improvised(`nothing says what "${call.verb}" does`);
}

/** Without a collection whose only operation was doubted. */
function withTargets(plan: Plan, targets: Plan['targets']): Plan {
  const [before, after] = [namesIn(plan.targets), namesIn(targets)];
  const isLost = (name: string): boolean => before.has(name) && !after.has(name);
  return { ...plan, targets, collections: plan.collections.filter(({ name }) => !isLost(name)) };
}

function namesIn(targets: Plan['targets']): ReadonlySet<string> {
  const used = [...targets.values()].flatMap((target) =>
    target.role === 'improvised' ? [] : target.collection.name,
  );
  return new Set(used);
}
