import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { defineMember, isJsonObject, stepDown, textOf } from '../../../base/json.ts';
import type { UpgradeDraft, MadeObject, MediaTypes } from './draft.ts';
import { copyObject, takeSchema } from './draft.ts';
import type { ListedParameter } from './parameters.ts';
import { isInBody, renameExtensions, separated } from './parameters.ts';

interface BodyParameter extends ListedParameter {
  readonly described: JsonObject;
}

/** The body that the parameters of an operation describe: one schema, or the fields of a form. */
export function upgradeBody(
  draft: UpgradeDraft,
  parameters: readonly ListedParameter[],
  consumes: MediaTypes,
  pointer: string,
): JsonObject | undefined {
  const parts = parameters.filter(isPart);
  const fields = parts.filter(({ described }) => described['in'] === 'formData');
  const [first] = fields.length > 0 ? fields : parts;
  if (!first) return undefined;
  draft.moves.noteOrigin(pointer, first.pointer);
  draft.moves.noteOrigin(`${pointer}/content`, first.pointer);
  const names = fields.length > 0 ? formTypes(fields, consumes) : consumes.names;
  const content: MadeObject = {};
  for (const name of names.length > 0 ? names : ['application/json']) {
    const at = stepDown(`${pointer}/content`, name);
    const index = consumes.names.indexOf(name);
    draft.moves.noteOrigin(at, index === -1 ? first.pointer : stepDown(consumes.pointer, index));
    const media =
      fields.length > 0
        ? makeForm(draft, fields, `${at}/schema`)
        : makeMedia(draft, first, `${at}/schema`);
    defineMember<JsonValue>(content, name, media);
  }
  return fields.length > 0
    ? { content, ...(fields.some(isRequired) ? { required: true } : {}) }
    : { ...describeBody(first.described), content };
}

function isPart(listed: ListedParameter): listed is BodyParameter {
  return isJsonObject(listed.described) && isInBody(listed.described);
}

function nameOf({ name = '' }: JsonObject): string {
  return textOf(name);
}

function isRequired({ described }: BodyParameter): boolean {
  return described['required'] === true;
}

function describeBody(parameter: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(parameter).filter(
      ([name, value]) =>
        name.startsWith('x-') ||
        ((name === 'description' || name === 'required') && Boolean(value)),
    ),
  );
}

function makeMedia(
  draft: UpgradeDraft,
  { described, home }: BodyParameter,
  pointer: string,
): JsonObject {
  const made = copyObject(draft, described);
  const { schema } = made;
  if (schema !== undefined) {
    draft.moves.note(pointer, `${home}/schema`);
    return { schema };
  }
  draft.moves.noteOrigin(pointer, home);
  return { schema: takeSchema(made) ?? {} };
}

const multipart = 'multipart/form-data';
const urlencoded = 'application/x-www-form-urlencoded';

/** Files can only be sent as multipart, also where the contract doesn't say so. */
function formTypes(fields: readonly BodyParameter[], { names }: MediaTypes): readonly string[] {
  const isAny = (type: string): boolean =>
    names.some((name) => name.split(';', 1)[0]?.trim().toLowerCase() === type);
  if (fields.some(({ described }) => isFile(described))) return [multipart];
  const types = [multipart, urlencoded].filter(isAny);
  return types.length > 0 ? types : [urlencoded];
}

function isFile({ type, items }: JsonObject): boolean {
  return type === 'file' || (type === 'array' && isJsonObject(items) && isFile(items));
}

/** What a field says of itself rather than of its value. */
const ofField = ['name', 'in', 'required', 'collectionFormat', 'allowEmptyValue', 'schema'];

function makeForm(
  draft: UpgradeDraft,
  fields: readonly BodyParameter[],
  pointer: string,
): JsonObject {
  const properties: MadeObject = {};
  const encoding: MadeObject = {};
  const [first] = fields;
  if (first) draft.moves.noteOrigin(pointer, first.pointer);
  for (const { described, home } of fields) {
    const name = nameOf(described);
    draft.moves.note(stepDown(`${pointer}/properties`, name), home);
    defineMember(properties, name, makeProperty(draft, described));
    const style = encodingOf(described);
    if (style) defineMember<JsonValue>(encoding, name, style);
  }
  const required = fields.filter(isRequired).map(({ described }) => nameOf(described));
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return { schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) };
}

function makeProperty(draft: UpgradeDraft, field: JsonObject): JsonValue {
  const made = copyObject(draft, field);
  renameExtensions(made);
  const inner: JsonObject = isJsonObject(made['schema']) ? made['schema'] : { type: 'string' };
  for (const name of ofField) Reflect.deleteProperty(made, name);
  const property = { ...inner, ...made };
  if (typeof property['$ref'] === 'string') draft.references.push(property);
  return property;
}

function encodingOf({ type, collectionFormat, items }: JsonObject): MadeObject | undefined {
  if (type !== 'array' || (isJsonObject(items) && isFile(items))) return undefined;
  return separated(collectionFormat ?? 'csv');
}
