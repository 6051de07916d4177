import type { Collection } from '../../contract/plan/plan.ts';
import type { World } from '../../store/worlds/world.ts';
import type { SeedTools } from '../seed-tools.ts';

/**
 * Why a key that nothing has shown has no record: since the server made the first key of the
 * collection (ISO 8601), or by the rule that refuses all.
 */
export type UnknownKeyRefusal = { readonly since: string } | 'always';

/** Undefined where such a key has a record. A complete collection has what is stored, and no rule. */
export function createUnknownKeys(
  tools: Pick<SeedTools, 'unknownKeys'>,
  world: World,
): (collection: Collection) => UnknownKeyRefusal | undefined {
  return ({ name, kind, unknownKeys: rule = tools.unknownKeys }) => {
    if (kind !== 'items' || rule === 'improvise' || world.isAuthoritative(name)) return undefined;
    if (rule === 'refuse') return 'always';
    const since = world.knownSince(name);
    return since === undefined ? undefined : { since };
  };
}

/** Whether a request made a record of this key under other parents than those that were asked. */
export function isElsewhere(world: World, { name, isKeyUnique }: Collection, key: string): boolean {
  if (!isKeyUnique) return false;
  return world.namesakes(name, key).some(({ parents }) => world.isBorn(name, key, parents));
}
