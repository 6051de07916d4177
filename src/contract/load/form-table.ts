import { findNear } from '../../base/nearest.ts';
import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

/** The form of each object of a contract: its members, and which of them are required. */

export type ObjectKind = ShapedKind | 'schema' | 'paths' | 'responses' | 'callback';

export type ShapedKind =
  | 'contract'
  | 'info'
  | 'server'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'example';

/** What a member holds: a plain value, or one object, a list or a map of objects of a kind. */
export type FormField =
  | 'any'
  | 'text'
  | 'flag'
  | 'list'
  | 'object'
  | { readonly kind: ObjectKind; readonly holds: 'one' | 'list' | 'map' };

type FormMembers = Readonly<Record<string, FormField>>;

export interface ObjectForm {
  /** How messages name the object. */
  readonly noun: string;
  readonly required: readonly string[];
  readonly members: FormMembers;
}

const described: FormMembers = { summary: 'text', description: 'text' };
const serialized: FormMembers = { style: 'text', explode: 'flag', allowReserved: 'flag' };
const valued: FormMembers = {
  ...described,
  ...serialized,
  required: 'flag',
  deprecated: 'flag',
  allowEmptyValue: 'flag',
  schema: one('schema'),
  example: 'any',
  examples: mapOf('example'),
  content: mapOf('mediaType'),
};
const operations: FormMembers = Object.fromEntries(
  ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'].map((method) => [
    method,
    one('operation'),
  ]),
);

export const shapes: Readonly<Record<ShapedKind, ObjectForm>> = {
  contract: shape('the contract', ['info'], {
    openapi: 'text',
    $self: 'text',
    info: one('info'),
    jsonSchemaDialect: 'text',
    servers: listOf('server'),
    paths: one('paths'),
    webhooks: mapOf('pathItem'),
    components: one('components'),
    security: 'any',
    tags: 'list',
    externalDocs: 'object',
  }),
  info: shape('"info"', ['title', 'version'], {
    ...described,
    title: 'text',
    termsOfService: 'text',
    contact: 'object',
    license: 'object',
    version: 'text',
  }),
  server: shape('a server', ['url'], {
    url: 'text',
    name: 'text',
    description: 'text',
    variables: 'object',
  }),
  components: shape('"components"', [], {
    schemas: mapOf('schema'),
    responses: mapOf('response'),
    parameters: mapOf('parameter'),
    examples: mapOf('example'),
    requestBodies: mapOf('requestBody'),
    headers: mapOf('header'),
    securitySchemes: 'object',
    links: 'object',
    callbacks: mapOf('callback'),
    pathItems: mapOf('pathItem'),
    mediaTypes: mapOf('mediaType'),
  }),
  pathItem: shape('a path', [], {
    ...described,
    ...operations,
    additionalOperations: mapOf('operation'),
    servers: listOf('server'),
    parameters: listOf('parameter'),
  }),
  operation: shape('an operation', [], {
    ...described,
    tags: 'list',
    externalDocs: 'object',
    operationId: 'text',
    parameters: listOf('parameter'),
    requestBody: one('requestBody'),
    responses: one('responses'),
    callbacks: mapOf('callback'),
    deprecated: 'flag',
    security: 'any',
    servers: listOf('server'),
  }),
  parameter: shape('a parameter', [], { ...valued, name: 'text', in: 'text' }),
  header: shape('a header', [], valued),
  requestBody: shape('a request body', ['content'], {
    ...described,
    content: mapOf('mediaType'),
    required: 'flag',
  }),
  response: shape('a response', ['description'], {
    ...described,
    headers: mapOf('header'),
    content: mapOf('mediaType'),
    links: 'object',
  }),
  mediaType: shape('a media type', [], {
    schema: one('schema'),
    itemSchema: one('schema'),
    example: 'any',
    examples: mapOf('example'),
    encoding: mapOf('encoding'),
    prefixEncoding: listOf('encoding'),
    itemEncoding: one('encoding'),
  }),
  encoding: shape('an encoding', [], {
    ...serialized,
    contentType: 'text',
    headers: mapOf('header'),
    encoding: mapOf('encoding'),
    prefixEncoding: listOf('encoding'),
    itemEncoding: one('encoding'),
  }),
  example: shape('an example', [], {
    ...described,
    value: 'any',
    dataValue: 'any',
    serializedValue: 'text',
    externalValue: 'text',
  }),
};

/** Schema keywords with a map of names to schemas. `schemaMembers` has all that hold schemas. */
export const schemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
export const schemaMembers: ReadonlySet<string> = new Set([
  ...schemaMaps,
  'items',
  'prefixItems',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'contentSchema',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
]);

/** A member that an object of the contract can't have, and the one that was meant, if one is near. */
export function describeUnknown(
  name: string,
  { noun, members }: Pick<ObjectForm, 'noun' | 'members'>,
): string {
  const near = findNear(name, Object.keys(members), 2);
  const advice = near === undefined ? '' : `; did you mean "${near}"?`;
  return `${noun} has no member "${name}"${advice}`;
}

/** What a member of a plain kind must be, if the value is not that. */
export function problemWith(expected: string, value: JsonValue): string | undefined {
  switch (expected) {
    case 'text':
      return typeof value === 'string' ? undefined : 'a text';
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'list':
      return Array.isArray(value) ? undefined : 'a list';
    case 'object':
      return isJsonObject(value) ? undefined : 'an object';
    default:
      return undefined;
  }
}

function one(kind: ObjectKind): FormField {
  return { kind, holds: 'one' };
}

function listOf(kind: ObjectKind): FormField {
  return { kind, holds: 'list' };
}

function mapOf(kind: ObjectKind): FormField {
  return { kind, holds: 'map' };
}

function shape(noun: string, required: readonly string[], members: FormMembers): ObjectForm {
  return { noun, required, members };
}
