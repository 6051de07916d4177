import type { Documents, Part } from '../load/documents.ts';

/**
 * The resources that a run has entered through references, as far as a `$dynamicRef` may lead to
 * them. A scope never changes, and equal ones are the same object, so that verdicts can be kept by it.
 */
export interface DynamicScope {
  /** The schema with a `$dynamicAnchor` of this name in the first resource that has one. */
  find(name: string): Part | undefined;
  enter(base: string): DynamicScope;
}

export function createDynamicScope({ resolver }: Documents): DynamicScope {
  const scopeOf = (bound: ReadonlyMap<string, Part>): DynamicScope => {
    const known = new Map<string, DynamicScope>();
    const scope: DynamicScope = {
      find: (name) => bound.get(name),
      enter(base) {
        const before = known.get(base);
        if (before) return before;
        const anchors = [...resolver.dynamicAnchorsIn(base)].filter(([name]) => !bound.has(name));
        const next = anchors.length === 0 ? scope : scopeOf(new Map([...bound, ...anchors]));
        known.set(base, next);
        return next;
      },
    };
    return scope;
  };
  return scopeOf(new Map());
}

/** The resources that a check enters inside one schema, down to the base URI of a part of it. */
export function resourcesBetween(
  { resolver }: Documents,
  outer: string,
  inner: string,
): readonly string[] {
  if (outer === inner) return [];
  const chain = resolver.resourcesAround(inner);
  return chain.slice(chain.indexOf(outer) + 1);
}

/** The name by which a `$dynamicRef` looks for its target; undefined: it is like a `$ref`. */
export function dynamicNameOf(
  { resolver }: Documents,
  ref: string,
  target: Part,
): string | undefined {
  const name = decodeURIComponent(ref.slice(ref.indexOf('#') + 1));
  const named = resolver.dynamicAnchorsIn(resolver.baseOf(target)).get(name);
  return ref.includes('#') && named?.value === target.value ? name : undefined;
}
