import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Part } from '../../../contract/load/documents.ts';
import { fitsFacts, mergeFacts } from '../../../contract/schema/merging/facts.ts';
import { possibleTypes } from '../../../contract/schema/merging/possible-types.ts';
import { itemsOf } from '../kinds/arrays.ts';
import type { GeneratorTools } from '../walk.ts';
import { membersOf } from './members.ts';
import type { MergedSchemas } from './sites.ts';

/** The listed values (`const`, `enum`); `solid` are those that are not null. */
export interface Allowed {
  readonly all: readonly JsonValue[];
  readonly solid: readonly JsonValue[];
}

const known = new WeakMap<MergedSchemas, Allowed>();

/** The listed values of a view, without those whose members clearly break other rules. */
export function allowedBy(view: MergedSchemas, bench: GeneratorTools): Allowed {
  const cached = known.get(view);
  if (cached) return cached;
  const all = (view.facts.allowed ?? []).filter((value) => hasSoundMembers(value, view, bench));
  const allowed = { all, solid: all.filter((value) => value !== null) };
  known.set(view, allowed);
  return allowed;
}

/** Whether an object has its required members, and no member or item clearly breaks a rule. */
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
  // The check of the whole value decides about patterns that cannot be tested here.
  return (
    facts.types.length > 0 &&
    fitsFacts(facts, value, (pattern, text) => match(pattern, text) ?? true)
  );
}
