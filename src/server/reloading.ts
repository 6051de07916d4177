import { resolve } from 'node:path';
import { ApiError, endSentence, messageOf, StartError } from '../base/errors.ts';
import { isUrl } from '../contract/load/places.ts';
import type { WorldBeginning } from '../store/worlds/worlds.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { OverrideList } from '../traffic/interventions/override-list.ts';
import { hideInUrls } from '../traffic/redaction/found/text-secrets.ts';
import type { Blueprint, BlueprintFiles } from './blueprint.ts';
import type { DataFolder } from './data-folder.ts';
import { createLoad, findPlaces, listWatched, loadScenarios, openFolder } from './loading.ts';
import { openInterventions } from './interventions.ts';
import type { Notice, ServerOptions } from './options/options.ts';
import { createReviewing } from './review.ts';
import { startResetting } from './reset-timer.ts';
import type { Runtime, RuntimeOptions } from './runtime.ts';
import { announce, replaceRuntime, createRuntime } from './runtime.ts';
import type { SavedScenarios, ScenarioTexts } from './scenarios/saved-scenarios.ts';
import { openSavedScenarios } from './scenarios/saved-scenarios.ts';
import type { Scenarios } from './scenarios/scenarios.ts';
import type { Loaded, Watch } from './watch-files.ts';
import type { Watching, WatchingOptions } from './watching/watching.ts';
import { openWatching } from './watching/watching.ts';

/** The present runtime, which a reload replaces, and all that outlives a reload. */
export interface Reloading {
  readonly overrideList: OverrideList;
  readonly savedScenarios: SavedScenarios;
  readonly watching: Watching;
  runtime(this: void): Runtime;
  /** Those that fit the present runtime. */
  scenarios(this: void): Scenarios;
  isStopped(): boolean;
  /** Why requests are not served; undefined: they are. */
  findUnready(this: void): ApiError | undefined;
  /** Why changes can not be stored; undefined if they can. */
  findWriteProblem(this: void): Promise<string | undefined>;
  /**
   * From now on the default world is kept there; journal, overrides and private worlds begin anew.
   */
  settle(this: void, beginning: DataFolder, shared?: SharedParts): void;
  /** From now on the scenarios that are saved are those of this place. */
  shareScenarios(this: void, place: ScenarioTexts): Promise<void>;
  /** Begins work in the background, once clients can send requests. */
  open(): void;
  /** Ends timed resets, work in the background, and watching; requests go on. */
  stop(): void;
  /** Stores the state completely, and unlocks the data folder. */
  close(): Promise<void>;
}

/** What replicas that share a state have besides. */
type SharedParts = Pick<RuntimeOptions, 'refuseLate' | 'keeping'>;

/** What the URLs of files begin with is known when the server listens. */
export interface ReloadingOptions extends WatchingOptions, Pick<RuntimeOptions, 'fileUrl'> {
  /** Why a replica does not serve requests; undefined: it does. */
  readonly findAbsence?: () => string | undefined;
  /** Why the replica that is asked in its place can not store changes; undefined: it can, or there is none. */
  readonly findProblemElsewhere?: () => Promise<string | undefined> | undefined;
}

