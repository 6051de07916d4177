import type { Collection } from '../contract/plan/plan.ts';
import { StartError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { freezeJson, isJsonObject, memberAt } from '../json.ts';
import type { Item, Parents } from '../store/record.ts';
import type { World } from '../store/world.ts';
import type { Generate } from './generate.ts';
import { hashOf } from './generation/chance.ts';

/** How many values are tried until a key is found that nobody has. */
const patience = 50;

export interface Nursery {
  readonly collections: readonly Collection[];
  readonly world: World;
  readonly generate: Generate;
  readonly seed: string;
}

/** Makes more records of a collection: valid, with keys of their own, under parents that exist. */
export function* makeRecords(nursery: Nursery, name: string, count: number): Generator<Item> {
  const { collections, world, seed } = nursery;
  const collection = collections.find((candidate) => candidate.name === name);
  if (!collection) {
    const known = collections.map((candidate) => candidate.name).join(', ') || 'none';
    throw refuse(name, `the contract has no such collection (it has: ${known})`);
  }
  const families = listFamilies(world, collection);
  const first = [...world.items(name)].length;
  for (let number = first; number < first + count; number += 1) {
    const parents = families[hashOf(seed, name, String(number)) % families.length] ?? [];
    const item = makeRecord(nursery, collection, parents, number);
    void world.commit([{ collection: name, before: undefined, after: item }]);
    yield item;
  }
}

/** Every chain of parents that a record may stand under. */
function listFamilies(world: World, collection: Collection): readonly Parents[] {
  const last = collection.parents.at(-1);
  if (!last) return [[]];
  const parents = last.collection === undefined ? [] : world.items(last.collection);
  const families = [...parents].map((parent) => [...parent.parents, parent.key]);
  if (families.length > 0) return families;
  const kind = last.collection ?? last.parameter;
  throw refuse(collection.name, `its records need a parent in "${kind}", and there is none`);
}

function makeRecord(
  nursery: Nursery,
  collection: Collection,
  parents: Parents,
  number: number,
): Item {
  const { name, key: member, schema, check } = collection;
  if (!schema) throw refuse(name, 'the contract has no schema for its records');
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const place = attempt === 0 ? `${name}/${number}` : `${name}/${number}~${attempt}`;
    // One example for all would make records alike, and their keys the same.
    const examples = attempt === 0 ? 'last' : 'never';
    const made = nursery.generate(schema, place, { direction: 'rest', examples });
    const key = isJsonObject(made) ? keyOf(made, member) : undefined;
    if (!isJsonObject(made) || key === undefined)
      throw refuse(name, `its schema makes no record with a "${member?.join('.') ?? ''}"`);
    const [fault] = check?.(made) ?? [];
    if (fault)
      throw refuse(
        name,
        `no valid value was found for ${fault.pointer || 'the record'}: it ${fault.message}`,
      );
    if (nursery.world.find(name, key, parents)) continue;
    return { key, parents, body: freezeJson(withParents(made, collection, parents)) };
  }
  throw refuse(name, `after ${patience} tries every "${member?.join('.') ?? ''}" was taken`);
}

/** A record that shows its parents shows the ones it has. */
function withParents(made: JsonObject, collection: Collection, parents: Parents): JsonObject {
  const shown = collection.parents.flatMap(({ parameter }, index): [string, JsonValue][] =>
    collection.hasMember(parameter) ? [[parameter, parents[index] ?? '']] : [],
  );
  return { ...made, ...Object.fromEntries(shown) };
}

function keyOf(made: JsonObject, steps: readonly string[] | undefined): string | undefined {
  if (!steps) return '';
  const value = memberAt(made, steps);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function refuse(collection: string, message: string): StartError {
  return new StartError([{ file: `--count ${collection}`, message }]);
}
