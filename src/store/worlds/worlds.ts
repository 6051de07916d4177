import { ApiError } from '../../base/errors.ts';
import type { Credential, CredentialBook } from '../credentials/credentials.ts';
import { createBook } from '../credentials/credentials.ts';
import { createDatabase } from '../database.ts';
import type { ClockSetting } from './clock.ts';
import { createClock } from './clock.ts';
import type { State } from '../state/state.ts';
import type { Snapshots } from './snapshots.ts';
import type { Residence, Residences, ResidencesOptions } from './residences.ts';
import { openResidences } from './residences.ts';
import type { Room } from './room.ts';
import { createSnapshots, isName, nameRule, quoteName } from './snapshots.ts';
import type { World } from './world.ts';
import { createWorld } from './world.ts';

/** The worlds that requests can use: the default one, and private ones, which live in memory. */
export interface Worlds extends Pick<
  Residences,
  'list' | 'count' | 'longestUnused' | 'look' | 'clear'
> {
  readonly main: World;
  readonly snapshots: Snapshots;
  /** Finds a world and counts this as a use of it; undefined where none has this name. */
  find(this: void, name: string): World | undefined;
  /** Makes a private world. It replaces one of the same name only when it is opened. */
  prepare(this: void, name: string, input?: WorldInput): PreparedWorld;
  /** Makes a private world and opens it. */
  make(this: void, name: string, input?: WorldInput): World;
  /** Returns whether there was such a world. */
  drop(this: void, name: string): boolean;
}

/** How to make a private world. */
export interface WorldInput {
  /** The name of the snapshot that it starts from. Default: the fixtures. */
  readonly from?: string | undefined;
  readonly seed?: string | undefined;
  readonly clock?: ClockSetting | undefined;
  /** Instead of `from`. Its clock counts unless the input has one. */
  readonly beginning?: WorldBeginning | undefined;
  /** Whether no request may change it. */
  readonly isReadOnly?: boolean | undefined;
  /** How much may be added to it. Default: anything. */
  readonly room?: Room | undefined;
}

/** What a world begins with, and goes back to on a reset, where a scenario says so. */
export interface WorldBeginning {
  readonly scenario: string;
  /** The same text for the same content. */
  readonly fingerprint: string;
  readonly base: State;
  readonly seed: string;
  readonly clock: ClockSetting | undefined;
  /** Besides those of the credentials file. */
  readonly credentials: readonly Credential[];
  /** Prepares what else the scenario says of a world; the result puts it in place. */
  arrange(this: void, world: string): () => void;
}

export interface PreparedWorld {
  readonly residence: Residence;
  /** Whether it replaces no other world. */
  readonly isNew: boolean;
  open(this: void): World;
}

export interface WorldsOptions extends ResidencesOptions {
  readonly main: World;
  /** The state of the fixtures. Default: that with which the default world begins. */
  readonly base?: State | undefined;
  /** The seed of the server. Default: that of the default world. */
  readonly seed?: string | undefined;
  /** The credentials of the credentials file, which are valid in each new world. */
  readonly credentials: CredentialBook;
  /** Called with the value of each credential that is minted in a private world. */
  readonly onMint?: ((value: string, world: string) => void) | undefined;
}

/** The name of the default world, the only one that is stored on disk. */
export const mainName = 'default';

const mostSnapshots = 1000;

export function createWorlds(options: WorldsOptions): Worlds {
  const { main, limits, now, base: fixtures = main.base, seed: usualSeed = main.seed } = options;
  const residences = openResidences(options);
  const snapshots = createSnapshots(mostSnapshots);
  const worlds: Worlds = {
    ...residences,
    main,
    snapshots,
    find(name) {
      if (name === mainName) return main;
      const world = residences.visit(name);
      if (!world) readWorldName(name);
      return world;
    },
    prepare(name, input = {}) {
      const { from, seed, clock, beginning, isReadOnly, room } = input;
      assertPrivate(name);
      const base = beginning?.base ?? (from === undefined ? fixtures : snapshots.get(from).state);
      const isNew = !residences.look(name);
      if (!residences.hasPlaceFor(name)) throw refuseMore(limits.most);
      const world = createWorld({
        name,
        seed: seed ?? beginning?.seed ?? usualSeed,
        scenario: beginning?.scenario,
        isReadOnly,
        room,
        clock: createClock(clock ?? beginning?.clock, now),
        credentials: createBook(beginning?.credentials ?? [], options.credentials, (value) =>
          options.onMint?.(value, name),
        ),
        base,
        database: createDatabase(base),
        onReset() {
          options.onLeave?.(name);
          beginning?.arrange(name)();
        },
        onNotice: options.onNotice,
      });
      const time = now();
      const residence = { world, from, madeAt: time, usedAt: time };
      return {
        residence,
        isNew,
        open() {
          const arrange = beginning?.arrange(name);
          residences.moveIn(residence);
          arrange?.();
          return world;
        },
      };
    },
    make: (name, input) => worlds.prepare(name, input).open(),
    drop(name) {
      assertPrivate(name);
      return residences.drop(name);
    },
  };
  return worlds;
}

/** The name of the private world that a text names; undefined: the default world. */
export function readWorldName(text: string): string | undefined {
  if (text === mainName) return undefined;
  if (isName(text)) return text;
  throw new ApiError('invalid-world', `${quoteName(text)} names no world: ${nameRule}.`);
}

function assertPrivate(name: string): void {
  if (readWorldName(name) !== undefined) return;
  const detail = `"${mainName}" is the world that is kept: it can be reset, but not made anew or dropped.`;
  throw new ApiError('invalid-world', detail);
}

function refuseMore(most: number): ApiError {
  const detail = `There ${most === 1 ? 'is 1 world' : `are ${most} worlds`}, as many as --max-worlds allows. Drop one (DELETE /worlds/<name> of the control API), or wait until one has been idle for as long as --world-idle says.`;
  return new ApiError('too-many-worlds', detail);
}
