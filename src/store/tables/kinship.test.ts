import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isUnder, mayBeSame, textOfParents } from '../parents.ts';
import type { Parents } from '../record.ts';
import { findAlike, findBelow, findFamilies } from './kinship.ts';
import type { Ordered } from './ordered.ts';
import type { Family } from './table-index.ts';
import { attach, createTableIndex } from './table-index.ts';

const name = fc.constantFrom('a', 'ab', 'a"', 'null', ',', ']', '');
const parent = fc.oneof(name, fc.constant(undefined));
const chainOf = (length: number): fc.Arbitrary<Parents> =>
  fc.array(parent, { minLength: length, maxLength: length });
const setting = fc.integer({ min: 1, max: 3 }).chain((length) =>
  fc.record({
    chains: fc.array(chainOf(length), { maxLength: 30 }),
    wanted: fc.array(parent, { maxLength: length }),
    last: name,
  }),
);

function familiesOf(chains: readonly Parents[]): Ordered<string, Family> {
  const tableIndex = createTableIndex();
  for (const [rank, parents] of chains.entries())
    attach(tableIndex, rank, { key: String(rank), parents, body: {} });
  return tableIndex.families;
}

function textsOf(families: Iterable<Family>): readonly string[] {
  return [...families].map(({ parents }) => textOfParents(parents)).toSorted();
}

describe('families', () => {
  it('under some parents are those that a look at all of them finds', () => {
    fc.assert(
      fc.property(setting, ({ chains, wanted }) => {
        const families = familiesOf(chains);
        const under = [...families.values()].filter(({ parents }) => isUnder(parents, wanted));
        expect(textsOf(findFamilies(families, wanted))).toEqual(textsOf(under));
      }),
    );
  });

  it('that may be the same are those that a look at all of them finds', () => {
    fc.assert(
      fc.property(setting, ({ chains, wanted }) => {
        const families = familiesOf(chains);
        const chain = chains[0]?.map((one, at) => wanted[at] ?? one) ?? [];
        const alike = [...families.values()].filter(({ parents }) => mayBeSame(parents, chain));
        expect(textsOf(findAlike(families, chain))).toEqual(textsOf(alike));
      }),
    );
  });

  it('below a record are those that a look at all of them finds', () => {
    fc.assert(
      fc.property(setting, ({ chains, wanted, last }) => {
        const families = familiesOf(chains);
        const chain = [...wanted.slice(1), last];
        const end = chain.length - 1;
        const below = [...families.values()].filter(
          ({ parents }) =>
            parents[end] === last && mayBeSame(parents.slice(0, end), chain.slice(0, end)),
        );
        expect(textsOf(findBelow(families, chain))).toEqual(textsOf(below));
      }),
    );
  });
});
