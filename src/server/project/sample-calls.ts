import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf } from '../../base/json.ts';
import { valueInPath } from '../../base/resource-names.ts';
import { encodePart } from '../../base/texts.ts';
import type { ContractIndex, Deed } from '../../behaviors/contract-index.ts';
import { indexContract } from '../../behaviors/contract-index.ts';
import type { ExistingRecords } from '../../behaviors/records/existing-records.ts';
import { createExistingRecords } from '../../behaviors/records/existing-records.ts';
import { createSeedTools } from '../../behaviors/seed-tools.ts';
import type { Generate } from '../../behaviors/values/generate.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection, Stateful, StatefulRole } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { Blueprint } from '../blueprint.ts';
import { openTrial } from '../scenarios/apply-records.ts';
import { chooseCredentials } from './call-credentials.ts';
import type { SampleSetting } from './sample-records.ts';

/** A request that can be sent as it is, and where its reply has what is looked for. */
export interface SampleCall {
  readonly method: string;
  /** With the query; `keyMark` stands where the key of a record goes that another call made. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue | undefined;
  /** The media type of the body. */
  readonly type: string | undefined;
  /** The members to step down in the reply, outermost first. */
  readonly steps: readonly string[];
}

export const keyMark = '{key}';

/** Calls that tell of the records of one collection. */
export interface SampleCalls {
  /** Undefined where the contract tells of no record. */
  readonly collection: string | undefined;
  /** `item`: where each item of the list has its key. */
  readonly list: (SampleCall & { readonly item: readonly string[] }) | undefined;
  /** `key`: where the record that was made has the key by which it is read. */
  readonly making:
    | { readonly create: SampleCall; readonly read: SampleCall; readonly key: readonly string[] }
    | undefined;
  /** `known`: the key that the reply has, and where the record there has it. */
  readonly read: (SampleCall & { readonly known?: KnownKey | undefined }) | undefined;
}

export interface KnownKey {
  readonly steps: readonly string[];
  readonly value: JsonValue;
}

/** The likeliest calls first: of collections with all of them, and with few parents. */
export function* listSampleCalls(
  blueprint: Blueprint,
  setting: SampleSetting,
): Generator<SampleCalls> {
  const calling = createCalling(blueprint, setting);
  const { collections } = blueprint.contract;
  const deedsOf = new Map(collections.map((one) => [one, findDeeds(calling.deedsOf(one))]));
  const rankOf = (collection: Collection): number => {
    const { list, create, read } = deedsOf.get(collection) ?? {};
    const missing = [list, create && read].filter((one) => one === undefined).length;
    return missing * 100 + collection.parents.length;
  };
  const ranked = collections.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const collection of ranked) {
    const calls = callsOf(calling, collection, deedsOf.get(collection) ?? {});
    if (calls.list ?? calls.making ?? calls.read) yield calls;
  }
  for (const operation of blueprint.contract.operations) {
    const read = operation.method === 'GET' ? callFor(calling, { operation }) : undefined;
    if (read) yield { collection: undefined, list: undefined, making: undefined, read };
  }
}

interface Calling {
  readonly blueprint: Blueprint;
  readonly generate: Generate;
  readonly existing: ExistingRecords;
  readonly deedsOf: ContractIndex['deedsOf'];
}

function createCalling(blueprint: Blueprint, { seed, locale }: SampleSetting): Calling {
  const contractIndex = indexContract(blueprint.contract, { locale });
  const tools = createSeedTools(contractIndex, seed, { unknownKeys: 'known' });
  const world = openTrial(blueprint.base, seed);
  const existing = createExistingRecords(tools, world);
  return { blueprint, generate: tools.generate, existing, deedsOf: contractIndex.deedsOf };
}

interface Deeds {
  readonly list?: Deed | undefined;
  readonly create?: Deed | undefined;
  readonly read?: Deed | undefined;
}

function findDeeds(deeds: readonly Deed[]): Deeds {
  const find = (role: StatefulRole, method: string): Deed | undefined =>
    deeds.find(
      ({ operation, target }) =>
        target.role === role && operation.method === method && isPlain(target),
    );
  return { list: find('list', 'GET'), create: find('create', 'POST'), read: find('read', 'GET') };
}

/** What acts on the client's own record, or on many at once, shows little of a collection. */
function isPlain(target: Stateful): boolean {
  const { account, file, isCall, isCopy, bulk, membership, members, words } = target;
  return !(account ?? file ?? isCall ?? isCopy ?? bulk ?? membership ?? members ?? words);
}

function callsOf(calling: Calling, collection: Collection, deeds: Deeds): SampleCalls {
  const { create, read } = deeds;
  const [item] = calling.blueprint.base.tables.get(collection.name)?.items() ?? [];
  const parents = item?.parents ?? collection.parents.map(() => undefined);
  return {
    collection: collection.name,
    list: callOfList(calling, collection, deeds, parents),
    making: create && read && callsOfMaking(calling, collection, { create, read }, parents),
    read: read && item && callOfRead(calling, collection, read, item),
  };
}

function callOfList(
  calling: Calling,
  { key }: Collection,
  { list }: Deeds,
  parents: Parents,
): SampleCalls['list'] {
  const call = list && key && callFor(calling, { ...list, parents });
  const wrapper = list?.target.shown?.wrapper?.steps ?? [];
  return call && { ...call, item: [...wrapper, ...(key ?? [])] };
}

