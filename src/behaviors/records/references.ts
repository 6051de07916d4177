import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { plainName, wordsOf } from '../../base/names.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Parents } from '../../store/record.ts';
import { hashOf } from '../values/chance.ts';
import { withValueAt } from '../../base/json-patch/pointed-changes.ts';
import { numberIn } from './identifiers.ts';
import type { PickKey, ReferenceForm } from './reference-values.ts';
import { isIdentifier, point } from './reference-values.ts';

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

/** By plain name: what a member may refer to. */
export type References = ReadonlyMap<string, readonly RecordReference[]>;

export interface RecordReference {
  readonly collection: Collection;
  readonly form: ReferenceForm;
  /** What the reference is called, if not as its member. */
  readonly stem?: string;
  /** Whether the name is that of the records alone, and says nothing of a key. */
  readonly isBare?: boolean;
}

/** By name of a member: the collection whose record it shows, or names beside it. */
export type EmbeddedIn = (
  collection: Collection,
) => ReadonlyMap<string, readonly RecordReference[]>;

interface ReferenceIndex {
  readonly references: () => References;
  readonly embeddedIn: EmbeddedIn;
}

export function createReferences(
  { references, embeddedIn }: ReferenceIndex,
  seed: string,
): PointReferences {
  return (from, choose) => {
    const { collection } = from;
    const { check } = collection;
    const shown = collection.parents.filter((_, index) => from.parents[index] !== undefined);
    const own = new Set([collection.key?.[0], ...shown.map((one) => one.member)]);
    const isValid = (body: JsonObject): boolean => (check?.(body) ?? []).length === 0;
    const pick = (target: Collection, place: string): string | undefined => {
      // Its own kind: inside, the record itself; outside, one before it, so that none goes in a circle.
      if (target === collection && place.includes('/')) return from.key;
      const above = collection.parents.findLastIndex((parent) => parent.collection === target.name);
      const lot = hashOf(seed, collection.name, from.key, place);
      const key = from.parents[above] ?? choose(target, from, lot);
      const isLater = key !== undefined && target === collection && !isBefore(key, from.key);
      return isLater ? undefined : key;
    };
    const referencesOf = (name: string, isOutside: boolean): readonly RecordReference[] => {
      if (isOutside && own.has(name)) return [];
      const named = findNamed(references(), name, collection);
      const embedded = (isOutside && embeddedIn(collection).get(name)) || [];
      // What a member shows says more of it than its name, which several collections may have.
      const targets = new Set(embedded.map((one) => one.collection));
      const isNamed = named.some((one) => targets.has(one.collection));
      return isNamed || embedded.length === 0 ? named : embedded;
    };
    const found = [...findReferences(from.body, { own: collection, referencesOf, pick })];
    if (found.length === 0) return from.body;
    const all = found.reduce(
      (body, { steps, values: [best] }) => withReference(body, steps, best),
      from.body,
    );
    if (isValid(all)) return all;
    return found.reduce((body, { steps, values }) => {
      const pointed = values.map((value) => withReference(body, steps, value));
      return pointed.find(isValid) ?? body;
    }, from.body);
  };
}

/** Small numbers before large ones; texts by their letters. */
function isBefore(key: string, own: string): boolean {
  const [one, other] = [numberIn(key), numberIn(own)];
  return one !== undefined && other !== undefined ? one < other : key < own;
}

/** `parent_team_id` leads to teams, and so does `parent_id` in a team. */
function findNamed(
  references: References,
  name: string,
  own: Collection,
): readonly RecordReference[] {
  const found = references.get(plainName(name));
  // The `comment` of a comment is its text.
  if (found) return found.filter(({ collection, isBare }) => !isBare || collection !== own);
  const words = wordsOf(name);
  const [first = ''] = words;
  if (words.length < 2 && !/^parent$/i.test(first)) return [];
  const key = plainName(own.key?.at(-1) ?? '');
  if (/^parent$/i.test(first) && ['', key].includes(plainName(words.slice(1).join(''))))
    return [{ collection: own, form: 'one' }];
  for (let at = 1; at < words.length - 1; at += 1) {
    const rest = references.get(plainName(words.slice(at).join('')));
    if (rest) return rest.filter(({ form }) => form === 'one');
  }
  return [];
}

function withReference(
  body: JsonObject,
  steps: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const next = value === undefined ? body : withValueAt(body, steps, value);
  return isJsonObject(next) ? next : body;
}

interface FoundReference {
  readonly steps: readonly string[];
  /** The values that it may have, best first. */
  readonly values: readonly JsonValue[];
}

/** The deepest members that are looked at. */
const deepest = 6;

interface ReferenceSearch {
  readonly own: Collection;
  readonly referencesOf: (name: string, isOutside: boolean) => readonly RecordReference[];
  readonly pick: PickKey;
}

function* findReferences(
  value: JsonValue,
  search: ReferenceSearch,
  steps: readonly string[] = [],
): Generator<FoundReference> {
  if (steps.length > deepest) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (typeof item === 'object') yield* findReferences(item, search, [...steps, String(index)]);
    return;
  }
  if (!isJsonObject(value)) return;
  const { own, referencesOf, pick } = search;
  for (const [name, member] of Object.entries(value)) {
    const here = [...steps, name];
    const isOutside = steps.length === 0;
    const found = referencesOf(name, isOutside);
    const values = found.flatMap(({ form, collection, stem = stemOf(name, collection) }) => {
      const place = [...steps, stem].join('/');
      return point[form](member, collection, (target, at) => pick(target, place + at));
    });
    // The first record has none of its kind before it.
    const isFirst =
      isOutside && isIdentifier(member) && found.some((one) => one.collection === own);
    if (values.length > 0) yield { steps: here, values };
    else if (isFirst) yield { steps: here, values: [null, member] };
    else if (typeof member === 'object') yield* findReferences(member, search, here);
  }
}

/** `owner` and `owner_id` lead to the same record. */
function stemOf(name: string, { key }: Collection): string {
  const [plain, end] = [plainName(name), plainName(key?.at(-1) ?? '')];
  const stem = plain.slice(0, plain.length - end.length);
  return plain.endsWith(end) && stem !== '' ? stem : plain;
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
    // The name may have others in front.
    const plural = collection.name.split(/[/.\s]/).findLast((word) => word !== '') ?? '';
    add(plural, { collection, form: 'many' });
    for (const one of new Set([...singulars(plural), ...stemsOf(parameters, collection, key)])) {
      const isNamed = key !== one && plainName(key).startsWith(one);
      const full = isNamed ? key : `${one}${key}`;
      if (!plainWords.has(one)) add(one, { collection, form: 'one', isBare: true });
      add(one, { collection, form: 'within' });
      // Where the key is a whole name, "username" is no such name.
      if (collection.nameForm) continue;
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
