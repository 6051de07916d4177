// Not the global one: a test that holds the timers must get its replies.
import { setImmediate } from 'node:timers';

import { messageOf } from '../../base/errors.ts';
import type { SavedState } from '../../store/ledger/saved-state.ts';
import type { FileNews } from '../../store/shared/kept-files.ts';
import type { WorldHead } from '../../store/worlds/kept-world.ts';
import { admitAgain, readWorldText } from '../../store/worlds/kept-world.ts';
import type { Room } from '../../store/worlds/room.ts';
import type { Snapshot } from '../../store/worlds/snapshots.ts';
import type { WorldFacts } from '../../store/worlds/world-facts.ts';
import type { WorldBeginning, Worlds } from '../../store/worlds/worlds.ts';
import type { Coverage } from '../../traffic/coverage/coverage.ts';
import type { SavedCoverage } from '../../traffic/coverage/saved.ts';
import { mainName } from '../../store/worlds/worlds.ts';
import type { KeptBases } from './kept-bases.ts';
import { interval } from './periodic-saves.ts';

export interface PlaceOptions {
  /** In milliseconds. A world that was not used for so long goes. */
  readonly worldIdle: number;
  worlds(this: void): Worlds;
  /** What a world of a scenario began with. */
  beginWith(this: void, scenario: BegunScenario, seed: string): Promise<WorldBeginning>;
  /** What a visitor may add; undefined: there are no visitors. */
  readonly openRoom: ((world: string, network: string) => Room) | undefined;
  /** Worlds that are stored, and can't be used here; when each was used, in milliseconds since the epoch. */
  readonly aside: Map<string, number>;
  readonly bases: Pick<KeptBases, 'take' | 'get'>;
  /** Undefined: none is counted. */
  readonly coverage: Coverage | undefined;
  onNotice(this: void, message: string): void;
}

type BegunScenario = NonNullable<WorldHead['scenario']>;

/** What is stored, or is not as it was, by the path of its file. */
export type News = ReadonlyMap<string, FileNews>;

/** Names of worlds in the order of their last use, each with its time in milliseconds since the epoch. */
export type Uses = readonly (readonly [string, number])[];

type Kind = 'worlds' | 'facts' | 'snapshots' | 'bases';

export function pathOf(kind: Kind, name: string): string {
  return `${kind}/${name}`;
}

export const usesPath = 'uses';
export const coveragePath = 'coverage';

/** Makes snapshots, private worlds and the facts of worlds be what is stored. */
export async function placeWorlds(news: News, options: PlaceOptions): Promise<void> {
  const uses = readUses(news);
  const order = new Map([...uses.keys()].map((name, at) => [name, at]));
  const orderOf = (path: string): number => order.get(nameIn(path)) ?? order.size;
  await placeEach('bases', news, placeBase, options);
  await placeEach('snapshots', news, placeSnapshot, options);
  // Those that were not used for the longest time come first, as they always do.
  const inOrder = new Map([...news].toSorted(([one], [other]) => orderOf(one) - orderOf(other)));
  await placeEach(
    'worlds',
    inOrder,
    createWorldPlacing(uses, options),
    options,
    (name) => uses.get(name) ?? Date.now(),
  );
  await placeEach('facts', news, placeFacts, options);
}

type Place = (name: string, news: FileNews, options: PlaceOptions) => void | Promise<void>;

async function placeEach(
  kind: Kind,
  news: News,
  place: Place,
  options: PlaceOptions,
  usedAt: (name: string) => number = Date.now,
): Promise<void> {
  let count = 0;
  for (const [path, one] of news) {
    if (!path.startsWith(pathOf(kind, ''))) continue;
    const name = nameIn(path);
    try {
      await place(name, one, options);
    } catch (error) {
      // Another replica may be able to.
      options.onNotice(`of the store, ${path} is not used: ${messageOf(error)}`);
      if (kind === 'worlds') options.aside.set(name, usedAt(name));
    }
    count += 1;
    // The lease is renewed meanwhile.
    if (count % mostInOneTurn === 0) await endOfTurn();
  }
}

const mostInOneTurn = 100;

function nameIn(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** A trust edge: the owner before has written all of these. */
function readUses(news: News): ReadonlyMap<string, number> {
  return new Map(JSON.parse(news.get(usesPath)?.text ?? '[]') as Uses);
}

function placeBase(name: string, { text }: FileNews, { bases }: PlaceOptions): void {
  if (text !== undefined) bases.take(name, text);
}

/** At first: later this process has counted more than was stored. */
export function placeCoverage(news: News, { coverage }: Pick<PlaceOptions, 'coverage'>): void {
  const text = news.get(coveragePath)?.text;
  if (!coverage || text === undefined) return;
  coverage.clear();
  coverage.add(JSON.parse(text) as SavedCoverage);
}

function placeSnapshot(name: string, { text }: FileNews, { worlds }: PlaceOptions): void {
  const { snapshots, main } = worlds();
  if (text === undefined) {
    snapshots.drop(name);
    return;
  }
  const { state, ...rest } = JSON.parse(text) as Omit<Snapshot, 'state'> & { state: SavedState };
  snapshots.save({ ...rest, state: admitAgain(state, main.base) });
}

function placeFacts(name: string, { file, text }: FileNews, { worlds }: PlaceOptions): void {
  const { main, look } = worlds();
  const own = name === mainName ? undefined : look(name);
  const world = name === mainName ? main : own?.world;
  const facts = text === undefined ? undefined : (JSON.parse(text) as WorldFacts);
  if (!facts || facts.madeAt === own?.madeAt) world?.takeFacts(facts);
  // Those of a world that is gone.
  else file.remove().catch(leaveToNext);
}

function createWorldPlacing(
  uses: ReadonlyMap<string, number>,
  { worldIdle, beginWith, openRoom, bases }: PlaceOptions,
): Place {
  // Many worlds share the state of one beginning.
  const begun = new Map<string, Promise<WorldBeginning>>();
  const findBeginning = (scenario: BegunScenario, seed: string): Promise<WorldBeginning> => {
    const key = JSON.stringify([scenario, seed]);
    const known = begun.get(key) ?? beginWith(scenario, seed);
    begun.set(key, known);
    return known;
  };
  return async (name, { file, text }, { worlds }) => {
    const { look, leave, takeKept } = worlds();
    if (text === undefined) {
      leave(name);
      return;
    }
    const found = readWorldText(text);
    const { scenario, seed, network, base } = found.head;
    // One that is missing was stored after the uses were.
    const since = Date.now() - (uses.get(name) ?? Date.now()) - interval;
    const idle = look(name) ? undefined : Math.max(0, since);
    if (idle !== undefined && idle >= worldIdle) {
      file.remove().catch(leaveToNext);
      return;
    }
    const beginning = scenario && (await findBeginning(scenario, seed));
    const room = network === undefined ? undefined : openRoom?.(name, network);
    const origin = base === undefined ? undefined : bases.get(base);
    takeKept(name, { text: file, found, beginning, origin, idle, room });
  };
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function leaveToNext(): void {
  // The next owner finds it again.
}
