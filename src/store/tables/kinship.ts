import { isUnder, mayBeSame, textOfParents } from '../parents.ts';
import type { Parents } from '../record.ts';
import type { Ordered } from './ordered.ts';
import type { Family } from './table-index.ts';

type Families = Ordered<string, Family>;

/** The families whose chains begin with these parents; undefined: any. */
export function findFamilies(families: Families, wanted: Parents): readonly Family[] {
  const unknown = wanted.indexOf(undefined);
  const begin = unknown < 0 ? wanted : wanted.slice(0, unknown);
  return collect(families, [begin], ({ parents }) => isUnder(parents, wanted));
}

/**
 * The families right below a record or further down, by the chain that it ends. Above it a parent that
 * nobody has named, here or there, may be any.
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

/** The families whose parents may be these: one that is not named, here or there, may be any. */
export function findAlike(families: Families, chain: Parents): readonly Family[] {
  return collect(families, beginnings(chain), ({ parents }) => mayBeSame(parents, chain));
}

/** What the chains may begin with; shorter where a parent is not known. */
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

/** Those that begin so stand together, so that the others need not be looked at. */
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

/** With what the texts of longer chains begin: see `textOfParents`. */
function startOf(begin: Parents): string {
  return begin.length === 0 ? '' : JSON.stringify(begin).slice(0, -1);
}