export async function openReloading(options: ReloadingOptions): Promise<Reloading> {
  const { onNotice: notify = ignore } = options;
  const warnOf = (message: string): void => notify({ level: 'warning', message });
  const lasting = openLasting(options, warnOf, () => runtime);
  const { watching, overrideList, places, load, share, runtimeOptions } = lasting;
  const first = await load();
  let { scenarios } = first;
  let dataFolder = await openFolder(options, first, notify);
  let runtime = await orLeave(dataFolder, () =>
    createRuntime(first.blueprint, { ...dataFolder, scenario: first.scenario }, runtimeOptions),
  );
  first.scenario?.arrange(mainName)();
  let isStopped = false;
  const reviewing = createReviewing(() => runtime, options, options.onNotice);
  const reload = async (): Promise<string> => {
    const found = await load();
    const replacement = { ...found, database: dataFolder.database };
    const next = await replaceRuntime(runtime, replacement, runtimeOptions);
    const lost = dropPrivate(runtime);
    arrangeAnew(runtime.scenario, found.scenario, overrideList);
    runtime = next.runtime;
    scenarios = found.scenarios;
    announce(runtime, warnOf);
    await warnOfMisfits(reloading, options, notify);
    reviewing.restart();
    return (next.keptState ? 'the state was kept' : describeNew(found.scenario)) + lost;
  };
  const loaded = (): Loaded => ({ texts: runtime.blueprint.texts, folders: listWatched(places) });
  const stopWatching = await orLeave(dataFolder, () => {
    announce(runtime, warnOf);
    return startWatching(options, { loaded, reload: createReload(places, reload, notify) });
  });
  const stopResetting = startResetting(options, () => runtime.worlds.main, notify);
  const reloading: Reloading = {
    ...lasting,
    runtime: () => runtime,
    scenarios: () => scenarios,
    isStopped: () => isStopped,
    findUnready: () => findUnready(isStopped, options),
    findWriteProblem: async () => (await options.findProblemElsewhere?.()) ?? dataFolder.problem(),
    settle(beginning, shared) {
      dataFolder = beginning;
      runtime = beginAnew(reloading, beginning, { ...runtimeOptions, ...shared });
      reviewing.restart();
    },
    shareScenarios: async (place) => void (scenarios = await share(place, runtime.blueprint)),
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

/** What outlives a reload, and how to load. */
interface Lasting extends Pick<Reloading, 'overrideList' | 'savedScenarios' | 'watching'> {
  readonly places: BlueprintFiles;
  readonly load: ReturnType<typeof createLoad>;
  /** Saved scenarios are those of another place now. */
  readonly share: (place: ScenarioTexts, blueprint: Blueprint) => Promise<Scenarios>;
  readonly runtimeOptions: RuntimeOptions;
}

function openLasting(
  options: ReloadingOptions,
  warnOf: (message: string) => void,
  runtime: () => Runtime,
): Lasting {
  const watching = openWatching(options, runtime);
  const { overrideList, directIn } = openInterventions(options);
  const onMint = createMintWatch(watching, overrideList);
  const [onLeave, hideKnown] = [overrideList.forget, watching.credentials.texts.hideIn];
  const runtimeOptions = { ...options, directIn, onLeave, onMint, hideKnown, onNotice: warnOf };
  const places = findPlaces(options);
  const savedScenarios = openSavedScenarios(options);
  const matters = { known: watching.credentials, overrideList, savedScenarios, onNotice: warnOf };
  const load = createLoad(options, places, matters);
  const share: Lasting['share'] = (place, blueprint) => {
    savedScenarios.share(place);
    return loadScenarios(blueprint, options, matters);
  };
  return { watching, overrideList, savedScenarios, places, load, share, runtimeOptions };
}

function findUnready(
  isStopped: boolean,
  { findAbsence }: Pick<ReloadingOptions, 'findAbsence'>,
): ApiError | undefined {
  if (isStopped) return new ApiError('shutting-down', 'The server takes no more requests.');
  const reason = findAbsence?.();
  return reason === undefined
    ? undefined
    : new ApiError('no-owner', endSentence(`Requests can not be served: ${reason}`));
}

/** What is in the memory of this process alone goes. */
function beginAnew(
  { runtime, overrideList, watching }: Reloading,
  beginning: DataFolder,
  options: RuntimeOptions,
): Runtime {
  const { blueprint, scenario } = runtime();
  dropPrivate(runtime());
  overrideList.drop(() => true);
  watching.journal.clear();
  const next = createRuntime(blueprint, { ...beginning, scenario }, options);
  scenario?.arrange(mainName)();
  if (options.onNotice) announce(next, options.onNotice);
  return next;
}

/** Unlocks the data folder if the start fails. */
async function orLeave<T>(dataFolder: DataFolder, task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    await dataFolder.close();
    throw error;
  }
}

/** The overrides of another scenario take the place of those of the former one. */
function arrangeAnew(
  former: WorldBeginning | undefined,
  next: WorldBeginning | undefined,
  overrideList: OverrideList,
): void {
  if (former?.fingerprint === next?.fingerprint) return;
  overrideList.forget(mainName);
  next?.arrange(mainName)();
}

function describeNew(scenario: WorldBeginning | undefined): string {
  return scenario
    ? `the state is that of the scenario "${scenario.scenario}"`
    : 'the state is that of the new fixtures';
}

/** Loaded on first use: most servers do not watch. */
async function startWatching(
  { watch, contract, onNotice: notify = ignore }: ServerOptions,
  watched: Watch,
): Promise<() => void> {
  if (!watch) return ignore;
  for (const url of contract.filter(isUrl)) {
    const message = `--watch sees changes of files alone: ${hideInUrls(url)} is loaded again only together with a file that changes`;
    notify({ level: 'info', message });
  }
  const { watchFiles } = await import('./watch-files.ts');
  return watchFiles(watched);
}

/** Reloads, and notifies of the result. After a failure it returns more files to watch. */
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

/** Drops what belongs to the old contract, and describes all that is lost with it. */
function dropPrivate({ worlds }: Runtime): string {
  const counts = [
    [worlds.clear(), 'private worlds'],
    [worlds.snapshots.list().length, 'snapshots'],
  ] as const;
  const lost = counts.filter(([count]) => count > 0).map(([count, what]) => `${what} (${count})`);
  return lost.length === 0 ? '' : `; dropped: ${lost.join(', ')}`;
}

/** Overrides outlive a reload, so they may not fit the new contract. */
async function warnOfMisfits(
  reloading: Reloading,
  options: ServerOptions,
  notify: (notice: Notice) => void,
): Promise<void> {
  if (reloading.overrideList.held().length === 0) return;
  const { openClientPorts } = await import('./client-ports.ts');
  const misfits = openClientPorts(options, reloading).overrides.listMisfits();
  for (const { id, home, reason } of misfits.slice(0, mostMisfits)) {
    const message = `the override "${id}" of the world "${home}" does not fit the contract any more; mend it or remove it: ${reason}`;
    notify({ level: 'warning', message });
  }
  const rest = misfits.length - mostMisfits;
  if (rest > 0) notify({ level: 'warning', message: `… and ${rest} more overrides` });
}

/** More lines would push everything else off the screen. */
const mostMisfits = 20;

function ignore(): undefined {
  // Used where there is nothing to notify or to stop.
}

/** Reports hide what was minted, and overrides tell it from older credentials. */
function createMintWatch(
  { credentials: { mint } }: Watching,
  { renew }: Pick<OverrideList, 'renew'>,
): (value: string, world: string) => void {
  return (value, world) => {
    mint(value);
    renew(world, [value]);
  };
}
