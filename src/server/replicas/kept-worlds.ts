import type { ApiError } from '../../base/errors.ts';
import { collectState } from '../../store/ledger/saved-state.ts';
import type { StoreEngine } from '../../store/shared/engine.ts';
import type { FileNews, KeptFiles } from '../../store/shared/kept-files.ts';
import { openKeptFiles } from '../../store/shared/kept-files.ts';
import type { WorldKeeping } from '../../store/worlds/worlds.ts';
import { mainName } from '../../store/worlds/worlds.ts';
import type { ScenarioTexts } from '../scenarios/saved-scenarios.ts';
import type { PlaceOptions, Uses } from './place-worlds.ts';
import { coveragePath, pathOf, placeWorlds, placeCoverage, usesPath } from './place-worlds.ts';
import { createKeptBases, createUnused } from './kept-bases.ts';
import { createPeriodicSave } from './periodic-saves.ts';

/** What the store has for a term besides the records of the default world. */
export interface KeptWorlds {
  readonly keeping: WorldKeeping;
  /** Why nothing can be stored; undefined: it can. */
  problem(this: void): Promise<string | undefined>;
  /** Puts in place what is not as this process knows it: all at first. */
  read(this: void): Promise<void>;
  /** Stores what is stored only now and then. */
  finish(this: void): Promise<void>;
  end(this: void): void;
}

export interface KeptWorldsOptions extends Omit<PlaceOptions, 'bases' | 'aside'> {
  readonly engine: StoreEngine;
  /** What is kept holds for this contract and these fixtures alone. */
  readonly fingerprint: string;
  epoch(this: void): string;
  refuseLate(this: void): ApiError | undefined;
  onDoubt(this: void, reason: string, epoch: string): void;
  /** Takes the scenarios that were saved. */
  shareScenarios(this: void, place: ScenarioTexts): Promise<void>;
}

const worldsFolder = 'worlds';
/** Rises where the form of these texts changes: a replica of another version begins without them. */
const format = 1;

export function openKeptWorlds(options: KeptWorldsOptions): KeptWorlds {
  const { fingerprint, refuseLate, worlds, coverage } = options;
  const front = `${worldsFolder}/${format}-${fingerprint}`;
  const files = openKeptFiles({ ...options, folder: front, problem: refuseLate });
  const bases = createKeptBases(files, worlds);
  const scenarios = openScenarioTexts(options);
  // Worlds that are stored, and can't be used here: when they were used.
  const aside = new Map<string, number>();
  const sweep = createSweep(files, options, aside);
  const readUses = (): Uses => {
    bases.sweep();
    sweep();
    return listUses(files, options, aside);
  };
  const often = [
    createPeriodicSave(usesPath, readUses, files),
    ...(coverage ? [createPeriodicSave(coveragePath, coverage.save, files)] : []),
  ];
  let isFirst = true;
  const end = (): void => often.forEach((one) => one.end());
  return {
    keeping: { ...createKeeping(files), keepBase: bases.keep },
    problem: files.problem,
    async read() {
      await scenarios.read();
      await dropOthers(options, `${front}/`);
      const news = new Map<string, FileNews>();
      await files.readNews((one) => void news.set(one.file.path, one));
      if (isFirst) placeCoverage(news, options);
      isFirst = false;
      await placeWorlds(news, { ...options, bases, aside });
      for (const one of often) one.begin();
      // A clock that goes on from a time of its own is kept from the start.
      await worlds().main.keepFacts()?.catch(leaveToNext);
    },
    async finish() {
      end();
      await Promise.all(often.map((one) => one.store()));
    },
    end,
  };
}

/** The worlds that are stored in the order of their last use, each with its time. */
function listUses(
  files: KeptFiles,
  { worlds }: KeptWorldsOptions,
  aside: Map<string, number>,
): Uses {
  const stored = worlds()
    .list()
    .filter(({ world }) => files.find(pathOf('worlds', world.name)));
  return [
    ...[...aside].filter(([name]) => !worlds().look(name)),
    ...stored.map(({ world, usedAt }) => [world.name, usedAt] as const),
  ];
}

/** What is left where the store refused to drop a world. */
function createSweep(
  files: KeptFiles,
  { worlds }: KeptWorldsOptions,
  aside: ReadonlyMap<string, number>,
): () => void {
  const findUnused = createUnused();
  const isUsed = (path: string): boolean => {
    const [kind, name = ''] = path.split('/', 2);
    if (kind !== 'worlds' && kind !== 'facts') return true;
    return name === mainName || aside.has(name) || worlds().look(name) !== undefined;
  };
  return () => {
    for (const path of findUnused(files.paths().filter((one) => !isUsed(one))))
      files.find(path)?.remove().catch(leaveToNext);
  };
}

function createKeeping(files: KeptFiles): Omit<WorldKeeping, 'keepBase'> {
  const store = (path: string, value: object): Promise<void> =>
    (files.find(path) ?? files.open(path)).replace(JSON.stringify(value));
  const drop = async (path: string): Promise<void> => files.find(path)?.remove();
  return {
    openWorld: (name) => files.open(pathOf('worlds', name)),
    async dropWorld(name) {
      await drop(pathOf('worlds', name));
      // Of no use without the world.
      drop(pathOf('facts', name)).catch(leaveToNext);
    },
    keepFacts: (name, facts) => store(pathOf('facts', name), facts),
    saveSnapshot: ({ state, ...rest }) =>
      store(pathOf('snapshots', rest.name), { ...rest, state: collectState(state) }),
    dropSnapshot: (name) => drop(pathOf('snapshots', name)),
  };
}

function leaveToNext(): void {
  // A full store: a change of the clock, or the next turn of what is stored every 10 seconds, tries again.
}

/** Saved scenarios hold for other contracts and fixtures, too, where they fit. */
function openScenarioTexts({ refuseLate, shareScenarios, ...options }: KeptWorldsOptions): {
  read(): Promise<void>;
} {
  const files = openKeptFiles({ ...options, folder: 'scenarios', problem: refuseLate });
  const texts = new Map<string, string>();
  let isShared = false;
  const store: ScenarioTexts['store'] = async (name, text) => {
    await (files.find(name) ?? files.open(name)).replace(text);
    texts.set(name, text);
  };
  return {
    async read() {
      let isNews = false;
      await files.readNews(({ file: { path }, text }) => {
        isNews = true;
        if (text === undefined) texts.delete(path);
        else texts.set(path, text);
      });
      if (isNews || !isShared) await shareScenarios({ texts, store });
      isShared = true;
    },
  };
}

/** What was kept for another contract or other fixtures goes, as with `--watch`. */
async function dropOthers(
  { engine, epoch, onNotice }: KeptWorldsOptions,
  front: string,
): Promise<void> {
  const all = [...(await engine.files.list(`${worldsFolder}/`)).keys()];
  const others = all.filter((path) => !path.startsWith(front));
  await Promise.all(others.map((path) => engine.files.remove(epoch(), path)));
  const count = (kind: string): number =>
    others.filter((path) => path.split('/')[2] === kind).length;
  const lost = [
    [count('worlds'), 'private worlds'],
    [count('snapshots'), 'snapshots'],
  ] as const;
  const told = lost.filter(([many]) => many > 0).map(([many, what]) => `${what} (${many})`);
  if (told.length > 0)
    onNotice(`the contract or the fixtures are other ones; dropped: ${told.join(', ')}`);
}
