import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Documents, Part } from './documents.ts';
import { parameterNames } from './routes.ts';
import type { Check } from './validators.ts';
import type { Workshop } from './workshop.ts';

/** What a parameter's text is read as before its schema is applied. */
export type Primitive = 'string' | 'number' | 'boolean';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly isRequired: boolean;
  readonly primitive: Primitive;
  readonly check: Check | undefined;
}

/** Headers that the contract describes elsewhere; a parameter of that name is to be ignored. */
const describedElsewhere = new Set(['accept', 'content-type', 'authorization']);

/** The parameters of an operation: its own, and those of its path that it doesn't replace. */
export function compileParameters(
  workshop: Workshop,
  item: Part,
  operation: Part,
  path: string,
): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const holder of [item, operation]) {
    for (const parameter of compileList(workshop, holder)) {
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  const inTemplate = parameterNames(path);
  for (const name of inTemplate) {
    if (!parameters.has(`path ${name}`)) {
      workshop.complain(operation, `the path parameter "${name}" is not declared`);
    }
  }
  for (const { in: place, name } of parameters.values()) {
    if (place === 'path' && !inTemplate.includes(name)) {
      workshop.complain(
        operation,
        `the path has no "{${name}}" for the path parameter of that name`,
      );
    }
  }
  return [...parameters.values()];
}

/** A text as the value that its schema speaks of; what can't be read as that stays a text. */
export function coerceText(primitive: Primitive, text: string): JsonValue {
  if (primitive === 'number' && numberPattern.test(text)) return Number(text);
  if (primitive === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const numberPattern = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function compileList(workshop: Workshop, holder: Part): readonly Parameter[] {
  const { documents } = workshop;
  const list = documents.child(holder, 'parameters');
  if (!list || !Array.isArray(list.value)) return [];
  return list.value.flatMap((_, index) => {
    const part = documents.child(list, index);
    const parameter = part && compileParameter(workshop, part);
    if (parameter === undefined) {
      const at = { uri: list.uri, pointer: `${list.pointer}/${index}` };
      workshop.complain(at, 'a parameter needs a name, a place (path, query, header or cookie)');
      return [];
    }
    return describedElsewhere.has(parameter.name.toLowerCase()) && parameter.in === 'header'
      ? []
      : [parameter];
  });
}

function compileParameter({ documents, validators }: Workshop, part: Part): Parameter | undefined {
  if (!isJsonObject(part.value)) return undefined;
  const { name, in: place, required } = part.value;
  if (typeof name !== 'string') return undefined;
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie')
    return undefined;
  const schema = documents.at(part, 'schema');
  return {
    name,
    in: place,
    isRequired: required === true,
    primitive: primitiveOf(documents, schema),
    check: schema && validators.check(schema, 'request'),
  };
}

export function primitiveOf(documents: Documents, schema: Part | undefined): Primitive {
  const type = schema && documents.child(schema, 'type')?.value;
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'boolean' : 'string';
}
