import { chooseBodyMedia } from './bodies.ts';
import type { Deed } from './find-flows.ts';
import { deedsOf } from './find-flows.ts';
import { listAll } from './lists.ts';
import { Miss } from './miss.ts';
import type { Chain } from './records.ts';
import { keyIn, makeRecord } from './records.ts';
import type { Ring } from './ring.ts';

/** Finds parents for what is to be made, the same ones for the same number. */
export interface Parents {
  /** A chain of parents for the records that an operation makes; others for the last of them. */
  chainFor(create: Deed, variant: number): Promise<Chain>;
}

export function createParents(ring: Ring): Parents {
  const known = new Map<string, Promise<string | undefined>>();

  /** A record that exists under these parents: made, else listed. */
  const findRecord = async (
    collection: Deed['target']['collection'],
    chain: Chain,
    variant: number,
  ): Promise<string | undefined> => {
    const { contract } = ring.runtime;
    for (const create of deedsOf(contract, collection, 'create', chain)) {
      const [read] = deedsOf(contract, collection, 'read', chain);
      const key = await attempt(async () => {
        const isBodied = chooseBodyMedia(create.operation) !== undefined;
        const made = await makeRecord(ring, create, chain, isBodied ? `p${variant}` : '', read);
        return made.key;
      });
      if (key !== undefined) return key;
    }
    for (const list of deedsOf(contract, collection, 'list', chain)) {
      const key = await attempt(async () => {
        const elements = await listAll(ring, list, chain, {});
        return keyIn(elements?.[variant], list);
      });
      if (key !== undefined) return key;
    }
    return undefined;
  };

  return {
    async chainFor({ operation, target }, variant) {
      const last = operation.pathNames.length - 1;
      const values = await usualValues(ring, operation, 0);
      const others = variant === 0 ? values : await usualValues(ring, operation, variant);
      const filled: (string | undefined)[] = [];
      for (const [index] of operation.pathNames.entries()) {
        const own = index === last ? variant : 0;
        const ancestor = target.ancestors.find(({ key }) => key === index);
        filled[index] = (own === 0 ? values : others)[index];
        if (!ancestor) continue;
        const above = ancestor.parents.map((at) => (at === undefined ? undefined : filled[at]));
        const place = JSON.stringify([ancestor.collection.name, above, own]);
        const found = known.get(place) ?? findRecord(ancestor.collection, above, own);
        known.set(place, found);
        filled[index] = (await found) ?? filled[index];
      }
      return target.parents.map((at) => (at === undefined ? undefined : filled[at]));
    },
  };
}

/** Values that the contract allows for the parameters of a path, whether or not they mean anything. */
async function usualValues(
  ring: Ring,
  operation: Deed['operation'],
  variant: number,
): Promise<readonly string[]> {
  const { path } = await ring.write(operation, { variant });
  const pattern = operation.path
    .replace(/[?#].*$/, '')
    .split(/\{[^{}]*\}/)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]+)');
  const values = new RegExp(`^${pattern}$`).exec(path.split('?')[0] ?? '')?.slice(1) ?? [];
  return values.map((value) => decodeURIComponent(value));
}

/** What can't be had is no miss of the flow that would have used it: it has one of its own. */
async function attempt(find: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Miss) return undefined;
    throw error;
  }
}
