import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, stepDown, textOf, valueAt } from '../../../base/json.ts';
import type { UpgradeDraft, MadeObject, MovedPlace } from './draft.ts';
import { copy, copyObject, pointerIn, takeSchema } from './draft.ts';

/** A parameter in a list. It may be a reference to the place that describes it. */
export interface ListedParameter {
  readonly value: JsonValue;
  /** The place in the list. */
  readonly pointer: string;
  readonly described: JsonValue;
  /** The place of the description. */
  readonly home: string;
}

/** The parameters of an operation or a path, with references followed. */
export function listParameters(
  draft: UpgradeDraft,
  list: JsonValue,
  pointer: string,
): readonly ListedParameter[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: JsonValue, index) => {
    const at = stepDown(pointer, index);
    return value === null ? [] : [{ value, pointer: at, ...describe(draft, value, at) }];
  });
}

export function describe(
  { given }: UpgradeDraft,
  value: JsonValue,
  pointer: string,
): Pick<ListedParameter, 'described' | 'home'> {
  let [described, home] = [value, pointer];
  // A longer chain of references is taken for a circle.
  for (let hops = 0; hops < 100; hops += 1) {
    const ref = isJsonObject(described) ? described['$ref'] : undefined;
    const next = typeof ref === 'string' ? pointerIn(ref) : undefined;
    const target = next === undefined ? undefined : valueAt(given, next);
    if (next === undefined || target === undefined) break;
    [described, home] = [target, next];
  }
  return { described, home };
}

/** Whether it describes the body or a form field. In 3.0 these are not parameters. */
export function isInBody(described: JsonValue): boolean {
  if (!isJsonObject(described)) return false;
  return described['in'] === 'body' || described['in'] === 'formData';
}

/** Upgrades those that are parameters in 3.0, too, and keeps their order. */
export function upgradeParameters(
  draft: UpgradeDraft,
  listed: readonly ListedParameter[],
  pointer: string,
): readonly JsonValue[] {
  return listed
    .filter(({ described }) => !isInBody(described))
    .map(({ value, pointer: from }, index) =>
      upgradeParameter(draft, value, { to: stepDown(pointer, index), from }),
    );
}

/** Keywords for the value become a schema, and `collectionFormat` becomes a style. */
export function upgradeParameter(
  draft: UpgradeDraft,
  value: JsonValue,
  { to, from }: MovedPlace,
): JsonValue {
  draft.moves.note(to, from);
  if (!isJsonObject(value) || typeof value['$ref'] === 'string') return copy(draft, value);
  const made = copyObject(draft, value);
  renameExtensions(made);
  const place = made['in'];
  if (place === undefined && made['name'] === undefined) return made;
  const style = made['type'] === 'array' ? styleOf(made['collectionFormat'] ?? 'csv', place) : {};
  // Swagger 2.0 requires a type. A parameter without one is most often a string.
  if (made['type'] === undefined && !isJsonObject(made['schema'])) made['type'] = 'string';
  const schema = takeSchema(made);
  if (schema) {
    draft.moves.noteOrigin(`${to}/schema`, from);
    draft.moves.note(`${to}/schema/items`, `${from}/items`);
    made['schema'] = place === 'query' ? withoutEmpty(schema, made) : schema;
  }
  Reflect.deleteProperty(made, 'collectionFormat');
  return { ...made, ...style, ...(place === 'path' ? { required: true } : {}) };
}

/**
 * Swagger 2.0 refuses an empty value in a query or form, unless `allowEmptyValue` allows it. Only a
 * text could be empty. A schema that says itself whether it may be is left as it is.
 */
export function withoutEmpty(schema: JsonObject, { allowEmptyValue }: JsonObject): JsonObject {
  const { type, enum: listed, default: fallback, minLength } = schema;
  const isSaid = minLength !== undefined || listed !== undefined || fallback === '';
  const isRefused = type === 'string' && allowEmptyValue !== true && !isSaid;
  return isRefused ? { ...schema, minLength: 1 } : schema;
}

/** Copies extensions to the members that 3.0 has for them. */
export function renameExtensions(made: MadeObject): void {
  const { 'x-example': example, 'x-deprecated': deprecated } = made;
  if (example !== undefined) made['example'] = example;
  if (typeof deprecated === 'boolean') made['deprecated'] = deprecated;
}

/** The style of 3.0 for a `collectionFormat`. Not every format has one. */
function styleOf(format: JsonValue, place: JsonValue | undefined): MadeObject {
  if (format === 'multi') return { explode: true };
  if (place !== 'query') return format === 'csv' ? { style: 'simple' } : {};
  return separated(format) ?? {};
}

const separators = new Map([
  ['csv', 'form'],
  ['ssv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
]);

/** The style for several values in one text of a query or form. */
export function separated(format: JsonValue): MadeObject | undefined {
  const style = separators.get(textOf(format));
  return style === undefined ? undefined : { style, explode: false };
}
