import type { JsonObject, JsonValue } from '../base/json.ts';
import { defineMember, freezeJson, isJsonObject, memberAt, stepDown } from '../base/json.ts';
import { findKeyFault, listIllFormed } from '../base/texts.ts';

/**
 * A record of a collection. Immutable: a write makes a new one. The keys of its parents stand
 * beside the body, so that a record can be filed under parents that it does not show.
 */
export interface Item {
  /** Empty for what is the only one under its parents. */
  readonly key: string;
  readonly parents: Parents;
  readonly body: JsonObject;
}

/** The keys of a record's parents, outermost first; undefined where nobody has said which it is. */
export type Parents = readonly (string | undefined)[];

/** What the store has to know of a collection; the contract's collections fit. */
export interface CollectionShape {
  readonly name: string;
  /** Default: `items`. What is linked needs no body of its own. */
  readonly kind?: 'items' | 'singleton' | 'links';
  /** Of links: the collection whose records are linked. */
  readonly of?: string | undefined;
  /** The member that identifies a record, stepwise; undefined where there is one for each parent. */
  readonly key: readonly string[] | undefined;
  readonly parents: readonly {
    readonly parameter: string;
    readonly collection: string | undefined;
    readonly isOptional: boolean;
  }[];
  readonly check: ((body: JsonObject) => readonly RecordFault[]) | undefined;
  hasMember(name: string): boolean;
}

/** One thing that is wrong with a record. */
export interface RecordFault {
  readonly pointer: string;
  readonly message: string;
}

/** A saved state is read down to 500 levels, and three of them stand around its records. */
const mostLevels = 497;
/**
 * Twice the largest body that is read. Requests may add to a record, and each reply that shows it, each line of the
 * journal and each list has all of it again.
 */
const mostCharacters = 33_554_432;

/** Why a record can't be kept, whatever its schema says; undefined where it can. */
export function findExcess(body: JsonObject): string | undefined {
  // What nests too deeply is not looked at any further.
  const least = measure(body, mostLevels, lengthOf);
  if (least === Infinity) return 'is nested too deeply to be kept';
  const mayBeTooLarge = least * longestEscape > mostCharacters;
  if (!mayBeTooLarge || measure(body, mostLevels, lengthAsJson) <= mostCharacters) return undefined;
  const most = mostCharacters.toLocaleString('en-US');
  return `has more than ${most} characters as JSON, which is too large to be kept: take something out of it, or divide it`;
}

type LengthOf = (text: string) => number;

/** The characters of a value as JSON, or infinitely many where it nests too deeply. Each write is asked this. */
function measure(value: JsonValue, levels: number, length: LengthOf): number {
  if (typeof value === 'string') return length(value) + around;
  if (typeof value !== 'object' || value === null) return 1;
  if (levels === 0) return Infinity;
  return isJsonObject(value)
    ? measureMembers(value, levels - 1, length)
    : measureItems(value, levels - 1, length);
}

/** Escapes not counted. */
function lengthOf(text: string): number {
  return text.length;
}

/** A control character is written as a backslash and five more. */
const longestEscape = 6;
const [space, quote, backslash] = [0x20, 0x22, 0x5c];
const shortEscapes = new Set(Buffer.from('\b\t\n\f\r'));

function lengthAsJson(text: string): number {
  let { length } = text;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < space) length += shortEscapes.has(code) ? 1 : longestEscape - 1;
    else if (code === quote || code === backslash) length += 1;
  }
  return length;
}

/** Quotes or brackets. */
const around = 2;

function measureMembers(members: JsonObject, levels: number, length: LengthOf): number {
  let size = around;
  // To make a list of the names would take longer than all the rest.
  for (const name in members)
    size += length(name) + 4 + measure(members[name] ?? null, levels, length);
  return size;
}

function measureItems(items: readonly JsonValue[], levels: number, length: LengthOf): number {
  let size = around;
  for (const one of items) size += 1 + measure(one, levels, length);
  return size;
}

/** One step from a state to the next: a record made, replaced or taken away. */
export interface RecordChange {
  readonly collection: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** Whether it was made just now: then nothing stands under it that nobody has made. */
  readonly isNew?: boolean;
}

/** Where a record stands, as far as its own members say something else, or may not say it. */
const filed = '@filed';

/** How files and people see a record: one flat object, parents behind its key. */
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

/** The same with the parents last, which takes less: every change is written down so. */
export function flattenChange(item: Item, shape: CollectionShape): JsonObject {
  const filing = fileItem(item, shape);
  if (!filing) return item.body;
  const flat: Record<string, JsonValue> = { ...filing.members };
  for (const [name, value] of filing.beside) defineMember(flat, name, value);
  for (const [name, value] of filing.otherwise) defineMember(flat, name, value);
  return flat;
}

type MemberNames = readonly (readonly [string, JsonValue])[];

/** What has to be said of where a record stands: beside its members, and where these say otherwise. */
interface RecordFiling {
  /** The key's among them, also where the record can't bear it. */
  readonly members: JsonObject;
  readonly beside: MemberNames;
  readonly otherwise: MemberNames;
}

/** Undefined where the record says it all itself. */
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

/** The record that a flat object means, or what is wrong with it. */
export function unflattenItem(
  flat: JsonObject,
  shape: CollectionShape,
): { readonly item?: Item; readonly faults: readonly RecordFault[] } {
  const faults: RecordFault[] = [];
  const keyName = shape.key?.join('.') ?? '';
  const key = shape.key ? identifierAt(flat, shape.key) : '';
  if (key === undefined)
    faults.push({ pointer: '', message: `has no key: "${keyName}" is missing` });
  const parents = shape.parents.map(({ parameter, isOptional }) => {
    const parent = identifierAt(flat, [parameter]);
    if (parent === undefined && !isOptional)
      faults.push({ pointer: '', message: `has no parent: "${parameter}" is missing` });
    return parent;
  });
  // One by one: a call can't take as many arguments as a record may have faults.
  for (const fault of findTextFaults(flat, shape, [key, ...parents])) faults.push(fault);
  const body = bodyOf(flat, shape, keyName);
  for (const fault of body.faults) faults.push(fault);
  return key === undefined || faults.length > 0
    ? { faults }
    : { item: { key, parents, body: freezeJson(body.value) }, faults };
}

/** A record must be such that its URL can be written, and that it can be sent. */
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

/** Where a flat record would stand, fit or not; undefined where it has no key. */
export function filingIn(
  flat: JsonObject,
  shape: Pick<CollectionShape, 'key'> & {
    readonly parents: readonly { readonly parameter: string }[];
  },
): Pick<Item, 'key' | 'parents'> | undefined {
  const key = shape.key ? identifierAt(flat, shape.key) : '';
  const parents = shape.parents.map(({ parameter }) => identifierAt(flat, [parameter]));
  return key === undefined ? undefined : { key, parents };
}

/** What of a flat record isn't there only to tell where it stands. */
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
  // A start does this for every record that there is.
  const value = names.some(isBeside) ? without(flat, isBeside) : flat;
  return { value, faults: shape.check?.(value) ?? [] };
}

function without(flat: JsonObject, isLeftOut: (name: string) => boolean): JsonObject {
  const left: [string, JsonValue][] = [];
  for (const member of Object.entries(flat)) if (!isLeftOut(member[0])) left.push(member);
  return Object.fromEntries(left);
}

/** Where it is filed otherwise than it says; else where it stands in it, or beside it under its whole name. */
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
