import type { Documents, Part } from '../../load/documents.ts';
import { outlineMembers, outlineTypes } from '../../schema/outlines.ts';
import { allBelow, alternativesOf, wholeOf } from '../../schema/schema-walk.ts';
import { listNames, plainOf } from '../lists/list-words.ts';

/** What items of an array are around the records that they hold. */
export interface Wrapper {
  readonly steps: readonly string[];
  /** The schema of a whole item. */
  readonly schema: Part;
}

/** The array of records in a body. */
export interface RecordArray {
  /** The members to step down to it; empty where the body is the array. */
  readonly steps: readonly string[];
  /** The schema of a record. */
  readonly items: Part;
  readonly wrapper?: Wrapper;
}

/**
 * Finds the array of records in the body of a list: the body itself, or an array of objects in it,
 * at most two members down. `hint` is a likely name of the array: the end of the path.
 */
export function findRecordArray(
  documents: Documents,
  schema: Part,
  hint = '',
): RecordArray | undefined {
  const items = itemsOf(documents, schema);
  if (items) return isText(documents, items) ? undefined : { steps: [], items };
  const search: ArraySearch = { documents, hint: plainOf(hint.replace(/\.[a-z]+$/i, '')) };
  const outer = survey(search, schema, []);
  const isItself = outer.some(isId);
  const named = findNamed(search, outer, isItself);
  if (named) return named;
  const held = outer.filter(({ steps: [name = ''] }) => {
    const plain = plainOf(name);
    return wrappers.has(plain) || plain === search.hint;
  });
  const lookInto = (all: readonly FoundArray[]): readonly FoundArray[] =>
    all.flatMap(({ steps, part }) => survey(search, part, steps));
  // Beside a record, `{"data": {"id": …}, "links": […]}`, lists hold something else.
  const isBare = outer.every(({ part }) => isHolder(documents, part));
  const isRecord = ({ part, steps }: FoundArray): boolean =>
    isBare && survey(search, part, steps).some(isId);
  return (
    findNamed(search, lookInto(held), isItself) ??
    findOnly(search, outer, hasOwnKey(documents, schema) || held.some(isRecord)) ??
    findOnly(search, lookInto(held.filter(({ part }) => !hasOwnKey(documents, part))), false)
  );
}

/** Whether arrays of any kind of records often have this name. */
export function isUsualName(plain: string): boolean {
  return usualNames.includes(plain);
}

/** The usual names of arrays of records, the likelier first. */
const usualNames = listNames('data items results result records entries values value list');
/** More such names, unless the object around the array is a record itself. */
const possibleNames =
  listNames(`content contents hits rows elements objects nodes resources collection docs
  documents entities children members response payload`);
/** Names of objects that hold the array together with information about it. */
const wrappers = new Set(
  listNames(`data result results response payload body content list d embedded page collection envelope
    output return hits`),
);
/** Names of arrays that never hold the records. */
const besides = new Set(
  listNames(`errors error warnings links included includes facets aggregations messages notifications meta
    sort filters columns fields schemas`),
);
const keyNames = new Set(listNames('id uuid guid sid slug key name number code'));

interface ArraySearch {
  readonly documents: Documents;
  readonly hint: string;
}

interface FoundArray {
  readonly steps: readonly string[];
  readonly part: Part;
}

function survey(
  { documents }: ArraySearch,
  schema: Part,
  above: readonly string[],
): readonly FoundArray[] {
  const { members } = outlineMembers(documents, schema);
  return [...members].flatMap(([name, [part]]): readonly FoundArray[] =>
    part ? [{ steps: [...above, name], part }] : [],
  );
}

/** The items of an array, if they may be records. */
function recordsIn(documents: Documents, part: Part): Part | undefined {
  const items = itemsOf(documents, part);
  return items && !isText(documents, items) ? items : undefined;
}

function findNamed(
  { documents, hint }: ArraySearch,
  found: readonly FoundArray[],
  isRecord: boolean,
): RecordArray | undefined {
  const byName = new Map(found.map((one) => [plainOf(one.steps.at(-1) ?? ''), one]));
  for (const name of [hint, ...usualNames, ...(isRecord ? [] : possibleNames)]) {
    const one = byName.get(name);
    const items = one && recordsIn(documents, one.part);
    if (items) return { steps: one.steps, items };
  }
  return undefined;
}

/** The only array of objects or, of several, the only one whose objects have a key. */
function findOnly(
  { documents }: ArraySearch,
  found: readonly FoundArray[],
  isRecord: boolean,
): RecordArray | undefined {
  // An object with a key is a record itself, which holds others.
  if (isRecord) return undefined;
  const arrays = found.flatMap(({ steps, part }) => {
    const isBeside = besides.has(plainOf(steps.at(-1) ?? ''));
    const items = isBeside ? undefined : recordsIn(documents, part);
    const isObject = items !== undefined && outlineTypes(documents, items)?.has('object') === true;
    return items && isObject ? [{ steps, items }] : [];
  });
  if (arrays.length === 1) return arrays[0];
  const keyed = arrays.filter(({ items }) => hasOwnKey(documents, items));
  return keyed.length === 1 ? keyed[0] : undefined;
}

function isHolder(documents: Documents, part: Part): boolean {
  const types = outlineTypes(documents, part);
  return types?.has('object') === true || types?.has('array') === true;
}

function isId({ steps }: FoundArray): boolean {
  return /^_?(id|uuid)$/i.test(steps.at(-1) ?? '');
}

function hasOwnKey(documents: Documents, schema: Part): boolean {
  const names = [...outlineMembers(documents, schema).members.keys()].map(plainOf);
  return names.some((name) => keyNames.has(name));
}

/** Whether the schema of the items rules out records. */
function isText(documents: Documents, items: Part): boolean {
  const types = outlineTypes(documents, items);
  return types !== undefined && !types.has('object');
}

function itemsOf(documents: Documents, schema: Part): Part | undefined {
  const whole = wholeOf(documents, schema);
  const [own] = allBelow(documents, whole, 'items');
  if (own || whole.some(({ value }) => 'properties' in value)) return own;
  // An array or null, or several kinds of arrays: the first one stands for all.
  const alternatives = whole.flatMap((part) => alternativesOf(documents, part).flat());
  const [first] = alternatives.flatMap((one) =>
    allBelow(documents, wholeOf(documents, one), 'items'),
  );
  return first;
}
