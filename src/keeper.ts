import type { Keeper } from './stage.ts';
import { inMemory } from './stage.ts';
import { machineDisk } from './store/ledger/disk.ts';
import type { Durability, Ledger } from './store/ledger/ledger.ts';
import { openFolder } from './store/ledger/ledger.ts';
import { describeState } from './store/state-source.ts';
import type { State } from './store/state.ts';

export interface KeeperOptions {
  /** Undefined: in memory. */
  readonly folder: string | undefined;
  readonly durability: Durability;
  /** The latest changes could not be kept; this is the state before them. */
  onLoss(state: State): void;
  onNotice(message: string): void;
}

/** Keeps a world in a folder, or not at all. */
export async function openKeeper(options: KeeperOptions): Promise<Keeper> {
  const { folder } = options;
  if (folder === undefined) return { ...inMemory, change: doNothing, close: doNothing };
  const opened = await openFolder<State>({
    ...options,
    folder,
    disk: machineDisk,
    describe: describeState,
  });
  for (const notice of opened.notices) options.onNotice(notice);
  let ledger: Ledger<State> | undefined;
  return {
    saved: opened.saved,
    begin: (state) => (ledger ??= opened.begin(state)),
    async change(state) {
      if (ledger && !ledger.isEmpty) await ledger.rebase(state);
    },
    close: async () => ledger?.close(),
  };
}

function doNothing(): Promise<void> {
  return Promise.resolve();
}
