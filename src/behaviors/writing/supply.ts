import type { JsonValue } from '../../base/json.ts';
import { pointerSteps, stepDown, valueAt } from '../../base/json.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { factsAt } from '../../contract/schema/schema-facts.ts';
import type { Generate, Manner } from '../values/generate.ts';
import { Unsatisfiable } from '../values/generate.ts';

/** A generated value; undefined where none is found. */
export function tryGenerate(
  generate: Generate,
  schema: Part,
  place: string,
  manner?: Manner,
): JsonValue | undefined {
  try {
    return generate(schema, place, manner);
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

/** Finds a value for a pointer: the one in the source, else a generated one. */
export function createSupply(
  generate: Generate,
  facts: SchemaFacts,
  place: string,
  source: () => JsonValue | undefined,
): (pointer: string) => JsonValue | undefined {
  return (pointer) => {
    const base = source();
    const own = base === undefined ? undefined : valueAt(base, pointer);
    if (own !== undefined) return own;
    const steps = pointerSteps(pointer);
    const last = steps.at(-1);
    const holder = factsAt(facts, steps.slice(0, -1));
    if (last === undefined || !holder) return undefined;
    const above = steps.slice(0, -1).reduce(stepDown, '');
    // A member suits its object better when the whole object is generated.
    const whole = above === '' ? undefined : tryGenerate(generate, holder.part, place + above);
    const made = whole === undefined ? undefined : valueAt(whole, stepDown('', last));
    const member = factsAt(holder, [last]);
    return made ?? (member && tryGenerate(generate, member.part, place + pointer));
  };
}
