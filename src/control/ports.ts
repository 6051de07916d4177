import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Behavior, SlowBehavior, Validated } from '../pipeline/exchange.ts';
import type { Credential, CredentialEntry } from '../store/credentials/credentials.ts';
import type { Rewriting } from '../store/edits/rewriting.ts';
import type { PatchStep } from '../store/state/differences.ts';
import type { FixtureExport } from '../store/state/fixtures.ts';
import type { Clock, ClockSetting, ClockInput } from '../store/worlds/clock.ts';
import type { World } from '../store/worlds/world.ts';
import type { Worlds } from '../store/worlds/worlds.ts';
import type { Coverage } from '../traffic/coverage/coverage.ts';
import type { Verification } from '../traffic/expectations/verify.ts';
import type { Overrides } from '../traffic/interventions/overrides.ts';
import type { Explanation } from '../traffic/journal/explanation/story.ts';
import type { Chooses, RequestFilter } from '../traffic/journal/filter.ts';
import type { Journal } from '../traffic/journal/journal.ts';

export type { GivenRecords, PlaceInput, Rewrite } from '../store/edits/rewriting.ts';

/** What the control API may reach; handed in from outside. */
export interface ControlPorts {
  readonly version: string;
  /** Where the control API is, for messages that lead there. */
  readonly prefix: string;
  readonly served: ServedPorts;
  isReady(): boolean;
  /** What keeps changes from being stored; undefined where they are. */
  findWriteProblem(): Promise<string | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Asked for at every request: a reload puts others in their place. */
  worlds(): Worlds;
  /** The world that a request plays in, made where it isn't there yet. */
  worldOf(request: Validated): World;
  /** What a world holds, and is to hold. */
  records(): Rewriting;
  /** What has become of what a world was made from. */
  compareToBase(world: World): readonly PatchStep[];
  exportFixtures(world: World): FixtureExport;
  readClockInput(input: ClockInput, present: number): ClockSetting | undefined;
  /** A clock put forward, by a text or so many milliseconds. */
  advanceClock(clock: Clock, by: string | number): ClockSetting;
  /** A credential that may be minted. */
  prepareCredential(input: JsonObject, world: World): Credential;
  writeCredential(credential: Credential): CredentialEntry;
  readonly requests: RequestPorts;
  /** What is to happen to requests instead of the usual. */
  readonly overrides: Overrides;
  /** What was tried of the contract; undefined where nobody counts. */
  readonly coverage: Coverage | undefined;
}

/** The requests that came in. */
export interface RequestPorts {
  /** Throws where none are kept. */
  journal(): Journal;
  compileFilter(filter: RequestFilter): Chooses;
  /** Undefined where it is not kept any more. */
  explain(id: number): Explanation | undefined;
  verify(input: JsonObject): Verification;
  /** Throws where the contract has no such operation, naming those that are nearly called so. */
  assertOperation(id: string, place: 'query' | 'body'): void;
}

/** What is served: the contract in force when it is asked for. */
export interface ServedPorts {
  version(this: void): JsonObject;
  /** Contracts first, then what they refer to. */
  documents(this: void): readonly DescribedDocument[];
  document(this: void, name: string, format: 'json' | 'yaml'): string;
  plan(this: void): JsonValue;
}

export interface DescribedDocument {
  readonly name: string;
  readonly role: 'contract' | 'referred';
  readonly title: string | null;
  readonly version: string | null;
}

/** Some of the operations, by their ids. */
export type Behaviors = Readonly<Record<string, Behavior>>;

export type SlowBehaviors = Readonly<Record<string, SlowBehavior>>;
