import { createMock } from '../src/index.ts';
import type { Broken } from './broken.ts';
import { breakAssetRecord, breakPageReply } from './broken.ts';
import type { PlaceName } from './case.ts';
import type { Spoiling } from './control.ts';
import { openWorld } from './control.ts';
import { given, isTargetRefereed, runningStandIn, target } from './given.ts';
import type { Json } from './json.ts';
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
  /** What leads a request there, besides the address. */
  readonly headers: Readonly<Record<string, string>>;
  /** All records; undefined where they can't be seen. */
  readonly readState: (() => Promise<Json | undefined>) | undefined;
}

export function openStage(): Promise<Stage> {
  return target === undefined ? openStandIns() : openTarget(target);
}

/** A stand-in as it is, with nobody in front of it, nothing beside it, and nobody who looks behind it. */
export function openBareStage(url: string): Stage {
  const places: Readonly<Partial<Record<PlaceName, StandInPlace>>> = listPlaces(url);
  return {
    referee: undefined,
    async enter(name) {
      const place = places[name];
      if (!place) throw new Error(`a bare stage has no place "${name}"`);
      await place.prepare();
      return { ...place, readState: undefined };
    },
    putBehindReferee: () => {
      throw new Error('a bare stage has no referee');
    },
    close: () => Promise.resolve(),
  };
}

async function openTarget(url: string): Promise<Stage> {
  const referee = isTargetRefereed ? await startReferee(url) : undefined;
  return {
    referee,
    enter(name) {
      if (name !== 'default') throw new Error(`a target has no place "${name}"`);
      return Promise.resolve({ url, headers: {}, readState: undefined });
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
  const places = await openPlaces(closers);
  const referee = await startReferee(switchboard.url);
  closers.push(() => referee.close());
  return {
    referee,
    async enter(name) {
      const place = places[name];
      await place.prepare();
      switchboard.connectTo(place.url);
      return place;
    },
    putBehindReferee: (url) => switchboard.connectTo(url),
    close: () => closeAll(closers),
  };
}

type StandInPlace = Place & { prepare(): Promise<void> };

async function openPlaces(closers: Closer[]): Promise<Readonly<Record<PlaceName, StandInPlace>>> {
  return {
    ...listPlaces(runningStandIn ?? (await startStandIn(closers))),
    'page-breach': openPlace(await startBroken(closers, await breakPageReply())),
    'asset-breach': openPlace(await startBroken(closers, await breakAssetRecord())),
  };
}

/** All that one stand-in can be, whose contract is whole. */
function listPlaces(
  url: string,
): Readonly<Record<'default' | 'unfit-page' | 'unfit-asset', StandInPlace>> {
  return {
    default: openPlace(url),
    'unfit-page': openPlace(url, {
      collection: 'pages',
      key: given.value('PAGE'),
      members: { created_at: 'yesterday' },
    }),
    'unfit-asset': openPlace(url, {
      collection: 'assets',
      key: given.value('ASSET'),
      members: { size: -1 },
    }),
  };
}

/** Whoever needs a record that is unfit has a world of its own. */
function openPlace(url: string, spoiling?: Spoiling): StandInPlace {
  const name = spoiling && `contract-suite-${spoiling.collection}`;
  const { headers, reset, readState, spoil } = openWorld(url, name);
  return {
    url,
    headers,
    readState,
    async prepare() {
      await reset();
      if (spoiling) await spoil(spoiling);
    },
  };
}

async function startBroken(closers: Closer[], broken: Broken): Promise<string> {
  closers.push(() => broken.remove());
  return startStandIn(closers, { contract: broken.contract, fixtures: broken.fixtures });
}

async function startStandIn(
  closers: Closer[],
  options: Parameters<typeof createMock>[0] = {},
): Promise<string> {
  const mock = await createMock(options);
  closers.push(() => mock.close());
  return (await mock.listen()).url;
}
