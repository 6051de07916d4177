import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { messageOf, StartError } from '../base/errors.ts';
import { findOddity } from '../base/folders.ts';
import type { LoadOptions } from '../contract/compile.ts';
import type { World } from '../store/worlds/world.ts';
import type { OverrideList } from '../traffic/interventions/override-list.ts';
import type { KnownCredentials } from '../traffic/redaction/known-credentials.ts';
import type { Blueprint, BlueprintFiles } from './blueprint.ts';
import { loadBlueprint, resolvePlaces } from './blueprint.ts';
import {
  findProxyFault,
  findTokenFault,
  assertPrefixIsFree,
  findPrefixFault,
  usualPrefix,
} from './control/control-access.ts';
import { openDataFolder } from './data-folder.ts';
import { openInterventions } from './interventions.ts';
import type { MockOptions, Notice } from './options.ts';
import { readRuntimeOptions } from './options.ts';
import { createReviewing } from './review.ts';
import type { DataFolder, Runtime } from './runtime.ts';
import { announce, replaceRuntime, createRuntime } from './runtime.ts';
import type { Loaded, Watch } from './watch-files.ts';
import type { Watching } from './watching/watching.ts';
import { openWatching } from './watching/watching.ts';

/** The stage that is played on now, and what goes on behind it. */
export interface Reloading {
  /** What tests have asked to happen to requests, which outlives a reload. */
  readonly overrideList: OverrideList;
  /** Who hears of requests, across reloads, too. */
  readonly watching: Watching;
  runtime(this: void): Runtime;
  isStopped(): boolean;
  /** What keeps changes from being stored; undefined where they are. */
  findWriteProblem(): Promise<string | undefined>;
  /** Whoever could ask can do so now: what nobody has to wait for begins. */
  open(): void;
  /** Ends timed resets, and watching files and requests; requests go on. */
  stop(): void;
  /** Leaves what is kept complete. */
  close(): Promise<void>;
}

const stateKept = 'the state was kept';
const stateNew = 'the state is that of the new fixtures';

export async function openReloading(options: MockOptions): Promise<Reloading> {
  const { onNotice: notify = ignore } = options;
  const watching = openWatching(options, () => runtime);
  const { overrideList, directIn } = openInterventions(options);
  const warnOf = (message: string): void => notify({ level: 'warning', message });
  const stageOptions = {
    ...readRuntimeOptions(options),
    directIn,
    onLeave: overrideList.forget,
    onMint: watching.credentials.mint,
    hideKnown: watching.credentials.texts.hideIn,
    onNotice: warnOf,
  };
  const places = findPlaces(options);
  const load = createLoad(options, places, watching.credentials);
  const first = await load();
  const dataFolder = await openDataFolder({
    folder: options.durability === 'memory' ? undefined : options.data,
    durability: options.durability === 'flush' ? 'flush' : 'sync',
    onLoss: (state) => runtime.worlds.main.lose(state),
    onNotice: warnOf,
  });
  let runtime = await orLeave(dataFolder, () => createRuntime(first, dataFolder, stageOptions));
  let isStopped = false;
  const reviewing = createReviewing(() => runtime, options.onNotice);
  const reload = async (): Promise<string> => {
    const blueprint = await load();
    const next = await replaceRuntime(runtime, blueprint, dataFolder, stageOptions);
    const lost = dropPrivate(runtime);
    runtime = next.runtime;
    warn(runtime, notify);
    await warnOfMisfits(reloading, options);
    reviewing.restart();
    return (next.keptState ? stateKept : stateNew) + lost;
  };
  const loaded = (): Loaded => ({ texts: runtime.blueprint.texts, folder: places.fixtures });
  const stopWatching = await orLeave(dataFolder, () => {
    warn(runtime, notify);
    if (!options.watch) return ignore;
    return startWatching({ loaded, reload: createReload(places, reload, notify) });
  });
  const stopResetting = startResetting(options.resetEvery, () => runtime.worlds.main, notify);
  const reloading: Reloading = {
    overrideList,
    watching,
    runtime: () => runtime,
    isStopped: () => isStopped,
    findWriteProblem: () => dataFolder.problem(),
    open: () => reviewing.begin(),
    stop() {
      isStopped = true;
      reviewing.stop();
      stopWatching();
      stopResetting();
      watching.close();
    },
    close: () => dataFolder.close(),
  };
  return reloading;
}

