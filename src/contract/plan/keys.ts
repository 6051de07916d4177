import { isJsonObject } from '../../base/json.ts';
import { nameWordsIn } from '../../base/resource-names.ts';
import type { Part } from '../load/documents.ts';
import type { KeyName } from './key-names.ts';
import { usualKeys } from './key-names.ts';
import { plainName, wordsOf } from '../../base/names.ts';
import type { Records } from './views/records.ts';

/** Members in which a record may hold its key, apart from its other members. */
export const holders: ReadonlySet<string> = new Set([
  'metadata',
  'meta',
  'attributes',
  'sys',
  'system',
]);

/** The member of a record that a parameter means, as steps; undefined where there is none. */
export function findKey(
  records: Records,
  schema: Part | undefined,
  name: KeyName,
): readonly string[] | undefined {
  return schema && records.keys(schema, name, () => lookForKey(records, schema, name));
}

function lookForKey(records: Records, schema: Part, name: KeyName): readonly string[] | undefined {
  const resource = findResourceName(records, schema, name);
  if (resource !== undefined) return [resource];
  const found = findAmong(records, schema, name);
  if (found !== undefined) return [found];
  for (const [holder, part] of records.members(schema)) {
    if (!holders.has(plainName(holder)) || !records.isRecord(part)) continue;
    const below = findAmong(records, part, name);
    if (below !== undefined) return [holder, below];
  }
  return undefined;
}

/** A name that is the path of the record: `plots/7`. It comes before a `uid` that no path has. */
export function findResourceName(
  records: Records,
  schema: Part,
  name: KeyName,
): string | undefined {
  const member = records.plainMembers(schema).get('name');
  const part = member === undefined ? undefined : records.members(schema).get(member);
  const segment = plainName(name.segment);
  const isNamed =
    part !== undefined &&
    segment !== '' &&
    nameWordsAt(records, part).some((words) => plainName(words.at(-1) ?? '') === segment);
  return isNamed && isScalar(records, part) ? member : undefined;
}

/** The forms of names that a member tells of itself, or its schema does. */
export function nameWordsAt(
  records: Pick<Records, 'settle'>,
  member: Part,
): readonly (readonly string[])[] {
  const values = new Set([member.value, records.settle(member)?.value]);
  return [...values].flatMap((one) => (isJsonObject(one) ? nameWordsIn(one) : []));
}

/** Whether values of a key identify records everywhere, not only among their siblings. */
export function isWorldwide(key: readonly string[]): boolean {
  const last = wordsOf(key.at(-1) ?? '').at(-1) ?? '';
  return /^(?:(u|gu|uu|g|s)?id|pk)$/i.test(last);
}

function findAmong(records: Records, schema: Part, name: KeyName): string | undefined {
  const members = records.members(schema);
  const byPlain = records.plainMembers(schema);
  const able = name.candidates
    .map((wanted) => (members.has(wanted.name) ? wanted.name : byPlain.get(wanted.plain)))
    .filter((member) => member !== undefined && isScalar(records, members.get(member)));
  const [first] = able;
  // A string in a path may be a number: if the names agree, the member is the key.
  if (first !== undefined && isCalled(first, name) && name.types.has('string')) return first;
  const fitting = able.find((member) => fits(records, members.get(member ?? ''), name.types));
  if (first === undefined) return undefined;
  if (isWorldwide([first]) && isWorldwide([name.parameter])) return first;
  if (fitting !== undefined) return fitting;
  // A number cannot find a member that is no number, unless the contract gives both the same name.
  return name.types.has('string') || isCalled(first, name) ? first : undefined;
}

/** Whether a key has the name of its parameter, and not a usual one such as `id`. */
export function isOwnName(key: readonly string[], name: KeyName): boolean {
  const [only, ...others] = key;
  if (only === undefined || others.length > 0 || usualKeys.includes(plainName(only))) return false;
  return isCalled(only, name);
}

/** Whether a member has the parameter's name, with or without the collection's name in front. */
function isCalled(member: string, name: KeyName): boolean {
  const plain = plainName(member);
  return plain === plainName(name.parameter) || plain === plainName(name.short);
}

function isScalar(records: Records, member: Part | undefined): boolean {
  const types = member ? records.types(member) : new Set<string>();
  return !types.has('object') && !types.has('array') && !types.has('boolean');
}

/** A text cannot match a number, nor a number a text. */
function fits(records: Records, member: Part | undefined, types: ReadonlySet<string>): boolean {
  const own = member ? records.types(member) : new Set<string>();
  if (own.size === 0 || types.size === 0) return true;
  return own.has('string') === types.has('string') || isNumeric(own) === isNumeric(types);
}

function isNumeric(types: ReadonlySet<string>): boolean {
  return types.has('integer') || types.has('number');
}