function callOfRead(
  calling: Calling,
  { key }: Collection,
  read: Deed,
  { key: value, parents, body }: Item,
): SampleCalls['read'] {
  const call = callFor(calling, { ...read, parents, key: value });
  const shown = key && memberAt(body, key);
  const known = key && shown !== undefined ? { steps: key, value: shown } : undefined;
  return call && { ...call, known };
}

function callsOfMaking(
  calling: Calling,
  { key, nameForm }: Collection,
  deeds: { readonly create: Deed; readonly read: Deed },
  parents: Parents,
): SampleCalls['making'] {
  const { create, read } = deeds;
  const named = read.target.alias ?? key;
  // The key that a name ends in has to be cut out of it, which a first test should not show.
  if (!named || nameForm || !create.target.shown || read.target.key === undefined) return undefined;
  const making = callFor(calling, { ...create, parents, isWriting: true });
  const reading = callFor(calling, { ...read, parents, key: keyMark });
  return making && reading && { create: making, read: reading, key: named };
}

interface Wanted {
  readonly operation: Operation;
  readonly target?: Stateful;
  readonly parents?: Parents;
  readonly key?: string;
  readonly isWriting?: boolean;
}

/** Undefined where something that the request needs is not known, or can't be written plainly. */
function callFor(calling: Calling, wanted: Wanted): SampleCall | undefined {
  const { operation, target, isWriting = false } = wanted;
  const credentials = chooseCredentials(calling.blueprint.credentials.entries, operation);
  const path = pathFor(calling, wanted);
  const required = operation.parameters.filter(
    (parameter) => parameter.isRequired && parameter.in !== 'path',
  );
  const sent = required.map(({ in: place, name }) => ({
    place,
    name,
    text: valueOf(calling, operation, place, name),
  }));
  if (!credentials || path === undefined) return undefined;
  if (sent.some(({ place, text }) => text === undefined || place === 'cookie')) return undefined;
  const textsIn = (where: string): readonly (readonly [string, string])[] =>
    sent.flatMap(({ place, name, text = '' }) => (place === where ? [[name, text] as const] : []));
  const query = [...textsIn('query'), ...credentials.query].map(
    ([name, text]) => `${encodePart(name)}=${encodePart(text)}`,
  );
  const body = isWriting ? bodyFor(calling, operation, target) : undefined;
  if (isWriting && operation.body?.isRequired === true && body === undefined) return undefined;
  return {
    method: operation.method,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: {
      ...Object.fromEntries(textsIn('header')),
      ...credentials.headers,
    },
    type: body === undefined ? undefined : typeOf(jsonOf(operation.body)),
    body,
    steps: target?.shown?.steps ?? [],
  };
}

function pathFor(calling: Calling, wanted: Wanted): string | undefined {
  const { operation, target, parents = [], key } = wanted;
  const values = operation.pathNames.map((name, index) => {
    if (index === target?.key)
      return key === keyMark || key === undefined
        ? key
        : encodePart(valueInPath(target.collection.nameForm, key));
    const at = target?.parents.indexOf(index) ?? -1;
    if (at === -1) return encoded(valueOf(calling, operation, 'path', name));
    const parent = parents[at];
    return parent === undefined
      ? undefined
      : encodePart(valueInPath(target?.collection.parents[at]?.nameForm, parent));
  });
  if (values.includes(undefined)) return undefined;
  const queue = [...values];
  return operation.path.replaceAll(/\{[^}]*\}/g, () => queue.shift() ?? '');
}

function encoded(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : encodePart(text);
}

/** A value of a parameter as a text; undefined where it is a list or an object. */
function valueOf(
  { generate }: Calling,
  { id, parameters }: Operation,
  place: string,
  name: string,
): string | undefined {
  const parameter = parameters.find((one) => one.in === place && one.name === name);
  const schema = parameter?.schema;
  const made = (): JsonValue | undefined =>
    schema && attempt(() => generate(schema, `${id} ${name}`, { direction: 'request' }));
  const value = parameter?.examples[0]?.value ?? made();
  return value === undefined || value === null || typeof value === 'object'
    ? undefined
    : textOf(value);
}

/** A range such as `*`/`*` is no type that anything could be sent in. */
function typeOf(media: Media | undefined): string {
  return media && !media.essence.includes('*') ? media.essence : 'application/json';
}

function jsonOf(body: Operation['body']): Media | undefined {
  return body?.media.find(({ isJson, schema }) => isJson && schema !== undefined);
}

/** A body in JSON with little more than what is required, which names records that exist. */
function bodyFor(
  { generate, existing }: Calling,
  { id, body }: Operation,
  target: Stateful | undefined,
): JsonValue | undefined {
  const media = jsonOf(body);
  if (!media?.schema) return undefined;
  const { schema } = media;
  const made = attempt(() => generate(schema, id, { direction: 'request' }));
  if (!isJsonObject(made) || !target) return made;
  const collection = { ...target.collection, check: media.check };
  const from = { collection, key: '', parents: [], body: made };
  const isBare = (target.given?.steps ?? []).length === 0;
  return trim(isBare ? existing.pointReferences(from) : made, media);
}

/** How many members that are not required stay. */
const mostOptional = 3;

function trim(body: JsonObject, { check }: Media): JsonObject {
  const isFit = (members: JsonObject): boolean => (check?.(members) ?? []).length === 0;
  let kept = body;
  for (const name of Object.keys(body).toReversed()) {
    const { [name]: value, ...others } = kept;
    const isSimple = typeof value !== 'object' && Object.keys(kept).length <= mostOptional;
    if (!isSimple && isFit(others)) kept = others;
  }
  return kept;
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    // No value fits: then another operation is shown.
    return undefined;
  }
}
