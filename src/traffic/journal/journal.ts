import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Watched } from '../answered.ts';
import type { RequestEntry } from './entry.ts';
import { describeNote, keptWorld } from './entry.ts';
import type { Chooses, RequestFilter } from './filter.ts';
import { compileFilter } from './filter.ts';
import type { RequestNote, NoteRules, NoteSlot } from './note.ts';
import { answeredAt, createNoteTaker, createSlot, emptySlot, lightest } from './note.ts';
import type { Ring } from './ring.ts';
import { createRing } from './ring.ts';

export interface JournalOptions extends NoteRules {
  /** How many requests are kept; 0: none. */
  readonly most: number;
  /** How many bytes they may take, about. */
  readonly bytes: number;
  /** The number of the world that has a name now; undefined where none has it. */
  findNumber(this: void, world: string): number | undefined;
}

/** The last requests of the contract's lane, with the replies to them. */
export interface Journal {
  readonly isOn: boolean;
  readonly size: { readonly count: number; readonly bytes: number };
  /** The newest id; 0 before the first request. */
  readonly lastId: number;
  note(this: void, watched: Watched): void;
  /** Those that are wanted, oldest first; with a limit, the newest of them. */
  list(filter?: RequestFilter, limit?: number): Selection;
  /** The same, taken now and looked through in turns of the event loop: what is in them may be much. */
  listInTurns(filter: RequestFilter, limit: number): SelectionInTurns;
  /** The same, as they were taken down: with their secrets. */
  notes(filter?: RequestFilter): readonly RequestNote[];
  find(id: number): RequestEntry | undefined;
  look(id: number): RequestNote | undefined;
  /** The next that is wanted after one; `missed` counts those that had to make place before they were read. */
  next(after: number, isWanted: Chooses): Following;
  /** Whether nothing has had to make place that a filter might have wanted. */
  isComplete(filter?: Pick<RequestFilter, 'world' | 'since'>): boolean;
  /** Forgets the requests of one world, or all. */
  clear(world?: string): void;
  /** Tells whenever there is something new, until it is told to stop. */
  follow(follower: Follower): () => void;
  /** Whoever follows is told that nothing more comes. */
  close(): void;
}

export interface Selection {
  /** How many were wanted, whether or not there is a limit. */
  readonly count: number;
  readonly entries: readonly RequestEntry[];
}

export interface SelectionInTurns {
  readonly count: number;
  readonly entries: AsyncIterable<RequestEntry>;
}

export interface Following {
  /** Undefined where there is no more yet. */
  readonly entry: RequestEntry | undefined;
  /** How far that was. */
  readonly id: number;
  readonly missed: number;
}

export function createJournal(options: JournalOptions): Journal {
  const { most, findNumber } = options;
  const drop = { answeredAt: 0 };
  const ring = createNoteRing(options, drop);
  const takeNote = createNoteTaker(options);
  const followers = createFollowers();
  const numberNow = (world: string): number | undefined =>
    world === keptWorld ? 0 : findNumber(world);
  const choose = (filter: RequestFilter): readonly RequestNote[] => {
    const world = filter.world === undefined ? undefined : numberNow(filter.world);
    return chooseNotes(ring, filter, world);
  };
  return {
    isOn: most > 0,
    get size() {
      return { count: ring.count, bytes: ring.weight };
    },
    get lastId() {
      return ring.nextId - 1;
    },
    note(watched) {
      const slot = ring.open();
      takeNote(watched, ring.nextId, slot);
      ring.keep(slot);
      followers.rouse();
    },
    list(filter = {}, limit = Infinity) {
      const chosen = choose(filter);
      return { count: chosen.length, entries: newest(chosen, limit).map(describeNote) };
    },
    listInTurns(filter, limit) {
      const chosen = choose(filter);
      // Meanwhile others are written over these.
      const kept = newest(chosen, limit).map((note) => ({ ...note }));
      return { count: chosen.length, entries: describeInTurns(kept) };
    },
    notes: (filter = {}) => choose(filter),
    find(id) {
      const note = ring.find(id);
      return note && describeNote(note);
    },
    look: (id) => ring.find(id),
    next: (after, isWanted) => findNext(ring, after, isWanted),
    isComplete({ world, since } = {}) {
      if (most === 0) return false;
      const number = world === undefined ? undefined : numberNow(world);
      const dropped = number === undefined ? ring.dropped : ring.droppedIn(number);
      if (since instanceof Date) return dropped === 0 || drop.answeredAt < since.getTime();
      return dropped <= (since ?? 0);
    },
    clear(world) {
      if (world === undefined) ring.clear();
      else clearWorld(ring, world, numberNow(world));
    },
    follow: (follower) => followers.add(follower),
    close: () => followers.end(),
  };
}

/** `world`: what was sent to another world of that name, which is no more, is no business of this one. */
function chooseNotes(
  ring: Ring<NoteSlot>,
  filter: RequestFilter,
  world: number | undefined,
): readonly RequestNote[] {
  const isWanted = compileFilter(filter);
  const start = typeof filter.since === 'number' ? filter.since : 0;
  return [...ring.after(start)].filter(
    (note) => (world === undefined || note.world === world) && isWanted(note),
  );
}

function newest(notes: readonly RequestNote[], limit: number): readonly RequestNote[] {
  return notes.slice(Math.max(0, notes.length - limit));
}

/** So many bytes of requests and replies are looked through in one turn. */
const bytesInATurn = 65_536;

async function* describeInTurns(notes: readonly RequestNote[]): AsyncGenerator<RequestEntry> {
  let bytes = 0;
  for (const note of notes) {
    if (bytes > bytesInATurn) {
      bytes = 0;
      await nextTurn();
    }
    bytes += note.weight;
    yield describeNote(note);
  }
}

/** Of all worlds that ever had the name, and of the one that has it now what was dropped. */
function clearWorld(ring: Ring<NoteSlot>, world: string, number = -1): void {
  ring.clearWorld(number, ({ worldName = keptWorld }) => worldName === world);
}

/** The newest that had to make place. */
interface Drop {
  answeredAt: number;
}

function createNoteRing({ most, bytes }: JournalOptions, latest: Drop): Ring<NoteSlot> {
  return createRing<NoteSlot>({
    most,
    weight: bytes,
    lightest,
    create: createSlot,
    empty: emptySlot,
    onDrop(slot) {
      latest.answeredAt = answeredAt(slot);
    },
  });
}

function findNext(ring: Ring<NoteSlot>, after: number, isWanted: Chooses): Following {
  const missed = Math.max(0, ring.dropped - after);
  let id = after + missed;
  for (const note of ring.after(id)) {
    ({ id } = note);
    if (isWanted(note)) return { entry: describeNote(note), id, missed };
  }
  return { entry: undefined, id, missed };
}

/** Whoever wants to know at once when there is something new. */
interface Follower {
  /** There is something new. */
  rouse(): void;
  /** Nothing more comes. */
  end(): void;
}

interface Followers {
  /** What is returned ends it. */
  add(follower: Follower): () => void;
  rouse(): void;
  /** Also those that come later are told that nothing more comes. */
  end(): void;
}

function createFollowers(): Followers {
  const followers = new Set<Follower>();
  let isOver = false;
  return {
    add(follower) {
      followers.add(follower);
      // Not before it knows how to stop.
      if (isOver) queueMicrotask(() => follower.end());
      return () => followers.delete(follower);
    },
    rouse() {
      // Asked with every request, and hardly ever is there one.
      if (followers.size > 0) for (const follower of followers) follower.rouse();
    },
    end() {
      isOver = true;
      for (const follower of followers) follower.end();
    },
  };
}
