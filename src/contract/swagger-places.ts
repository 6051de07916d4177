import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, pointerSteps, stepDown, valueAt } from '../json.ts';

/** A Swagger 2.0 contract, and what the schemas of its upgrade were called in it. */
export interface Upgraded {
  readonly given: JsonObject;
  readonly names: ReadonlyMap<string, string>;
}

type Steps = readonly (string | number)[];

/** Where a place of the upgraded contract stands in the text, as far as that can be told. */
export function toOriginal(pointer: string, { given, names }: Upgraded): string {
  const [first = '', second = '', third = '', ...rest] = pointerSteps(pointer);
  if (first === 'components') {
    const section = sections.get(second);
    if (section === undefined) return '';
    if (section === 'parameters') return pointerTo([section, third, ...withoutSchema(rest)]);
    const name = section === 'definitions' ? (names.get(third) ?? third) : third;
    return pointerTo([section, name, ...withoutContent(rest)]);
  }
  if (first === 'servers') return '/host';
  if (first !== 'paths') return pointer;
  if (third === 'parameters') return pointerTo(placeParameter([first, second], rest, given));
  const [fourth, ...others] = rest;
  const operation = [first, second, third];
  if (fourth === 'parameters') return pointerTo(placeParameter(operation, others, given));
  if (fourth === 'requestBody') return pointerTo(placeBody(operation, others, given));
  const below = fourth === undefined ? [] : [fourth, ...withoutContent(others)];
  return pointerTo([...operation, ...below]);
}

const sections = new Map([
  ['schemas', 'definitions'],
  ['parameters', 'parameters'],
  ['responses', 'responses'],
  ['securitySchemes', 'securityDefinitions'],
]);

/** A response had one schema for all its media types. */
function withoutContent(steps: readonly string[]): readonly string[] {
  const index = steps.indexOf('content');
  return index === -1 || index > 1 ? steps : [...steps.slice(0, index), ...steps.slice(index + 2)];
}

/** But for bodies, what a schema says stood in the parameter itself. */
function withoutSchema([first, ...rest]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  return first === 'schema' ? rest : [first, ...rest];
}

/** What is now in the body stood among the others. */
function placeParameter(
  owner: Steps,
  [index, ...below]: readonly string[],
  given: JsonObject,
): Steps {
  const others = listParameters(owner, given).filter(({ kind }) => !isInBody(kind));
  const found = index === undefined ? undefined : others[Number(index)];
  if (!found) return [...owner, 'parameters'];
  const inside = withoutSchema(below);
  return inside.length === 0 ? found.steps : [...found.home, ...inside];
}

function placeBody(operation: Steps, below: readonly string[], given: JsonObject): Steps {
  const [content, type, schema, ...inner] = below;
  const all = [operation, operation.slice(0, 2)].flatMap((owner) => listParameters(owner, given));
  const parts = all.filter(({ kind }) => isInBody(kind));
  const [member, name, ...rest] = inner;
  const part =
    member === 'properties' ? (parts.find((one) => one.name === name) ?? parts[0]) : parts[0];
  if (!part) return [...operation, 'parameters'];
  if (content === 'content' && type !== undefined && schema === undefined) {
    return findMediaType(operation, type, given) ?? part.steps;
  }
  if (schema === undefined || inner.length === 0) return part.steps;
  if (part.kind === 'body') return [...part.home, 'schema', ...inner];
  return member === 'properties' && rest.length > 0 ? [...part.home, ...rest] : part.steps;
}

function findMediaType(operation: Steps, type: string, given: JsonObject): Steps | undefined {
  for (const owner of [operation, []]) {
    const list = [...owner, 'consumes'];
    const types = valueAt(given, pointerTo(list));
    const index = Array.isArray(types) ? types.indexOf(type) : -1;
    if (index !== -1) return [...list, index];
    if (types !== undefined) return undefined;
  }
  return undefined;
}

interface Placed {
  readonly kind: JsonValue | undefined;
  readonly name: JsonValue | undefined;
  /** Where it is listed. */
  readonly steps: Steps;
  /** Where it is described, which may be elsewhere. */
  readonly home: Steps;
}

/** Those of an operation, or of all operations at a path. */
function listParameters(owner: Steps, given: JsonObject): readonly Placed[] {
  const list = valueAt(given, pointerTo([...owner, 'parameters']));
  if (!Array.isArray(list)) return [];
  return list.map((parameter: JsonValue, index) => {
    const steps = [...owner, 'parameters', index];
    const target = isJsonObject(parameter) ? parameter['$ref'] : undefined;
    const pointer = typeof target === 'string' && target.startsWith('#/') ? target.slice(1) : '';
    const home = pointer === '' ? steps : pointerSteps(pointer);
    const described = pointer === '' ? parameter : valueAt(given, pointer);
    const { in: kind, name } = isJsonObject(described) ? described : {};
    return { kind, name, steps, home };
  });
}

function isInBody(kind: JsonValue | undefined): boolean {
  return kind === 'body' || kind === 'formData';
}

function pointerTo(steps: Steps): string {
  return steps
    .reduce<string>((pointer, step) => stepDown(pointer, String(step)), '')
    .replace(/\/$/, '');
}
