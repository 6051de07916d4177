import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject, stepDown, defineMember, textOf } from '../../../base/json.ts';
import type { UpgradeDraft, MadeObject, MediaTypes } from './draft.ts';
import { copy, copyObject, mediaTypesOf, upgradeEach, takeSchema } from './draft.ts';
import type { ListedParameter } from './parameters.ts';
import {
  isInBody,
  listParameters,
  upgradeParameters,
  renameExtensions,
  separated,
  withoutEmpty,
} from './parameters.ts';
import { upgradeResponse } from './responses.ts';
import { noteServers, serversOf } from './servers.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
/** Methods that take a body which is described for all operations of a path. */
const sending = new Set(['put', 'post', 'patch']);

/** Members of an operation that 3.0 writes in another way. */
const replaced = new Set(['parameters', 'consumes', 'produces', 'schemes', 'responses']);

export function upgradePath(draft: UpgradeDraft, item: JsonValue, pointer: string): JsonValue {
  if (!isJsonObject(item)) return item;
  const { parameters, ...others } = item;
  const rest = Object.entries(others).filter(([name]) => !methods.includes(name));
  const list = `${pointer}/parameters`;
  const shared = listParameters(draft, parameters ?? null, list);
  const made: MadeObject = copyObject(draft, Object.fromEntries(rest));
  addParameters(draft, made, { parameters, listed: shared, pointer: list });
  for (const method of methods) {
    const operation = others[method] ?? null;
    if (operation === null) continue;
    const inherited = sending.has(method) ? shared : [];
    made[method] = upgradeOperation(draft, operation, stepDown(pointer, method), inherited);
  }
  return made;
}

function upgradeOperation(
  draft: UpgradeDraft,
  value: JsonValue,
  pointer: string,
  inherited: readonly ListedParameter[],
): JsonValue {
  if (!isJsonObject(value)) return value;
  const { parameters, schemes } = value;
  const rest = Object.entries(value).filter(([name]) => !replaced.has(name));
  const list = `${pointer}/parameters`;
  const listed = listParameters(draft, parameters ?? null, list);
  const made = copyObject(draft, Object.fromEntries(rest));
  addParameters(draft, made, { parameters, listed, pointer: list });
  const consumes = mediaTypesOf(draft, 'consumes', { value, pointer });
  const parts = partsOf(listed, inherited);
  const requestBody = upgradeBody(draft, parts, consumes, `${pointer}/requestBody`);
  if (requestBody) made['requestBody'] = requestBody;
  const servers = ownServers(draft, schemes ?? null);
  if (servers) {
    made['servers'] = servers;
    noteServers(draft, servers, `${pointer}/servers`);
  }
  made['responses'] = upgradeResponses(draft, value, pointer);
  return made;
}

function addParameters(
  draft: UpgradeDraft,
  made: MadeObject,
  holder: {
    readonly parameters: JsonValue | undefined;
    readonly listed: readonly ListedParameter[];
    readonly pointer: string;
  },
): void {
  const { parameters = null, listed, pointer } = holder;
  if (Array.isArray(parameters)) {
    const upgraded = upgradeParameters(draft, listed, pointer);
    if (upgraded.length > 0) made['parameters'] = upgraded;
  } else if (parameters !== null) made['parameters'] = copy(draft, parameters);
}

/** The parameters that make the body. Those of the operation win over those of the path. */
function partsOf(
  own: readonly ListedParameter[],
  inherited: readonly ListedParameter[],
): readonly ListedParameter[] {
  const mine = own.filter(({ described }) => isInBody(described));
  if (mine.length === 0) return inherited;
  const isOwn = ({ described }: ListedParameter): boolean =>
    mine.some((one) => identityOf(one.described) === identityOf(described));
  const hasBody = mine.some(({ described }) => parameterPlaceOf(described) === 'body');
  return hasBody
    ? mine
    : [
        ...inherited.filter((one) => parameterPlaceOf(one.described) === 'formData' && !isOwn(one)),
        ...mine,
      ];
}

function parameterPlaceOf(described: JsonValue): JsonValue | undefined {
  return isJsonObject(described) ? described['in'] : undefined;
}

function identityOf(described: JsonValue): JsonValue | undefined {
  return isJsonObject(described) ? described['name'] : undefined;
}

/** The servers of an operation with a scheme that the document does not list. */
function ownServers(draft: UpgradeDraft, schemes: JsonValue): readonly MadeObject[] | undefined {
  const { host, schemes: common } = draft.given;
  if (!Array.isArray(schemes) || schemes.length === 0 || host === undefined) return undefined;
  const known = Array.isArray(common) ? common : [];
  const isCommon = schemes.every((scheme: JsonValue) => known.includes(scheme));
  return isCommon ? undefined : serversOf(draft, schemes);
}

function upgradeResponses(draft: UpgradeDraft, operation: JsonObject, pointer: string): JsonValue {
  const responses = operation['responses'] ?? { default: { description: 'Default response' } };
  const own = mediaTypesOf(draft, 'produces', { value: operation, pointer });
  const common = mediaTypesOf(draft, 'produces');
  return upgradeEach(responses, `${pointer}/responses`, (response, at, name) => {
    if (name.startsWith('x-')) return response;
    // A shared response has the same media types wherever it stands: here or in another file.
    const produces = draft.shared.has(response) ? common : own;
    return upgradeResponse(draft, response, produces, { to: at, from: at });
  });
}

interface BodyParameter extends ListedParameter {
  readonly described: JsonObject;
}

/** The body that the parameters describe: one schema, or the fields of a form. */
function upgradeBody(
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

/** A form with a file is always multipart, even if the contract does not list that type. */
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

/** Members that describe the field itself and not its value. */
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
  const property: MadeObject = { ...withoutEmpty({ ...inner, ...made }, field) };
  if (typeof property['$ref'] === 'string') draft.references.push(property);
  return property;
}

function encodingOf({ type, collectionFormat, items }: JsonObject): MadeObject | undefined {
  if (type !== 'array' || (isJsonObject(items) && isFile(items))) return undefined;
  return separated(collectionFormat ?? 'csv');
}
