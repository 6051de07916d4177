import type { JsonValue } from '../../base/json.ts';
import type { Documents, Part } from './documents.ts';

/** Watches for schemas that hold themselves for one and the same value: no check of them ever ends. */
export interface Circles {
  /** Throws where a schema refers to another that leads back to it. */
  note(unit: Part, ref: string): void;
  /** A schema that goes no further when it is come back to. */
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
