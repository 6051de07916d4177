import { ApiError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Runtime } from '../server/runtime.ts';
import type { TestPorts } from '../server/test-ports.ts';
import type { Credential } from '../store/credentials/credentials.ts';
import type { CredentialInput } from '../store/credentials/minting.ts';
import { prepareCredential } from '../store/credentials/minting.ts';
import type { PatchStep } from '../store/state/differences.ts';
import { describeDifferences } from '../store/state/differences.ts';
import type { FixtureExport } from '../store/state/fixtures.ts';
import { exportFixtures } from '../store/state/fixtures.ts';
import type { ClockInput } from '../store/worlds/clock.ts';
import { advanceClock, readClockInput } from '../store/worlds/clock.ts';
import type { World } from '../store/worlds/world.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { MockOverride, OverrideHandle, OverrideReport } from './overrides.ts';
import { listOverrides, useOverride } from './overrides.ts';
import type { MockExpectation, MockRequestFilter, MockRequests } from './requests.ts';
import { createMockRequests } from './requests.ts';

/** How records are written. */
export interface MockWriting {
  /** Whether they have to be what the contract says of them. Default: true. */
  readonly check?: boolean;
}

/** What a private world is to be made like. */
export interface MockWorldWish extends ClockInput {
  /** The snapshot that it starts from, and that a reset goes back to. Default: the fixtures. */
  readonly from?: string;
  /** What generated values depend on. Default: the seed of the stand-in. */
  readonly seed?: string;
}

/**
 * A world of a stand-in. Private ones live in memory, until they are dropped, nobody has used them for
 * `worldIdle`, or the contract is loaded again; from then on everything but `drop` throws.
 */
