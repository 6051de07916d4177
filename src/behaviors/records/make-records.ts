import { StartError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item, Parents } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { SeedTools } from '../seed-tools.ts';
import { hashOf } from '../values/chance.ts';
import type { ExistingRecords } from './existing-records.ts';
import { identifierOf } from './identifiers.ts';
import { showParents } from './made-up-records.ts';

/** How many records are tried until one has a free key. */
const patience = 50;

export interface RecordSource {
  readonly tools: SeedTools;
  readonly world: World;
  readonly existing: Pick<ExistingRecords, 'pointReferences'>;
}

/** Makes more records of a collection: valid, with new keys, under existing parents. */
export function* makeRecords(
  recordSource: RecordSource,
  name: string,
  count: number,
): Generator<Item> {
  const { tools, world } = recordSource;
  const { collectionNamed, contract } = tools.contractIndex;
  const collection = collectionNamed(name);
  if (!collection) {
    const known = contract.collections.map((candidate) => candidate.name);
    const message = `the contract has no such collection: ${suggestNames(name, known)}`;
    throw refuseCollection(name, message);
  }
  // From now on the collection is complete: the server generates no other records.
  world.plant(name);
  const families = findFamilies(world, collection);
  const first = world.count(name, []);
  for (let number = first; number < first + count; number += 1) {
    const lot = hashOf(tools.seed, name, String(number));
    const item = makeOne(recordSource, collection, families, { number, lot });
    void world.commit([{ collection: name, before: undefined, after: item }]);
    yield item;
  }
}

function findFamilies(world: World, { name, parents }: Collection): readonly Parents[] {
  const families = world.families(name);
  if (families.length > 0) return families;
  const last = parents.findLast(({ isOptional }) => !isOptional);
  const kind = last?.collection ?? last?.parameter ?? '';
  throw refuseCollection(name, `its records need a parent in "${kind}", and there is none`);
}

interface RecordTurn {
  readonly number: number;
  /** A hash that chooses among parents and records. */
  readonly lot: number;
}

function makeOne(
  recordSource: RecordSource,
  collection: Collection,
  families: readonly Parents[],
  turn: RecordTurn,
): Item {
  const { kind, of } = collection;
  if (kind === 'links' && of !== undefined)
    return linkOne(recordSource.world, { ...collection, of }, families, turn);
  const free =
    kind === 'singleton' ? withoutOne(recordSource.world, collection, families) : families;
  const parents = free[turn.lot % free.length] ?? [];
  return makeRecord(recordSource, collection, parents, turn.number);
}

function withoutOne(
  world: World,
  { name }: Collection,
  families: readonly Parents[],
): readonly Parents[] {
  const free = families.filter((parents) => !world.find(name, '', parents));
  if (free.length > 0) return free;
  throw refuseCollection(name, 'there is one under each parent, and none is left without');
}

/** Links a record that is not linked yet; the search for parents that lack one begins by lot. */
function linkOne(
  world: World,
  { name, of }: Collection & { readonly of: string },
  families: readonly Parents[],
  { lot }: RecordTurn,
): Item {
  for (let tried = 0; tried < families.length; tried += 1) {
    const parents = families[(lot + tried) % families.length] ?? [];
    const free = world
      .list(of, world.parentsIn(of, name, parents))
      .filter(({ key }) => !world.find(name, key, parents));
    const linked = free[lot % free.length];
    if (linked) return { key: linked.key, parents, body: freezeJson({}) };
  }
  throw refuseCollection(name, `every record of "${of}" is linked already, or there is none`);
}

function makeRecord(
  recordSource: RecordSource,
  collection: Collection,
  parents: Parents,
  number: number,
): Item {
  const { name, key: member } = collection;
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const made = makeBody(recordSource, collection, number, attempt);
    const key = keyOf(made, member);
    if (key === undefined)
      throw refuseCollection(name, `its schema makes no record with a "${nameOf(member)}"`);
    if (recordSource.world.find(name, key, parents)) continue;
    const body = showParents(made, collection, parents);
    const pointed = recordSource.existing.pointReferences({ collection, key, parents, body });
    return { key, parents, body: freezeJson(pointed) };
  }
  throw refuseCollection(name, `after ${patience} tries every "${nameOf(member)}" was taken`);
}

function makeBody(
  { tools: { generate } }: RecordSource,
  { name, key, schema, check }: Collection,
  number: number,
  attempt: number,
): JsonObject {
  if (!schema) throw refuseCollection(name, 'the contract has no schema for its records');
  const place = attempt === 0 ? `${name}#${number}` : `${name}#${number}~${attempt}`;
  // An example in the schema would give the same key at every attempt.
  const examples = attempt === 0 ? 'last' : 'never';
  const made = generate(schema, place, { direction: 'rest', examples });
  if (!isJsonObject(made))
    throw refuseCollection(name, `its schema makes no record with a "${nameOf(key)}"`);
  const [fault] = check?.(made) ?? [];
  if (!fault) return made;
  const where = fault.pointer || 'the record';
  throw refuseCollection(name, `no valid value was found for ${where}: it ${fault.message}`);
}

function nameOf(steps: readonly string[] = []): string {
  return steps.join('.');
}

function keyOf(made: JsonObject, steps: readonly string[] | undefined): string | undefined {
  return steps ? identifierOf(memberAt(made, steps)) : '';
}

function refuseCollection(collection: string, message: string): StartError {
  return new StartError([{ file: `--count ${collection}`, message }]);
}
