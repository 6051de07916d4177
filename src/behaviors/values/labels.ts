import type { JsonObject, JsonValue } from '../../base/json.ts';
import { labelledIn } from '../../contract/schema/labelled-values.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { labelledBy } from './vocabulary/words.ts';

/** What the labels in an object say of the values beside them: `status_text` beside `status`. */
export function labelsIn(
  body: JsonObject,
  facts: SchemaFacts | undefined,
): readonly (readonly [string, JsonValue])[] {
  if (!facts) return [];
  const shown = labelledIn(facts)?.show(body);
  const names = Object.keys(body);
  const beside = names.flatMap((name) => {
    const coded = labelledBy(name, names);
    const value = coded === undefined ? undefined : body[coded];
    const labels = coded === undefined ? undefined : facts.member(coded)?.labels;
    const label = value === undefined ? undefined : labels?.get(value);
    return label === undefined ? [] : [[name, label] as const];
  });
  return [...beside, ...Object.entries(shown ?? {})];
}
