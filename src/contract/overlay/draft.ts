import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, pointerSteps, stepDown } from '../../base/json.ts';
import type { Patch, Source } from '../../text/source.ts';
import type { JsonSteps } from './json-path.ts';

/** A contract that overlays change. It remembers which overlay wrote each place. */
export interface OverlayDraft {
  readonly root: JsonValue;
  /** The place in the overlay that wrote a value; else its place in the contract's text. */
  readonly trace: (pointer: string) => Patch;
  valueAt(way: JsonSteps): JsonValue | undefined;
  /** Returns the places where the kinds of values differ. The other parts may be merged by then. */
  merge(way: JsonSteps, update: Update): readonly OverlayMisfit[];
  remove(ways: readonly JsonSteps[]): void;
}

/** The value to write, and its place in the overlay. */
export interface Update {
  readonly value: JsonValue;
  readonly source: Source;
  readonly pointer: string;
  /** Whether the value is a copy from the contract. Then all of it leads to the action's place. */
  readonly isCopied: boolean;
}

/** A value that can't be merged, because the contract has another kind of value there. */
export interface OverlayMisfit {
  readonly pointer: string;
  readonly message: string;
}

type DraftHolder = Record<string, JsonValue> | JsonValue[];
type Trace =
  | { readonly kind: 'written'; readonly by: Update }
  /** The item moved, because one in front of it was removed. The step is its old index. */
  | { readonly kind: 'moved'; readonly step: string };

/** Changes a deep copy, because YAML aliases make several places share one value. */
export function openDraft(given: JsonValue): OverlayDraft {
  const root = copyJson(given);
  const traces = new Map<JsonValue, Map<string, Trace>>();
  const sign = (holder: DraftHolder, step: string | number, by: Update): void => {
    const known = traces.get(holder) ?? new Map<string, Trace>();
    traces.set(holder, known.set(String(step), { kind: 'written', by }));
  };
  const put = (holder: DraftHolder, step: string | number, update: Update): void => {
    define(holder, step, copyJson(update.value));
    sign(holder, step, update);
  };
  const append = (list: JsonValue[], items: readonly Update[]): void => {
    for (const item of items) put(list, list.length, item);
  };
  const mergeMembers = (object: JsonObject, update: Update): readonly OverlayMisfit[] => {
    const misfits: OverlayMisfit[] = [];
    for (const member of membersOf(update)) {
      const present = Object.hasOwn(object, member.name) ? object[member.name] : undefined;
      const kinds = [present, member.update.value].map(jsonKindOf);
      if (present === undefined) put(toHolder(object), member.name, member.update);
      else if (kinds[0] !== kinds[1]) misfits.push(misfit(member.update, present));
      else if (isJsonObject(present)) misfits.push(...mergeMembers(present, member.update));
      else if (Array.isArray(present)) append(present, itemsOf(member.update));
      else put(toHolder(object), member.name, member.update);
    }
    return misfits;
  };
  return {
    root,
    trace: (pointer) => followTraces(root, traces, pointer),
    valueAt: (way) => descend(root, way),
    merge(way, update) {
      const target = descend(root, way);
      const holder = descend(root, way.slice(0, -1));
      if (Array.isArray(target)) {
        append(target, Array.isArray(update.value) ? itemsOf(update) : [update]);
      } else if (target === undefined) return [];
      else if (jsonKindOf(target) !== jsonKindOf(update.value)) return [misfit(update, target)];
      else if (isJsonObject(target)) return mergeMembers(target, update);
      else if (holder !== undefined && way.length > 0)
        put(toHolder(holder), way.at(-1) ?? '', update);
      return [];
    },
    remove(ways) {
      const doomed = new Map<JsonValue, Set<string>>();
      for (const way of ways) {
        const holder = descend(root, way.slice(0, -1));
        if (holder === undefined) continue;
        doomed.set(holder, (doomed.get(holder) ?? new Set()).add(String(way.at(-1))));
      }
      for (const [holder, steps] of doomed) {
        if (Array.isArray(holder)) removeItems(holder, steps, traces);
        else for (const step of steps) Reflect.deleteProperty(toHolder(holder), step);
      }
    },
  };
}

export function jsonKindOf(
  value: JsonValue | undefined,
): 'an object' | 'a list' | 'a single value' {
  if (Array.isArray(value)) return 'a list';
  return isJsonObject(value) ? 'an object' : 'a single value';
}

function misfit(update: Update, present: JsonValue): OverlayMisfit {
  return {
    pointer: update.pointer,
    message: `this is ${jsonKindOf(update.value)}, and the contract has ${jsonKindOf(present)} there`,
  };
}

function membersOf(update: Update): readonly { readonly name: string; readonly update: Update }[] {
  const { value } = update;
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, member]) => ({
    name,
    update: below(update, name, member),
  }));
}

function itemsOf(update: Update): readonly Update[] {
  const { value } = update;
  return Array.isArray(value)
    ? value.map((item: JsonValue, index) => below(update, index, item))
    : [];
}

function below(update: Update, step: string | number, value: JsonValue): Update {
  const pointer = update.isCopied ? update.pointer : stepDown(update.pointer, step);
  return { ...update, value, pointer };
}

function removeItems(
  list: JsonValue[],
  steps: ReadonlySet<string>,
  traces: Map<JsonValue, Map<string, Trace>>,
): void {
  const known = traces.get(list);
  const kept = [...list.keys()].map(String).filter((step) => !steps.has(step));
  const moved = kept.map((step): Trace => known?.get(step) ?? { kind: 'moved', step });
  traces.set(list, new Map(moved.map((trace, index) => [String(index), trace])));
  const items = list.filter((_, index) => !steps.has(String(index)));
  list.length = 0;
  // One by one: a function call can't take as many arguments as a list may have items.
  for (const item of items) list.push(item);
}

function followTraces(
  root: JsonValue,
  traces: ReadonlyMap<JsonValue, ReadonlyMap<string, Trace>>,
  pointer: string,
): Patch {
  let value: JsonValue | undefined = root;
  let writer: Update | undefined;
  let place = '';
  for (const step of pointerSteps(pointer)) {
    const trace: Trace | undefined = value === undefined ? undefined : traces.get(value)?.get(step);
    if (trace?.kind === 'written') {
      writer = trace.by;
      place = writer.pointer;
    } else if (!writer?.isCopied) {
      place = stepDown(place, trace?.step ?? step);
    }
    value = value === undefined ? undefined : descend(value, [step]);
  }
  return { source: writer?.source, pointer: place };
}

function descend(root: JsonValue, way: JsonSteps): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of way) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isJsonObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** Defines the member, because assigning `__proto__` would set the prototype. */
function define(holder: DraftHolder, step: string | number, value: JsonValue): void {
  const open = { enumerable: true, writable: true, configurable: true };
  Object.defineProperty(holder, step, { ...open, value });
}

function copyJson(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, copyJson(member)] as const);
  return Object.fromEntries(members);
}

/** The draft holds only copies of its own, which it may change. */
function toHolder(value: JsonValue): DraftHolder {
  return value as DraftHolder;
}
