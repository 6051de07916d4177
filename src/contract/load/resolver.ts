import type { JsonValue } from '../../base/json.ts';
import { valueAt } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import type { ReferenceScan, ReferenceTarget } from './references.ts';
import { splitReference } from './references.ts';

/** A value of the contract together with its place, so that `$ref`s and complaints find theirs. */
export interface Part<T extends JsonValue = JsonValue> {
  readonly uri: string;
  readonly pointer: string;
  readonly value: T;
}

/** Finds what references lead to. */
export interface Resolver {
  /** What a reference that stands at a place leads to. */
  resolve(ref: string, from: ReferenceTarget): Part | undefined;
  /** The document that a reference needs, by its own address or by an `$id` in another. */
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
    // By far the most documents: for the others it takes a pointer, which takes long to make.
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
      // It can't be read, and is one of the loose ends.
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

/** Leads from one part of the contracts' files to others. */
export interface SchemaReader {
  readonly sources: ReadonlyMap<string, Source>;
  /** What a reference leads to, which may be another. */
  step(part: Part): Part | undefined;
  /** Goes through `$ref`s until there is none. One that goes in a circle is undefined. */
  follow(part: Part): Part | undefined;
  /** What stands below a part, as it stands there: references lead on the way, and not at the end. */
  at(part: Part, ...steps: readonly (string | number)[]): Part | undefined;
  /** What stands below a part, references at the end followed, too. */
  child(part: Part, ...steps: readonly (string | number)[]): Part | undefined;
  /** A keyword of a schema itself: beside a reference, which in 3.1 counts, and not behind it. */
  own(schema: Part, keyword: string): Part | undefined;
  /** The schemas that a schema is made of besides its keywords: what it refers to, and `allOf`. */
  parts(schema: Part): readonly Part[];
}
