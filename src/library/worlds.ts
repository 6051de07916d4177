import { ApiError } from '../base/errors.ts';
import type { ClientPorts } from '../server/client-ports.ts';
import type { GivenMembers } from '../base/given.ts';
import { assertGiven, assertText } from '../base/given.ts';
import type { Runtime } from '../server/runtime.ts';
import type { OpenedServer } from '../server/server.ts';
import type { Clock, ClockInput, ClockSetting } from '../store/worlds/clock.ts';
import { advanceClock, readClockInput } from '../store/worlds/clock.ts';
import type { World } from '../store/worlds/world.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { OverrideReport } from '../traffic/documents.ts';
import type { ContractTypes, OperationName, UsualContract } from './contract-types.ts';
import type { MintedCredential, MockCredential, SentCredential } from './credentials.ts';
import { listCredentials, mintCredential } from './credentials.ts';
import { inOwnNames } from './own-names.ts';
import type { OverrideHandle } from './overrides.ts';
import { listOverrides, useOverride } from './overrides.ts';
import type { MockRecords } from './records.ts';
import { createMockRecords } from './records.ts';
import type { MockReports } from './reports.ts';
import { createMockReports } from './reports.ts';
import type { MockRequests } from './requests.ts';
import { createMockRequests } from './requests.ts';
import type { MockSamples } from './samples.ts';
import { createMockSamples } from './samples.ts';
import type { MockOverride } from './typed-documents.ts';

/** How to make a private world. */
export interface MockWorldInput extends ClockInput {
  /** The snapshot that it starts from, and that a reset goes back to. Default: the fixtures. */
  readonly from?: string;
  /** The scenario that it begins with, and that a reset goes back to, instead of a snapshot. */
  readonly scenario?: string;
  /** The text on which generated values depend. Default: that of the scenario or the server. */
  readonly seed?: string;
}

const snapshotName = 'the name of a snapshot, as a text';
const clockMembers: GivenMembers<ClockInput> = { now: 'any', frozen: 'boolean' };
const worldMembers: GivenMembers<MockWorldInput> = {
  ...clockMembers,
  from: 'string',
  scenario: 'string',
  seed: 'string',
};

/**
 * A world of the server. A private world lives in memory, until it is dropped, is not used for
 * `worldIdle`, or the contract is loaded again. From then on all that needs its state throws.
 */
export interface MockWorld<Known extends ContractTypes = UsualContract>
  extends
    AsyncDisposable,
    MockRecords<Known>,
    MockSamples<Known>,
    MockReports,
    MockRequests<Known, 'world'> {
  readonly name: string;
  /** The scenario that it begins with; undefined: none. */
  readonly scenario: string | undefined;
  /** Its base URL. Throws if the server does not listen. */
  readonly url: string;
  /** The header that sends a request to this world, whatever its path. */
  readonly headers: Readonly<Record<'X-Stuntdouble-World', string>>;
  /** Sends a request to this world without a socket, as `mock.fetch` does to any. */
  readonly fetch: typeof globalThis.fetch;
  /** The time of its clock. */
  readonly now: Date;
  /** Sets its clock; without a time or `frozen`, the clock shows the machine's time. */
  setClock(input?: ClockInput): void;
  /** Moves its clock forward: by milliseconds, or by a text such as `90s`, `1d` or `PT1H`. */
  advanceClock(by: string | number): void;
  /** Goes back to what it was made from, with its first clock and without minted credentials. */
  reset(): Promise<void>;
  /** Saves its state as a snapshot; this takes no time. */
  save(snapshot: string): void;
  /**
   * Saves it as it stands now as a scenario, in the data folder or, without one, in memory. Replaces
   * a saved scenario of that name; throws where a file beside the contract has the name.
   */
  saveScenario(name: string, how?: { readonly description?: string }): Promise<void>;
  /** Replaces its state with that of a snapshot. */
  restore(snapshot: string): Promise<void>;
  /**
   * Adds a credential that is valid in this world only; makes up a missing name or value. Where it
   * changes nothing, as mostly with `auth: 'presence'`, a notice says so.
   */
  mint(credential: MockCredential): MintedCredential;
  /**
   * The credentials that it lets in, with their values and with what a request sends; with a name,
   * those of that name, of which there may be several or none.
   */
  credentials(name?: string): readonly SentCredential[];
  /** Puts an override in place here, until it is removed, or the world is reset or dropped. */
  use<Name extends OperationName<Known>, IsBreach extends boolean = false>(
    override: MockOverride<Known, Name, IsBreach>,
  ): OverrideHandle;
  /** The overrides in place here, in the order in which they are tried. */
  overrides(): readonly OverrideReport[];
  /** Drops it. Returns whether it was there. */
  drop(): boolean;
}

