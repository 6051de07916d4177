import type { JsonObject } from '../base/json.ts';
import { defineMember } from '../base/json.ts';
import type { CollectionShape, Parents } from './record.ts';

/** Whether two chains may be the same: an undefined parent matches any. */
export function mayBeSame(left: Parents, right: Parents): boolean {
  if (left.length !== right.length) return false;
  // A loop is faster than `every`, and each request that looks for a record calls this.
  for (let at = 0; at < left.length; at += 1) {
    const [parent, other] = [left[at], right[at]];
    if (parent !== other && parent !== undefined && other !== undefined) return false;
  }
  return true;
}

/** Whether two chains are the same; undefined matches only undefined. */
export function areSame(left: Parents, right: Parents): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}

/** Whether a chain has every wanted parent; undefined: any. */
export function isUnder(parents: Parents, wanted: Parents): boolean {
  return wanted.every((parent, index) => parent === undefined || parents[index] === parent);
}

/** The parents by the names that a collection gives them; the unknown ones are left out. */
export function nameParents(names: readonly string[], parents: Parents): JsonObject {
  const named: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const parent = parents[at];
    if (parent !== undefined) defineMember(named, name, parent);
  }
  return named;
}

/** The reverse: undefined for a name that is missing. */
export function readNamedParents(names: readonly string[], named: JsonObject): Parents {
  return names.map((name) => {
    const parent = Object.hasOwn(named, name) ? named[name] : undefined;
    return typeof parent === 'string' ? parent : undefined;
  });
}

/** A text that is different for each chain of parents, whatever characters their keys have. */
export function textOfParents(parents: Parents): string {
  const [first] = parents;
  // Short chains have a faster way: most are short, and every search for a record calls this.
  if (parents.length === 0) return '';
  return parents.length === 1 && first !== undefined ? `.${first}` : JSON.stringify(parents);
}

/**
 * Converts the parents of a record of one collection (`from`) to the chain that records of another
 * (`to`) have; undefined for a parent that `from` does not have. It compares the collections of the
 * parents, since paths give the same parent different names, and not every path names all parents.
 */
export function alignParents(
  from: Pick<CollectionShape, 'parents'>,
  parents: Parents,
  to: Pick<CollectionShape, 'parents'>,
): Parents {
  const left = new Set(parents.keys());
  return to.parents.map((wanted) => {
    const index = [...left].find((at) => {
      const parent = from.parents[at];
      return wanted.collection === undefined
        ? parent?.collection === undefined
        : parent?.collection === wanted.collection;
    });
    if (index === undefined) return undefined;
    left.delete(index);
    return parents[index];
  });
}
