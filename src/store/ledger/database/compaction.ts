import { messageOf } from '../../../base/errors.ts';

/** Work in the background that can be left undone: db.json is written anew, so that journals can go. */
export interface Compaction<S> {
  readonly isUnderWay: boolean;
  start(state: S): void;
  /** Resolves when none is under way. */
  finish(): Promise<void>;
  /** The same, sooner: what isn't done yet is left. */
  stop(): Promise<void>;
}

export interface CompactionWork<S> {
  write(state: S, signal: AbortSignal): Promise<void>;
  /** It came to nothing: it is to be tried again, but not at once. */
  postpone(): void;
  readonly onNotice: (message: string) => void;
}

/** Where it fails, db.json and its journals are as right as before; that is said once. */
export function createCompaction<S>(work: CompactionWork<S>): Compaction<S> {
  let underWay: { readonly done: Promise<void>; readonly controller: AbortController } | undefined;
  let hasComplained = false;
  const run = async (state: S, { signal }: AbortController): Promise<void> => {
    try {
      await work.write(state, signal);
      hasComplained = false;
    } catch (error) {
      work.postpone();
      if (!signal.aborted && !hasComplained) {
        hasComplained = true;
        work.onNotice(`${messageOf(error)}. ${consolation}`);
      }
    }
  };
  const follow = async (state: S, controller: AbortController): Promise<void> => {
    await run(state, controller);
    underWay = undefined;
  };
  const finish = async (): Promise<void> => {
    await underWay?.done;
  };
  return {
    get isUnderWay() {
      return underWay !== undefined;
    },
    start(state) {
      const controller = new AbortController();
      underWay = { controller, done: follow(state, controller) };
    },
    finish,
    async stop() {
      underWay?.controller.abort();
      await finish();
    },
  };
}

const consolation =
  'Nothing is lost: the changes stay in the journals beside it, and it is tried again as they grow';
