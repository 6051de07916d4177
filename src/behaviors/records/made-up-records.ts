import { ContractBreach } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt } from '../../base/json.ts';
import { valueInPath } from '../../base/resource-names.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Parents } from '../../store/record.ts';
import type { Generate } from '../values/generate.ts';
import { Unsatisfiable } from '../values/generate.ts';
import { withIdentifier } from './identifiers.ts';
import type { KnownExamples } from './known-examples.ts';
import type { MadeUpKeys } from './made-up-keys.ts';
import { recordPlace } from './record-places.ts';

/** The body of a generated record, which depends on the seed, its key and its parents. */
export type MadeUpRecords = (collection: Collection, key: string, parents: Parents) => JsonObject;

const patience = 4;

interface MadeUpRecordOptions {
  readonly generate: Generate;
  readonly examplesOf: (collection: Collection) => KnownExamples;
  readonly keysOf: MadeUpKeys;
}

export function createMadeUpRecords(origin: MadeUpRecordOptions): MadeUpRecords {
  return (collection, key, parents) => {
    const body =
      makeFromExample(origin, collection, key, parents) ??
      makeAnew(origin.generate, collection, key, parents);
    return freezeJson(showParents(body, collection, parents));
  };
}

/** Records of a generated list differ from each other; any other is the contract's example. */
function makeFromExample(
  { examplesOf, keysOf }: MadeUpRecordOptions,
  collection: Collection,
  key: string,
  parents: Parents,
): JsonObject | undefined {
  const { read, readKey, listed } = examplesOf(collection);
  const example = listed.get(key);
  if (example) return example;
  if (!read || !collection.key || key === readKey) return read;
  // With an optional parent, another path may have listed the record: the server cannot tell.
  const isListed =
    collection.parents.every(({ isOptional }) => !isOptional) &&
    keysOf(collection, parents).includes(key);
  return isListed ? undefined : withKey(read, collection, key);
}

function makeAnew(
  generate: Generate,
  collection: Collection,
  key: string,
  parents: Parents,
): JsonObject {
  const { schema, check } = collection;
  if (!schema) return {};
  const place = recordPlace(collection, { key, parents });
  let first: JsonObject | undefined;
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const made = makeObject(
      generate,
      schema,
      collection,
      attempt === 0 ? [place] : [place, attempt],
    );
    first ??= made;
    const keyed = withKey(made, collection, key);
    if (keyed && (check?.(keyed) ?? []).length === 0) return keyed;
  }
  return withoutKey(first ?? {}, collection);
}

/** An example in the schema is the same for all records, so it comes last, or not at all. */
function makeObject(
  generate: Generate,
  schema: Part,
  { name }: Collection,
  place: readonly (string | number)[],
): JsonObject {
  const examples = place.length === 1 ? 'last' : 'never';
  try {
    const made = generate(schema, place.join('~'), { direction: 'rest', examples });
    return isJsonObject(made) ? made : {};
  } catch (error) {
    if (!(error instanceof Unsatisfiable)) throw error;
    throw new ContractBreach(
      `a record of ${name}`,
      [{ in: 'body', pointer: error.pointer, message: error.message, keyword: 'unsatisfiable' }],
      `No value could be made that the schema allows: mend it in the contract, or give fixtures of ${name}.`,
    );
  }
}

function withKey(made: JsonObject, collection: Collection, key: string): JsonObject | undefined {
  const steps = collection.key;
  if (!steps || !showsKey(made, collection)) return made;
  const named = withIdentifier(made, steps, key, collection);
  return named && withNamer(named, collection, key);
}

/** The member that makes the last value of a name has that value. */
function withNamer(made: JsonObject, collection: Collection, key: string): JsonObject {
  const { namedBy, nameForm } = collection;
  if (namedBy === undefined) return made;
  return withIdentifier(made, [namedBy], valueInPath(nameForm, key), collection) ?? made;
}

function showsKey(made: JsonObject, collection: Collection): boolean {
  const { key = [] } = collection;
  return memberAt(made, key) !== undefined || collection.hasMember(key[0] ?? '');
}

/** No key at all is better than a key that was not requested. */
function withoutKey(made: JsonObject, { key = [], check }: Collection): JsonObject {
  const keyless = Object.fromEntries(Object.entries(made).filter(([name]) => name !== key[0]));
  return (check?.(keyless) ?? []).length === 0 ? keyless : made;
}

/** Sets the members that show the record's parents. */
export function showParents(
  body: JsonObject,
  collection: Collection,
  parents: Parents,
): JsonObject {
  let shown = body;
  for (const [index, { member }] of collection.parents.entries()) {
    const parent = parents[index];
    if (parent === undefined || member === undefined) continue;
    shown = withIdentifier(shown, [member], parent, collection) ?? shown;
  }
  return shown;
}
