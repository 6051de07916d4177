import type { JsonObject, JsonValue } from '../json.ts';
import { defineMember, isJsonObject } from '../json.ts';
import { isList } from './pointed-changes.ts';

/**
 * A value that changes place by place, while others that hold parts of it see no change: the draft
 * copies each array and object at its first change, and then changes the copy. The places that a
 * caller names must exist.
 */
export interface PatchDraft {
  readonly root: JsonValue;
  readonly size: Size;
  /** How many members were looked at, copied and moved. */
  readonly work: number;
  /** Replaces the value there, or adds a member. */
  put(this: void, steps: readonly string[], value: JsonValue): void;
  /** Into a list, in front of the item at the index. */
  insert(this: void, above: readonly string[], index: number, value: JsonValue): void;
  remove(this: void, steps: readonly string[]): void;
  /** Call this before a value goes to a second place: it must be copied before it changes again. */
  share(this: void): void;
}

export interface Size {
  readonly values: number;
  /** The most levels that there ever were. */
  readonly levels: number;
  /** The characters of all texts and names. */
  readonly text: number;
}

type ValueHolder = JsonValue[] | Record<string, JsonValue>;

export function createPatchDraft(target: JsonValue): PatchDraft {
  const copies = createCopies(target);
  const scale = createScale(copies.isOwn);
  let { values, levels, text } = scale.measure(target);
  let moved = 0;
  const takeOff = (value: JsonValue): void => {
    const size = scale.measure(value);
    values -= size.values;
    text -= size.text;
  };
  const putOn = (value: JsonValue, above: number): void => {
    const size = scale.measure(value);
    values += size.values;
    text += size.text;
    levels = Math.max(levels, above + size.levels);
  };
  return {
    get root() {
      return copies.root();
    },
    get size() {
      return { values, levels, text };
    },
    get work() {
      return moved + copies.work() + scale.work();
    },
    put(steps, value) {
      const before = copies.put(steps, value);
      if (before !== undefined) takeOff(before);
      else text += steps.at(-1)?.length ?? 0;
      putOn(value, steps.length);
    },
    insert(above, index, value) {
      const list = copies.openAt(above);
      if (!isOpenList(list)) throw new Error('it is no list');
      moved += list.length - index;
      list.splice(index, 0, value);
      putOn(value, above.length + 1);
    },
    remove(steps) {
      const last = steps.at(-1) ?? '';
      const holder = copies.openAt(steps.slice(0, -1));
      takeOff(memberOf(holder, last) ?? null);
      if (isOpenList(holder)) {
        moved += holder.length - Number(last);
        holder.splice(Number(last), 1);
      } else {
        text -= last.length;
        Reflect.deleteProperty(holder, last);
      }
    },
    share: copies.share,
  };
}

interface Copies {
  root(this: void): JsonValue;
  isOwn(this: void, holder: object): boolean;
  /** The array or object at a place, ready to be changed. */
  openAt(this: void, steps: readonly string[]): ValueHolder;
  /** Returns the value that was there before. */
  put(this: void, steps: readonly string[], value: JsonValue): JsonValue | undefined;
  share(this: void): void;
  work(this: void): number;
}

function createCopies(target: JsonValue): Copies {
  let own = new WeakSet<object>();
  let root = target;
  let work = 0;
  const open = (value: JsonValue): ValueHolder => {
    if (typeof value !== 'object' || value === null) throw new Error('nothing stands below it');
    // A trust edge: the draft made this value itself, so it may change it.
    if (own.has(value)) return value as ValueHolder;
    const copy: ValueHolder = isJsonObject(value) ? { ...value } : [...value];
    work += isJsonObject(value) ? Object.keys(value).length : value.length;
    own.add(copy);
    return copy;
  };
  const openAt = (steps: readonly string[]): ValueHolder => {
    let holder = open(root);
    root = holder;
    for (const step of steps) {
      const below = open(memberOf(holder, step) ?? null);
      setMember(holder, step, below);
      holder = below;
    }
    work += steps.length + 1;
    return holder;
  };
  return {
    root: () => root,
    isOwn: (holder) => own.has(holder),
    openAt,
    put(steps, value) {
      const last = steps.at(-1);
      const holder = last === undefined ? undefined : openAt(steps.slice(0, -1));
      const before = holder && last !== undefined ? memberOf(holder, last) : root;
      if (holder && last !== undefined) setMember(holder, last, value);
      else root = value;
      return before;
    },
    share: () => void (own = new WeakSet()),
    work: () => work,
  };
}

function isOpenList(holder: ValueHolder): holder is JsonValue[] {
  return isList(holder);
}

function memberOf(holder: ValueHolder, step: string): JsonValue | undefined {
  if (isOpenList(holder)) return holder[Number(step)];
  return Object.hasOwn(holder, step) ? holder[step] : undefined;
}

function setMember(holder: ValueHolder, step: string, value: JsonValue): void {
  if (isOpenList(holder)) holder[Number(step)] = value;
  else defineMember(holder, step, value);
}

interface Scale {
  measure(this: void, value: JsonValue): Size;
  work(this: void): number;
}

/** Remembers the size of values that do not change any more. */
function createScale(isChanging: (holder: object) => boolean): Scale {
  let work = 0;
  const known = new WeakMap<object, Size>();
  const measureHolder = (holder: JsonObject | readonly JsonValue[]): Size => {
    let [values, levels, text] = [1, 0, 0];
    const count = (member: JsonValue): void => {
      work += 1;
      const size = measure(member);
      values += size.values;
      levels = Math.max(levels, size.levels);
      text += size.text;
    };
    if (isJsonObject(holder)) {
      // To make a list of the members would take longer than all the rest.
      for (const name in holder) {
        text += name.length;
        count(holder[name] ?? null);
      }
    } else for (const item of holder) count(item);
    return { values, levels: levels + 1, text };
  };
  const measure = (value: JsonValue): Size => {
    if (typeof value === 'string') return { values: 1, levels: 0, text: value.length };
    if (typeof value !== 'object' || value === null) return { values: 1, levels: 0, text: 0 };
    const before = known.get(value);
    if (before) return before;
    const size = measureHolder(value);
    if (!isChanging(value)) known.set(value, size);
    return size;
  };
  return { measure, work: () => work };
}
