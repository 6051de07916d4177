import type { JsonValue } from '../../base/json.ts';
import { isSameJson, valueAt } from '../../base/json.ts';
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
  /** The URI that references in a schema are relative to: its `$id`, or the one around it. */
  baseOf(place: ReferenceTarget): string;
  /** The same without the schema's own `$id`. */
  baseAround(place: ReferenceTarget): string;
  /** The resources, from the document inwards, in which the resource of a base URI stands. */
  resourcesAround(base: string): readonly string[];
  /** The schemas with a `$dynamicAnchor` in the resource of a base URI, by name. */
  dynamicAnchorsIn(base: string): ReadonlyMap<string, Part>;
  /** Names that several different schemas have. */
  readonly clashes: readonly { readonly name: string; readonly place: ReferenceTarget }[];
  /** Whether a document with this URI was read, or a schema has this URI as its `$id`. */
  knows(resource: string): boolean;
}

export function createResolver(
  sources: ReadonlyMap<string, Source>,
  scans: ReadonlyMap<string, ReferenceScan>,
): Resolver {
  const { resources, anchors, dynamic, clashes } = indexNames(sources, scans);
  /** From the outermost to the innermost. */
  const basesAt = (place: ReferenceTarget, isInside: boolean): readonly string[] => {
    const { uri } = place;
    const named = scans.get(uri)?.resources ?? [];
    // Most documents have no `$id`. For them no pointer is needed, which is slow to make.
    if (named.length === 0) return [uri];
    const { pointer } = place;
    const around = named.filter((resource) => {
      const isAround = pointer.startsWith(`${resource.pointer}/`);
      return isAround || (isInside && pointer === resource.pointer);
    });
    const sorted = around.toSorted((one, other) => one.pointer.length - other.pointer.length);
    return [uri, ...sorted.map(({ base }) => base)];
  };
  const baseOf = (place: ReferenceTarget): string => basesAt(place, true).at(-1) ?? place.uri;
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
    clashes,
    baseOf,
    baseAround: (place) => basesAt(place, false).at(-1) ?? place.uri,
    resourcesAround(base) {
      const place = resources.get(base);
      return place ? basesAt(place, true) : [base];
    },
    dynamicAnchorsIn: (base) => dynamic.get(base) ?? noAnchors,
    knows: (resource) => sources.has(resource) || resources.has(resource),
  };
}

interface Names {
  readonly resources: ReadonlyMap<string, ReferenceTarget>;
  readonly anchors: ReadonlyMap<string, ReferenceTarget>;
  readonly dynamic: ReadonlyMap<string, ReadonlyMap<string, Part>>;
  readonly clashes: Resolver['clashes'];
}

function indexNames(
  sources: ReadonlyMap<string, Source>,
  scans: ReadonlyMap<string, ReferenceScan>,
): Names {
  const resources = new Map<string, ReferenceTarget>();
  const anchors = new Map<string, ReferenceTarget>();
  const dynamic = new Map<string, Map<string, Part>>();
  const clashes: { readonly name: string; readonly place: ReferenceTarget }[] = [];
  const valueOf = ({ uri, pointer }: ReferenceTarget): JsonValue =>
    valueAt(sources.get(uri)?.root ?? null, pointer) ?? null;
  const claim = (
    names: Map<string, ReferenceTarget>,
    name: string,
    place: ReferenceTarget,
  ): void => {
    const other = names.get(name);
    if (other && !isSameJson(valueOf(other), valueOf(place))) clashes.push({ name, place });
    names.set(name, place);
  };
  for (const [uri, scan] of scans) {
    for (const { base, pointer } of scan.resources) claim(resources, base, { uri, pointer });
    for (const { base, name, pointer, isDynamic } of scan.anchors) {
      const place = { uri, pointer };
      claim(anchors, `${base}#${name}`, place);
      if (!isDynamic) continue;
      const names = dynamic.get(base) ?? new Map<string, Part>();
      dynamic.set(base, names.set(name, { ...place, value: valueOf(place) }));
    }
  }
  return { resources, anchors, dynamic, clashes };
}

const noAnchors: ReadonlyMap<string, Part> = new Map();
