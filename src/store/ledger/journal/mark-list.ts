import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { mayBeSame } from '../../parents.ts';
import type { Parents } from '../../record.ts';
import type { WrittenParents } from './journal-lines.ts';

/** The marks of one collection as they are written down: a key and its parents, nothing more. */
export interface MarkList {
  set(place: Place): void;
  /** Whether there is one that may be meant. */
  has(place: Place): boolean;
  /** Clears every mark that may be meant: a parent that nobody has named may be any. */
  clear(place: Place): void;
  save(): readonly JsonValue[];
}

interface Place {
  readonly key: string;
  readonly parents: WrittenParents;
}

export function createMarkList(names: readonly string[], saved: readonly JsonValue[]): MarkList {
  const marks = new Map<string, readonly Parents[]>();
  const add = (key: string, parents: Parents): void => {
    const known = marks.get(key) ?? [];
    const isThere = known.some((other) => parents.every((parent, at) => parent === other[at]));
    if (!isThere) marks.set(key, [...known, parents]);
  };
  for (const mark of saved) {
    const { key, parents = {} } = isJsonObject(mark) ? mark : {};
    if (typeof key === 'string' && isJsonObject(parents)) add(key, readParents(names, parents));
  }
  return {
    set: ({ key, parents }) => add(key, toParents(parents)),
    has: ({ key, parents }) =>
      (marks.get(key) ?? []).some((other) => mayBeSame(other, toParents(parents))),
    clear({ key, parents }) {
      const wanted = toParents(parents);
      const left = (marks.get(key) ?? []).filter((other) => !mayBeSame(other, wanted));
      if (left.length > 0) marks.set(key, left);
      else marks.delete(key);
    },
    save: () =>
      [...marks].flatMap(([key, chains]) =>
        chains.map((parents) => writeMark(names, key, parents)),
      ),
  };
}

/** As the store has them. */
export function toParents(parents: WrittenParents): Parents {
  return parents.map((parent) => parent ?? undefined);
}

function readParents(names: readonly string[], parents: JsonObject): Parents {
  return names.map((name) => {
    const parent = Object.hasOwn(parents, name) ? parents[name] : undefined;
    return typeof parent === 'string' ? parent : undefined;
  });
}

function writeMark(names: readonly string[], key: string, parents: Parents): JsonObject {
  const named = names.flatMap((name, at): [string, string][] => {
    const parent = parents[at];
    return parent === undefined ? [] : [[name, parent]];
  });
  return named.length === 0 ? { key } : { key, parents: Object.fromEntries(named) };
}
