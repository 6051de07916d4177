import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';

/** A `$ref`, and where it stands. */
export interface ContractReference {
  readonly ref: string;
  readonly pointer: string;
  /** What it is relative to. */
  readonly base: string;
}

/** A place in a document. */
export interface ReferenceTarget {
  readonly uri: string;
  readonly pointer: string;
}

/** What a document refers to, and by which names it can be referred to. */
export interface ReferenceScan {
  readonly references: readonly ContractReference[];
  /** Schemas with an `$id`: what stands in them is relative to that. */
  readonly resources: readonly { readonly base: string; readonly pointer: string }[];
  /** `$anchor`s, each with the resource that it is a fragment of. */
  readonly anchors: readonly { readonly name: string; readonly pointer: string }[];
  /** Whether anything outside of data could be a name, or refer to one. */
  readonly hasNames: boolean;
}

/** Members of these hold a map of names, so whatever stands right below them is no keyword. */
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
/** What stands below these is data, and a `$ref` in data is no reference. */
const dataKeywords = new Set(['example', 'default', 'const', 'enum', 'value']);

/**
 * Every `$ref` of a document, and every name. What only looks like one is passed over. Walks all of
 * it once, by recursion: a source is never nested deeper than that can go.
 */
export function scanReferences(root: JsonValue, uri: string, hasIds: boolean): ReferenceScan {
  const references: ContractReference[] = [];
  const resources: { base: string; pointer: string }[] = [];
  const anchors: { name: string; pointer: string }[] = [];
  let hasNames = false;
  // The way down to where the walk is: a pointer is made of it only where one is needed.
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
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === 'string') {
        anchors.push({ name: `${base}#${anchor}`, pointer: pointerOf(way) });
      }
    }
    return base;
  };
  visit(root, false, uri);
  return { references, resources, anchors, hasNames };
}

/** By these, schemas are referred to other than by their places, or refer to such names. */
const ownNames = new Set(
  '$id $anchor $dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef'.split(' '),
);

/** A reference without its fragment, and the fragment. Throws where it can't be read. */
export function splitReference(
  ref: string,
  base: string,
): { readonly resource: string; readonly fragment: string } {
  // By far the most: a place in the same document.
  if (ref.startsWith('#')) return { resource: base, fragment: decodeURIComponent(ref.slice(1)) };
  const { href, hash } = new URL(ref, base);
  return {
    resource: href.split('#', 1)[0] ?? '',
    fragment: decodeURIComponent(hash.slice(1)),
  };
}

function resolveUri(id: string, base: string): string | undefined {
  const url = URL.canParse(id, base) ? new URL(id, base) : undefined;
  return url?.href.split('#', 1)[0];
}

function isReference(name: string): boolean {
  return name === '$ref' || name === '$dynamicRef';
}

/**
 * A list of examples is a schema's, and holds data; a map of them holds what may be references.
 * What an extension holds is its own affair.
 */
export function isData(name: string, member: JsonValue): boolean {
  return (
    dataKeywords.has(name) ||
    name.startsWith('x-') ||
    (name === 'examples' && Array.isArray(member))
  );
}

/** A pointer is made only where it is asked for, which takes something that is odd. */
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
