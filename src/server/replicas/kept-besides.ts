import type { ApiError } from '../../base/errors.ts';
import { collectState } from '../../store/ledger/saved-state.ts';
import type { StoreEngine } from '../../store/shared/engine.ts';
import type { FileNews, KeptFiles } from '../../store/shared/kept-files.ts';
import { openKeptFiles } from '../../store/shared/kept-files.ts';
import type { WorldKeeping } from '../../store/worlds/worlds.ts';
import type { ScenarioTexts } from '../scenarios/saved-scenarios.ts';
import type { PlaceOptions, Uses } from './place-besides.ts';
import { coveragePath, pathOf, placeBesides, placeCoverage, usesPath } from './place-besides.ts';
import type { KeptBases } from './kept-bases.ts';
import { createKeptBases } from './kept-bases.ts';
import { createNowAndThen } from './now-and-then.ts';

/** What the store has for a term besides the records of the default world. */
export interface KeptBesides {
  readonly keeping: WorldKeeping;
  /** Puts in place what is not as this process knows it: all at first. */
  read(this: void): Promise<void>;
  /** Stores what is stored only now and then. */
  finish(this: void): Promise<void>;
  end(this: void): void;
}

export interface BesidesOptions extends Omit<PlaceOptions, 'bases'> {
  readonly engine: StoreEngine;
  /** What is kept holds for this contract and these fixtures alone. */
  readonly fingerprint: string;
  epoch(this: void): string;
  refuseLate(this: void): ApiError | undefined;
  onDoubt(this: void, reason: string, epoch: string): void;
  /** Takes the scenarios that were saved. */
  shareScenarios(this: void, place: ScenarioTexts): Promise<void>;
}

const besidesFolder = 'besides';

export function openKeptBesides(options: BesidesOptions): KeptBesides {
  const { fingerprint, refuseLate, worlds, coverage } = options;
  const front = `${besidesFolder}/${fingerprint}`;
  const files = openKeptFiles({ ...options, folder: front, problem: refuseLate });
  const bases = createKeptBases(files, worlds);
  const scenarios = openScenarioTexts(options);
  const often = [
    createNowAndThen(usesPath, () => noteUses(files, options, bases), files),
    ...(coverage ? [createNowAndThen(coveragePath, coverage.save, files)] : []),
  ];
  let isFirst = true;
  const end = (): void => often.forEach((one) => one.end());
  return {
    keeping: { ...createKeeping(files), keepBase: bases.keep },
    async read() {
      await scenarios.read();
      await dropOthers(options, `${front}/`);
      const news = new Map<string, FileNews>();
      await files.readNews((one) => void news.set(one.file.path, one));
      if (isFirst) placeCoverage(news, options);
      isFirst = false;
      await placeBesides(news, { ...options, bases });
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
function noteUses(files: KeptFiles, { worlds }: BesidesOptions, bases: KeptBases): Uses {
  bases.sweep();
  return worlds()
    .list()
    .filter(({ world }) => files.find(pathOf('worlds', world.name)))
    .map(({ world, usedAt }) => [world.name, usedAt]);
}

function createKeeping(files: KeptFiles): Omit<WorldKeeping, 'keepBase'> {
  const store = (path: string, value: object): Promise<void> =>
    (files.find(path) ?? files.open(path)).replace(JSON.stringify(value));
  const drop = async (path: string): Promise<void> => files.find(path)?.remove();
  return {
    openWorld: (name) => files.open(pathOf('worlds', name)),
    async dropWorld(name) {
      await Promise.all([drop(pathOf('worlds', name)), drop(pathOf('facts', name))]);
    },
    keepFacts: (name, facts) => store(pathOf('facts', name), facts),
    saveSnapshot: ({ state, ...rest }) =>
      store(pathOf('snapshots', rest.name), { ...rest, state: collectState(state) }),
    dropSnapshot: (name) => drop(pathOf('snapshots', name)),
  };
}

function leaveToNext(): void {
  // A full store: the next change of the clock stores it.
}

/** Saved scenarios hold for other contracts and fixtures, too, where they fit. */
function openScenarioTexts({ refuseLate, shareScenarios, ...options }: BesidesOptions): {
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
  { engine, epoch, onNotice }: BesidesOptions,
  front: string,
): Promise<void> {
  const all = [...(await engine.files.list(`${besidesFolder}/`)).keys()];
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
