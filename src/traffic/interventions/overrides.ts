import { ApiError, refuseInBody, endSentence } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { OverrideDocument } from '../documents.ts';
import type { HeldOverride, OverrideList } from './override-list.ts';
import { describeHeld, mostOverrides } from './override-list.ts';
import type { Override, OverrideRules } from './read-override.ts';
import { readOverride } from './read-override.ts';

/** The overrides of all worlds, as tests arrange them. */
export interface Overrides {
  /** Holds an override, a value that the caller never changes, to the contract; it applies after `open`. Throws if it is invalid. */
  prepare(this: void, input: OverrideDocument, home: OverrideHome): PreparedOverride;
  /** Those that apply in a world, in the order in which they are tried. */
  list(this: void, world: string): readonly JsonObject[];
  /** Throws if there is no override with this id. */
  get(this: void, world: string, id: string): JsonObject;
  /** Returns whether there was one. */
  remove(this: void, world: string, id: string): boolean;
  /** The overrides that the current contract does not allow, and why. */
  listMisfits(this: void): readonly OverrideMisfit[];
  clear(this: void, world: string): void;
}

/** A stored override that the current contract does not allow. */
export interface OverrideMisfit {
  readonly id: string;
  /** The world that it belongs to. */
  readonly home: string;
  readonly reason: string;
}

/** Where a client adds an override. */
export interface OverrideHome {
  /** Its world, unless the override names another. */
  readonly world: string;
  /** Its id, which may replace an override; undefined: the input's id, or a new one. */
  readonly id?: string | undefined;
}

export interface PreparedOverride {
  readonly id: string;
  /** Which operations it leaves alone; undefined: none that it is for. */
  readonly notice: string | undefined;
  /** Whether it replaces no other override. */
  readonly isNew: boolean;
  describe(this: void): JsonObject;
  open(this: void): void;
  /** To how many requests it applied, in all worlds together. */
  hits(this: void): number;
  /** Returns whether it was still stored. */
  remove(this: void): boolean;
}

export interface OverridesOptions extends OverrideRules {
  /** The default world: overrides for every world belong to it. */
  readonly mainWorld: string;
  hasWorld(this: void, name: string): boolean;
}

export function createOverrides(overrideList: OverrideList, options: OverridesOptions): Overrides {
  return {
    prepare: (input, home) => prepare(input, home, overrideList, options),
    list: (world) => overrideList.listIn(world).map((one) => describeHeld(one, world)),
    get(world, id) {
      const found = overrideList.find(world, id);
      if (found) return describeHeld(found, world);
      throw refuseUnknown(id, world, overrideList.listIn(world));
    },
    remove(world, id) {
      const found = overrideList.find(world, id);
      return found !== undefined && overrideList.drop((one) => one === found);
    },
    listMisfits: () => overrideList.held().flatMap((one) => findMisfit(one, options)),
    clear: (world) => void overrideList.drop((one) => one.home === world),
  };
}

/** An override that was held to the contract, and its id. */
export interface ReadyOverride {
  readonly id: string;
  readonly input: OverrideDocument;
  readonly override: Override;
}

/**
 * Prepares overrides of a world that replace all that it has; the result puts them in place. Throws
 * where there is no room for all of them.
 */
export function placeOverrides(
  overrideList: OverrideList,
  world: string,
  ready: readonly ReadyOverride[],
): () => void {
  const all = ready.map(({ id, input, override }): HeldOverride => {
    const size = JSON.stringify(input).length;
    const serial = overrideList.nextSerial();
    return { ...override, id, home: world, world, input, size, serial, tallies: new Map() };
  });
  const size = all.reduce((sum, one) => sum + one.size, 0);
  const others = overrideList.held().filter(({ home }) => home !== world).length;
  const [first] = all;
  const isTooLarge = first !== undefined && !overrideList.hasRoomFor({ ...first, size }, first);
  if (isTooLarge || others + all.length > mostOverrides) throw refuseMore();
  return () => {
    for (const one of all) overrideList.put(one);
  };
}

function prepare(
  input: OverrideDocument,
  asked: OverrideHome,
  overrideList: OverrideList,
  options: OverridesOptions,
): PreparedOverride {
  const override = readOverride(input, options);
  const { home, world, id: requested } = readPlace(input, asked, options);
  const id = asked.id ?? requested ?? findFreeId(overrideList.held(), home);
  const before = overrideList.findAt(home, id);
  if (before && asked.id === undefined) throw refuseTwin(id);
  const size = JSON.stringify(input).length;
  const next: HeldOverride = {
    ...override,
    id,
    home,
    world,
    input,
    size,
    serial: overrideList.nextSerial(),
    tallies: new Map(),
  };
  if (!overrideList.hasRoomFor(next, before)) throw refuseMore();
  return {
    id,
    isNew: !before,
    notice: override.notice,
    describe: () => ({
      ...describeHeld(next, asked.world),
      ...(override.notice !== undefined && { notice: override.notice }),
    }),
    open: () => overrideList.put(next),
    hits: () => [...next.tallies.values()].reduce((sum, { hits }) => sum + hits, 0),
    remove: () => overrideList.drop((one) => one === next),
  };
}

function findMisfit(
  { id, home, input }: HeldOverride,
  options: OverridesOptions,
): readonly OverrideMisfit[] {
  try {
    readOverride(input, options);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [{ id, home, reason: error.message }];
  }
}

interface OverridePlace {
  readonly id: string | undefined;
  readonly home: string;
  readonly world: string | undefined;
}

/** Overrides for every world belong to the default world, which is never removed. */
function readPlace(
  input: OverrideDocument,
  home: OverrideHome,
  { mainWorld, hasWorld }: OverridesOptions,
): OverridePlace {
  const { id, world = home.world } = input;
  if (id !== undefined && home.id !== undefined && id !== home.id) {
    throw refuseInBody('/id', `must be "${home.id}", as in the path, or be left out`, 'const');
  }
  if (world === '') throw refuseInBody('/world', 'must be a text of 1 to 64 characters', 'type');
  if (world === '*') return { id, home: mainWorld, world: undefined };
  if (world === home.world || hasWorld(world)) return { id, home: world, world };
  const message = `there is no world "${world}": make it first (PUT /worlds/${world} of the control API), or say "*" for every world`;
  throw refuseInBody('/world', message, 'world');
}

/** The same steps in a world give the same ids, because random draws depend on the id. */
function findFreeId(held: readonly HeldOverride[], home: string): string {
  const taken = new Set<string>();
  for (const one of held) if (one.home === home || one.world === undefined) taken.add(one.id);
  for (let number = 1; ; number += 1) {
    const id = `override-${number}`;
    if (!taken.has(id)) return id;
  }
}

function refuseTwin(id: string): ApiError {
  const detail = `There is an override "${id}" already: PUT /overrides/${id} of the control API puts another in its place.`;
  return new ApiError('record-exists', detail);
}

function refuseMore(): ApiError {
  const detail = `There are ${mostOverrides} overrides, or more than 64 MiB of them. DELETE /overrides of the control API removes those of a world, DELETE /overrides/<id> one.`;
  return new ApiError('too-many-overrides', detail);
}

function refuseUnknown(id: string, world: string, others: readonly HeldOverride[]): ApiError {
  const ids = others.map((one) => one.id);
  const detail = `There is no override "${id}" in the world "${world}": ${suggestNames(id, ids)}`;
  return new ApiError('unknown-override', endSentence(detail));
}
