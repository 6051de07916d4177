import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Watched } from '../answered.ts';
import type { RequestEntry, RequestOutline } from './entry.ts';
import { describeEntry, keptWorld, outlineNote } from './entry.ts';
import type { Chooses, RequestFilter } from './filter.ts';
import { compileFilter } from './filter.ts';
import type { ShowRecord } from './noted-changes.ts';
import type { RequestNote, NoteRules, NoteSlot } from './note.ts';
import { createNoteTaker, createSlot, emptySlot, lightest } from './note.ts';
import { answeredAt } from './note-times.ts';
import type { Ring } from './ring.ts';
import { createRing } from './ring.ts';

export interface JournalOptions extends NoteRules {
  /** How many requests the journal keeps; 0: it is off. */
  readonly most: number;
  /** The most memory that they may take, in bytes, approximately. */
  readonly bytes: number;
  /** The number of the world that now has this name; undefined: no world has it. */
  findNumber(this: void, world: string): number | undefined;
  readonly showRecord: ShowRecord;
}

/** The last requests to the contract, with their replies. */
export interface Journal {
  readonly isOn: boolean;
  readonly size: { readonly count: number; readonly bytes: number };
  /** The newest id; 0 before the first request. */
  readonly lastId: number;
  /** How often requests were cleared. */
  clearings(this: void): number;
  note(this: void, watched: Watched): void;
  /** How often the delivery of a reply ended after its request was noted. */
  deliveries(this: void): number;
  noteDelivered(this: void): void;
  /** The selected requests, oldest first; with a limit, only the newest of them. */
  list(filter?: RequestFilter, limit?: number): Selection;
  /** The same, but over several turns of the event loop: entries may be large, and a search long. */
  listInTurns(filter: RequestFilter, limit: number): Promise<SelectionInTurns<RequestEntry>>;
  /** The same without headers, bodies and changes. */
  outlineInTurns(filter: RequestFilter, limit: number): Promise<SelectionInTurns<RequestOutline>>;
  /** The same, but unredacted. */
  notes(filter?: RequestFilter): readonly RequestNote[];
  find(id: number): RequestEntry | undefined;
  look(id: number): RequestNote | undefined;
  /** The next selected request after an id; `missed`: how many after it were dropped unread. */
  next(after: number, isWanted: Chooses): Following;
  /** Whether no request that the filter could select was dropped. */
  isComplete(filter?: Pick<RequestFilter, 'world' | 'since'>): boolean;
  /** Removes the requests of one world, or all. */
  clear(world?: string): void;
  /** Calls the follower when there is something new, until the returned function is called. */
  follow(follower: Follower): () => void;
  /** Tells all followers that no more requests come; also later ones, if it is for good. */
  close(isForGood?: boolean): void;
}

export interface Selection {
  /** How many requests were selected, regardless of the limit. */
  readonly count: number;
  readonly entries: readonly RequestEntry[];
}

export interface SelectionInTurns<Entry> {
  readonly count: number;
  readonly entries: AsyncIterable<Entry>;
}

export interface Following {
  /** Undefined if there is no such request yet. */
  readonly entry: RequestEntry | undefined;
  /** The last id that the search reached. */
  readonly id: number;
  readonly missed: number;
}

export function createJournal(options: JournalOptions): Journal {
  const { most, findNumber } = options;
  const past = { answeredAt: 0, clearings: 0, deliveries: 0 };
  const ring = createNoteRing(options, past);
  const takeNote = createNoteTaker(options);
  const followers = createFollowers();
  const numberNow = (world: string): number | undefined =>
    world === keptWorld ? 0 : findNumber(world);
  const choose = (filter: RequestFilter): readonly RequestNote[] =>
    chooseNotes(ring, filter, numberNow);
  const describe = (note: RequestNote): RequestEntry => describeEntry(note, options.showRecord);
  return {
    isOn: most > 0,
    get size() {
      return { count: ring.count, bytes: ring.weight };
    },
    get lastId() {
      return ring.nextId - 1;
    },
    clearings: () => past.clearings,
    note(watched) {
      const slot = ring.open();
      takeNote(watched, ring.nextId, slot);
      ring.keep(slot);
      followers.rouse();
    },
    deliveries: () => past.deliveries,
    noteDelivered() {
      past.deliveries += 1;
      followers.rouse();
    },
    list(filter = {}, limit = Infinity) {
      const chosen = choose(filter);
      return { count: chosen.length, entries: newest(chosen, limit).map(describe) };
    },
    listInTurns: (filter, limit) => selectInTurns(choose, filter, { limit, describe }),
    outlineInTurns: (filter, limit) =>
      selectInTurns(choose, filter, { limit, describe: outlineNote }),
    notes: (filter = {}) => choose(filter),
    find(id) {
      const note = ring.find(id);
      return note && describe(note);
    },
    look: (id) => ring.find(id),
    next(after, isWanted) {
      const { note, ...reached } = findNext(ring, after, isWanted);
      return { ...reached, entry: note && describe(note) };
    },
    isComplete({ world, since } = {}) {
      const number = world === undefined ? undefined : numberNow(world);
      return most > 0 && hasAll(ring, past, number, since);
    },
    clear(world) {
      past.clearings += 1;
      clearNotes(ring, world, numberNow);
    },
    follow: (follower) => followers.add(follower),
    close: (isForGood = true) => followers.end(isForGood),
  };
}

