import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, isSameJson } from '../../base/json.ts';
import type { DrawNumber } from './chance.ts';

/** A schema that a value meets, whatever is drawn: so there is something that meets it. */
export function schemaOf(value: JsonValue, draw: DrawNumber, depth = 0): JsonValue {
  if (depth > 3) return draw(2) === 0 ? true : { const: value };
  const own = (): JsonValue => schemaOf(value, draw, depth + 1);
  const other = otherThan(value, draw);
  switch (draw(depth > 1 ? 80 : 22)) {
    case 0:
      return { allOf: [own(), own()] };
    case 1:
      return { ...describe(value, draw, depth), allOf: [own()] };
    case 2:
      return { anyOf: shuffle([own(), other], draw) };
    case 3:
      return { ...describe(value, draw, depth), anyOf: shuffle([own(), own(), other], draw) };
    case 4:
      return { oneOf: shuffle([own(), other], draw) };
    case 5:
      return { ...describe(value, draw, depth), oneOf: shuffle([true, { not: own() }], draw) };
    case 6:
      return { ...describe(value, draw, depth), not: other };
    case 7:
      return whether(own(), own(), false);
    case 8:
      return { ...describe(value, draw, depth), ...whether(other, false, own()) };
    case 9:
      return { ...describe(value, draw, depth), not: { not: own() } };
    default:
      return describe(value, draw, depth);
  }
}

/** A schema that a value does not meet. */
function otherThan(value: JsonValue, draw: DrawNumber): JsonObject {
  const type = typeName(value);
  const others = ['string', 'boolean', 'null', 'array', 'object', 'number'].filter(
    (name) => name !== type && !(name === 'number' && type === 'integer'),
  );
  const [otherType = 'null'] = shuffle(others, draw);
  switch (draw(4)) {
    case 0:
      return { const: `not ${JSON.stringify(value)}` };
    case 1:
      return { enum: [[value], { value }] };
    case 2:
      return isJsonObject(value) ? { required: ['absent'], type: 'object' } : { type: otherType };
    default:
      return { type: otherType };
  }
}

function describe(value: JsonValue, draw: DrawNumber, depth: number): JsonObject {
  if (draw(12) === 0) return { const: value };
  if (draw(12) === 0) return { enum: shuffle([value, 'or this', 7, null], draw) };
  const type = typeName(value);
  const declared: JsonObject =
    draw(6) === 0 ? {} : { type: draw(6) === 0 ? shuffle([type, 'null'], draw) : type };
  if (typeof value === 'number') return { ...declared, ...describeNumber(value, draw) };
  if (typeof value === 'string') return { ...declared, ...describeText(value, draw) };
  if (Array.isArray(value)) return { ...declared, ...describeArray(value, draw, depth) };
  if (isJsonObject(value)) return { ...declared, ...describeObject(value, draw, depth) };
  return { type };
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function describeNumber(value: number, draw: DrawNumber): JsonObject {
  const near = draw(3) === 0 ? 0 : 1 + draw(50);
  const isFine = Math.abs(value) < 1e6 && Number.isInteger(value * 100);
  return some(draw, {
    minimum: value - near,
    maximum: value + near,
    exclusiveMinimum: value - near - 1,
    exclusiveMaximum: value + near + 1,
    ...(isFine && { multipleOf: Number.isInteger(value) ? Math.abs(value) || 3 : 0.01 }),
  });
}

function describeText(value: string, draw: DrawNumber): JsonObject {
  const { length } = Array.from(value);
  const isPlain = /^[a-z]*$/.test(value);
  const patterns = isPlain
    ? [`^[a-z]{${length}}$`, '^[a-z]*$', `^${value}`, '^\\w*$', `(?:${value}|\\d)$`, '^(?!A)']
    : ['^[^]*$', '', `^[^]{${length}}$`];
  return some(draw, {
    minLength: Math.max(0, length - draw(3)),
    maxLength: length + draw(20),
    pattern: patterns[draw(patterns.length)] ?? '',
  });
}

function describeArray(value: readonly JsonValue[], draw: DrawNumber, depth: number): JsonObject {
  const prefix = value.slice(0, draw(value.length + 1));
  const rest = value.slice(prefix.length);
  const isUnique = value.every((one, index) =>
    value.slice(index + 1).every((other) => !isSameJson(one, other)),
  );
  const wanted = value[draw(value.length)];
  const prefixItems = prefix.map((item) => schemaOf(item, draw, depth + 1));
  return {
    ...(prefixItems.length > 0 && { prefixItems }),
    ...some(draw, {
      minItems: Math.max(0, value.length - draw(2)),
      maxItems: value.length + draw(3),
      ...(isUnique && { uniqueItems: true }),
      ...(wanted !== undefined && { contains: schemaOf(wanted, draw, depth + 1) }),
      ...(rest.length === 0 && { [draw(2) === 0 ? 'items' : 'unevaluatedItems']: false }),
      ...(rest.length > 0 && {
        items: { anyOf: rest.map((item) => schemaOf(item, draw, depth + 1)) },
      }),
    }),
  };
}

function describeObject(value: JsonObject, draw: DrawNumber, depth: number): JsonObject {
  const entries = Object.entries(value);
  const described = entries.filter(() => draw(4) > 0);
  const rest = entries.filter((entry) => !described.includes(entry));
  const [byPattern, byName] = [
    described.filter((_, index) => index % 4 === 3),
    described.filter((_, index) => index % 4 !== 3),
  ];
  const schemas = (list: readonly (readonly [string, JsonValue])[]): JsonObject =>
    Object.fromEntries(list.map(([name, member]) => [name, schemaOf(member, draw, depth + 1)]));
  const names = entries.map(([name]) => name);
  const [first, second] = shuffle(names, draw);
  const patternProperties = Object.fromEntries(
    byPattern.map(([name, member]) => [`^${escape(name)}$`, schemaOf(member, draw, depth + 1)]),
  );
  return {
    ...(byName.length > 0 && { properties: schemas(byName) }),
    ...(byPattern.length > 0 && { patternProperties }),
    ...some(draw, {
      required: names.filter(() => draw(2) === 0),
      minProperties: Math.max(0, names.length - draw(2)),
      maxProperties: names.length + draw(3),
      propertyNames: { maxLength: Math.max(8, ...names.map((name) => name.length)) },
      ...(rest.length === 0 && {
        [draw(2) === 0 ? 'additionalProperties' : 'unevaluatedProperties']: false,
      }),
      ...(rest.length > 0 && {
        additionalProperties: {
          anyOf: rest.map(([, member]) => schemaOf(member, draw, depth + 1)),
        },
      }),
      ...(first !== undefined &&
        second !== undefined && { dependentRequired: Object.fromEntries([[first, [second]]]) }),
      ...(first !== undefined && {
        dependentSchemas: Object.fromEntries([[first, { required: [first] }]]),
      }),
    }),
  };
}

/** A condition, put together so that the object isn't taken for a promise. */
export function whether(condition: JsonValue, met: JsonValue, unmet: JsonValue): JsonObject {
  const schemas = [condition, met, unmet];
  return Object.fromEntries(
    ['if', 'then', 'else'].map((name, index) => [name, schemas[index] ?? true]),
  );
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}

/** Some of the keywords. */
function some(draw: DrawNumber, keywords: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(keywords).filter(() => draw(3) === 0));
}

function shuffle<T>(list: readonly T[], draw: DrawNumber): readonly T[] {
  return list
    .map((item) => [draw(1000), item] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, item]) => item);
}
