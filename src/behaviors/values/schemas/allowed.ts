import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Part } from '../../../contract/load/documents.ts';
import { itemsOf } from '../kinds/arrays.ts';
import type { GeneratorTools } from '../walk.ts';
import { fitsFacts, mergeFacts } from './facts.ts';
import { membersOf } from './members.ts';
import { possibleTypes } from './possible-types.ts';
import type { MergedSchemas } from './sites.ts';

/** The values that a value may have, and those of them that are not null. */
export interface Allowed {
  readonly all: readonly JsonValue[];
  readonly solid: readonly JsonValue[];
}

const known = new WeakMap<MergedSchemas, Allowed>();

/** The values that a view lists, without those whose members break other rules at first sight. */
export function allowedBy(view: MergedSchemas, bench: GeneratorTools): Allowed {
  const cached = known.get(view);
  if (cached) return cached;
  const all = (view.facts.allowed ?? []).filter((value) => hasSoundMembers(value, view, bench));
  const allowed = { all, solid: all.filter((value) => value !== null) };
  known.set(view, allowed);
  return allowed;
}

/** Whether an object has what is required, and neither it nor a list has what rules exclude. */
export function hasSoundMembers(
  value: JsonValue,
  view: MergedSchemas,
  bench: GeneratorTools,
): boolean {
  if (Array.isArray(value)) {
    const items = itemsOf(view, bench.documents);
    return value.every((item: JsonValue, index) =>
      items.at(index).every((part) => mayMeet(part, item, bench)),
    );
  }
  if (!isJsonObject(value)) return true;
  const members = membersOf(view, bench.documents, bench.match);
  const isOneWay = (name: string): boolean =>
    members.isMarked(name, 'readOnly') || members.isMarked(name, 'writeOnly');
  return (
    [...members.required].every((name) => Object.hasOwn(value, name) || isOneWay(name)) &&
    Object.entries(value).every(([name, member]) =>
      members.of(name).every((part) => mayMeet(part, member, bench)),
    )
  );
}

function mayMeet(part: Part, value: JsonValue, { documents, match }: GeneratorTools): boolean {
  const types = possibleTypes(documents, part);
  const isTyped = fitsFacts({ ...openFacts, types }, value, match);
  return isTyped && (!isJsonObject(part.value) || fitsOwn(part.value, value, match));
}

const openFacts = mergeFacts([]);

function fitsOwn(schema: JsonObject, value: JsonValue, match: GeneratorTools['match']): boolean {
  const facts = mergeFacts([schema]);
  // A pattern that can't be tried is left to the check of the whole.
  return (
    facts.types.length > 0 &&
    fitsFacts(facts, value, (pattern, text) => match(pattern, text) ?? true)
  );
}
