import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from './json-lines.ts';
import { memberOf } from './member-of.ts';

/** A member that a request changed; undefined: there was none, or there is none since. */
export interface MemberChange {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The members that differ, in the order in which they stand; those of one object are told apart. */
export function diffRecords(
  before: JsonObject | null,
  after: JsonObject | null,
): readonly MemberChange[] {
  return diffMembers(before ?? {}, after ?? {}, '');
}

function diffMembers(before: JsonObject, after: JsonObject, place: string): MemberChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const path = place === '' ? name : `${place}.${name}`;
    return diffValues(memberOf(before, name), memberOf(after, name), path);
  });
}

function diffValues(
  before: Json | undefined,
  after: Json | undefined,
  path: string,
): MemberChange[] {
  if (isSame(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return diffMembers(before, after, path);
  // Where an item came or went, the places of all others say nothing.
  if (isList(before) && isList(after) && before.length === after.length)
    return before.flatMap((item, index) => diffValues(item, after[index], `${path}[${index}]`));
  return [{ path, before, after }];
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
