import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { namesIn } from '../schema/keywords.ts';
import { wholeOf } from '../schema/schema-walk.ts';

/**
 * Whether the alternatives of a `oneOf` overlap by their form, so that what one is for fits another, too:
 * one takes any object, beside another for objects; any number, beside one for integers; or any text, beside another
 * for texts.
 * Authors mean that one has to fit, and services take what the letter refuses.
 */
export function doOverlap(documents: Documents, alternatives: readonly Part[]): boolean {
  const wholes = alternatives.map((one) => wholeOf(documents, one).map(({ value }) => value));
  const hasOther = (at: number, test: (whole: readonly JsonObject[]) => boolean): boolean =>
    wholes.some((whole, index) => index !== at && test(whole));
  return wholes.some(
    (whole, at) =>
      (takesAnyObject(whole) && hasOther(at, isForObjects)) ||
      (takesAnyNumber(whole) && hasOther(at, (other) => isTyped(other, 'integer'))) ||
      (takesAnyText(whole) && hasOther(at, (other) => isTyped(other, 'string'))),
  );
}

/** Keywords that say nothing of which objects fit, as long as their members are all optional. */
const harmless = new Set(
  'type properties title description example examples default deprecated readOnly writeOnly externalDocs xml $ref allOf nullable additionalProperties required'.split(
    ' ',
  ),
);

function takesAnyObject(whole: readonly JsonObject[]): boolean {
  return (
    isForObjects(whole) &&
    whole.every(
      (schema) =>
        Object.keys(schema).every((name) => harmless.has(name) || name.startsWith('x-')) &&
        schema['additionalProperties'] !== false &&
        !(Array.isArray(schema['required']) && schema['required'].length > 0) &&
        !hasKind(schema),
    )
  );
}

/** Whether a member lists its values, which may tell the kinds apart. */
function hasKind({ properties }: JsonObject): boolean {
  return namesIn(properties).some((name) => {
    const member = isJsonObject(properties) ? properties[name] : undefined;
    return isJsonObject(member) && ('const' in member || 'enum' in member || '$ref' in member);
  });
}

function isForObjects(whole: readonly JsonObject[]): boolean {
  return isTyped(whole, 'object') || whole.some(({ properties }) => isJsonObject(properties));
}

function takesAnyNumber(whole: readonly JsonObject[]): boolean {
  const limits = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
  const isFree = whole.every((schema) =>
    [...limits, 'enum', 'const', 'not'].every((name) => !(name in schema)),
  );
  return isTyped(whole, 'number') && isFree;
}

function takesAnyText(whole: readonly JsonObject[]): boolean {
  const limits = ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'const', 'not'];
  const isFree = whole.every((schema) => limits.every((name) => !(name in schema)));
  return isTyped(whole, 'string') && isFree;
}

function isTyped(whole: readonly JsonObject[], type: string): boolean {
  return whole.some((schema) => [schema['type']].flat().includes(type));
}
