import type { Collection } from '../contract/plan/plan.ts';
import type { Check } from '../contract/validators.ts';
import type { Part } from '../contract/documents.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, memberAt } from '../json.ts';
import type { Parents } from '../store/record.ts';
import { hashOf } from './generation/chance.ts';
import type { StateMeans } from './means.ts';
import type { SchemaFacts } from './schema-facts.ts';
import { createStudy, factsAt } from './schema-facts.ts';
import { tryGenerate } from './supply.ts';

export interface KeyMaker {
  /** Whether there is a record of the key that a new one would stand in the way of. */
  isTaken(key: string, parents: Parents): boolean;
  /** Whether a record of that key can be read: what no path takes is no key. */
  isReadable(key: string): boolean;
  /** A key that nobody has. It depends on the seed, on what there is, and on what is to be made. */
  makeKey(parents: Parents, content: JsonObject): string;
}

/** How many values are tried before a number is put behind one. */
const patience = 20;

export function createKeyMaker(collection: Collection, means: StateMeans): KeyMaker {
  const { holdings, world, generate, seed, contract } = means;
  const { name } = collection;
  const study = createStudy(contract.documents);
  const path = findPathSchema(collection, means);
  const facts = keyFacts(collection, study) ?? (path.schema && study(path.schema));
  const listed = (parents: Parents): readonly string[] =>
    holdings.keys(collection, scopeOf(collection, parents));
  const isTakenBeside = (key: string, parents: Parents, others: readonly string[]): boolean =>
    others.includes(key) ||
    world.find(name, key, scopeOf(collection, parents)) !== undefined ||
    world.isGone(name, key, scopeOf(collection, parents));
  return {
    isTaken: (key, parents) => {
      if (world.find(name, key, parents)) return true;
      // What there is one of is there as soon as somebody asks for it; nobody has made it for that.
      if (!collection.key || holdings.isKnown(collection)) return false;
      return holdings.keys(collection, parents).includes(key);
    },
    isReadable: (key) => key !== '' && fitsPath(key, path.check),
    makeKey(parents, content) {
      const others = listed(parents);
      const isFree = (key: string): boolean => !isTakenBeside(key, parents, others);
      if (facts && isCounted(facts)) return nextNumber(others, facts, isFree);
      const salt = hashOf(seed, JSON.stringify(content), String(others.length)).toString(36);
      for (let attempt = 0; attempt < patience; attempt += 1) {
        const place = `${name}+${salt}${attempt === 0 ? '' : `~${attempt}`}`;
        const key = candidate(collection, generate, path, place);
        if (key !== undefined && fitsPath(key, path.check) && isFree(key)) return key;
      }
      return lastResort(`${name}-${salt}`, facts, isFree);
    },
  };
}

/** Where some path leaves parents out, the key alone has to tell records apart. */
function scopeOf({ parents: all }: Collection, parents: Parents): Parents {
  return all.some(({ isOptional }) => isOptional) ? all.map(() => undefined) : parents;
}

interface PathSchema {
  readonly schema: Part | undefined;
  readonly check: Check | undefined;
}

/** What the paths to a record say of its key. */
function findPathSchema(collection: Collection, { contract }: StateMeans): PathSchema {
  for (const [operation, target] of contract.targets) {
    if (target.role === 'improvised' || target.collection !== collection) continue;
    const own = target.key === undefined ? undefined : operation.pathNames[target.key];
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === own);
    if (parameter) return { schema: parameter.schema, check: parameter.check };
  }
  return { schema: undefined, check: undefined };
}

function keyFacts(
  { schema, key }: Collection,
  study: ReturnType<typeof createStudy>,
): SchemaFacts | undefined {
  return schema && key && factsAt(study(schema), key);
}

function isCounted({ types }: SchemaFacts): boolean {
  return !types.has('string') && (types.has('integer') || types.has('number'));
}

function nextNumber(
  keys: readonly string[],
  { schemas }: SchemaFacts,
  isFree: (key: string) => boolean,
): string {
  const numbers = keys.map(Number).filter((number) => Number.isSafeInteger(number));
  const least = schemas.flatMap(({ minimum }) => (typeof minimum === 'number' ? [minimum] : []));
  let next = Math.max(0, ...least.map((minimum) => Math.ceil(minimum) - 1), ...numbers) + 1;
  while (!isFree(String(next))) next += 1;
  return String(next);
}

/** The key of a generated record, in which it knows its name and company; else one that the path allows. */
function candidate(
  { schema, key: steps }: Collection,
  generate: StateMeans['generate'],
  path: PathSchema,
  place: string,
): string | undefined {
  const manner = { direction: 'rest', examples: 'never', only: steps } as const;
  const made = schema && tryGenerate(generate, schema, place, manner);
  const own = steps && isJsonObject(made) ? textOfKey(memberAt(made, steps)) : undefined;
  if (own !== undefined && fitsPath(own, path.check)) return own;
  const other = path.schema && tryGenerate(generate, path.schema, place, { examples: 'never' });
  return textOfKey(other) ?? own;
}

function textOfKey(value: JsonValue | undefined): string | undefined {
  const isKey = typeof value === 'number' || (typeof value === 'string' && /^[^/?#]+$/.test(value));
  return isKey ? String(value) : undefined;
}

/** A record that no path leads to can't be read. */
function fitsPath(key: string, check: Check | undefined): boolean {
  return !check || [key, Number(key)].some((form) => check(form).length === 0);
}

/** Where the values of a key are few, they are counted on. */
function lastResort(
  start: string,
  facts: SchemaFacts | undefined,
  isFree: (key: string) => boolean,
): string {
  const stem = facts?.formats.has('uuid') === true ? '' : start;
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
