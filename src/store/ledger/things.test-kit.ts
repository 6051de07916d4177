import type { JsonObject } from '../../base/json.ts';
import type { Disk } from './disk.ts';
import type { JournalEntry, Ledger, SavedState, StateSource } from './ledger.ts';
import { openFolder } from './ledger.ts';

/** A small state: things by their ids, in the order in which they were made. */
export type Things = readonly Thing[];

export interface Thing extends JsonObject {
  readonly id: string;
  readonly size: number;
}

const folder = '/data';

function describeThings(things: Things): StateSource {
  return {
    fingerprints: { contract: 'c', fixtures: 'f' },
    planted: ['things'],
    filing: { things: { key: ['id'], parents: [] } },
    collections: [['things', things]],
    tombstones: [],
    deletions: {},
    born: [],
  };
}

function thingsOf(saved: SavedState | undefined): Things | undefined {
  // What was written here was things.
  return saved?.collections['things'] as Things | undefined;
}

/** What uses a ledger: memory that goes on with each step, and back where a step is lost. */
export interface Keeper {
  readonly notices: readonly string[];
  readonly losses: readonly Things[];
  /** All states there were, the first one first. */
  readonly states: readonly Things[];
  things(): Things;
  put(id: string, size: number): Promise<void>;
  remove(id: string): Promise<void>;
  rebase(things: Things): Promise<void>;
  pending(): Promise<void> | undefined;
  close(): Promise<void>;
}

export interface KeeperOptions {
  readonly disk: Disk;
  readonly durability?: 'sync' | 'flush';
  readonly leastLength?: number;
  readonly folder?: string;
}

export async function openKeeper({
  disk,
  durability = 'sync',
  ...rest
}: KeeperOptions): Promise<Keeper> {
  const notices: string[] = [];
  const losses: Things[] = [];
  let things: Things = [];
  const opened = await openFolder<Things>({
    folder,
    disk,
    durability,
    ...rest,
    describe: describeThings,
    onLoss(state) {
      losses.push(state);
      things = state;
    },
    onNotice: (message) => void notices.push(message),
  });
  notices.push(...opened.notices);
  things = thingsOf(opened.saved) ?? [];
  const ledger: Ledger<Things> = opened.begin(things);
  const states = [things];
  const goOn = (next: Things): Things => {
    things = next;
    states.push(next);
    return next;
  };
  const append = (entry: JournalEntry, next: Things): Promise<void> =>
    ledger.append(entry, goOn(next));
  return {
    notices,
    losses,
    states,
    things: () => things,
    put(id, size) {
      const thing = { id, size };
      const isThere = things.some((other) => other.id === id);
      const next = isThere
        ? things.map((other) => (other.id === id ? thing : other))
        : [...things, thing];
      const change = { collection: 'things', key: id, parents: [], record: thing };
      return append({ changes: [isThere ? change : { ...change, isNew: true }] }, next);
    },
    remove: (id) =>
      append(
        { changes: [{ collection: 'things', key: id, parents: [] }] },
        things.filter((other) => other.id !== id),
      ),
    rebase: (next) => ledger.rebase(goOn(next)),
    pending: () => ledger.pending(),
    close: () => ledger.close(),
  };
}

/** Things as the next process finds them. */
export async function reopen(disk: Disk): Promise<Things | undefined> {
  const { saved } = await openFolder<Things>({
    folder,
    disk,
    durability: 'sync',
    describe: describeThings,
    onLoss: () => undefined,
    onNotice: () => undefined,
  });
  return thingsOf(saved);
}
