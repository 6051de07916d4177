import type { Parents, CollectionShape } from './record.ts';

/** Whether two chains may be the same: a parent that nobody has named may be any. */
export function mayBeSame(left: Parents, right: Parents): boolean {
  if (left.length !== right.length) return false;
  // A loop, and no `every`: each request that looks for a record comes here.
  for (let at = 0; at < left.length; at += 1) {
    const [parent, other] = [left[at], right[at]];
    if (parent !== other && parent !== undefined && other !== undefined) return false;
  }
  return true;
}

/** Whether two chains are the same, unknown parents included. */
export function areSame(left: Parents, right: Parents): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}

/** Whether a chain has every parent that is wanted; undefined: any. */
export function isUnder(parents: Parents, wanted: Parents): boolean {
  return wanted.every((parent, index) => parent === undefined || parents[index] === parent);
}

/** One text for a chain of parents, whatever is in their names. */
export function textOfParents(parents: Parents): string {
  const [first] = parents;
  // Most chains are short, and this is asked for with every record that is looked for.
  if (parents.length === 0) return '';
  return parents.length === 1 && first !== undefined ? `.${first}` : JSON.stringify(parents);
}

/**
 * The parents that a record of another collection has in common with one of these. They are told by
 * their collections, since paths name the same parent as they like, and not every path names all.
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
