import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';

/** A `$ref` or `$dynamicRef`, and its place. */
export interface ContractReference {
  readonly ref: string;
  readonly pointer: string;
  /** The URI that the reference is relative to. */
  readonly base: string;
}

/** A place in a document. */
export interface ReferenceTarget {
  readonly uri: string;
  readonly pointer: string;
}

/** A name for a schema within its resource. */
export interface Anchor {
  readonly base: string;
  readonly name: string;
  readonly pointer: string;
  readonly isDynamic: boolean;
}

/** The references of a document, and the names by which others can refer to its parts. */
export interface ReferenceScan {
  readonly references: readonly ContractReference[];
  /** What the mappings of discriminators name: a schema by its name, or a reference to it. */
  readonly mapped: readonly Pick<ContractReference, 'ref' | 'base'>[];
  /** Schemas with an `$id`: references in them are relative to it. */
  readonly resources: readonly { readonly base: string; readonly pointer: string }[];
  /** Schemas with an `$anchor` or `$dynamicAnchor`, by the URI of the resource. */
  readonly anchors: readonly Anchor[];
  /** Whether a keyword outside of data may name a schema, or refer to such a name. */
  readonly hasNames: boolean;
}

/** Members of these are names that the author chose, not keywords. */
export const nameMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'headers',
  'requestBodies',
  'examples',
  'links',
  'callbacks',
  'pathItems',
  'securitySchemes',
  'paths',
  'webhooks',
  'content',
]);
/** Members with data: a `$ref` in data is not a reference. */
const dataKeywords = new Set(['example', 'default', 'const', 'enum', 'value']);

/**
 * Finds all references and names of a document, and ignores those in data. It walks the document
 * once, by recursion: the parser limits the depth of a source.
 */
export function scanReferences(root: JsonValue, uri: string, hasIds: boolean): ReferenceScan {
  const references: ContractReference[] = [];
  const mapped: { ref: string; base: string }[] = [];
  const resources: { base: string; pointer: string }[] = [];
  const anchors: Anchor[] = [];
  let hasNames = false;
  // The steps from the root to the current place. A pointer is made of them only if needed.
  const way: (string | number)[] = [];
  const visit = (value: JsonValue, isNameMap: boolean, base: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value)) {
      visitObject(value, isNameMap, base);
      return;
    }
    for (let index = 0; index < value.length; index += 1) {
      way.push(index);
      visit(value[index] ?? null, false, base);
      way.pop();
    }
  };
  const visitObject = (value: JsonObject, isNameMap: boolean, outer: string): void => {
    const base = hasIds && !isNameMap ? nameHere(value, outer) : outer;
    for (const step in value) {
      const member = value[step] ?? null;
      hasNames ||= !isNameMap && ownNames.has(step);
      if (step === 'discriminator' && !isNameMap) {
        mapped.push(...mappedBy(member).map((ref) => ({ ref, base })));
      }
      way.push(step);
      if (isReference(step) && typeof member === 'string') {
        references.push(createReference(member, [...way], base));
      } else if (isNameMap) visit(member, false, base);
      else if (!isData(step, member)) visit(member, nameMaps.has(step), base);
      way.pop();
    }
  };
  const nameHere = (value: JsonObject, outer: string): string => {
    const { $id, $anchor, $dynamicAnchor } = value;
    const base = typeof $id === 'string' ? (resolveUri($id, outer) ?? outer) : outer;
    if (base !== outer) resources.push({ base, pointer: pointerOf(way) });
    for (const name of [$anchor, $dynamicAnchor]) {
      if (typeof name !== 'string') continue;
      anchors.push({ base, name, pointer: pointerOf(way), isDynamic: name === $dynamicAnchor });
    }
    return base;
  };
  visit(root, false, uri);
  return { references, mapped, resources, anchors, hasNames };
}

/** Keywords that give a schema a name of its own, or refer to such a name. */
const ownNames = new Set(
  '$id $anchor $dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef'.split(' '),
);

/** Splits a reference into document URI and fragment. Throws if it can't be parsed. */
export function splitReference(
  ref: string,
  base: string,
): { readonly resource: string; readonly fragment: string } {
  // The most frequent case: a place in the same document.
  if (ref.startsWith('#')) return { resource: base, fragment: decodeURIComponent(ref.slice(1)) };
  const { href, hash } = new URL(ref, base);
  return {
    resource: href.split('#', 1)[0] ?? '',
    fragment: decodeURIComponent(hash.slice(1)),
  };
}

/** The URI that an `$id` gives to a schema; undefined if it can't be parsed. */
export function resolveUri(id: string, base: string): string | undefined {
  const url = URL.canParse(id, base) ? new URL(id, base) : undefined;
  return url?.href.split('#', 1)[0];
}

function isReference(name: string): boolean {
  return name === '$ref' || name === '$dynamicRef';
}

/**
 * A list of examples belongs to a schema, and holds data. A map of examples may hold references.
 * Extensions may hold anything.
 */
export function isData(name: string, member: JsonValue): boolean {
  return (
    dataKeywords.has(name) ||
    name.startsWith('x-') ||
    (name === 'examples' && Array.isArray(member))
  );
}

/** What the mapping of a discriminator names. */
export function mappedBy(discriminator: JsonValue | undefined): readonly string[] {
  const mapping = isJsonObject(discriminator) ? discriminator['mapping'] : undefined;
  const targets = isJsonObject(mapping) ? Object.values(mapping) : [];
  return targets.filter((target) => typeof target === 'string');
}

/** Makes the pointer on demand: only complaints and documents with an `$id` need it. */
function createReference(
  ref: string,
  way: readonly (string | number)[],
  base: string,
): ContractReference {
  return {
    ref,
    base,
    get pointer() {
      return pointerOf(way);
    },
  };
}

function pointerOf(way: readonly (string | number)[]): string {
  return way.reduce<string>(stepDown, '');
}
