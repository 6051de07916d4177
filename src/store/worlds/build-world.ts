import type { CredentialBook } from '../credentials/book.ts';
import type { Credential } from '../credentials/credential.ts';
import { createBook } from '../credentials/book.ts';
import type { Database } from '../database.ts';
import { createDatabase } from '../database.ts';
import { listChangedRecords } from '../state/changed-records.ts';
import type { State } from '../state/state.ts';
import type { Clock, ClockSetting } from './clock.ts';
import { createClock } from './clock.ts';
import type { KeptText, WorldHead, WorldText } from './kept-world.ts';
import { createWorldAdapter, replayWorld } from './kept-world.ts';
import type { World } from './world.ts';
import { createWorld } from './world.ts';
import type { ResidencesOptions } from './residences.ts';
import type { Room } from './room.ts';
import type { SnapshotKeeping } from './snapshots.ts';
import type { WorldFacts } from './world-facts.ts';

/** A private world as it was kept. */
export interface KeptWorld {
  readonly text: KeptText;
  /** What the text says. */
  readonly found: WorldText;
  /** The state of the snapshot that it says; undefined: none. */
  readonly origin: State | undefined;
  /** The scenario that it says; undefined: none. */
  readonly beginning: WorldBeginning | undefined;
  /** For how long it was not used, in milliseconds; undefined: it goes on here. */
  readonly idle: number | undefined;
  readonly room: Room | undefined;
}

/** Where private worlds and snapshots outlive this process. Promises reject with a refusal. */
export interface WorldKeeping extends SnapshotKeeping {
  /** Resolves with a name for a state with which worlds begin, when it is kept. */
  keepBase(this: void, state: State): Promise<string>;
  /** A text for a new world. */
  openWorld(this: void, name: string): KeptText;
  dropWorld(this: void, name: string): Promise<void>;
  keepFacts(this: void, name: string, facts: WorldFacts): Promise<void>;
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
  /** The network of the visitor whom it is for. */
  readonly network?: string | undefined;
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

export interface BuilderOptions extends Pick<ResidencesOptions, 'now' | 'onLeave' | 'onNotice'> {
  readonly main: World;
  /** The state of the fixtures. Default: that with which the default world begins. */
  readonly base?: State | undefined;
  /** The seed of the server. Default: that of the default world. */
  readonly seed?: string | undefined;
  /** The credentials of the credentials file, which are valid in each new world. */
  readonly credentials: CredentialBook;
  /** Called with the value of each credential that is minted in a private world. */
  readonly onMint?: ((value: string, world: string) => void) | undefined;
  /** Default: they end with this process. */
  readonly keeping?: WorldKeeping | undefined;
}

interface NewWorld extends WorldInput {
  readonly name: string;
  /** The state of the snapshot that it is made from. */
  readonly origin: State | undefined;
  readonly madeAt: number;
}

type FoundWorld = Omit<KeptWorld, 'idle'> & { readonly name: string };

/** Makes private worlds. */
export interface WorldBuilder {
  /** `begin` stores it as it is. */
  make(this: void, input: NewWorld): { readonly world: World; readonly begin: () => Promise<void> };
  /** Makes one of what was kept of it. `fill`: what it has counts in its room; throws where that is too much. */
  makeAgain(this: void, found: FoundWorld): { readonly world: World; readonly fill: () => void };
}

export function createBuilder(options: BuilderOptions): WorldBuilder {
  const { main, now, keeping, base: fixtures = main.base, seed: usualSeed = main.seed } = options;
  const build = ({ name, beginning, text, madeAt, ...parts }: Parts): World =>
    createWorld({
      ...parts,
      name,
      scenario: beginning?.scenario,
      credentials: createBook(beginning?.credentials ?? [], options.credentials, (value) =>
        options.onMint?.(value, name),
      ),
      keepFacts:
        keeping &&
        (async (facts) => {
          await beginText(text, parts.database);
          await keeping.keepFacts(name, { ...facts, madeAt });
        }),
      onReset() {
        options.onLeave?.(name);
        beginning?.arrange(name)();
      },
      onNotice: options.onNotice,
    });
  return {
    make(input) {
      const { name, beginning, origin, isReadOnly, room, madeAt } = input;
      const parts = { name, beginning, isReadOnly, room, madeAt };
      const seed = input.seed ?? beginning?.seed ?? usualSeed;
      const base = beginning?.base ?? origin ?? fixtures;
      const clock = createClock(input.clock ?? beginning?.clock, now);
      const text = keeping && openLate(() => keeping.openWorld(name));
      const head = headOf(input, seed, clock);
      const keepBase = async (): Promise<WorldHead> =>
        origin && !beginning ? { ...head, base: await keeping?.keepBase(origin) } : head;
      const adapter = text && createWorldAdapter(keepBase, text, { base });
      const database = createDatabase(base, adapter);
      return {
        world: build({ ...parts, seed, base, clock, database, text }),
        begin: () => beginText(text, database),
      };
    },
    makeAgain({ name, text, found: { head, lines }, beginning, origin, room }) {
      const { seed, isReadOnly, madeAt } = head;
      const parts = { name, beginning, isReadOnly, room, madeAt };
      const base = beginning?.base ?? origin ?? fixtures;
      const state = replayWorld(lines, base);
      const clock = createClock(head.clock, now);
      clock.take(head.clock);
      const adapter = createWorldAdapter(() => head, text, { base, stored: state });
      const database = createDatabase(state, adapter);
      return {
        world: build({ ...parts, seed, base, clock, database, text }),
        fill() {
          const changes = listChangedRecords(base, state).filter(({ after }) => after);
          room?.take(changes, state.tombstones);
        },
      };
    },
  };
}

interface Parts extends Pick<NewWorld, 'name' | 'beginning' | 'isReadOnly' | 'room' | 'madeAt'> {
  readonly seed: string;
  readonly base: State;
  readonly clock: Clock;
  readonly database: Database;
  readonly text: KeptText | undefined;
}

/** A world that only reads is never stored; what belongs to it is of no use without it. */
async function beginText(text: KeptText | undefined, database: Database): Promise<void> {
  if (text && text.size() === undefined) await database.save(database.low.data);
}

function headOf(input: NewWorld, seed: string, clock: Clock): WorldHead {
  const { beginning, from, madeAt, isReadOnly, network } = input;
  return {
    seed,
    scenario: beginning && {
      name: beginning.scenario,
      // There may be very many visitors, and their worlds begin as the default one does.
      document: network === undefined ? beginning.fingerprint : undefined,
    },
    from,
    madeAt,
    isReadOnly,
    network,
    clock: clock.save(),
  };
}

function openLate(open: () => KeptText): KeptText {
  let opened: KeptText | undefined;
  const text = (): KeptText => (opened ??= open());
  return {
    size: () => opened?.size(),
    replace: (whole) => text().replace(whole),
    append: (more) => text().append(more),
  };
}
