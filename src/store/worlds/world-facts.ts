import type { CredentialBook, SavedBook } from '../credentials/book.ts';
import type { Clock, SavedClock } from './clock.ts';

/** What a world has besides its records, in the form that is kept. */
export interface WorldFacts {
  /** Null: the machine's time. */
  readonly clock: SavedClock | null;
  readonly credentials: SavedBook;
  /** When the private world was made that has them: one of its name may have been made since. */
  readonly madeAt?: number;
}

/** Resolves when they outlive this process. */
export type KeepFacts = (facts: WorldFacts) => Promise<void>;

export interface FactKeeper {
  /**
   * The facts may have changed. Resolves when they and the records are kept; undefined: they are. Where
   * that fails, the facts are taken back.
   */
  keepFacts(this: void): Promise<void> | undefined;
  /** What was kept, as it is found again; undefined: nothing. */
  takeFacts(this: void, facts: WorldFacts | undefined): void;
  /** Resolves when facts and records are kept; undefined: they are. */
  durable(this: void): Promise<void> | undefined;
}

interface FactOptions {
  readonly clock: Clock;
  readonly credentials: CredentialBook;
  /** Default: they end with this process. */
  readonly keepFacts?: KeepFacts | undefined;
}

/** `assertUse` throws where the world is in use no more. `records`: resolves when the records are durable; undefined: they are. */
export function createFactKeeper(
  { clock, credentials, keepFacts: store }: FactOptions,
  assertUse: () => void,
  records: () => Promise<void> | undefined,
): FactKeeper {
  if (!store) return { keepFacts: records, takeFacts: passOver, durable: records };
  const read = (): string =>
    JSON.stringify({ clock: clock.save() ?? null, credentials: credentials.save() });
  const set = (facts: WorldFacts): void => {
    clock.take(facts.clock ?? undefined);
    credentials.take(facts.credentials);
  };
  const first = read();
  let kept = first;
  // A clock that goes on from a time of its own would begin again there.
  let latest = clock.setting ? '' : first;
  let underWay: Promise<void> | undefined;
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
  const durable = (): Promise<void> | undefined => both(records(), underWay);
  return {
    keepFacts() {
      assertUse();
      const text = read();
      if (text === latest) return durable();
      latest = text;
      const one = keep(text, underWay).finally(() => {
        if (underWay === one) underWay = undefined;
      });
      underWay = one;
      // Where no caller waits, a refusal must not crash the process.
      one.catch(passOver);
      return durable();
    },
    takeFacts(facts) {
      set(facts ?? parse(first));
      kept = read();
      latest = kept;
    },
    durable,
  };
}

function parse(text: string): WorldFacts {
  return JSON.parse(text) as WorldFacts;
}

function both(
  one: Promise<void> | undefined,
  other: Promise<void> | undefined,
): Promise<void> | undefined {
  if (!one || !other) return one ?? other;
  return Promise.all([one, other]).then(passOver);
}

function passOver(): undefined {
  // Nothing is kept, or no caller waits.
}