/** Whether no request since then was dropped, of one world or of all. */
function hasAll(
  ring: Ring<NoteSlot>,
  { answeredAt: last }: Drop,
  world: number | undefined,
  since: RequestFilter['since'] = 0,
): boolean {
  const dropped = world === undefined ? ring.dropped : ring.droppedIn(world);
  if (since instanceof Date) return dropped === 0 || last < since.getTime();
  return dropped <= since;
}

/** Older worlds of the same name are left out. */
function chooseNotes(
  ring: Ring<NoteSlot>,
  filter: RequestFilter,
  numberNow: (world: string) => number | undefined,
): readonly RequestNote[] {
  const world = filter.world === undefined ? undefined : numberNow(filter.world);
  const isWanted = compileFilter(filter);
  const start = typeof filter.since === 'number' ? filter.since : 0;
  return [...ring.after(start)].filter(
    (note) => (world === undefined || note.world === world) && isWanted(note),
  );
}

function newest(notes: readonly RequestNote[], limit: number): readonly RequestNote[] {
  return notes.slice(Math.max(0, notes.length - limit));
}

interface Selecting<Entry> {
  readonly limit: number;
  describe(this: void, note: RequestNote): Entry;
}

async function selectInTurns<Entry>(
  choose: (filter: RequestFilter) => readonly RequestNote[],
  { search, ...filter }: RequestFilter,
  { limit, describe }: Selecting<Entry>,
): Promise<SelectionInTurns<Entry>> {
  const chosen = choose(filter);
  if (search === undefined) {
    const kept = newest(chosen, limit).map(copy);
    return { count: chosen.length, entries: describeInTurns(kept, describe) };
  }
  const isFound = compileFilter({ search });
  const found: RequestNote[] = [];
  for await (const note of inTurns(chosen.map(copy))) if (isFound(note)) found.push(note);
  return { count: found.length, entries: describeInTurns(newest(found, limit), describe) };
}

/** New requests overwrite the slots in the meantime. */
function copy(note: RequestNote): RequestNote {
  return { ...note };
}

/** How many bytes of requests and replies one turn of the event loop looks at. */
const bytesInATurn = 65_536;

async function* inTurns(notes: readonly RequestNote[]): AsyncGenerator<RequestNote> {
  let bytes = 0;
  for (const note of notes) {
    if (bytes > bytesInATurn) {
      bytes = 0;
      await nextTurn();
    }
    bytes += note.weight;
    yield note;
  }
}

async function* describeInTurns<Entry>(
  notes: readonly RequestNote[],
  describe: (note: RequestNote) => Entry,
): AsyncGenerator<Entry> {
  for await (const note of inTurns(notes)) yield describe(note);
}

/** Of one world, or all. Of worlds that had the same name it forgets only the drops of the current one. */
function clearNotes(
  ring: Ring<NoteSlot>,
  world: string | undefined,
  numberNow: (world: string) => number | undefined,
): void {
  if (world === undefined) ring.clear();
  else ring.clearWorld(numberNow(world) ?? -1, ({ worldName = keptWorld }) => worldName === world);
}

/** The newest request that was dropped. */
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

interface Reached extends Pick<Following, 'id' | 'missed'> {
  readonly note: RequestNote | undefined;
}

function findNext(ring: Ring<NoteSlot>, after: number, isWanted: Chooses): Reached {
  const missed = Math.max(0, ring.dropped - after);
  let id = after + missed;
  for (const note of ring.after(id)) {
    ({ id } = note);
    if (isWanted(note)) return { note, id, missed };
  }
  return { note: undefined, id, missed };
}

interface Follower {
  /** Called after each new request, and when the delivery of a reply is over. */
  rouse(): void;
  /** Called when no more requests come. */
  end(): void;
}

interface Followers {
  /** Returns a function that removes the follower. */
  add(follower: Follower): () => void;
  rouse(): void;
  /** For good: followers that are added later are told the same. */
  end(isForGood: boolean): void;
}

function createFollowers(): Followers {
  const followers = new Set<Follower>();
  let isOver = false;
  return {
    add(follower) {
      followers.add(follower);
      // Deferred, so that the follower first receives its function to stop.
      if (isOver) queueMicrotask(() => follower.end());
      return () => followers.delete(follower);
    },
    rouse() {
      // This runs for every request, and there is rarely a follower.
      if (followers.size > 0) for (const follower of followers) follower.rouse();
    },
    end(isForGood) {
      isOver = isForGood;
      for (const follower of followers) follower.end();
    },
  };
}
