import type { Contract } from '../contract/compile.ts';
import type { Parameter } from '../contract/parameters.ts';
import type { Collection } from '../contract/plan/plan.ts';
import type { JsonValue } from '../json.ts';
import { isJsonObject, memberAt } from '../json.ts';
import type { Parents } from '../store/record.ts';
import type { Generate } from './generate.ts';
import { Unsatisfiable } from './generate.ts';
import { hashOf } from './generation/chance.ts';
import { identifierOf, numberIn, withIdentifier } from './identifiers.ts';
import type { KnownExamples } from './known-examples.ts';
import { createRecent } from './recent.ts';

/** The keys of the records that a list shows of which nobody has written anything. */
export type MadeUpKeys = (collection: Collection, parents: Parents) => readonly string[];

const shownAtLeast = 3;
const patience = 8;
const mostKept = 1000;

interface Origin {
  readonly contract: Contract;
  readonly generate: Generate;
  readonly examplesOf: (collection: Collection) => KnownExamples;
}

/** Those of the contract's examples, else some that can be asked for; under the same parents always the same. */
export function createMadeUpKeys({ contract, generate, examplesOf }: Origin): MadeUpKeys {
  const kept = createRecent<readonly string[]>(mostKept);
  const parameters = indexKeyParameters(contract);
  const attempt = (collection: Collection, place: string, number: number): string | undefined => {
    const parameter = parameters.get(collection);
    const isAskable = createAskable(contract, parameter);
    const { schema, key = [] } = collection;
    const made = schema && tryToMake(generate, schema, place, 'rest');
    const inRecord = isJsonObject(made) ? memberAt(made, key) : undefined;
    if (isJsonObject(made) && typeof inRecord === 'number') {
      const small = String(number);
      if (isAskable(small) && withIdentifier(made, key, small, collection)) return small;
    }
    const text = identifierOf(inRecord);
    if (text !== undefined && isAskable(text)) return text;
    const named = parameter?.schema && tryToMake(generate, parameter.schema, place, 'request');
    if (typeof named === 'number' && isAskable(String(number))) return String(number);
    return identifierOf(named);
  };
  const make = (collection: Collection, parents: Parents): readonly string[] => {
    const { listed, readKey } = examplesOf(collection);
    if (listed.size > 0) return [...listed.keys()];
    const keys = new Set(readKey === undefined ? [] : [readKey]);
    const place = `${collection.name}#${JSON.stringify(parents)}`;
    const first = firstNumber(collection, parents);
    for (let tried = 0; keys.size < shownAtLeast && tried < patience; tried += 1) {
      const key = attempt(collection, `${place}${tried}`, first + tried);
      if (key !== undefined) keys.add(key);
    }
    return [...keys];
  };
  return (collection, parents) => {
    const name = JSON.stringify([collection.name, ...parents]);
    const before = kept.get(name);
    if (before) return before;
    const keys = make(collection, parents);
    kept.set(name, keys);
    return keys;
  };
}

/** Where records can be asked for without their parents, equal numbers under two would be one record. */
function firstNumber({ name, parents: declared }: Collection, parents: Parents): number {
  const isAlone = parents.every((parent) => parent === undefined);
  if (isAlone || declared.every(({ isOptional }) => !isOptional)) return 1;
  return (1 + (hashOf(name, JSON.stringify(parents)) % 9000)) * 10 + 1;
}

function tryToMake(
  generate: Generate,
  schema: Parameters<Generate>[0],
  place: string,
  direction: 'rest' | 'request',
): JsonValue | undefined {
  try {
    return generate(schema, place, { direction, examples: 'never' });
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

/** Whether a path may name a key: it is of no use to be shown what can't be asked for. */
function createAskable(
  { validators }: Contract,
  parameter: Parameter | undefined,
): (key: string) => boolean {
  const check = parameter?.schema && validators.check(parameter.schema, 'request');
  return (key) => {
    const number = numberIn(key);
    if (!check || check(key).length === 0) return true;
    return number !== undefined && check(number).length === 0;
  };
}

/** The path parameters that records are asked for by. */
function indexKeyParameters({ targets }: Contract): ReadonlyMap<Collection, Parameter> {
  const found = new Map<Collection, Parameter>();
  for (const [{ parameters, pathNames }, target] of targets) {
    if (target.role === 'improvised' || target.key === undefined) continue;
    const name = pathNames[target.key];
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    if (parameter && !found.has(target.collection)) found.set(target.collection, parameter);
  }
  return found;
}
