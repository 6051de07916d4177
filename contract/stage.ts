import { createMock } from '../src/index.ts';
import type { PlaceName } from './case.ts';
import type { Broken } from './broken.ts';
import { breakAssetRecord, breakPageReply } from './broken.ts';
import { send } from './exchange.ts';
import { isTargetRefereed, target } from './given.ts';
import type { Json } from './json.ts';
import { readJson } from './json.ts';
import type { Referee } from './referee.ts';
import { startReferee } from './referee.ts';
import { openSwitchboard } from './switchboard.ts';

/** Where cases are played: the servers under test, and the referee in front of them. */
export interface Stage {
  readonly referee: Referee | undefined;
  /** Brings a place back to how it started, and puts it behind the referee. */
  enter(name: PlaceName): Promise<Place>;
  /** Puts another server behind the referee, for one that is no place. */
  putBehindReferee(url: string): void;
  close(): Promise<void>;
}

export interface Place {
  readonly url: string;
  /** All records; undefined where they can't be seen. */
  readonly readState: (() => Promise<Json | undefined>) | undefined;
}

export function openStage(): Promise<Stage> {
  return target === undefined ? openStandIns() : openTarget(target);
}

async function openTarget(url: string): Promise<Stage> {
  const referee = isTargetRefereed ? await startReferee(url) : undefined;
  return {
    referee,
    enter(name) {
      if (name !== 'default') throw new Error(`a target has no place "${name}"`);
      return Promise.resolve({ url, readState: undefined });
    },
    putBehindReferee: () => {
      throw new Error('a target is the only server behind its referee');
    },
    close: async () => referee?.close(),
  };
}

async function openStandIns(): Promise<Stage> {
  const closers: Closer[] = [];
  try {
    return await openAll(closers);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

type Closer = () => Promise<void>;

/** What was opened last is closed first. */
async function closeAll(closers: readonly Closer[]): Promise<void> {
  for (const close of closers.toReversed()) await close();
}

async function openAll(closers: Closer[]): Promise<Stage> {
  const switchboard = await openSwitchboard();
  closers.push(() => switchboard.close());
  const breaches = { 'page-breach': breakPageReply, 'asset-breach': breakAssetRecord };
  const places = new Map([['default', await openStandIn(closers)]]);
  for (const [name, breakContract] of Object.entries(breaches)) {
    const broken = await breakContract();
    closers.push(() => broken.remove());
    places.set(name, await openStandIn(closers, broken));
  }
  const referee = await startReferee(switchboard.url);
  closers.push(() => referee.close());
  return {
    referee,
    async enter(name) {
      const place = places.get(name);
      if (!place) throw new Error(`there is no place "${name}"`);
      await place.reset();
      switchboard.connectTo(place.url);
      return place;
    },
    putBehindReferee: (url) => switchboard.connectTo(url),
    close: () => closeAll(closers),
  };
}

async function openStandIn(
  closers: Closer[],
  broken?: Broken,
): Promise<Place & { reset(): Promise<void> }> {
  const mock = await createMock(
    broken ? { contract: broken.contract, fixtures: broken.fixtures } : {},
  );
  closers.push(() => mock.close());
  const { url } = await mock.listen();
  const request = { method: 'GET', path: '/_mock/state', headers: {} };
  return {
    url,
    readState: async () => readJson((await send(url, request)).body),
    reset: () => mock.reset(),
  };
}
