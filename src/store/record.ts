import type { JsonObject, JsonValue } from '../base/json.ts';
import { defineMember, freezeJson, memberAt, stepDown } from '../base/json.ts';
import type { NameForm } from '../base/resource-names.ts';
import { findKeyFault, listIllFormed } from '../base/texts.ts';
import { parentsByName } from './named-parents.ts';

/**
 * A record of a collection. Immutable: a write makes a new one. The keys of its parents stand
 * beside the body, so that a record can have parents that it does not show.
 */
export interface Item {
  /** Empty for a singleton: the only record under its parents. */
  readonly key: string;
  readonly parents: Parents;
  readonly body: JsonObject;
}

/** The keys of a record's parents, outermost first; undefined where the parent is not known. */
export type Parents = readonly (string | undefined)[];

/** What the store needs to know of a collection; a `Collection` of the plan has all of it. */
export interface CollectionShape {
  readonly name: string;
  /** Default: `items`. A link needs no body of its own. */
  readonly kind?: 'items' | 'singleton' | 'links';
  /** For links: the collection whose records are linked. */
  readonly of?: string | undefined;
  /** The path to the member that identifies a record; undefined for a singleton. */
  readonly key: readonly string[] | undefined;
  /** Where keys are the names of records: how such a name is made. */
  readonly nameForm?: NameForm | undefined;
  readonly parents: readonly {
    readonly parameter: string;
    readonly collection: string | undefined;
    readonly isOptional: boolean;
    readonly nameForm?: NameForm | undefined;
  }[];
  readonly check: ((body: JsonObject) => readonly RecordFault[]) | undefined;
  hasMember(name: string): boolean;
}

export interface RecordFault {
  readonly pointer: string;
  readonly message: string;
}

/** One step from a state to the next: a record is made, replaced or removed. */
export interface RecordChange {
  readonly collection: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** The record that clients saw before, where the server made it up: none was stored. */
  readonly madeUp?: Item;
  /** Whether this change makes the record: then the server generates nothing under it. */
  readonly isNew?: boolean;
  /** The first record with a key of the server's: from this time on the keys are known (ISO 8601). */
  readonly knownSince?: string;
}

/** The member of the flat form for a key and parents that the body contradicts or leaves out. */
const filed = '@filed';

/** A record as files and the control API show it: one object, parents behind the first member. */
export function flattenItem(item: Item, shape: CollectionShape): JsonObject {
  const filing = fileItem(item, shape);
  if (!filing) return item.body;
  const [first, ...rest] = Object.entries(filing.members);
  return Object.fromEntries([
    ...(first ? [first] : []),
    ...filing.beside,
    ...rest,
    ...filing.otherwise,
  ]);
}

/** The flat form for readers to whom key and parents are told beside it: without the member `@filed`. */
export function showItem(item: Item, shape: CollectionShape): JsonObject {
  const flat = flattenItem(item, shape);
  return Object.hasOwn(flat, filed) ? without(flat, (name) => name === filed) : flat;
}

/** As `flattenItem`, with the parents last, which takes less time: the form of records in the journal. */
export function flattenChange(item: Item, shape: CollectionShape): JsonObject {
  const filing = fileItem(item, shape);
  if (!filing) return item.body;
  const flat: Record<string, JsonValue> = { ...filing.members };
  for (const [name, value] of filing.beside) defineMember(flat, name, value);
  for (const [name, value] of filing.otherwise) defineMember(flat, name, value);
  return flat;
}

type MemberNames = readonly (readonly [string, JsonValue])[];

/** The parts of the flat form of a record. */
interface RecordFiling {
  /** The body, with the key in front where the body does not have it. */
  readonly members: JsonObject;
  /** Parents that are no members of the schema. */
  readonly beside: MemberNames;
  /** The member `@filed`, where it is needed. */
  readonly otherwise: MemberNames;
}

/** Undefined where the body itself shows the key and all parents. */
function fileItem({ key, parents, body }: Item, shape: CollectionShape): RecordFiling | undefined {
  const beside: [string, string][] = [];
  const otherwise: [string, string][] = [];
  let index = 0;
  for (const { parameter } of shape.parents) {
    const value = parents[index];
    index += 1;
    if (value === undefined || textAt(body, [parameter]) === value) continue;
    (shape.hasMember(parameter) ? otherwise : beside).push([parameter, value]);
  }
  const shown = shape.key && memberAt(body, shape.key);
  const isKeyBeside = shape.key !== undefined && shown === undefined;
  if (shape.key && !isKeyBeside && toText(shown) !== key)
    otherwise.push([shape.key.join('.'), key]);
  if (beside.length === 0 && otherwise.length === 0 && !isKeyBeside) return undefined;
  return {
    members: isKeyBeside ? { [shape.key.join('.')]: key, ...body } : body,
    beside,
    otherwise: otherwise.length > 0 ? [[filed, Object.fromEntries(otherwise)]] : [],
  };
}

