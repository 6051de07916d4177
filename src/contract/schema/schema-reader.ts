import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, valueAt } from '../../base/json.ts';
import { once } from '../../base/once.ts';
import type { Source } from '../../text/source.ts';
import type { Part, Resolver } from '../load/resolver.ts';
import type { NamedSchema } from './schema-names.ts';
import { listNamed } from './schema-names.ts';

/** Steps from one part of the documents to others. */
export interface SchemaSteps {
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
  /** The schemas of all documents that have names. */
  named(): readonly NamedSchema[];
}

/** The schemas that extend a base, by the value of the member `property`. */
export interface Subtypes {
  readonly property: string;
  readonly byValue: ReadonlyMap<string, Part>;
}

/** The steps, and those from a base with a discriminator to the schemas that extend it. */
export interface SchemaReader extends SchemaSteps {
  /**
   * The subtypes of a base with a discriminator: those in its mapping, and those that extend it by
   * `allOf`. None if the base lists them itself in `oneOf` or `anyOf`.
   */
  subtypes(schema: Part): Subtypes | undefined;
  /**
   * The subtypes of such a base, as if it listed them as alternatives: a value matches one of them.
   * Empty if `isMet` accepts one of them: the caller comes from that subtype, so the choice is
   * made.
   */
  kinds(base: Part, isMet: (schema: JsonValue) => boolean): readonly Part[];
}

export function createSteps(sources: SchemaSteps['sources'], resolver: Resolver): SchemaSteps {
  const targets = new WeakMap<JsonObject, readonly Part[]>();
  const steps: SchemaSteps = {
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
    at(part, ...way) {
      let current: Part | undefined = part;
      for (const step of way) {
        const holder: Part | undefined = current && steps.follow(current);
        current = holder && stepInto(holder, step);
      }
      return current;
    },
    child(part, ...way) {
      const found = steps.at(part, ...way);
      return found && steps.follow(found);
    },
    own: stepInto,
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
    listBelow,
    mapBelow,
    parts(schema) {
      const { value } = schema;
      if (!isJsonObject(value) || !('$ref' in value || 'allOf' in value)) return noParts;
      const target = steps.follow(schema);
      const branches = steps.listBelow(schema, 'allOf');
      return target && target.value !== value ? [target, ...branches] : branches;
    },
    named: once(() => listNamed(sources)),
  };
  return steps;
}

function listBelow(schema: Part, keyword: string): readonly Part[] {
  const list = stepInto(schema, keyword);
  if (!list || !Array.isArray(list.value)) return noParts;
  const { uri, pointer } = list;
  return list.value.map((value: JsonValue, index) => {
    return { uri, pointer: stepDown(pointer, index), value };
  });
}

function mapBelow(schema: Part, keyword: string): readonly (readonly [string, Part])[] {
  const map = stepInto(schema, keyword);
  if (!map || !isJsonObject(map.value)) return noEntries;
  const { uri, pointer } = map;
  return Object.entries(map.value).map(([name, value]) => [
    name,
    { uri, pointer: stepDown(pointer, name), value },
  ]);
}

const noParts: readonly Part[] = [];
const noEntries: readonly (readonly [string, Part])[] = [];

function stepInto({ uri, pointer, value }: Part, step: string | number): Part | undefined {
  const found = memberOf(value, step);
  return found === undefined ? undefined : { uri, pointer: stepDown(pointer, step), value: found };
}

function memberOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (Array.isArray(value)) {
    return typeof step === 'number' ? value[step] : valueAt(value, stepDown('', step));
  }
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
