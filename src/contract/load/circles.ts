import type { JsonValue } from '../../base/json.ts';
import type { Documents, Part } from './documents.ts';

/** Finds schemas that apply themselves to the same value again: their checks would never end. */
export interface Circles {
  /** Throws if a schema refers to another one that leads back to it. */
  note(unit: Part, ref: string): void;
  /** Marks a schema whose check stops when it comes back to the same value: its circles do end. */
  guard(unit: Part): void;
}

export function createCircles(documents: Documents): Circles {
  const targets = new Map<JsonValue, Set<JsonValue>>();
  const guarded = new Set<JsonValue>();
  const leads = (from: JsonValue, to: JsonValue, visited: Set<JsonValue>): boolean => {
    if (guarded.has(from) || visited.has(from)) return false;
    visited.add(from);
    if (from === to) return true;
    return [...(targets.get(from) ?? [])].some((next) => leads(next, to, visited));
  };
  return {
    note({ uri, value }, ref) {
      const target = documents.follow({ uri, pointer: '', value: { $ref: ref } })?.value;
      if (target === undefined) return;
      const known = targets.get(value) ?? new Set();
      targets.set(value, known.add(target));
      if (leads(target, value, new Set())) throw new Error('it refers to itself without end');
    },
    guard: ({ value }) => void guarded.add(value),
  };
}
