/** Keeps what is written down in step with what is in effect. */
export interface Saver {
  /**
   * Resolves when a write that began after the call has ended well. Where it ends badly, everything
   * that isn't written yet is undone, the latest first, and the promise rejects.
   */
  save(undo: () => void): Promise<void>;
  /** Resolves when nothing is left to write. */
  settle(): Promise<void>;
}

interface Waiter {
  readonly undo: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** One write at a time; what comes while it is under way shares the next one. */
export function createSaver(write: () => Promise<void>): Saver {
  let waiting: Waiter[] = [];
  let isWriting = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await write();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        // What came after the batch stands on it, and falls with it.
        const lost = [...batch, ...waiting];
        waiting = [];
        for (const { undo } of lost.toReversed()) undo();
        for (const { reject } of lost) reject(error);
      }
    }
    isWriting = false;
  };
  const enqueue = (undo: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ undo, resolve, reject });
      if (!isWriting) void writeAll();
    });
  return {
    save: enqueue,
    async settle() {
      if (isWriting) await enqueue(nothing);
    },
  };
}

function nothing(): void {
  // To wait changes nothing.
}
