import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { SchemaFault, Validators } from '../checks/validators.ts';
import type { Documents, Part } from '../load/documents.ts';
import { namesIn, textsIn, typeNamesIn } from '../schema/keywords.ts';
import { memberOf, wholeOf } from '../schema/schema-walk.ts';

/**
 * What is wrong with members that a value of a response gets by a merge patch (RFC 7396). What
 * depends on other members, such as an alternative, is not looked at: so each fault is one of every
 * such value.
 */
export function reviewMembers(
  documents: Documents,
  validators: Validators,
  schema: Part,
  given: JsonObject,
): readonly SchemaFault[] {
  const review = (schemas: readonly Part[], patch: JsonValue, pointer: string): SchemaFault[] => {
    const whole = schemas.flatMap((one) => wholeOf(documents, one));
    if (!isJsonObject(patch) || whole.some(takesNoObject)) {
      const faults = schemas.flatMap((one) => validators.check(one, 'response')(patch));
      return faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
    }
    return Object.entries(patch).flatMap(([name, value]) => {
      const place = stepDown(pointer, name);
      const members = memberOf(documents, whole, name);
      if (value === null) return findRequired(documents, whole, members, name, place);
      const unknown = findUnknown(whole, name, place);
      return unknown.length > 0 ? unknown : review(members, value, place);
    });
  };
  return review([schema], given, '');
}

function takesNoObject({ value }: Part<JsonObject>): boolean {
  const types = typeNamesIn(value);
  return types.length > 0 && !types.includes('object');
}

/** No reply has write-only members, so a reply may lack them. */
function findRequired(
  documents: Documents,
  whole: readonly Part<JsonObject>[],
  members: readonly Part[],
  name: string,
  pointer: string,
): SchemaFault[] {
  if (!whole.some(({ value }) => textsIn(value['required']).includes(name))) return [];
  const all = members.flatMap((one) => wholeOf(documents, one));
  if (all.some(({ value }) => value['writeOnly'] === true)) return [];
  const message = 'is required: null removes it, and a list of operations can set it to null';
  return [{ pointer, message, keyword: 'required' }];
}

function findUnknown(
  whole: readonly Part<JsonObject>[],
  name: string,
  pointer: string,
): SchemaFault[] {
  const closed = whole.find(
    ({ value }) =>
      value['additionalProperties'] === false &&
      value['patternProperties'] === undefined &&
      !namesIn(value['properties']).includes(name),
  );
  if (!closed) return [];
  const known = suggestNames(name, namesIn(closed.value['properties']));
  return [{ pointer, message: `is not declared: ${known}`, keyword: 'additionalProperties' }];
}
