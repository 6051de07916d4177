import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { once } from '../../base/once.ts';
import type { Source } from '../../text/source.ts';
import type { NamedSchema } from '../schema/schema-names.ts';
import { listNamed } from '../schema/schema-names.ts';
import type { Part, Resolver } from './resolver.ts';

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
export function describeByExamples(
  roots: readonly Part[],
  sources: ReadonlyMap<string, Source>,
  resolver: () => Resolver,
): ReadonlySet<JsonValue> {
  const written = new Set<JsonValue>();
  const named = once(() => listNamed(sources));
  const rootUris = new Set(roots.map(({ uri }) => uri));
  for (const { uri, value: root } of roots) {
    // The components of another contract are those of other services.
    const isOwn = ({ part }: NamedSchema): boolean => part.uri === uri || !rootUris.has(part.uri);
    const kinds = once(() => createKinds(uri, named().filter(isOwn), resolver()));
    for (const response of responsesIn({ uri, pointer: '', value: root }, resolver)) {
      for (const [type, media] of Object.entries(objectAt(response, 'content') ?? {})) {
        const schema = /\bjson\b/i.test(type) ? schemaFor(media, kinds) : undefined;
        if (!schema || !isJsonObject(media)) continue;
        define(media, 'schema', schema);
        written.add(schema);
      }
    }
    const added = Object.fromEntries(written.size > 0 ? kinds().describeNew() : []);
    if (Object.keys(added).length === 0 || !isJsonObject(root)) continue;
    const components = objectAt(root, 'components');
    const schemas = { ...objectAt(components, 'schemas'), ...added };
    if (components) define(components, 'schemas', schemas);
    else define(root, 'components', { schemas });
  }
  return written;
}

function define(holder: JsonObject, name: string, value: JsonValue): void {
  Object.assign(holder as Record<string, JsonValue>, { [name]: value });
}

function* responsesIn(root: Part, resolver: () => Resolver): Generator<JsonValue> {
  const follow = ({ uri, value }: Pick<Part, 'uri' | 'value'>): Pick<Part, 'uri' | 'value'> => {
    const ref = isJsonObject(value) ? value['$ref'] : undefined;
    const found =
      typeof ref === 'string' ? resolver().resolve(ref, { uri, pointer: '' }) : undefined;
    return found ?? { uri, value };
  };
  for (const item of valuesOf(objectAt(root.value, 'paths'))) {
    const path = follow({ uri: root.uri, value: item });
    for (const method of methods) {
      const responses = objectAt(objectAt(path.value, method), 'responses');
      for (const value of valuesOf(responses)) yield follow({ uri: path.uri, value }).value;
    }
  }
}

function schemaFor(media: JsonValue, kinds: () => Kinds): JsonObject | undefined {
  if (!isJsonObject(media)) return undefined;
  const { schema = {}, example, examples = {} } = media;
  const isSilent = isJsonObject(schema) && Object.keys(schema).every((name) => silent.has(name));
  if (!isSilent) return undefined;
  const named = valuesOf(isJsonObject(examples) ? examples : undefined).flatMap((one) =>
    isJsonObject(one) && one['value'] !== undefined ? [one['value']] : [],
  );
  const values = [...(example === undefined ? [] : [example]), ...named];
  return values.some((value) => [value].flat().some(isJsonObject))
    ? describe(values, kinds(), 0)
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
  if (component !== undefined) return { $ref: component };
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
  /** A reference to the one kind that is like it most. What has a key may be of a new kind. */
  readonly like: (names: readonly string[], examples: readonly JsonObject[]) => string | undefined;
  readonly describeNew: () => readonly (readonly [string, JsonObject])[];
}

interface Kind {
  readonly name: string;
  readonly ref: string;
  readonly members: Set<string>;
  /** Of a new kind: all examples of it. */
  readonly examples: JsonObject[] | undefined;
}

function createKinds(uri: string, named: readonly NamedSchema[], resolver: Resolver): Kinds {
  const all = named.flatMap(({ name, part }): readonly Kind[] => {
    const ref = isJsonObject(part.value) ? part.value['$ref'] : undefined;
    const whole = typeof ref === 'string' ? resolver.resolve(ref, part) : part;
    const members = new Set(Object.keys(objectAt(whole?.value, 'properties') ?? {}));
    if (!whole || members.size < fewestShared) return [];
    return [{ name, ref: `${whole.uri}#${whole.pointer}`, members, examples: undefined }];
  });
  const taken = new Set(named.map(({ name }) => name));
  let count = 0;
  const open = (names: readonly string[], examples: readonly JsonObject[]): string => {
    count += 1;
    let name = `Shown${count}`;
    while (taken.has(name)) name += '_';
    const ref = `${uri}#/components/schemas/${name}`;
    all.push({ name, ref, members: new Set(names), examples: [...examples] });
    return ref;
  };
  const kinds: Kinds = {
    like(names, examples) {
      const scored = all.map((kind) => ({ kind, share: shareOf(names, kind.members) }));
      const most = Math.max(leastShared, ...scored.map(({ share }) => share));
      const best = scored.filter(({ share }) => share === most);
      const refs = new Set(best.map(({ kind }) => kind.ref));
      const [first] = best;
      if (!first) {
        const isRecord = names.length > fewestShared && names.some((one) => isKeyName.test(one));
        return isRecord ? open(names, examples) : undefined;
      }
      if (refs.size > 1) return undefined;
      first.kind.examples?.push(...examples);
      return first.kind.ref;
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