/** Reads the flat form of a record: the record, or what is wrong with it. */
export function unflattenItem(
  flat: JsonObject,
  shape: CollectionShape,
): { readonly item?: Item; readonly faults: readonly RecordFault[] } {
  const faults: RecordFault[] = [];
  const keyName = shape.key?.join('.') ?? '';
  const key = shape.key ? identifierAt(flat, shape.key) : '';
  if (key === undefined) faults.push(tellMissing('key', flat, shape.key ?? []));
  const parents = parentsIn(flat, shape, key);
  for (const [at, { parameter, isOptional }] of shape.parents.entries()) {
    if (parents[at] === undefined && !isOptional)
      faults.push(tellMissing('parent', flat, [parameter]));
  }
  // One by one: a call that spreads all faults could have too many arguments.
  for (const fault of findTextFaults(flat, shape, [key, ...parents])) faults.push(fault);
  const body = bodyOf(flat, shape, keyName);
  for (const fault of body.faults) faults.push(fault);
  return key === undefined || faults.length > 0
    ? { faults }
    : { item: { key, parents, body: freezeJson(body.value) }, faults };
}

/** What is there may be of a type that no key has. */
function tellMissing(
  what: 'key' | 'parent',
  flat: JsonObject,
  steps: readonly string[],
): RecordFault {
  const name = steps.join('.');
  const given = memberAt(flat, steps) ?? memberAt(flat, [name]);
  if (given === undefined) return { pointer: '', message: `has no ${what}: "${name}" is missing` };
  const shown = JSON.stringify(given).slice(0, 100);
  return {
    pointer: '',
    message: `has no ${what}: "${name}" must be a text or a number, not ${shown}`,
  };
}

/** Finds texts and numbers that can't be sent, and keys that can't be written into a URL. */
function findTextFaults(
  flat: JsonObject,
  shape: CollectionShape,
  [key, ...parents]: readonly (string | undefined)[],
): readonly RecordFault[] {
  const illFormed = listIllFormed(flat);
  if (illFormed.length > 0) return illFormed;
  const places = [shape.key ?? [], ...shape.parents.map(({ parameter }) => [parameter])];
  return [key, ...parents].flatMap((text, index) => {
    const message = text === undefined ? undefined : findKeyFault(text);
    const pointer = (places[index] ?? []).reduce(stepDown, '');
    return message === undefined ? [] : [{ pointer, message }];
  });
}

/** The key and parents that a flat record names, valid or not; undefined where it has no key. */
export function filingIn(
  flat: JsonObject,
  shape: FiledShape,
): Pick<Item, 'key' | 'parents'> | undefined {
  const key = shape.key ? identifierAt(flat, shape.key) : '';
  const parents = parentsIn(flat, shape, key);
  return key === undefined ? undefined : { key, parents };
}

type FiledShape = Pick<CollectionShape, 'key' | 'nameForm'> & {
  readonly parents: readonly (Pick<CollectionShape['parents'][number], 'nameForm'> & {
    readonly parameter: string;
  })[];
};

function parentsIn(flat: JsonObject, shape: FiledShape, key: string | undefined): Parents {
  const told = shape.parents.map(({ parameter }) => identifierAt(flat, [parameter]));
  return parentsByName(shape, key, told);
}

/** A flat record without the members that only tell where it stands, and what its check finds. */
function bodyOf(
  flat: JsonObject,
  shape: CollectionShape,
  keyName: string,
): { readonly value: JsonObject; readonly faults: readonly RecordFault[] } {
  const filing = new Set([...shape.parents.map(({ parameter }) => parameter), keyName, filed]);
  const names = Object.keys(flat);
  if (shape.kind === 'links' && names.every((name) => filing.has(name)))
    return { value: {}, faults: [] };
  const isBeside = (name: string): boolean =>
    name === filed || (filing.has(name) && !shape.hasMember(name));
  // Copied only where needed: a start does this for every record.
  const value = names.some(isBeside) ? without(flat, isBeside) : flat;
  return { value, faults: shape.check?.(value) ?? [] };
}

function without(flat: JsonObject, isLeftOut: (name: string) => boolean): JsonObject {
  const left: [string, JsonValue][] = [];
  for (const member of Object.entries(flat)) if (!isLeftOut(member[0])) left.push(member);
  return Object.fromEntries(left);
}

/** Reads `@filed` first, then the member itself, then a member with the whole dotted name. */
function identifierAt(flat: JsonObject, steps: readonly string[]): string | undefined {
  const name = steps.join('.');
  return textAt(flat, [filed, name]) ?? textAt(flat, steps) ?? textAt(flat, [name]);
}

function textAt(body: JsonObject, steps: readonly string[]): string | undefined {
  return toText(memberAt(body, steps));
}

function toText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
