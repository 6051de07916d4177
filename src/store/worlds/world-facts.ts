import type { CredentialBook, SavedBook } from '../credentials/credentials.ts';
import type { Clock, SavedClock } from './clock.ts';

/** What a world has besides its records, in the form that is kept. */
export interface WorldFacts {
  /** Null: the machine's time. */
  readonly clock: SavedClock | null;
  readonly credentials: SavedBook;
}

/** Resolves when they outlive this process. */
export type KeepFacts = (facts: WorldFacts) => Promise<void>;

export interface FactKeeper {
  /** The facts may have changed. Resolves when they are kept; undefined: nothing to wait for. If that fails, they are taken back. */
  keep(this: void): Promise<void> | undefined;
  pending(this: void): Promise<void> | undefined;
  /** What was kept, as it is found again; undefined: nothing. */
  take(this: void, facts: WorldFacts | undefined): void;
}

interface Facts {
  readonly clock: Clock;
  readonly credentials: CredentialBook;
}

export function createFactKeeper({ clock, credentials }: Facts, store?: KeepFacts): FactKeeper {
  const read = (): WorldFacts => ({
    clock: clock.save() ?? null,
    credentials: credentials.save(),
  });
  const set = (facts: WorldFacts): void => {
    clock.take(facts.clock ?? undefined);
    credentials.take(facts.credentials);
  };
  if (!store) return { keep: findNothing, pending: findNothing, take: findNothing };
  const first = JSON.stringify(read());
  // Those that are kept, and those that are on their way.
  let kept = first;
  // A clock that goes on from a time of its own would begin again there.
  let latest = clock.setting ? '' : first;
  let underWay: Promise<void> | undefined;
  const parse = (text: string): WorldFacts => JSON.parse(text) as WorldFacts;
  // One after the other: if one fails, those that build on it do, too.
  const keep = async (text: string, former: Promise<void> | undefined): Promise<void> => {
    try {
      await former;
      await store(parse(text));
      kept = text;
    } catch (error) {
      latest = kept;
      set(parse(kept));
      throw error;
    }
  };
  return {
    keep() {
      const text = JSON.stringify(read());
      if (text === latest) return underWay;
      latest = text;
      const one = keep(text, underWay).finally(() => {
        if (underWay === one) underWay = undefined;
      });
      underWay = one;
      // Without a caller that waits, a refusal must not crash the process.
      one.catch(findNothing);
      return one;
    },
    pending: () => underWay,
    take(facts) {
      const found = facts ?? parse(first);
      set(found);
      kept = JSON.stringify(found);
      latest = kept;
    },
  };
}

/** Resolves when both have. */
export function both(
  one: Promise<void> | undefined,
  other: Promise<void> | undefined,
): Promise<void> | undefined {
  if (!one || !other) return one ?? other;
  return Promise.all([one, other]).then(findNothing);
}

function findNothing(): undefined {
  // Nothing is kept, and no caller waits.
}
