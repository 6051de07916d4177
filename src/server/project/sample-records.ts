import { messageOf, StartError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { freezeJson, textOf } from '../../base/json.ts';
import { indexContract } from '../../behaviors/contract-index.ts';
import type { ExistingRecords } from '../../behaviors/records/existing-records.ts';
import { createExistingRecords } from '../../behaviors/records/existing-records.ts';
import type { SeedTools } from '../../behaviors/seed-tools.ts';
import { createSeedTools } from '../../behaviors/seed-tools.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';
import { compileFixtures } from '../../store/state/fixtures.ts';
import type { State } from '../../store/state/state.ts';
import { beginState } from '../../store/state/state.ts';
import type { Tables } from '../../store/tables/tables.ts';
import type { World } from '../../store/worlds/world.ts';
import { parseSource } from '../../text/source.ts';
import type { Blueprint } from '../blueprint.ts';
import { makeParameter } from '../samples/sample-parameters.ts';
import { openTrial } from '../scenarios/apply-records.ts';

type Fixtures = ReadonlyMap<string, readonly JsonObject[]>;

/** Records for fixtures, as many as a person reads. */
export interface SampleRecords {
  /** By collection, in flat form; none is empty. */
  readonly fixtures: Fixtures;
  /** The state that a server with these fixtures begins with. */
  readonly base: State;
  /** Why there are no records of a collection, by its name. */
  readonly failed: ReadonlyMap<string, string>;
  /** How many collections were not tried, since the contract has so many. */
  readonly left: number;
}

export interface SampleSetting {
  readonly seed: string;
  readonly locale: string;
}

/** More files than these are no longer read by a person. */
const mostCollections = 20;
/** Of a collection without parents; of others so many below one parent, and below so many parents. */
const few = { all: 5, below: 2, families: 5 };

/**
 * The records that a server would make up, a handful of each collection, so that the fixtures show
 * what was there without them. Parents come first, and references lead to records among them.
 */
export function makeSampleRecords(
  { contract, base }: Pick<Blueprint, 'contract' | 'base'>,
  { seed, locale }: SampleSetting,
): SampleRecords {
  const tools = createSeedTools(indexContract(contract, { locale }), seed, {
    unknownKeys: 'known',
    records: few.all,
  });
  const world = openTrial(base, seed);
  const existing = createExistingRecords(tools, world);
  const making = { world, existing, inventParent: createInvention(contract, tools) };
  const chosen = chooseCollections(contract);
  const failed = new Map<string, string>();
  for (const collection of chosen) {
    try {
      fill(making, collection);
      if (world.items(collection.name).length === 0) failed.set(collection.name, 'none is listed');
    } catch (error) {
      failed.set(collection.name, reasonOf(error));
    }
  }
  const filled = chosen.filter(({ name }) => world.items(name).length > 0);
  for (const { name } of filled) world.plant(name);
  for (const collection of filled) pointAll(world, existing, collection);
  const shown = new Map(filled.map(({ name }) => [name, world.show(name) ?? []]));
  const { fixtures, tables } = keepSound(shown, contract.collections, failed);
  return {
    fixtures,
    base: beginState(base.madeFor, tables, new Set(fixtures.keys())),
    failed,
    left: contract.collections.length - chosen.length,
  };
}

/** Those with the most operations, each with the collections that its records name as parents. */
function chooseCollections({ collections, targets }: Contract): readonly Collection[] {
  const uses = new Map<string, number>();
  for (const target of targets.values()) {
    if (target.role === 'improvised') continue;
    const { name } = target.collection;
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const byUse = collections.toSorted(
    (one, other) => (uses.get(other.name) ?? 0) - (uses.get(one.name) ?? 0),
  );
  const chosen = new Set<Collection>();
  for (const collection of byUse) {
    const wanted = new Set([...chosen, ...withNeeded(collection, collections)]);
    if (wanted.size <= mostCollections) for (const one of wanted) chosen.add(one);
  }
  const inOrder = collections.filter((one) => chosen.has(one));
  return [...new Set(inOrder.flatMap((one) => withNeeded(one, collections)))];
}

/** The collection behind those that it needs: parents come first, and what is linked before links. */
function withNeeded(
  collection: Collection,
  collections: readonly Collection[],
  above: readonly Collection[] = [],
): readonly Collection[] {
  if (above.includes(collection)) return [];
  const needed = neededFor(collection, collections);
  const before = needed.flatMap((one) => withNeeded(one, collections, [...above, collection]));
  return [...new Set([...before, collection])];
}

function neededFor(
  { parents, of }: Collection,
  collections: readonly Collection[],
): readonly Collection[] {
  const names = new Set([...parents.map(({ collection }) => collection), of]);
  return collections.filter(({ name }) => names.has(name));
}

interface SampleMaking {
  readonly world: World;
  readonly existing: ExistingRecords;
  readonly inventParent: (parameter: string) => string | undefined;
}

/** The example of the path parameter, or a value of its schema. */
function createInvention(
  { operations }: Contract,
  { generate }: SeedTools,
): SampleMaking['inventParent'] {
  return (name) => {
    const found = operations
      .flatMap(({ parameters }) => parameters)
      .find((parameter) => parameter.in === 'path' && parameter.name === name);
    const value = found && makeParameter(generate, name, found);
    return value === undefined ? undefined : textOf(value);
  };
}

function fill(making: SampleMaking, collection: Collection): void {
  if (collection.name === reserved) throw new Error('its file would be that of the credentials');
  const families = familiesOf(making, collection);
  const most = families.length < 2 ? few.all : few.below;
  for (const parents of families.slice(0, few.families)) {
    const items = listUnder(making, collection, parents);
    for (const item of items.slice(0, most)) add(making.world, collection, item);
  }
}

const reserved = 'credentials';

/** A parent of which no path tells, such as `{owner}`, is made up; others have to be there. */
function familiesOf(
  { world, inventParent }: SampleMaking,
  { name, parents }: Collection,
): readonly Parents[] {
  const families = world.families(name);
  const all = families.length > 0 ? families : [parents.map(() => undefined)];
  return all.map((family) =>
    parents.map(
      ({ collection, parameter }, at) =>
        family[at] ?? (collection === undefined ? inventParent(parameter) : undefined),
    ),
  );
}

function listUnder(
  { world, existing }: SampleMaking,
  collection: Collection,
  parents: Parents,
): readonly Item[] {
  const { name, kind, of } = collection;
  if (kind === 'singleton') return [existing.find(collection, '', parents) ?? []].flat();
  if (kind === 'items') return existing.list(collection, parents);
  const linked =
    of === undefined
      ? existing.list(collection, parents)
      : world.list(of, world.parentsIn(of, name, parents));
  return linked.map(({ key }) => ({ key, parents, body: freezeJson({}) }));
}

function add(world: World, { name, check, kind }: Collection, item: Item): void {
  const [fault] = kind === 'links' ? [] : (check?.(item.body) ?? []);
  if (fault) throw new Error(`${fault.pointer || 'the record'} ${fault.message}`);
  if (world.find(name, item.key, item.parents)) return;
  void world.commit([{ collection: name, before: undefined, after: item }]);
}

/** Only a few of the made-up records were kept: what named one of the others names one of these. */
function pointAll(world: World, existing: ExistingRecords, collection: Collection): void {
  if (collection.kind === 'links') return;
  for (const before of world.items(collection.name)) {
    const body = existing.pointReferences({ ...before, collection });
    const after = { ...before, body: freezeJson(body) };
    if (body !== before.body) void world.commit([{ collection: collection.name, before, after }]);
  }
}

/** Reads the records as a start would, and leaves out each collection that it would refuse. */
function keepSound(
  fixtures: Fixtures,
  shapes: readonly Collection[],
  failed: Map<string, string>,
): { readonly fixtures: Fixtures; readonly tables: Tables } {
  const sources = [...fixtures].map(
    ([name, records]) => [name, parseSource(`${name}.json`, JSON.stringify(records))] as const,
  );
  const rest = { folder: undefined, credentials: undefined, complaints: [] };
  const read = compileFixtures({ ...rest, collections: new Map(sources) }, shapes);
  if (read.complaints.length === 0) return { fixtures, tables: read.tables };
  for (const { file, message } of read.complaints) failed.set(file.replace(/\.json$/, ''), message);
  // Without one collection, another may lack its parents.
  return keepSound(new Map([...fixtures].filter(([name]) => !failed.has(name))), shapes, failed);
}

function reasonOf(error: unknown): string {
  return error instanceof StartError
    ? error.complaints.map(({ message }) => message).join('; ')
    : messageOf(error);
}
