import type { JsonValue } from '../../base/json.ts';
import { valueAt } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import type { ReferenceScan, ReferenceTarget } from './references.ts';
import { splitReference } from './references.ts';

/** A value of the contract with its place, which `$ref`s and complaints need. */
export interface Part<T extends JsonValue = JsonValue> {
  readonly uri: string;
  readonly pointer: string;
  readonly value: T;
}

/** Finds the targets of references. */
export interface Resolver {
  /** The target of a reference. `from` is the place of the reference. */
  resolve(ref: string, from: ReferenceTarget): Part | undefined;
  /** Whether a document with this URI was read, or a schema has this URI as its `$id`. */
  knows(resource: string): boolean;
}

export function createResolver(
  sources: ReadonlyMap<string, Source>,
  scans: ReadonlyMap<string, ReferenceScan>,
): Resolver {
  const resources = new Map<string, ReferenceTarget>();
  const anchors = new Map<string, ReferenceTarget>();
  for (const [uri, scan] of scans) {
    for (const { base, pointer } of scan.resources) resources.set(base, { uri, pointer });
    for (const { name, pointer } of scan.anchors) anchors.set(name, { uri, pointer });
  }
  const baseOf = (from: ReferenceTarget): string => {
    const { uri } = from;
    const named = scans.get(uri)?.resources ?? [];
    // Most documents have no `$id`. For them no pointer is needed, which is slow to make.
    if (named.length === 0) return uri;
    const { pointer } = from;
    let base = uri;
    let length = -1;
    for (const resource of named) {
      const isAround = pointer === resource.pointer || pointer.startsWith(`${resource.pointer}/`);
      if (isAround && resource.pointer.length > length) {
        ({ base } = resource);
        ({ length } = resource.pointer);
      }
    }
    return base;
  };
  const find = (ref: string, base: string): ReferenceTarget | undefined => {
    const { resource, fragment } = splitReference(ref, base);
    if (fragment !== '' && !fragment.startsWith('/')) return anchors.get(`${resource}#${fragment}`);
    const start = resources.get(resource) ?? { uri: resource, pointer: '' };
    return { uri: start.uri, pointer: start.pointer + fragment };
  };
  const locate = (ref: string, base: string): Part | undefined => {
    try {
      const target = find(ref, base);
      const source = target && sources.get(target.uri);
      const value = source && valueAt(source.root, target.pointer);
      return value === undefined || !target ? undefined : { ...target, value };
    } catch {
      // The reference can't be parsed. It is reported as a loose end.
      return undefined;
    }
  };
  const known = new Map<string, Map<string, Part | undefined>>();
  return {
    resolve(ref, from) {
      const base = baseOf(from);
      let fromHere = known.get(base);
      if (!fromHere) known.set(base, (fromHere = new Map()));
      if (!fromHere.has(ref)) fromHere.set(ref, locate(ref, base));
      return fromHere.get(ref);
    },
    knows: (resource) => sources.has(resource) || resources.has(resource),
  };
}

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
  /** The other schemas that apply with a schema: the target of its `$ref`, and its `allOf`. */
  parts(schema: Part): readonly Part[];
}
