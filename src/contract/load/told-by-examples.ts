import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

/** How many members a component and an example have to share, and which part of both. */
const fewestShared = 3;
const leastShared = 0.75;
const deepest = 6;
const methods = 'get put post delete patch'.split(' ');

/**
 * Some contracts show what a reply looks like, and describe it by no schema. Writes a schema for each
 * such reply, from its examples: records refer to the component that they look like, or to a new one.
 * Returns the schemas of the replies: nothing is held to them, because the contract doesn't ask for it.
 */
export function describeByExamples(roots: readonly JsonValue[]): ReadonlySet<JsonValue> {
  const written = new Set<JsonValue>();
  for (const root of roots) {
    const components = objectAt(root, 'components');
    const kinds = createKinds(objectAt(components, 'schemas') ?? {});
    for (const response of [...responsesIn(root), ...valuesOf(objectAt(components, 'responses'))]) {
      for (const [type, media] of Object.entries(objectAt(response, 'content') ?? {})) {
        const schema = /\bjson\b/i.test(type) ? schemaFor(media, kinds) : undefined;
        if (!schema || !isJsonObject(media)) continue;
        define(media, 'schema', schema);
        written.add(schema);
      }
    }
    const added = Object.fromEntries(kinds.describeNew());
    if (Object.keys(added).length === 0 || !isJsonObject(root)) continue;
    const schemas = { ...objectAt(components, 'schemas'), ...added };
    if (components) define(components, 'schemas', schemas);
    else define(root, 'components', { schemas });
  }
  return written;
}

function define(holder: JsonObject, name: string, value: JsonValue): void {
  Object.assign(holder as Record<string, JsonValue>, { [name]: value });
}

function* responsesIn(root: JsonValue): Generator<JsonValue> {
  for (const path of valuesOf(objectAt(root, 'paths'))) {
    for (const method of methods) yield* valuesOf(objectAt(objectAt(path, method), 'responses'));
  }
}

function schemaFor(media: JsonValue, kinds: Kinds): JsonObject | undefined {
  if (!isJsonObject(media)) return undefined;
  const { schema = {}, example, examples = {} } = media;
  const isSilent = isJsonObject(schema) && Object.keys(schema).every((name) => silent.has(name));
  if (!isSilent) return undefined;
  const named = valuesOf(isJsonObject(examples) ? examples : undefined).flatMap((one) =>
    isJsonObject(one) && one['value'] !== undefined ? [one['value']] : [],
  );
  const values = [...(example === undefined ? [] : [example]), ...named];
  return values.some((value) => [value].flat().some(isJsonObject))
    ? describe(values, kinds, 0)
    : undefined;
}

const silent = new Set(['title', 'description', '$comment', 'deprecated']);

/** A schema that all of the values fit. */
function describe(values: readonly JsonValue[], kinds: Kinds, depth: number): JsonObject {
  const solid = values.filter((value) => value !== null);
  const objects = solid.filter(isJsonObject);
  const lists = solid.filter((value): value is readonly JsonValue[] => Array.isArray(value));
  if (depth > deepest || solid.length === 0) return {};
  if (objects.length === solid.length) return describeObjects(objects, kinds, depth);
  if (lists.length === solid.length) {
    return { type: 'array', items: describe(lists.flat(), kinds, depth + 1) };
  }
  const types = new Set(solid.map((value) => typeof value));
  const [type = ''] = types;
  return types.size === 1 && type !== 'object' ? { type: [type, 'null'] } : {};
}

function describeObjects(objects: readonly JsonObject[], kinds: Kinds, depth: number): JsonObject {
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const component = kinds.like(names, objects);
  if (component !== undefined) return { $ref: `#/components/schemas/${component}` };
  return describeMembers(names, objects, kinds, depth);
}

function describeMembers(
  names: readonly string[],
  objects: readonly JsonObject[],
  kinds: Kinds,
  depth: number,
): JsonObject {
  const members = names.map((name) => {
    const values = objects.flatMap((one) => (Object.hasOwn(one, name) ? [one[name] ?? null] : []));
    const isNothing = values.every((value) => value === null);
    const schema = isNothing && isTimeName.test(name) ? time : describe(values, kinds, depth + 1);
    const { type } = schema;
    // Records have to have their key.
    const isKey = isKeyName.test(name) && Array.isArray(type);
    return [name, isKey ? { ...schema, type: type[0] ?? 'string' } : schema] as const;
  });
  return { type: 'object', properties: Object.fromEntries(members) };
}

const isKeyName = /^(id|uuid|key|slug)$/i;
/** What was never set is null in an example: the name tells of times. */
const isTimeName = /(?:_at|[a-z]At)$/;
const time: JsonObject = { type: ['string', 'null'], format: 'date-time' };

/** Kinds of records: the components of the contract, and those that only examples show. */
interface Kinds {
  /** The name of the one kind that is like it most. What has a key may be of a new kind. */
  readonly like: (names: readonly string[], examples: readonly JsonObject[]) => string | undefined;
  readonly describeNew: () => readonly (readonly [string, JsonObject])[];
}

interface Kind {
  readonly name: string;
  readonly members: Set<string>;
  /** Of a new kind: all examples of it. */
  readonly examples: JsonObject[] | undefined;
}

function createKinds(schemas: JsonObject): Kinds {
  const all = Object.entries(schemas).flatMap(([name, schema]): readonly Kind[] => {
    const members = new Set(Object.keys(objectAt(schema, 'properties') ?? {}));
    const isAble = members.size >= fewestShared && /^[\w.-]+$/.test(name);
    return isAble ? [{ name, members, examples: undefined }] : [];
  });
  const open = (names: readonly string[], examples: readonly JsonObject[]): string => {
    let name = `Shown${all.length + 1}`;
    while (Object.hasOwn(schemas, name)) name += '_';
    all.push({ name, members: new Set(names), examples: [...examples] });
    return name;
  };
  const kinds: Kinds = {
    like(names, examples) {
      const scored = all.map((kind) => ({ kind, share: shareOf(names, kind.members) }));
      const most = Math.max(leastShared, ...scored.map(({ share }) => share));
      const best = scored.filter(({ share }) => share === most);
      const [first] = best;
      if (!first) {
        const isRecord = names.length > fewestShared && names.some((one) => isKeyName.test(one));
        return isRecord ? open(names, examples) : undefined;
      }
      if (best.length > 1) return undefined;
      first.kind.examples?.push(...examples);
      return first.kind.name;
    },
    describeNew() {
      const described: (readonly [string, JsonObject])[] = [];
      // What stands inside of them may be of further new kinds.
      for (const { name, examples } of all) {
        if (!examples) continue;
        const names = [...new Set(examples.flatMap((one) => Object.keys(one)))];
        described.push([name, describeMembers(names, examples, kinds, 0)]);
      }
      return described;
    },
  };
  return kinds;
}

/** Which part of the members of both they share; none where these are few. */
function shareOf(names: readonly string[], members: ReadonlySet<string>): number {
  const shared = names.filter((one) => members.has(one)).length;
  return shared < fewestShared ? 0 : shared / (names.length + members.size - shared);
}

function objectAt(holder: JsonValue | undefined, name: string): JsonObject | undefined {
  const value = isJsonObject(holder) ? holder[name] : undefined;
  return isJsonObject(value) ? value : undefined;
}

function valuesOf(map: JsonObject | undefined): readonly JsonValue[] {
  return Object.values(map ?? {});
}