export interface MockWorld
  extends
    AsyncDisposable,
    MockRequests<Omit<MockRequestFilter, 'world'>, Omit<MockExpectation, 'world'>> {
  readonly name: string;
  /** Where it is reached; throws where the stand-in doesn't listen. */
  readonly url: string;
  /** What sends a request there, whatever its path. */
  readonly headers: Readonly<Record<'X-Stuntdouble-World', string>>;
  /** What its clock shows. */
  readonly now: Date;
  /** Sets its clock; without a time or `frozen`, it shows the machine's time. */
  setClock(input?: ClockInput): void;
  /** Puts its clock forward: by milliseconds, or by a text such as `90s`, `1d` or `PT1H`. */
  advanceClock(by: string | number): void;
  /** The records of a collection, each with the keys of its parents. */
  records(collection: string): readonly JsonObject[];
  /** Puts records in the place of all that a collection holds. What stood under those that go, goes, too. */
  replace(collection: string, records: readonly JsonObject[], how?: MockWriting): Promise<void>;
  /** Changes the members of records, which are found by their keys (RFC 7396), or makes them. */
  merge(collection: string, records: readonly JsonObject[], how?: MockWriting): Promise<void>;
  /** Takes a record away, and what stands under it; of several of that key, the one with these parents. */
  remove(
    collection: string,
    key: string,
    parents?: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** Back to what it was made from, with its first clock, and without what was minted. */
  reset(): Promise<void>;
  /** Keeps its state under a name; it takes no time. */
  save(snapshot: string): void;
  /** Puts a snapshot in the place of its state. */
  restore(snapshot: string): Promise<void>;
  /** What has become of what it was made from, as a JSON Patch (RFC 6902). */
  diff(): readonly PatchStep[];
  /** Its records in the form of fixtures, a member for each file. */
  fixtures(): FixtureExport;
  /** Lets somebody in, here and nowhere else; name and value are made up where they are missing. */
  mint(credential: CredentialInput): Credential;
  /** Has something else happen to requests here than the usual, until it is reset or dropped. */
  use(override: MockOverride): OverrideHandle;
  /** What is in place here, in the order in which it is tried. */
  overrides(): readonly OverrideReport[];
  /** Whether it was there. */
  drop(): boolean;
}

/** The states that were saved, of whichever world. */
export interface MockSnapshots {
  list(): readonly { readonly name: string; readonly savedAt: Date }[];
  /** Whether it was there. */
  drop(name: string): boolean;
}

/** What handles on worlds have to know of their stand-in. */
export interface WorldHandleOptions {
  /** Asked for every time: a reload puts another in its place. */
  runtime(this: void): Runtime;
  readonly testPorts: TestPorts;
  url(this: void): string;
}

/** A world that is there, or is made; with a wish always made, in the place of one of that name. */
export function openMockWorld(
  name: string | undefined,
  input: MockWorldWish | undefined,
  where: WorldHandleOptions,
): MockWorld {
  const { worlds } = where.runtime();
  const chosen = name ?? findFreeName((one) => worlds.look(one) !== undefined);
  if (input) {
    const clock = readClockInput(input, Date.now());
    worlds.make(chosen, { from: input.from, seed: input.seed, clock });
  } else if (!worlds.find(chosen)) worlds.make(chosen);
  return createHandle(chosen, where);
}

export function openMockSnapshots({ runtime }: WorldHandleOptions): MockSnapshots {
  return {
    list: () =>
      runtime()
        .worlds.snapshots.list()
        .map(({ name, savedAt }) => ({ name, savedAt: new Date(savedAt) })),
    drop: (name) => runtime().worlds.snapshots.drop(name),
  };
}

function createHandle(name: string, { runtime, url, testPorts }: WorldHandleOptions): MockWorld {
  const world = (): World => {
    const found = runtime().worlds.find(name);
    if (found) return found;
    const detail = `The world "${name}" is gone: it was dropped, nobody used it for too long, or the contract was loaded again. Open it again with mock.world('${name}').`;
    throw new ApiError('unknown-world', detail);
  };
  const drop = (): boolean => runtime().worlds.drop(name);
  return {
    name,
    get url() {
      return `${url()}/~${name}`;
    },
    headers: { 'X-Stuntdouble-World': name },
    get now() {
      return new Date(world().clock.now());
    },
    setClock: (input = {}) => world().clock.set(readClockInput(input, Date.now())),
    advanceClock(by) {
      const { clock } = world();
      clock.set(advanceClock(clock, by));
    },
    records: (collection) => world().show(collection) ?? [],
    async replace(collection, records, { check = true } = {}) {
      const list = { collection, parents: {}, records, pointer: '' };
      await testPorts.records().replaceAll(world(), [list], check).commit();
    },
    async merge(collection, records, { check = true } = {}) {
      const list = { collection, parents: {}, records, pointer: '' };
      await testPorts.records().mergeAll(world(), [list], check).commit();
    },
    async remove(collection, key, parents = {}) {
      await testPorts.records().drop(world(), { collection, key, parents }).commit();
    },
    reset: () => world().reset(),
    save(snapshot) {
      runtime().worlds.snapshots.save(snapshot, world().save(), Date.now());
    },
    restore: (snapshot) => world().restore(runtime().worlds.snapshots.get(snapshot).state),
    diff: () => describeDifferences(world().base, world().save()),
    fixtures: () => exportFixtures(world()),
    mint(input) {
      const { credentials } = world();
      const entry = toJson(input);
      const rules = runtime().blueprint.credentialRules;
      const credential = prepareCredential(entry, world(), rules);
      credentials.mint(credential);
      return credential;
    },
    ...createMockRequests(testPorts.requests, name),
    use: (override) => useOverride(override, world().name, testPorts.overrides),
    overrides: () => listOverrides(world().name, testPorts.overrides),
    drop,
    async [Symbol.asyncDispose]() {
      if (name !== mainName) drop();
      await Promise.resolve();
    },
  };
}

function findFreeName(isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const name = `world-${number}`;
    if (!isTaken(name)) return name;
  }
}

/** Without the members that are undefined, which no JSON has. */
function toJson({
  name,
  value,
  label,
  expires_at: expiry,
  only,
  ...input
}: CredentialInput): JsonObject {
  return {
    ...input,
    ...(name === undefined ? {} : { name }),
    ...(label === undefined ? {} : { label }),
    ...(value === undefined ? {} : { value }),
    ...(expiry === undefined ? {} : { expires_at: expiry }),
    ...(only === undefined ? {} : { only }),
  };
}
