import { resolve } from 'node:path';

import type { Places } from './blueprint.ts';
import { loadBlueprint, resolvePlaces } from './blueprint.ts';
import type { LoadOptions } from './contract/compile.ts';
import { messageOf, StartError } from './errors.ts';
import { openKeeper } from './keeper.ts';
import type { MockOptions, Notice } from './mock-options.ts';
import { readStageOptions } from './mock-options.ts';
import type { Stage } from './stage.ts';
import { announce, changeStage, setStage } from './stage.ts';
import type { World } from './store/world.ts';
import type { Loaded } from './watch.ts';
import { watchFiles } from './watch.ts';

/** The stage that is played on now, and what goes on behind it. */
export interface Backstage {
  stage(this: void): Stage;
  isStopped(): boolean;
  /** Ends watching and timed resets; requests go on. */
  stop(): void;
  /** Leaves what is kept complete. */
  close(): Promise<void>;
}

export async function openBackstage(options: MockOptions): Promise<Backstage> {
  const { onNotice: notify = ignore, contract: named = [] } = options;
  const stageOptions = readStageOptions(options);
  const places = resolvePlaces([named].flat(), options.fixtures);
  const loadOptions = readLoadOptions(options, places);
  const first = await loadBlueprint(places, loadOptions);
  const keeper = await openKeeper({
    folder: options.durability === 'memory' ? undefined : options.data,
    durability: options.durability === 'flush' ? 'flush' : 'sync',
    onLoss: (state) => stage.worlds.main.lose(state),
    onNotice: (message) => notify({ level: 'warning', message }),
  });
  let stage = setStage(first, keeper, stageOptions);
  let isStopped = false;
  warn(stage, notify);
  const reload = async (): Promise<string> => {
    const blueprint = await loadBlueprint(places, loadOptions);
    const next = await changeStage(stage, blueprint, keeper, stageOptions);
    const count = stage.worlds.clear();
    stage = next.stage;
    warn(stage, notify);
    const state = next.keptState ? 'the state was kept' : 'the state is that of the new fixtures';
    return count === 0 ? state : `${state}; ${count} private worlds were dropped`;
  };
  const loaded = (): Loaded => ({ texts: stage.blueprint.texts, folder: places.fixtures });
  const stopWatching = options.watch
    ? watchFiles({ loaded, reload: createReload(places, reload, notify) })
    : ignore;
  const stopResetting = startResetting(options.resetEvery, () => stage.worlds.main, notify);
  return {
    stage: () => stage,
    isStopped: () => isStopped,
    stop() {
      isStopped = true;
      stopWatching();
      stopResetting();
    },
    close: () => keeper.close(),
  };
}

function readLoadOptions(options: MockOptions, { isForeign }: Places): LoadOptions {
  return {
    isLenient: options.lenient ?? isForeign,
    isComplete: false,
    allowRemoteRefs: options.allowRemoteRefs ?? false,
    allowRefs: options.allowRefs ?? [],
    overlays: [options.overlay ?? []].flat(),
  };
}

/** Loads again, says what came of it, and returns the files to watch besides those that were read. */
function createReload(
  { contracts }: Places,
  reload: () => Promise<string>,
  notify: (notice: Notice) => void,
): () => Promise<readonly string[]> {
  let lastFailure = '';
  return async () => {
    try {
      notify({ level: 'info', message: `loaded again; ${await reload()}` });
      lastFailure = '';
      return [];
    } catch (error) {
      const message = `not loaded; the last good version goes on:\n${messageOf(error)}`;
      if (message !== lastFailure) notify({ level: 'error', message });
      lastFailure = message;
      const complaints = error instanceof StartError ? error.complaints : [];
      return [...contracts, ...complaints.map((complaint) => resolve(complaint.file))];
    }
  };
}

function warn(stage: Stage, notify: (notice: Notice) => void): void {
  announce(stage, (message) => notify({ level: 'warning', message }));
}

function startResetting(
  milliseconds: number | undefined,
  world: () => World,
  notify: (notice: Notice) => void,
): () => void {
  if (milliseconds === undefined) return ignore;
  const timer = setInterval(() => {
    world()
      .reset()
      .then(
        () => notify({ level: 'info', message: 'started again from the fixtures' }),
        (error: unknown) =>
          notify({ level: 'error', message: `the reset failed: ${messageOf(error)}` }),
      );
  }, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

function ignore(): void {
  // Nobody listens.
}