/** Where all that is served stands, and can be watched if that is wanted. */
function findPlaces({ contract = [], fixtures, watch, overlay = [] }: MockOptions): BlueprintFiles {
  const places = resolvePlaces([contract].flat(), fixtures);
  if (watch) assertWatchable([...places.contracts, ...[overlay].flat()]);
  return places;
}

/** A start that fails leaves the folder to others. */
async function orLeave<T>(dataFolder: DataFolder, task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    await dataFolder.close();
    throw error;
  }
}

/** Reads all that is served, and tells whether it can be. */
function createLoad(
  options: MockOptions,
  places: BlueprintFiles,
  known: KnownCredentials,
): () => Promise<Blueprint> {
  assertControlOptions(options);
  const { control = true, controlPrefix = usualPrefix } = options;
  const loadOptions = readLoadOptions(options, places);
  return async () => {
    const blueprint = await loadBlueprint(places, loadOptions);
    known.keep(blueprint.credentials.entries.map(({ value }) => value));
    if (control) assertPrefixIsFree(blueprint.contract, controlPrefix);
    return blueprint;
  };
}

function assertControlOptions({ controlPrefix, controlToken, trustProxy = [] }: MockOptions): void {
  const prefixFault = findPrefixFault(controlPrefix ?? usualPrefix);
  if (prefixFault !== undefined) throw new TypeError(`controlPrefix ${prefixFault}`);
  const tokenFault = controlToken === undefined ? undefined : findTokenFault(controlToken);
  if (tokenFault !== undefined) throw new TypeError(`controlToken ${tokenFault}`);
  const proxyFault = findProxyFault([trustProxy].flat());
  if (proxyFault !== undefined) throw new TypeError(`trustProxy: ${proxyFault}`);
}

function readLoadOptions(options: MockOptions, { isForeign }: BlueprintFiles): LoadOptions {
  return {
    isLenient: options.lenient ?? isForeign,
    isComplete: false,
    allowRemoteRefs: options.allowRemoteRefs ?? false,
    allowRefs: [options.allowRefs ?? []].flat(),
    overlays: [options.overlay ?? []].flat(),
  };
}

/** What comes through a pipe is gone when it has been read, and to wait for more may take for ever. */
function assertWatchable(files: readonly string[]): void {
  const complaints = files.flatMap((file) => {
    const facts = statSync(file, { throwIfNoEntry: false });
    if (!facts?.isFIFO() && !facts?.isCharacterDevice()) return [];
    const message = `is ${findOddity(facts)}, which can be read only once: write it to a file, or leave out --watch`;
    return [{ file, message }];
  });
  if (complaints.length > 0) throw new StartError(complaints);
}

/** Who doesn't watch needs nothing of it. */
async function startWatching(watched: Watch): Promise<() => void> {
  const { watchFiles } = await import('./watch-files.ts');
  return watchFiles(watched);
}

/** Loads again, says what came of it, and returns the files to watch besides those that were read. */
function createReload(
  { contracts }: BlueprintFiles,
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

/** What lives in memory is of the contract that was left; says what that was. */
function dropPrivate({ worlds }: Runtime): string {
  const counts = [
    [worlds.clear(), 'private worlds'],
    [worlds.snapshots.list().length, 'snapshots'],
  ] as const;
  const lost = counts.filter(([count]) => count > 0).map(([count, what]) => `${what} (${count})`);
  return lost.length === 0 ? '' : `; dropped: ${lost.join(', ')}`;
}

/** Overrides outlive a reload: they may be for what the contract says no more. */
async function warnOfMisfits(
  reloading: Reloading,
  { onNotice: notify = ignore, ...options }: MockOptions,
): Promise<void> {
  if (reloading.overrideList.held().length === 0) return;
  const { openTestPorts } = await import('./test-ports.ts');
  const misfits = openTestPorts(options, reloading).overrides.listMisfits();
  for (const { id, home, reason } of misfits.slice(0, mostMisfits)) {
    const message = `the override "${id}" of the world "${home}" does not fit the contract any more; mend it or remove it: ${reason}`;
    notify({ level: 'warning', message });
  }
  const rest = misfits.length - mostMisfits;
  if (rest > 0) notify({ level: 'warning', message: `… and ${rest} more overrides` });
}

/** More than these would push everything else off the screen. */
const mostMisfits = 20;

function warn(runtime: Runtime, notify: (notice: Notice) => void): void {
  announce(runtime, (message) => notify({ level: 'warning', message }));
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
