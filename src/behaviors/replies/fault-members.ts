import type { Violation } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { pointerSteps } from '../../base/json.ts';
import type { PossibleSchema } from '../../contract/schema/schema-walk.ts';

const lists =
  /^(details?|errors?|violations|issues|faults|problems|causes|reasons|messages|(invalid|field|validation)_?(params|errors|fields))$/i;
const places = /^(field|fields|field_?name|path|pointer|property|param|parameter|name|loc)$/i;
const texts = /^(message|msg|problem|detail|reason|description|error)$/i;

/** Whether a list of this name tells what is wrong. */
export function isListOfFaults(name: string): boolean {
  return lists.test(name);
}

/** Whether each item has a place and a text, so that it tells of one violation. */
export function areFaultsAtPlaces(name: string, items: readonly PossibleSchema[]): boolean {
  const names = items.flatMap(({ value: { properties } }) => Object.keys(Object(properties)));
  const has = (kind: RegExp): boolean => names.some((member) => kind.test(member));
  return isListOfFaults(name) && has(places) && has(texts);
}

/** What may stand in a member of this name for a violation, best first. */
export function placeOf(name: string, violation: Violation): readonly JsonValue[] {
  const { in: part, pointer } = violation;
  if (/^(in|location)$/i.test(name)) return [part];
  if (!places.test(name)) return [];
  if (/^pointer$/i.test(name)) return [pointer, `#${pointer}`];
  const steps = pointerSteps(pointer);
  const counted = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  if (/^loc$/i.test(name))
    return [
      [part, ...counted],
      [part, ...steps],
    ];
  // What is wrong with the whole body is wrong with no member of it.
  return [steps.length === 0 ? part : steps.join('.'), steps];
}

/** The values that schemas name themselves: these are not made up. */
export function namedValues(schemas: readonly PossibleSchema[]): readonly JsonValue[] {
  return schemas.flatMap(({ value: schema }) => {
    const listed: JsonValue | undefined = schema['examples'];
    const examples: readonly JsonValue[] = Array.isArray(listed) ? listed : [];
    return [
      ...examples,
      ...['example', 'default', 'const'].flatMap((keyword) => {
        const named = schema[keyword];
        return named === undefined ? [] : [named];
      }),
    ];
  });
}
