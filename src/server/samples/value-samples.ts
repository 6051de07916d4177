import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, pointerSteps } from '../../base/json.ts';
import { tryGenerate } from '../../behaviors/writing/supply.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { Parameter } from '../../contract/parameters/parameters.ts';
import { alternativesOf, wholeOf } from '../../contract/schema/schema-walk.ts';
import type { SampleBody, SampleTools } from './sample-request.ts';
import { writeBodyAs } from './sample-request.ts';

/** A value at a place: the pointer has `*` for the items of a list. */
export interface WantedValue {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** How many alternatives of a schema are tried. */
const mostBranches = 20;

/** Bodies of a media type that have the value at its place, as far as the schema allows one. */
export function* bodiesWith(
  tools: SampleTools,
  operation: Operation,
  media: Media,
  wanted: WantedValue,
): Generator<SampleBody, void, void> {
  for (const made of valuesWith(tools, operation.id, media, wanted)) {
    if ((media.check?.(made) ?? []).length > 0) continue;
    const body = writeBodyAs(media, made);
    if (body) yield body;
  }
}

/** Values of a parameter that have the value at its place. */
export function* parametersWith(
  tools: SampleTools,
  { id }: Operation,
  parameter: Parameter,
  wanted: WantedValue,
): Generator<JsonValue, void, void> {
  const { in: place, name, check, schema } = parameter;
  const source = { schema, examples: [] };
  for (const made of valuesWith(tools, `${id} ${place} ${name}`, source, wanted))
    if ((check?.(made) ?? []).length === 0) yield made;
}

function* valuesWith(
  tools: SampleTools,
  place: string,
  { schema, examples }: Pick<Media, 'schema' | 'examples'>,
  { pointer, value }: WantedValue,
): Generator<JsonValue, void, void> {
  const steps = pointerSteps(pointer);
  if (steps.length === 0) {
    yield value;
    return;
  }
  const only = steps.map((step) => (step === '*' ? '0' : step));
  const manner = { direction: 'request', only, examples: 'never' } as const;
  for (const part of schema ? listBranches(tools, schema) : []) {
    const made = tryGenerate(tools.generate, part, place, manner);
    if (made !== undefined) yield withValue(made, steps, value);
  }
  for (const { value: example } of examples) yield withValue(example, steps, value);
  yield withValue(undefined, steps, value);
}

/** A schema, and each of its alternatives by itself: a value may be listed in one of them alone. */
function* listBranches(
  { contract: { documents } }: SampleTools,
  schema: Part,
): Generator<Part, void, void> {
  yield schema;
  const branches = wholeOf(documents, schema).flatMap((layer) =>
    alternativesOf(documents, layer).flat(),
  );
  yield* branches.slice(0, mostBranches);
}

/** The same value with another at one place; what is missing on the way is made. */
function withValue(
  base: JsonValue | undefined,
  steps: readonly string[],
  value: JsonValue,
): JsonValue {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (step === '*' && !isJsonObject(base)) {
    const [first, ...others] = Array.isArray(base) ? base : [];
    return [withValue(first, rest, value), ...others];
  }
  const members = isJsonObject(base) ? base : {};
  const own = Object.hasOwn(members, step) ? members[step] : undefined;
  return { ...members, [step]: withValue(own, rest, value) };
}
