import type { JsonObject, JsonValue } from '../../base/json.ts';
import { pointerSteps, stepDown, valueAt } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { typeOf } from './keywords.ts';
import { outlineTypes } from './outlines.ts';
import { alternativesOf, wholeOf } from './schema-walk.ts';

/**
 * What a schema says of one place in a value: the keywords of all schemas that hold there. Of
 * alternatives, those hold that take values of its type.
 */
export function schemaAt(
  documents: Documents,
  schema: Part,
  root: JsonValue,
  pointer: string,
): JsonObject {
  const layers = layersAt(documents, schema, root, pointer);
  return Object.assign({}, ...layers.map(({ value }) => value).toReversed());
}

/** The alternatives at one place in a value that take values of its type. */
export function alternativesAt(
  documents: Documents,
  schema: Part,
  root: JsonValue,
  pointer: string,
): readonly Part[] {
  const value = valueAt(root, pointer);
  return layersAt(documents, schema, root, pointer).flatMap((layer) =>
    fittingAlternatives(documents, layer, value),
  );
}

function layersAt(
  documents: Documents,
  schema: Part,
  root: JsonValue,
  pointer: string,
): readonly Part<JsonObject>[] {
  let place = '';
  let layers = layersFor(documents, schema, root);
  for (const step of pointerSteps(pointer)) {
    place = stepDown(place, step);
    const value = valueAt(root, place);
    layers = layers
      .flatMap((layer) => partBelow(documents, layer, step) ?? [])
      .flatMap((part) => layersFor(documents, part, value));
  }
  return layers;
}

function layersFor(
  documents: Documents,
  schema: Part,
  value: JsonValue | undefined,
): readonly Part<JsonObject>[] {
  return wholeOf(documents, schema).flatMap((layer) => [
    layer,
    ...fittingAlternatives(documents, layer, value).flatMap((part) =>
      layersFor(documents, part, value),
    ),
  ]);
}

function fittingAlternatives(
  documents: Documents,
  layer: Part<JsonObject>,
  value: JsonValue | undefined,
): readonly Part[] {
  const all = alternativesOf(documents, layer).flat();
  if (value === undefined) return all;
  return all.filter((part) => outlineTypes(documents, part)?.has(typeOf(value)) !== false);
}

function partBelow(documents: Documents, layer: Part, step: string): Part | undefined {
  return (
    documents.child(layer, 'properties', step) ??
    documents.own(layer, /^\d+$/.test(step) ? 'items' : 'additionalProperties')
  );
}
