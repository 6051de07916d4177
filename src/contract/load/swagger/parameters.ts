import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject, stepDown, textOf, valueAt } from '../../../base/json.ts';
import type { UpgradeDraft, MadeObject, MovedPlace } from './draft.ts';
import { copy, copyObject, pointerIn, takeSchema } from './draft.ts';

/** One of a list of parameters, which may be a reference to the place that describes it. */
export interface ListedParameter {
  readonly value: JsonValue;
  /** Where it is listed. */
  readonly pointer: string;
  readonly described: JsonValue;
  /** Where it is described. */
  readonly home: string;
}

/** The parameters of an operation, or of all operations at a path, with references followed. */
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
  // A chain of references longer than this goes in a circle.
  for (let hops = 0; hops < 100; hops += 1) {
    const ref = isJsonObject(described) ? described['$ref'] : undefined;
    const next = typeof ref === 'string' ? pointerIn(ref) : undefined;
    const target = next === undefined ? undefined : valueAt(given, next);
    if (next === undefined || target === undefined) break;
    [described, home] = [target, next];
  }
  return { described, home };
}

/** Whether it describes the body, which is no parameter in 3.0. */
export function isInBody(described: JsonValue): boolean {
  if (!isJsonObject(described)) return false;
  return described['in'] === 'body' || described['in'] === 'formData';
}

/** Those that are parameters in 3.0, too, in their order. */
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

/** What a parameter says of its values becomes a schema, how they are separated a style. */
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
  // A type has to be there; most that have none are texts.
  if (made['type'] === undefined && !isJsonObject(made['schema'])) made['type'] = 'string';
  const schema = takeSchema(made);
  if (schema) {
    draft.moves.noteOrigin(`${to}/schema`, from);
    draft.moves.note(`${to}/schema/items`, `${from}/items`);
    made['schema'] = schema;
  }
  Reflect.deleteProperty(made, 'collectionFormat');
  return { ...made, ...style, ...(place === 'path' ? { required: true } : {}) };
}

/** Extensions that say what 3.0 has a member for. */
export function renameExtensions(made: MadeObject): void {
  const { 'x-example': example, 'x-deprecated': deprecated } = made;
  if (example !== undefined) made['example'] = example;
  if (typeof deprecated === 'boolean') made['deprecated'] = deprecated;
}

/** How 3.0 says how the items of a list are separated, as far as it can. */
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

/** The style of several values in one text of a query or form. */
export function separated(format: JsonValue): MadeObject | undefined {
  const style = separators.get(textOf(format));
  return style === undefined ? undefined : { style, explode: false };
}
