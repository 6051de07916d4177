import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, withMember } from '../../base/json.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Parents } from '../../store/record.ts';
import { hashOf } from '../values/chance.ts';
import { numberIn } from './identifiers.ts';

/** A record whose references are to lead to existing records. */
export interface Referrer {
  readonly collection: Collection;
  readonly key: string;
  readonly parents: Parents;
  readonly body: JsonObject;
}

/** Chooses the key that a reference holds; undefined where no record exists. */
export type ChooseKey = (
  target: Collection,
  from: Pick<Referrer, 'collection' | 'parents'>,
  lot: number,
) => string | undefined;

/**
 * Sets members that are named like another collection's key (`team_id`, `teamId`, `team`,
 * `team.id`, `team_ids`) to keys of its records, as far as the schema allows.
 */
export type PointReferences = (from: Referrer, choose: ChooseKey) => JsonObject;

type Form = 'one' | 'many' | 'within';

/** By plain name: what a member may refer to. */
export type References = ReadonlyMap<string, readonly RecordReference[]>;

interface RecordReference {
  readonly collection: Collection;
  readonly form: Form;
}

export function createReferences(references: () => References, seed: string): PointReferences {
  return (from, choose) => {
    const { collection } = from;
    const { check } = collection;
    const own = new Set([collection.key?.[0], ...collection.parents.map((one) => one.member)]);
    const pick = (target: Collection, member: string): string | undefined => {
      const above = collection.parents.findLastIndex((parent) => parent.collection === target.name);
      const lot = hashOf(seed, collection.name, from.key, member);
      return from.parents[above] ?? choose(target, from, lot);
    };
    return Object.entries(from.body).reduce((body, [name, value]) => {
      const found = own.has(name) ? [] : (references().get(plainName(name)) ?? []);
      const pointed = found
        .filter((reference) => reference.collection !== collection)
        .flatMap((reference) => point[reference.form](name, value, reference.collection, pick))
        .map((next) => withMember(body, [name], next));
      return pointed.find((candidate) => (check?.(candidate) ?? []).length === 0) ?? body;
    }, from.body);
  };
}

type PickKey = (target: Collection, member: string) => string | undefined;
type PointReference = (
  name: string,
  value: JsonValue,
  target: Collection,
  pick: PickKey,
) => readonly JsonValue[];

/** The values that may replace a member's value, best first: keys, in the type that it has. */
const point: Readonly<Record<Form, PointReference>> = {
  one: (name, value, target, pick) =>
    isIdentifier(value) ? readAs(value, pick(target, name)) : [],
  many(name, value, target, pick) {
    if (!Array.isArray(value) || value.length === 0 || !value.every(isIdentifier)) return [];
    const keys = value.flatMap((one: JsonValue, index) =>
      readAs(one, pick(target, `${name}/${index}`)),
    );
    return keys.length === 0 ? [] : [[...new Set(keys)], keys];
  },
  within(name, value, target, pick) {
    const steps = target.key ?? [];
    const before = isJsonObject(value) ? memberAt(value, steps) : undefined;
    if (!isJsonObject(value) || before === undefined || !isIdentifier(before)) return [];
    return readAs(before, pick(target, name)).map((key) => withMember(value, steps, key));
  },
};

/** A text with spaces is a title and no key, whatever the name of its member. */
function isIdentifier(value: JsonValue): boolean {
  return typeof value === 'number' || (typeof value === 'string' && !/\s/.test(value));
}

function readAs(before: JsonValue, key: string | undefined): readonly JsonValue[] {
  const value = key !== undefined && typeof before === 'number' ? numberIn(key) : key;
  return value === undefined ? [] : [value];
}

/** These members hold a word of their own, even where a collection has such a name. */
const plainWords = new Set(['status', 'state', 'type', 'kind', 'language', 'country', 'currency']);

/** By plain name of a member: the collections that it may refer to. */
export function indexReferences(contract: Contract): References {
  const references = new Map<string, RecordReference[]>();
  const add = (name: string, reference: RecordReference): void => {
    const plain = plainName(name);
    const others = references.get(plain) ?? [];
    others.push(reference);
    references.set(plain, others);
  };
  const parameters = indexParameters(contract);
  for (const collection of contract.collections) {
    const key = collection.key?.at(-1);
    if (collection.kind !== 'items' || key === undefined) continue;
    const plural = lastWord(collection.name);
    add(plural, { collection, form: 'many' });
    for (const one of new Set([...singulars(plural), ...stemsOf(parameters, collection, key)])) {
      const isNamed = key !== one && plainName(key).startsWith(one);
      const full = isNamed ? key : `${one}${key}`;
      if (!plainWords.has(one)) add(one, { collection, form: 'one' });
      add(one, { collection, form: 'within' });
      add(full, { collection, form: 'one' });
      add(`${full}s`, { collection, form: 'many' });
    }
  }
  return references;
}

/** By collection: the path parameters that name only its records. */
function indexParameters({ targets }: Contract): ReadonlyMap<Collection, readonly string[]> {
  const named = new Map<string, Set<Collection>>();
  for (const [{ pathNames }, target] of targets) {
    if (target.role === 'improvised') continue;
    for (const { key, collection } of [...target.ancestors, target]) {
      if (key === undefined) continue;
      const name = plainName(pathNames[key] ?? '');
      const collections = named.get(name) ?? new Set();
      named.set(name, collections.add(collection));
    }
  }
  const own = new Map<Collection, string[]>();
  for (const [name, [collection, ...others]] of named) {
    if (!collection || others.length > 0) continue;
    own.set(collection, [...(own.get(collection) ?? []), name]);
  }
  return own;
}

/** What paths call a record: `person` for `{person_id}`. */
function stemsOf(
  parameters: ReadonlyMap<Collection, readonly string[]>,
  collection: Collection,
  key: string,
): readonly string[] {
  const plain = plainName(key);
  return (parameters.get(collection) ?? []).flatMap((name) => {
    const stem = name.slice(0, name.length - plain.length);
    return stem !== '' && name.endsWith(plain) ? [stem] : [];
  });
}

/** A collection's name may have others in front. */
function lastWord(name: string): string {
  return name.split(/[/.\s]/).findLast((word) => word !== '') ?? name;
}

/** The possible singulars of an English plural; a wrong one matches no member. */
function singulars(plural: string): readonly string[] {
  const endings = [
    [/ies$/i, 'y'],
    [/es$/i, ''],
    [/s$/i, ''],
  ] as const;
  const found = endings.filter(([ending]) => ending.test(plural));
  const stems = found.map(([ending, singular]) => plural.replace(ending, singular));
  return (stems.length === 0 ? [plural] : stems).map(plainName);
}

function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
