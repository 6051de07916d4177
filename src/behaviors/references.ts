import type { Collection } from '../contract/plan/plan.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, memberAt, withMember } from '../json.ts';
import type { Parents } from '../store/record.ts';
import { hashOf } from './generation/chance.ts';
import { numberIn } from './identifiers.ts';

/** A record whose references are to be pointed to records that there are. */
export interface Referrer {
  readonly collection: Collection;
  readonly key: string;
  readonly parents: Parents;
  readonly body: JsonObject;
}

/** Says which records a reference may point to, by their keys, and chooses one of them. */
export type ChooseKey = (target: Collection, from: Referrer, lot: number) => string | undefined;

/**
 * The body with members that are named like another collection's key (`team_id`, `teamId`, `team`,
 * `team.id`, `team_ids`) pointing to records of it, as far as the schema allows.
 */
export type PointReferences = (from: Referrer, choose: ChooseKey) => JsonObject;

type Form = 'one' | 'many' | 'within';

interface Reference {
  readonly collection: Collection;
  readonly form: Form;
}

export function createReferences(
  collections: readonly Collection[],
  seed: string,
): PointReferences {
  const references = indexReferences(collections);
  return (from, choose) => {
    const { collection, body } = from;
    const { check } = collection;
    const own = new Set([collection.key?.[0], ...collection.parents.map((one) => one.parameter)]);
    const pick = (target: Collection, member: string): string | undefined => {
      const above = collection.parents.findLastIndex((parent) => parent.collection === target.name);
      const lot = hashOf(seed, collection.name, from.key, member);
      return from.parents[above] ?? choose(target, from, lot);
    };
    const pointed = Object.entries(body).flatMap(([name, value]): [string, JsonValue][] => {
      const found = own.has(name) ? [] : (references.get(plainName(name)) ?? []);
      for (const { collection: target, form } of found) {
        const next = target === collection ? undefined : point[form](name, value, target, pick);
        if (next !== undefined) return [[name, next]];
      }
      return [];
    });
    const isValid = (candidate: JsonObject): boolean => (check?.(candidate) ?? []).length === 0;
    const all = { ...body, ...Object.fromEntries(pointed) };
    if (pointed.length === 0) return body;
    if (isValid(all)) return all;
    return pointed.reduce((before, [name, value]) => {
      const candidate = withMember(before, [name], value);
      return isValid(candidate) ? candidate : before;
    }, body);
  };
}

type Pick = (target: Collection, member: string) => string | undefined;
type Point = (
  name: string,
  value: JsonValue,
  target: Collection,
  pick: Pick,
) => JsonValue | undefined;

/** A key in the place of what stands there, in the same form; undefined where there is none. */
const point: Readonly<Record<Form, Point>> = {
  one: (name, value, target, pick) =>
    isIdentifier(value) ? readAs(value, pick(target, name)) : undefined,
  many(name, value, target, pick) {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isIdentifier)) return undefined;
    const keys = value.flatMap((one: JsonValue, index) => {
      const key = readAs(one, pick(target, `${name}/${index}`));
      return key === undefined ? [] : [key];
    });
    return keys.length === 0 ? undefined : [...new Set(keys)];
  },
  within(name, value, target, pick) {
    const steps = target.key ?? [];
    const before = isJsonObject(value) ? memberAt(value, steps) : undefined;
    if (!isJsonObject(value) || before === undefined || !isIdentifier(before)) return undefined;
    const key = readAs(before, pick(target, name));
    return key === undefined ? undefined : withMember(value, steps, key);
  },
};

/** Texts with spaces are titles, whatever their member is called. */
function isIdentifier(value: JsonValue): boolean {
  return typeof value === 'number' || (typeof value === 'string' && !/\s/.test(value));
}

function readAs(before: JsonValue, key: string | undefined): JsonValue | undefined {
  if (key === undefined || typeof before !== 'number') return key;
  return numberIn(key);
}

/** The names that point to each collection, in plain letters. */
function indexReferences(
  collections: readonly Collection[],
): ReadonlyMap<string, readonly Reference[]> {
  const references = new Map<string, Reference[]>();
  const add = (name: string, reference: Reference): void => {
    const plain = plainName(name);
    const others = references.get(plain) ?? [];
    others.push(reference);
    references.set(plain, others);
  };
  for (const collection of collections) {
    const key = collection.key?.at(-1);
    if (collection.kind !== 'items' || key === undefined) continue;
    const plural = lastWord(collection.name);
    add(plural, { collection, form: 'many' });
    for (const one of singulars(plural)) {
      const isNamed = key !== one && plainName(key).startsWith(plainName(one));
      const full = isNamed ? key : `${one}${key}`;
      add(one, { collection, form: 'one' });
      add(one, { collection, form: 'within' });
      add(full, { collection, form: 'one' });
      add(`${full}s`, { collection, form: 'many' });
    }
  }
  return references;
}

/** Names of collections may say where they stand. */
function lastWord(name: string): string {
  return name.split(/[/.\s]/).findLast((word) => word !== '') ?? name;
}

/** The singulars that an English plural may have; one that isn't a word names nothing. */
function singulars(plural: string): readonly string[] {
  const endings = [
    [/ies$/i, 'y'],
    [/es$/i, ''],
    [/s$/i, ''],
  ] as const;
  const found = endings.filter(([ending]) => ending.test(plural));
  const stems = found.map(([ending, singular]) => plural.replace(ending, singular));
  return stems.length === 0 ? [plural] : stems;
}

function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
