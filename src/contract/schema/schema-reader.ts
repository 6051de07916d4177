import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, valueAt } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import type { Part, Resolver } from '../load/resolver.ts';

/** Steps from one part of the documents to others. */
export interface SchemaReader {
  readonly sources: ReadonlyMap<string, Source>;
  /** The target of a `$ref`, which may itself be a `$ref`. */
  step(part: Part): Part | undefined;
  /** Follows `$ref`s to the end. Undefined if they go in a circle, or lead to nothing. */
  follow(part: Part): Part | undefined;
  /** The part some steps below. It follows references on the way, but not at the end. */
  at(part: Part, ...steps: readonly (string | number)[]): Part | undefined;
  /** The part some steps below. It follows references on the way and at the end. */
  child(part: Part, ...steps: readonly (string | number)[]): Part | undefined;
  /** A keyword of the schema itself. It may stand beside a `$ref` (3.1), but not in its target. */
  own(schema: Part, keyword: string): Part | undefined;
  /** The direct targets of `$ref` and `$dynamicRef`. The keywords beside them apply, too. */
  targetsOf(schema: Part): readonly Part[];
  /** The schemas in the list of a keyword. References among them are not followed. */
  listBelow(schema: Part, keyword: string): readonly Part[];
  /** The schemas in the map of a keyword, by name. */
  mapBelow(schema: Part, keyword: string): readonly (readonly [string, Part])[];
  /** The other schemas that apply with a schema: the target of its `$ref`, and its `allOf`. */
  parts(schema: Part): readonly Part[];
}

export function createReader(sources: SchemaReader['sources'], resolver: Resolver): SchemaReader {
  const reader: SchemaReader = {
    sources,
    step(part) {
      const ref = isJsonObject(part.value) ? part.value['$ref'] : undefined;
      return typeof ref === 'string' ? resolver.resolve(ref, part) : undefined;
    },
    follow(part) {
      let current = part;
      // A longer chain of references is taken for a circle.
      for (let hops = 0; hops < 100; hops += 1) {
        const ref = isJsonObject(current.value) ? current.value['$ref'] : undefined;
        if (typeof ref !== 'string') return current;
        const target = resolver.resolve(ref, current);
        if (!target) return undefined;
        current = target;
      }
      return undefined;
    },
    at(part, ...steps) {
      let current: Part | undefined = part;
      for (const step of steps) {
        const holder: Part | undefined = current && reader.follow(current);
        const value: JsonValue | undefined = holder && memberOf(holder.value, step);
        if (!holder || value === undefined) return undefined;
        current = { uri: holder.uri, pointer: stepDown(holder.pointer, step), value };
      }
      return current;
    },
    child(part, ...steps) {
      const found = reader.at(part, ...steps);
      return found && reader.follow(found);
    },
    own({ uri, pointer, value }, keyword) {
      const found = memberOf(value, keyword);
      return found === undefined
        ? undefined
        : { uri, pointer: stepDown(pointer, keyword), value: found };
    },
    ...createSteps(resolver, (schema, keyword) => reader.own(schema, keyword)),
    parts(schema) {
      const { value } = schema;
      const isWhole = !isJsonObject(value) || !('$ref' in value || 'allOf' in value);
      if (isWhole) return noParts;
      const target = reader.follow(schema);
      const whole = reader.own(schema, 'allOf');
      const indexes = Array.isArray(whole?.value) ? [...whole.value.keys()] : [];
      const branches = indexes.map((index) => whole && reader.at(whole, index));
      const isElsewhere = target && target.value !== schema.value;
      return [
        ...(isElsewhere ? [target] : []),
        ...branches.filter((branch) => branch !== undefined),
      ];
    },
  };
  return reader;
}

/** The steps that lead to several schemas at once. */
function createSteps(
  resolver: Resolver,
  own: SchemaReader['own'],
): Pick<SchemaReader, 'targetsOf' | 'listBelow' | 'mapBelow'> {
  const targets = new WeakMap<JsonObject, readonly Part[]>();
  return {
    targetsOf(schema) {
      const { value } = schema;
      if (!isJsonObject(value)) return noParts;
      const { $ref, $dynamicRef } = value;
      if ($ref === undefined && $dynamicRef === undefined) return noParts;
      const known = targets.get(value);
      if (known) return known;
      const found = [$ref, $dynamicRef].flatMap((ref) =>
        typeof ref === 'string' ? (resolver.resolve(ref, schema) ?? []) : [],
      );
      targets.set(value, found);
      return found;
    },
    listBelow(schema, keyword) {
      const list = own(schema, keyword);
      const values: readonly JsonValue[] = Array.isArray(list?.value) ? list.value : noValues;
      return values.flatMap((value, index) =>
        list ? [{ uri: list.uri, pointer: stepDown(list.pointer, index), value }] : [],
      );
    },
    mapBelow(schema, keyword) {
      const map = own(schema, keyword);
      if (!map || !isJsonObject(map.value)) return noEntries;
      return Object.entries(map.value).map(([name, value]) => [
        name,
        { uri: map.uri, pointer: stepDown(map.pointer, name), value },
      ]);
    },
  };
}

const noParts: readonly Part[] = [];
const noValues: readonly JsonValue[] = [];
const noEntries: readonly (readonly [string, Part])[] = [];

function memberOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (Array.isArray(value)) {
    return typeof step === 'number' ? value[step] : valueAt(value, stepDown('', step));
  }
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
