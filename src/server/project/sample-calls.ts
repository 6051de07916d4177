import type { JsonValue } from '../../base/json.ts';
import { memberAt } from '../../base/json.ts';
import type { Deed } from '../../behaviors/contract-index.ts';
import { indexContract } from '../../behaviors/contract-index.ts';
import { createExistingRecords } from '../../behaviors/records/existing-records.ts';
import { createSeedTools } from '../../behaviors/seed-tools.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item } from '../../store/record.ts';
import type { Blueprint } from '../blueprint.ts';
import type { PlainOperations } from '../samples/choose-samples.ts';
import { findPlainOperations } from '../samples/choose-samples.ts';
import type { PathValues } from '../samples/sample-paths.ts';
import { namePath } from '../samples/sample-paths.ts';
import { createTellingBodies } from '../samples/sample-bodies.ts';
import type { SampleRequest, SampleTools } from '../samples/sample-request.ts';
import { makeSample } from '../samples/sample-request.ts';
import { openTrial } from '../scenarios/apply-records.ts';
import type { SampleSetting } from './sample-records.ts';

/** A request, and where its reply has what is looked for. */
export interface SampleCall extends SampleRequest {
  /** The members to step down in the reply, outermost first. */
  readonly steps: readonly string[];
}

/** Stands in a target where the key of a record goes that another call makes; no part is escaped. */
export const keyMark = '~key~';

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
  const { contract, base } = blueprint;
  const tools = createTools(blueprint, setting);
  const plain = findPlainOperations(contract);
  const rankOf = (collection: Collection): number => {
    const found = plain.get(collection);
    const isMaking = found?.has('create') === true && found.has('read');
    const missing = [found?.has('list'), isMaking].filter((one) => one !== true).length;
    return missing * 100 + collection.parents.length;
  };
  for (const collection of contract.collections.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const [item] = base.tables.get(collection.name)?.items() ?? [];
    const calls = callsOf(tools, collection, plain.get(collection), item);
    if (calls.list ?? calls.making ?? calls.read) yield calls;
  }
  for (const operation of contract.operations) {
    const read = operation.method === 'GET' ? makeSample(tools, operation) : undefined;
    const shown = read && { ...read, steps: [] };
    if (shown) yield { collection: undefined, list: undefined, making: undefined, read: shown };
  }
}

function createTools(blueprint: Blueprint, { seed, locale }: SampleSetting): SampleTools {
  const { contract, base, credentials } = blueprint;
  const contractIndex = indexContract(contract, { locale });
  const tools = createSeedTools(contractIndex, seed, { unknownKeys: 'known' });
  const { generate } = tools;
  const existing = createExistingRecords(tools, openTrial(base, seed));
  return {
    contract,
    generate,
    makeBody: createTellingBodies({
      contract,
      generate,
      pointReferences: (from) => existing.pointReferences(from),
    }),
    guard: { auth: 'strict', credentials: credentials.entries, now: Date.now },
    records: undefined,
  };
}

function callsOf(
  tools: SampleTools,
  collection: Collection,
  plain: PlainOperations | undefined,
  item: Item | undefined,
): SampleCalls {
  const [list, create, read] = (['list', 'create', 'read'] as const).map((role) =>
    plain?.get(role),
  );
  return {
    collection: collection.name,
    list: list && callOfList(tools, list, item),
    making: create && read && callsOfMaking(tools, create, read, item),
    read: read && item && callOfRead(tools, read, item),
  };
}

function callOfList(tools: SampleTools, list: Deed, item: Item | undefined): SampleCalls['list'] {
  const { collection, shown } = list.target;
  const call = collection.key && callFor(tools, list, valuesFor(list, item));
  return call && { ...call, item: [...(shown?.wrapper?.steps ?? []), ...(collection.key ?? [])] };
}

function callOfRead(tools: SampleTools, read: Deed, item: Item): SampleCalls['read'] {
  const { key } = read.target.collection;
  const call = callFor(tools, read, valuesFor(read, item));
  const shown = key && memberAt(item.body, key);
  const known = key && shown !== undefined ? { steps: key, value: shown } : undefined;
  return call && { ...call, known };
}

function callsOfMaking(
  tools: SampleTools,
  create: Deed,
  read: Deed,
  item: Item | undefined,
): SampleCalls['making'] {
  const { collection, alias, key: index } = read.target;
  const named = alias ?? collection.key;
  // The key that a name ends in has to be cut out of it, which a first test should not show.
  if (!named || collection.nameForm || !create.target.shown || index === undefined)
    return undefined;
  const making = callFor(tools, create, valuesFor(create, item));
  const known = valuesFor(read, item);
  const values = known && Object.assign([...known], { [index]: keyMark });
  const reading = making && callFor(tools, read, values);
  return reading && { create: making, read: reading, key: named };
}

/** Those that lead to the record; without one, undefined where the path names its parents. */
function valuesFor({ target }: Deed, item: Item | undefined): PathValues | undefined {
  const values = item ? namePath(target, item) : [];
  const isKnown = target.parents.every((at) => at === undefined || values[at] !== undefined);
  return isKnown ? values : undefined;
}

function callFor(
  tools: SampleTools,
  { operation, target }: Deed,
  values: PathValues | undefined,
): SampleCall | undefined {
  const request = values && makeSample(tools, operation, [values]);
  return request && { ...request, steps: target.shown?.steps ?? [] };
}