/** A state that was saved under a name. */
export interface MockSnapshot {
  readonly name: string;
  /** The world that it was saved from. */
  readonly world: string;
  readonly savedAt: Date;
}

/** The snapshots of all worlds. */
export interface MockSnapshots {
  list(): readonly MockSnapshot[];
  /** Returns whether it was there. */
  drop(name: string): boolean;
}

/** What the handle of a world needs of the server. */
export interface WorldHandleOptions {
  /** Called for each use, since a reload replaces the runtime. */
  runtime(this: void): Runtime;
  readonly clientPorts: ClientPorts;
  url(this: void): string;
  /** Sends a request without a socket. */
  readonly send: OpenedServer['fetch'];
  /** Tells the user who runs the tests of what has no effect. */
  notify(this: void, message: string): void;
}

/** Finds a world or makes it. With `input` it is made anew, and replaces one of that name. */
export function openMockWorld(
  name: string | undefined,
  input: MockWorldInput | undefined,
  where: WorldHandleOptions,
): MockWorld {
  assertGiven('world', input, worldMembers);
  const { worlds } = where.runtime();
  const chosen = name ?? findFreeName((one) => worlds.look(one) !== undefined);
  if (input) inOwnNames('world', () => where.clientPorts.prepareWorld(chosen, input)).open();
  else if (!worlds.find(chosen)) worlds.make(chosen);
  return createHandle(chosen, where);
}

export function openMockSnapshots({ runtime }: WorldHandleOptions): MockSnapshots {
  return {
    list: () =>
      runtime()
        .worlds.snapshots.list()
        .map(({ name, world, savedAt }) => ({ name, world, savedAt: new Date(savedAt) })),
    drop: (name) => runtime().worlds.snapshots.drop(name),
  };
}

function createHandle(
  name: string,
  { runtime, url, clientPorts, notify, send }: WorldHandleOptions,
): MockWorld {
  const world = (): World => {
    const found = runtime().worlds.find(name);
    if (found) return found;
    const detail = `The world "${name}" is gone: it was dropped, no request used it for too long, or the contract was loaded again. Open it again with mock.world('${name}').`;
    throw new ApiError('unknown-world', detail);
  };
  const drop = (): boolean => runtime().worlds.drop(name);
  const headers = { 'X-Stuntdouble-World': name };
  return {
    name,
    get scenario() {
      return world().scenario;
    },
    get url() {
      return `${url()}/~${name}`;
    },
    headers,
    async fetch(...call) {
      // A request would make a world that is gone anew.
      world();
      return send(call, headers);
    },
    get now() {
      return new Date(world().clock.now());
    },
    ...createClockControls(world, runtime),
    ...createMockRecords(world, clientPorts),
    reset: () => world().reset(),
    save(snapshot) {
      assertText('save', snapshotName, snapshot);
      const saved = { name: snapshot, world: name, savedAt: Date.now() };
      runtime().worlds.snapshots.save({ ...saved, state: world().save() });
    },
    async saveScenario(scenario, how = {}) {
      assertGiven('saveScenario', how, { description: 'string' });
      const { description } = how;
      const prepared = await clientPorts.scenarios.prepare(scenario, world(), description);
      await prepared.commit();
    },
    restore: (snapshot) => restore(world(), runtime().worlds, snapshot),
    ...createMockReports(world, clientPorts),
    credentials: (one) => listCredentials(world(), clientPorts, one),
    mint: (input) => mintCredential(input, world(), clientPorts, notify),
    ...createMockRequests(clientPorts.requests, name),
    ...createMockSamples(clientPorts.samples, world),
    use: (override) => useOverride(override, world().name, clientPorts.overrides),
    overrides: () => listOverrides(world().name, clientPorts.overrides),
    drop,
    async [Symbol.asyncDispose]() {
      if (name !== mainName) drop();
      await Promise.resolve();
    },
  };
}

function createClockControls(
  world: () => World,
  runtime: WorldHandleOptions['runtime'],
): Pick<MockWorld, 'setClock' | 'advanceClock'> {
  const setTo = (choose: (clock: Clock) => ClockSetting | undefined): void =>
    void runtime().moveClock(world(), (clock) => clock.set(choose(clock)));
  return {
    setClock(input = {}) {
      assertGiven('setClock', input, clockMembers);
      setTo(() => inOwnNames('setClock', () => readClockInput(input, Date.now())));
    },
    advanceClock: (by) =>
      setTo((clock) => inOwnNames('advanceClock', () => advanceClock(clock, by))),
  };
}

function findFreeName(isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const name = `world-${number}`;
    if (!isTaken(name)) return name;
  }
}

async function restore(
  world: World,
  { snapshots }: Pick<Runtime['worlds'], 'snapshots'>,
  snapshot: string,
): Promise<void> {
  assertText('restore', snapshotName, snapshot);
  await world.restore(snapshots.get(snapshot).state);
}
