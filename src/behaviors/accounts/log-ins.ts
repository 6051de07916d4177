import { createHmac } from 'node:crypto';

import type { JsonValue } from '../../base/json.ts';
import { freezeJson } from '../../base/json.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Item } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { WorldContext } from '../world-context.ts';

/** A person who can log in, as the collection of log-ins keeps it. */
export interface LogIn {
  readonly key: string;
  readonly names: readonly string[];
  /** A hash; undefined for a person who never signed up, and was only logged out. */
  readonly password: string | undefined;
  /** Logging out begins a new one: tokens of those before have ended. */
  readonly generation: number;
  /** The largest is who logged in last; 0 where that was never asked. */
  readonly entered: number;
  /** Whether another client made this person: a client without a token of ours is not this one. */
  readonly isMadeByOther?: boolean;
}

export function hash({ seed }: World, key: string, password: string): string {
  return createHmac('sha256', seed).update(`${key}\n${password}`).digest('hex');
}

/** The log-ins of people who are still there. */
export function listLogIns(
  collection: Collection,
  { world, existing }: WorldContext,
): readonly LogIn[] {
  const parents = noParents(collection);
  return readLogIns(collection, world).filter(
    ({ key }) => existing.find(collection, key, parents) !== undefined,
  );
}

/** Of all that are kept, those with this name. */
export function logInsNamed(
  { logIns = '' }: Collection,
  world: World,
  name: string,
): readonly LogIn[] {
  const items = [...world.items(logIns)].filter(({ body: { names } }) => isAmong(names, name));
  return items.map(readLogIn);
}

function isAmong(names: JsonValue | undefined, name: string): boolean {
  return Array.isArray(names) && names.includes(name);
}

/** All that are kept, also of people who are gone. */
export function readLogIns({ logIns = '' }: Collection, world: World): readonly LogIn[] {
  return [...world.items(logIns)].map(readLogIn);
}

export function logInOf({ logIns = '' }: Collection, world: World, key: string): LogIn {
  const item = world.find(logIns, key, []);
  return item
    ? readLogIn(item)
    : { key, names: [], password: undefined, generation: 0, entered: 0 };
}

function readLogIn({ key, body }: Item): LogIn {
  const { names, password, generation, entered, isMadeByOther } = body;
  return {
    key,
    names: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
    password: typeof password === 'string' ? password : undefined,
    generation: typeof generation === 'number' ? generation : 0,
    entered: typeof entered === 'number' ? entered : 0,
    isMadeByOther: isMadeByOther === true,
  };
}

export function keepLogIn(
  { logIns = '' }: Collection,
  world: World,
  { key, names, password, generation, entered, isMadeByOther }: LogIn,
): Promise<void> | undefined {
  const before = world.find(logIns, key, []);
  const body = freezeJson({
    id: key,
    names,
    ...(password === undefined ? {} : { password }),
    generation,
    ...(entered === 0 ? {} : { entered }),
    ...(isMadeByOther === true && { isMadeByOther }),
  });
  return world.commit([{ collection: logIns, before, after: { key, parents: [], body } }]);
}

export function noParents({ parents }: Collection): readonly undefined[] {
  return parents.map(() => undefined);
}
