/** Items that are written together: one batch is under way, and what comes meanwhile shares the next. */
export interface Batches<T> {
  /** Resolves when a write that began after the call has ended well. */
  add(item: T): Promise<void>;
  /** The promise of the latest item; undefined when all are written. */
  pending(): Promise<void> | undefined;
  /** Resolves when nothing is left to write. */
  settle(): Promise<void>;
}

interface Batch<T> {
  readonly items: T[];
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Where a write fails, everything that came since falls with it, since it stands on what was lost;
 * `undo` is called before anybody is told. What comes until `gather` resolves shares the first write.
 */
export function createBatches<T>(
  write: (items: readonly T[]) => Promise<void>,
  undo: () => void,
  gather: () => Promise<void> = nothingMore,
): Batches<T> {
  let underWay: Batch<T> | undefined;
  let waiting: Batch<T> | undefined;
  const fail = (error: unknown): void => {
    const lost = [underWay, waiting];
    underWay = undefined;
    waiting = undefined;
    undo();
    for (const batch of lost) batch?.reject(error);
  };
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    await gather();
    while (waiting) {
      const batch = waiting;
      underWay = batch;
      waiting = undefined;
      try {
        await write(batch.items);
        underWay = undefined;
        batch.resolve();
      } catch (error) {
        fail(error);
      }
    }
    writing = undefined;
  };
  return {
    add(item) {
      waiting ??= createBatch<T>();
      waiting.items.push(item);
      writing ??= writeAll();
      return waiting.promise;
    },
    pending: () => (waiting ?? underWay)?.promise,
    async settle() {
      await writing;
    },
  };
}

/** All that is under way already. */
function nothingMore(): Promise<void> {
  return Promise.resolve();
}

function createBatch<T>(): Batch<T> {
  let resolve = ignoreLoss;
  let reject: (error: unknown) => void = ignoreLoss;
  const promise = new Promise<void>((keep, lose) => {
    resolve = keep;
    reject = lose;
  });
  // Whoever waits for it hears of it; where nobody does, that is no accident of the process.
  promise.catch(ignoreLoss);
  return { items: [], promise, resolve, reject };
}

function ignoreLoss(): void {
  // It is for those who wait.
}
