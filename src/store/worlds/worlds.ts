import { ApiError } from '../../base/errors.ts';
import type { BuilderOptions, KeptWorld, WorldBuilder, WorldInput } from './build-world.ts';
import { createBuilder } from './build-world.ts';
import type { Snapshots } from './snapshots.ts';
import type { Residence, Residences, ResidencesOptions } from './residences.ts';
import { openResidences } from './residences.ts';
import { createSnapshots, isName, nameRule, quoteName } from './snapshots.ts';
import type { WorldFacts } from './world-facts.ts';
import type { World } from './world.ts';

export type { KeptWorld, WorldBeginning, WorldInput, WorldKeeping } from './build-world.ts';

/** The worlds that requests can use: the default one, and private ones, which live in memory. */
export interface Worlds extends Pick<
  Residences,
  'list' | 'count' | 'longestUnused' | 'look' | 'clear' | 'leave'
> {
  readonly main: World;
  readonly snapshots: Snapshots;
  /** Finds a world and counts this as a use of it; undefined where none has this name. */
  find(this: void, name: string): World | undefined;
  /** Makes a private world. It replaces one of the same name only when it is opened. */
  prepare(this: void, name: string, input?: WorldInput): PreparedWorld;
  /** One that was kept is found again. Throws where it does not fit any more. */
  takeKept(this: void, name: string, found: KeptWorld): void;
  /** Makes a private world and opens it. */
  make(this: void, name: string, input?: WorldInput): World;
  /** Returns whether there was such a world. */
  drop(this: void, name: string): boolean;
  /** The same, also where it is kept. */
  dropKept(this: void, name: string): Promise<void> | undefined;
}

export interface PreparedWorld {
  readonly residence: Residence;
  /** Whether it replaces no other world. */
  readonly isNew: boolean;
  open(this: void): World;
  /** The same, also where it is kept: one of its name stays where that fails. Undefined: it is there. */
  openKept(this: void): Promise<void> | undefined;
}

export interface WorldsOptions extends ResidencesOptions, BuilderOptions {}

/** The name of the default world, the only one that is stored on disk. */
export const mainName = 'default';

const mostSnapshots = 1000;

export function createWorlds(options: WorldsOptions): Worlds {
  const { main, now, keeping } = options;
  const drop = (name: string): void => void keeping?.dropWorld(name).catch(leaveToNext);
  const residences = openResidences({ ...options, onDrop: drop });
  const snapshots = createSnapshots(mostSnapshots, keeping);
  const build = createBuilder(options);
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
    prepare: createPrepare(options, { residences, snapshots, build }),
    takeKept(name, { idle, ...kept }) {
      const { found, beginning } = kept;
      const { from, madeAt } = found.head;
      const { world, fill } = build.makeAgain({ name, ...kept });
      const former = residences.look(name);
      if (former && idle === undefined) {
        // Those are as they were, unless this is another world of its name.
        if (former.madeAt === madeAt) world.takeFacts(factsOf(former.world));
        residences.exchange({ world, from, madeAt, usedAt: former.usedAt });
        return fill();
      }
      const arrange = beginning?.arrange(name);
      residences.moveIn({ world, from, madeAt, usedAt: now() - (idle ?? 0) }, idle);
      try {
        // Its room counts where it lives.
        fill();
      } catch (error) {
        residences.leave(name);
        throw error;
      }
      return arrange?.();
    },
    make: (name, input) => worlds.prepare(name, input).open(),
    drop(name) {
      assertPrivate(name);
      return residences.drop(name);
    },
    dropKept(name) {
      assertPrivate(name);
      if (!keeping) return void residences.leave(name);
      const store = (): Promise<void> => keeping.dropWorld(name);
      return unlessRefused(residences.look(name), store).then(() => void residences.leave(name));
    },
  };
  return worlds;
}

interface Preparing {
  readonly residences: Residences;
  readonly snapshots: Snapshots;
  readonly build: WorldBuilder;
}

function createPrepare(
  { limits, now, keeping }: WorldsOptions,
  { residences, snapshots, build }: Preparing,
): Worlds['prepare'] {
  return (name, input = {}) => {
    const { from, beginning } = input;
    assertPrivate(name);
    const origin = from === undefined ? undefined : snapshots.get(from).state;
    const isNew = !residences.look(name);
    if (!residences.hasPlaceFor(name)) throw refuseMore(limits.most);
    const time = now();
    const { world, begin } = build.make({ ...input, name, origin, madeAt: time });
    const residence = { world, from, madeAt: time, usedAt: time };
    const moveIn = (arrange: (() => void) | undefined): World => {
      residences.moveIn(residence);
      arrange?.();
      return world;
    };
    return {
      residence,
      isNew,
      open: () => moveIn(beginning?.arrange(name)),
      openKept() {
        const arrange = beginning?.arrange(name);
        const open = (): World => moveIn(arrange);
        if (!keeping) return void open();
        const store = async (): Promise<void> => {
          await begin();
          // Others may have been made meanwhile.
          if (residences.hasPlaceFor(name)) return;
          await keeping.dropWorld(name);
          throw refuseMore(limits.most);
        };
        return unlessRefused(residences.look(name), store).then(() => void open());
      },
    };
  };
}

function factsOf({ clock, credentials }: World): WorldFacts {
  return { clock: clock.save() ?? null, credentials: credentials.save() };
}

/** Meanwhile nothing changes the former world. It goes on where the task is refused. */
async function unlessRefused(
  former: Residence | undefined,
  task: () => Promise<void>,
): Promise<void> {
  const goOn = former?.world.retire();
  try {
    // What is under way for it must not come later.
    await former?.world.durable()?.catch(leaveToCaller);
    await task();
  } catch (error) {
    goOn?.();
    throw error;
  }
}

function leaveToCaller(): void {
  // The request that has made the change is told.
}

function leaveToNext(): void {
  // The next owner finds that it was idle.
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
