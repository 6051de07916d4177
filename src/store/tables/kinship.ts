import { isUnder, mayBeSame, textOfParents } from '../parents.ts';
import type { Parents } from '../record.ts';
import type { Ordered } from './ordered.ts';
import type { Family } from './table-index.ts';

type Families = Ordered<string, Family>;

/** The families that have these parents; undefined: any. */
export function findFamilies(families: Families, wanted: Parents): readonly Family[] {
  const unknown = wanted.indexOf(undefined);
  const begin = unknown < 0 ? wanted : wanted.slice(0, unknown);
  return collect(families, [begin], ({ parents }) => isUnder(parents, wanted));
}

/**
 * The families below a record, at any depth. The chain is the record's parents and its key. Above
 * the record an undefined parent, in the chain or in the family, matches any.
 */
export function findBelow(families: Families, chain: Parents): readonly Family[] {
  const last = chain.length - 1;
  const above = chain.slice(0, last);
  const begins = beginnings(above).map((begin) =>
    begin.length === last ? [...begin, chain[last]] : begin,
  );
  return collect(families, begins, ({ parents }) => {
    return parents[last] === chain[last] && mayBeSame(parents.slice(0, last), above);
  });
}

/** The families whose parents may be these: an undefined parent, on either side, matches any. */
export function findAlike(families: Families, chain: Parents): readonly Family[] {
  return collect(families, beginnings(chain), ({ parents }) => mayBeSame(parents, chain));
}

/**
 * The beginnings that matching chains may have, since each parent may also be undefined there. They
 * end before the first undefined parent of this chain.
 */
function beginnings(chain: Parents): readonly Parents[] {
  let found: readonly Parents[] = [[]];
  for (const parent of chain) {
    if (parent === undefined) return found;
    found = found.flatMap((one) => [
      [...one, parent],
      [...one, undefined],
    ]);
  }
  return found;
}

/** Families with the same beginning are neighbours in the map: this looks at no others. */
function collect(
  families: Families,
  begins: readonly Parents[],
  isWanted: (family: Family) => boolean,
): readonly Family[] {
  const length = lengthIn(families);
  const found: Family[] = [];
  for (const begin of begins) {
    if (begin.length === length) {
      const family = families.get(textOfParents(begin));
      if (family && isWanted(family)) found.push(family);
      continue;
    }
    const start = startOf(begin);
    for (const [place, family] of families.entries(start)) {
      if (!place.startsWith(start)) break;
      if (isWanted(family)) found.push(family);
    }
  }
  return found;
}

function lengthIn(families: Families): number {
  const [some] = families.values();
  return some?.parents.length ?? 0;
}

/** The beginning of the texts of all longer chains: see `textOfParents`. */
function startOf(begin: Parents): string {
  return begin.length === 0 ? '' : JSON.stringify(begin).slice(0, -1);
}
