import type { JsonObject } from '../json.ts';
import type { Behavior, Validated } from '../pipeline/exchange.ts';
import type { ClockSetting, ClockWish } from '../store/clock.ts';
import type { Credential, CredentialEntry } from '../store/credentials.ts';
import type { PatchStep } from '../store/differences.ts';
import type { FixtureExport } from '../store/exporting.ts';
import type { Rewriting } from '../store/rewriting/rewriting.ts';
import type { World } from '../store/world.ts';
import type { Worlds } from '../store/worlds.ts';
import type { Coverage } from '../traffic/coverage/coverage.ts';

export type { GivenRecords, PlaceWish, Rewrite } from '../store/rewriting/rewriting.ts';

/** What the control API may reach; handed in from outside. */
export interface ControlPorts {
  readonly version: string;
  isReady(): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Asked for at every request: a reload puts others in their place. */
  worlds(): Worlds;
  /** The world that a request plays in, made where it isn't there yet. */
  worldOf(request: Validated): World;
  /** What a world holds, and is to hold. */
  readonly records: Rewriting;
  /** What has become of what a world was made from. */
  compareToBase(world: World): readonly PatchStep[];
  exportFixtures(world: World): FixtureExport;
  readClockWish(wish: ClockWish, present: number): ClockSetting | undefined;
  /** A credential that may be minted. */
  prepareCredential(wish: JsonObject, world: World): Credential;
  writeCredential(credential: Credential): CredentialEntry;
  /** What was tried of the contract; undefined where nobody counts. */
  readonly coverage: Coverage | undefined;
}

/** Some of the operations, by their ids. */
export type Behaviors = Readonly<Record<string, Behavior>>;
