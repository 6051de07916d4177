import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { Example } from '../bodies/examples.ts';
import { compileExamples } from '../bodies/examples.ts';
import { parseMediaType } from '../bodies/media.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Part } from '../load/documents.ts';
import { parameterNames } from '../routing/routes.ts';
import { namesIn } from '../schema/keywords.ts';
import type { DeclaredParameter, ParameterReader } from './parameter-reader.ts';
import { compileReader } from './parameter-reader.ts';
import type { Style } from './styles.ts';
import type { ParameterPlace } from './wire.ts';

/** A parameter of an operation: its declaration, its examples and its reader. */
export interface Parameter extends DeclaredParameter {
  readonly isRequired: boolean;
  /** What the contract tells people of it. */
  readonly description: string;
  readonly examples: readonly Example[];
  /** Compiled on first use: a large contract has thousands of parameters. */
  readonly reader: () => ParameterReader;
}

/** OpenAPI describes these headers elsewhere: parameters with these names are ignored. */
const describedElsewhere = new Set(['accept', 'content-type', 'authorization']);

/** The allowed styles of each place, the default first. */
const stylesOf: Readonly<Record<ParameterPlace, readonly Style[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/** The parameters of an operation: its own, and those of its path that it does not replace. */
export function compileParameters(
  context: CompileContext,
  item: Part,
  operation: Part,
  path: string,
): readonly Parameter[] {
  const parameters = new Map([...compileList(context, item), ...compileList(context, operation)]);
  const inTemplate = parameterNames(path);
  for (const [identity, { in: place, name }] of parameters) {
    if (place !== 'path' || inTemplate.includes(name)) continue;
    const message = `the path has no "{${name}}" for the path parameter of that name`;
    context.tolerate(operation, message);
    parameters.delete(identity);
  }
  for (const name of inTemplate) {
    if (parameters.has(`path ${name}`)) continue;
    context.tolerate(operation, `the path parameter "${name}" is not declared`);
    parameters.set(`path ${name}`, anyText(context, name));
  }
  return [...parameters.values()];
}

/** Keyed by place and name, which are unique in a list. */
function compileList(context: CompileContext, holder: Part): ReadonlyMap<string, Parameter> {
  const { documents } = context;
  const parameters = new Map<string, Parameter>();
  const list = documents.child(holder, 'parameters');
  if (!list || !Array.isArray(list.value)) return parameters;
  for (const index of list.value.keys()) {
    const at = { uri: list.uri, pointer: `${list.pointer}/${index}` };
    const part = documents.child(list, index);
    const parameter = part && isJsonObject(part.value) && compileOnce(context, part, part.value);
    if (!parameter) {
      context.tolerate(at, describeFault(part?.value));
      continue;
    }
    const { name, in: place } = parameter;
    const isHeader = place === 'header';
    if (isHeader && describedElsewhere.has(name.toLowerCase())) continue;
    const identity = `${place} ${isHeader ? name.toLowerCase() : name}`;
    if (parameters.has(identity)) {
      context.tolerate(at, `the ${place} parameter "${name}" is declared twice; the first counts`);
    } else parameters.set(identity, parameter);
  }
  return parameters;
}

function describeFault(declared: JsonValue | undefined): string {
  const { name, in: place } = isJsonObject(declared) ? declared : {};
  if (typeof name !== 'string') return 'a parameter needs a "name" and an "in"';
  if (typeof place !== 'string')
    return `the parameter "${name}" needs an "in": path, query, header or cookie`;
  if (place === 'body' || place === 'formData')
    return `the parameter "${name}" is in "${place}", as in Swagger 2.0: take a requestBody`;
  const advice = suggestNames(place, ['path', 'query', 'header', 'cookie']);
  return `the parameter "${name}" is in "${place}": ${advice}`;
}

/** Compiles a parameter once, even if many operations refer to it. */
function compileOnce(
  context: CompileContext,
  part: Part,
  declared: JsonObject,
): Parameter | undefined {
  const parameters = shared.get(context) ?? new Map<JsonObject, Parameter | undefined>();
  shared.set(context, parameters);
  if (!parameters.has(declared)) {
    parameters.set(declared, compileParameter(context, part, declared));
  }
  return parameters.get(declared);
}

const shared = new WeakMap<CompileContext, Map<JsonObject, Parameter | undefined>>();

function compileParameter(
  context: CompileContext,
  part: Part,
  declared: JsonObject,
): Parameter | undefined {
  const { name, in: place, required, allowEmptyValue, description } = declared;
  if (typeof name !== 'string' || !isPlace(place)) return undefined;
  const content = findContent(context, part);
  const holder = content?.part ?? part;
  return createParameter(context, {
    name,
    in: place,
    ...(content ? plainNotation(place) : compileNotation(context, part, declared, place)),
    isRequired: required === true || place === 'path',
    description: typeof description === 'string' ? description : '',
    allowsEmpty: allowEmptyValue === true,
    mediaType: content?.type,
    holder,
    schema: context.documents.at(holder, 'schema'),
  });
}

type DescribedPart = Omit<Parameter, 'check' | 'reader' | 'examples'> & {
  readonly holder: Part | undefined;
};

function createParameter(
  { documents, validators }: CompileContext,
  { holder, ...described }: DescribedPart,
): Parameter {
  const { schema } = described;
  const check = schema && validators.check(schema, 'request');
  const examples = holder
    ? compileExamples({ documents }, holder, { judge: check, isJson: true })
    : [];
  const declared = { ...described, check, examples };
  let reader: ParameterReader | undefined;
  return {
    ...declared,
    reader: () => (reader ??= compileReader({ documents, validators }, declared)),
  };
}

function anyText(context: CompileContext, name: string): Parameter {
  return createParameter(context, {
    name,
    in: 'path',
    ...plainNotation('path'),
    isRequired: true,
    description: '',
    allowsEmpty: false,
    mediaType: undefined,
    schema: undefined,
    holder: undefined,
  });
}

interface ParameterContent {
  readonly type: string;
  readonly part: Part;
}

/** The media type that a parameter declares in place of a style. */
function findContent(context: CompileContext, part: Part): ParameterContent | undefined {
  const { documents } = context;
  const content = documents.child(part, 'content');
  if (!content) return undefined;
  if (documents.at(part, 'schema')) {
    context.tolerate(part, 'has both a "schema" and a "content"; the schema counts');
    return undefined;
  }
  const [type, ...others] = namesIn(content?.value);
  const media = type === undefined ? undefined : documents.child(content, type);
  if (type === undefined || !media || others.length > 0 || !parseMediaType(type)) {
    context.tolerate(content, 'the "content" of a parameter must be one media type');
  }
  return type !== undefined && media ? { type, part: media } : undefined;
}

type Written = Pick<Parameter, 'style' | 'explode'>;

function plainNotation(place: ParameterPlace): Written {
  return { style: stylesOf[place][0] ?? 'simple', explode: false };
}

function compileNotation(
  context: CompileContext,
  part: Part,
  declared: JsonObject,
  place: ParameterPlace,
): Written {
  const known = stylesOf[place];
  const style = known.find((name) => name === declared['style']);
  if (style === undefined && declared['style'] !== undefined) {
    const message = `the style of a ${place} parameter must be one of ${known.join(', ')}`;
    context.tolerate(part, message);
  }
  const { style: plain } = plainNotation(place);
  const { explode } = declared;
  const isExploded = typeof explode === 'boolean' ? explode : (style ?? plain) === 'form';
  return { style: style ?? plain, explode: isExploded };
}

function isPlace(place: JsonValue | undefined): place is ParameterPlace {
  return typeof place === 'string' && Object.hasOwn(stylesOf, place);
}
