import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, memberAt } from '../../../base/json.ts';
import { valueInPath, wholeName } from '../../../base/resource-names.ts';
import { findKeyFault } from '../../../base/texts.ts';
import type { Part } from '../../../contract/load/documents.ts';
import type { Collection } from '../../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../../contract/schema/schema-facts.ts';
import type { Parents } from '../../../store/record.ts';
import { asPartOfName, keyHint } from '../../records/made-up-keys.ts';
import type { SeedTools } from '../../seed-tools.ts';
import { hashOf } from '../../values/chance.ts';
import type { WorldContext } from '../../world-context.ts';
import { tryGenerate } from '../supply.ts';
import { slugOf } from './slugs.ts';
import type { KeyForms } from './key-forms.ts';

export interface KeyMaker {
  /** Whether an existing record with this key prevents a new one. */
  isTaken(key: string, parents: Parents): boolean;
  /** Whether a path can name a record with this key. */
  isReadable(key: string): boolean;
  /** Whether a client that sends this as the key asks the server to make one. */
  isBlank(sent: string | number): boolean;
  /** A free key. It depends on the seed, on the existing records, and on the content. */
  makeKey(parents: Parents, content: JsonObject): string;
}

/** How many attempts before a number is appended to a key. */
const patience = 20;
/** How many attempts before a key is accepted that suits the paths, but not the record. */
const patienceWithDisagreement = 3;

export function createKeyMaker(
  collection: Collection,
  { contractIndex, generate, seed }: SeedTools,
): (context: WorldContext) => KeyMaker {
  const { name, nameForm } = collection;
  const forms = (): KeyForms => contractIndex.keyFormsOf(collection);
  return ({ existing, world }) => ({
    // A generated record gives way to one that a request makes.
    isTaken: (key, parents) => world.find(name, key, parents) !== undefined,
    isBlank(sent) {
      const key = String(sent);
      if (key !== '0') return /^0[0-]*$/.test(key);
      const isNumber = typeof sent === 'number' || forms().counted !== undefined;
      return isNumber && !hasZero(world, name);
    },
    isReadable: (key) => key !== '' && forms().isReadable(valueInPath(nameForm, key)),
    makeKey(parents, content) {
      const whole = (key: string): string => wholeName(nameForm, key, parents);
      const scope = scopeOf(collection, parents, existing.isKnown(collection));
      const others = existing.keys(collection, scope);
      const isFree = (key: string): boolean =>
        !others.has(whole(key)) && !world.isGone(name, whole(key), scope);
      const { counted, facts, paths, isReadable, isReadableAnywhere, isShowable } = forms();
      if (counted) {
        // The numbers of deleted records count, too: the server never uses a key twice.
        const least = leastOf(counted);
        const following = Math.max(least, others.highest() + 1);
        // After the largest safe integer there is no next number: take the first free one.
        let next = Number.isSafeInteger(following) ? following : least;
        // Below another parent a list may show a made-up record of this number.
        const isShown = (key: string): boolean =>
          !existing.isKnown(collection) && existing.isShown(collection, whole(key), scope);
        while (!isFree(String(next)) || isShown(String(next))) next += 1;
        return whole(String(next));
      }
      // Deletions count, so the number only rises: a record made after one gets another key.
      const number = others.count() + world.deletions(name);
      const salt = hashOf(seed, JSON.stringify(content), String(number)).toString(36);
      let secondBest: string | undefined;
      let thirdBest: string | undefined;
      for (let attempt = 0; attempt < patience; attempt += 1) {
        const place = `${name}+${salt}${attempt === 0 ? '' : `~${attempt}`}`;
        const candidates = [
          ...slugsOf(collection, content),
          ...makeCandidates(collection, generate, paths, place),
        ].filter(isFree);
        const readable = candidates.filter(isReadableAnywhere);
        const key = readable.find((one) => isShowable(whole(one)));
        if (key !== undefined) return whole(key);
        // Where record and paths disagree, the key must be one that clients can ask for.
        secondBest ??= readable[0];
        thirdBest ??= candidates.find(isReadable);
        if (secondBest !== undefined && attempt >= patienceWithDisagreement) break;
      }
      return whole(secondBest ?? thirdBest ?? lastResort(`${name}-${salt}`, facts, isFree));
    },
  });
}

/** Most services take 0 for no key. Where a record has it, or had it at first, it is a key like others. */
function hasZero(world: WorldContext['world'], collection: string): boolean {
  const first = world.base.tables.get(collection)?.namesakes('0') ?? [];
  return first.length > 0 || world.namesakes(collection, '0').length > 0;
}

/** A slug is made of the record's title, with a number where that is taken. */
function slugsOf({ key }: Collection, content: JsonObject): readonly string[] {
  if (!/slug$|^handle$|permalink$/i.test(key?.at(-1) ?? '')) return [];
  const slug = slugOf(content);
  if (slug === undefined) return [];
  return [slug, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${slug}-${number}`)];
}

/** Under which parents a key must be unique. Fixtures may have it under several. */
function scopeOf(
  { parents: all, isKeyUnique }: Collection,
  parents: Parents,
  isComplete: boolean,
): Parents {
  const isOfAll = (isKeyUnique && !isComplete) || all.some(({ isOptional }) => isOptional);
  return isOfAll ? all.map(() => undefined) : parents;
}

function leastOf(schemas: readonly JsonObject[]): number {
  const least = schemas.flatMap(({ minimum }) => (typeof minimum === 'number' ? [minimum] : []));
  return Math.max(1, ...least.map(Math.ceil));
}

/** Generates the key as a member of a record, where its name gives hints, and once by each path. */
function makeCandidates(
  collection: Collection,
  generate: SeedTools['generate'],
  paths: readonly Part[],
  place: string,
): readonly string[] {
  const { schema, key: steps } = collection;
  if (collection.nameForm) {
    const hinted = `${place}/${keyHint(collection)}`;
    return paths.flatMap((path) => {
      const made = textOfKey(tryGenerate(generate, path, hinted, { examples: 'never' }));
      return made === undefined ? [] : [asPartOfName(made), made];
    });
  }
  const manner = { direction: 'rest', examples: 'never', only: steps } as const;
  const made = schema && tryGenerate(generate, schema, place, manner);
  const own = steps && isJsonObject(made) ? memberAt(made, steps) : undefined;
  const others = paths.map((path) => tryGenerate(generate, path, place, { examples: 'never' }));
  return [own, ...others].flatMap((value) => textOfKey(value) ?? []);
}

function textOfKey(value: JsonValue | undefined): string | undefined {
  const isKey = typeof value === 'number' || (typeof value === 'string' && /^[^/?#]+$/.test(value));
  return isKey && findKeyFault(String(value)) === undefined ? String(value) : undefined;
}

/** The schema may allow few values: appends the first free number instead. */
function lastResort(
  start: string,
  facts: SchemaFacts | undefined,
  isFree: (key: string) => boolean,
): string {
  const isNamed = facts?.formats.has('uuid') !== true && findKeyFault(`${start}-1e9`) === undefined;
  const stem = isNamed ? start : '';
  for (let number = 1; ; number += 1) {
    const hex = (hashOf(start, String(number)).toString(16) + hashOf(start).toString(16)).padStart(
      16,
      '0',
    );
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8000-${hex.slice(0, 12)}`;
    const key = stem === '' ? uuid : `${stem}-${number}`;
    if (isFree(key)) return key;
  }
}
