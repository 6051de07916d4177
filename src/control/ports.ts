import type { ApiError } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Behavior, Commit, Received, SlowBehavior, Validated } from '../pipeline/exchange.ts';
import type { CarriedCredential } from '../store/credentials/carried-credential.ts';
import type { Credential, CredentialEntry } from '../store/credentials/credential.ts';
import type { Rewrite, Rewriting } from '../store/edits/rewriting.ts';
import type { ChangeList, ChangeQuestion } from '../store/state/changed-records.ts';
import type { PatchStep } from '../store/state/differences.ts';
import type { FixtureExport } from '../store/state/fixtures.ts';
import type { Clock, ClockSetting, ClockInput } from '../store/worlds/clock.ts';
import type { Snapshots } from '../store/worlds/snapshots.ts';
import type { World } from '../store/worlds/world.ts';
import type { PreparedWorld, Worlds } from '../store/worlds/worlds.ts';
import type { Coverage } from '../traffic/coverage/coverage.ts';
import type { ExpectationDocument } from '../traffic/documents.ts';
import type { Verification } from '../traffic/expectations/verify.ts';
import type { HeldOverride } from '../traffic/interventions/override-list.ts';
import type { Overrides } from '../traffic/interventions/overrides.ts';
import type { RequestEntry } from '../traffic/journal/entry.ts';
import type { Explanation } from '../traffic/journal/explanation/story.ts';
import type { CollectionPorts } from './collection-ports.ts';
import type { AccessKind } from './guard.ts';
import type { SamplePorts } from './sample-ports.ts';
import type { ServedPorts } from './served-ports.ts';
import type { Sessions } from './sessions.ts';
import type { Chooses, RequestFilter } from '../traffic/journal/filter.ts';
import type { Journal } from '../traffic/journal/journal.ts';

export type { GivenRecords, PlaceInput, Rewrite } from '../store/edits/rewriting.ts';

/** A credential that is not minted yet. */
export interface PreparedCredential {
  readonly credential: Credential;
  /** Why it changes nothing for any request; undefined: it counts. */
  readonly notice: string | undefined;
}

/** What the control API may use; `server/` passes it in. */
export interface ControlPorts {
  readonly version: string;
  /** The path prefix of the control API, for messages that point to it. */
  readonly prefix: string;
  readonly served: ServedPorts;
  readonly access: AccessPorts;
  findUnready(): ApiError | undefined;
  /** Says why changes cannot be stored; undefined where they can. */
  findWriteProblem(): Promise<string | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Called for each request: a reload replaces the worlds. */
  worlds(): Worlds;
  /** Makes a private world, which replaces one of its name when it is opened. */
  prepareWorld(name: string, beginning: BeginningInput): PreparedWorld;
  readonly scenarios: ScenarioPorts;
  /** Plans to add records to a world: all of them, or none. */
  seed(world: World, document: SeedDocument): Rewrite<SeededRecords>;
  /** The world of a request; made on first use where the request may do that. */
  worldOf(request: Validated): World;
  /** Shows and changes the records of a world. */
  records(): Rewriting;
  /** How a world differs from the state that it was made from. */
  compareToBase(world: World): readonly PatchStep[];
  /** Whether a world differs from that state. */
  isChanged(this: void, world: World): boolean;
  /** The records that changed since a snapshot, or since the beginning of the world. */
  changes(world: World, question: ChangeQuestion): ChangeList;
  exportFixtures(world: World): FixtureExport;
  readClockInput(input: ClockInput, present: number): ClockSetting | undefined;
  /** The setting of a clock that moves forward, by a duration text or by milliseconds. */
  advanceClock(clock: Clock, by: string | number): ClockSetting;
  /** Changes the clock of a world, and makes happen what is due by it. */
  moveClock(world: World, change: (clock: Clock) => void): Promise<void> | undefined;
  /** Reads a credential that is to be minted; throws where it is not valid. */
  prepareCredential(input: JsonObject, world: World): PreparedCredential;
  writeCredential(credential: Credential): CredentialEntry;
  /** Undefined: no request can carry it by itself, such as a digest. */
  carryCredential(credential: Credential): CarriedCredential | undefined;
  readonly collections: CollectionPorts;
  readonly requests: RequestPorts;
  readonly live: LivePorts;
  readonly overrides: Overrides;
  readonly samples: SamplePorts;
  /** Undefined where this server has a state of its own. */
  readonly replicas: ReplicaPorts | undefined;
  /** Undefined where coverage is off. */
  readonly coverage: Coverage | undefined;
  readonly agents: AgentPorts;
}

/** What clients may ask about the replicas that share the state. */
export interface ReplicaPorts {
  /** Throws where the store can not tell. */
  list(this: void): Promise<ReplicaList>;
}

export interface ReplicaList {
  /** Undefined: there is none now. */
  readonly owner: ShownOwner | undefined;
  readonly replicas: readonly ShownReplica[];
}

interface ShownOwner {
  readonly url: string;
  readonly epoch: number;
  /** In milliseconds. */
  readonly since: number;
}

interface ShownReplica {
  readonly url: string;
  readonly isOwner: boolean;
  /** Whether it has the contract, the fixtures and the scenario of the owner. */
  readonly servesSame: boolean;
}

/** What answers agents, by the Model Context Protocol. */
export interface AgentPorts {
  /** Answers one message; `world` is the one that is meant where the agent names none. */
  answer(
    this: void,
    message: AgentMessage,
    world: string | undefined,
  ): Promise<{ readonly status: number; readonly body: JsonValue | undefined }>;
}

export interface AgentMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue;
}

/** What a private world begins with, as clients say it. */
export interface BeginningInput extends ClockInput {
  /** The name of a snapshot. */
  readonly from?: string | undefined;
  /** The name of a scenario, instead of a snapshot. */
  readonly scenario?: string | undefined;
  readonly seed?: string | undefined;
}

/** Records to add to a world that is in use. */
export interface SeedDocument {
  /** By collection, as fixtures have them; none of them may exist yet. */
  readonly add?: Readonly<Record<string, readonly JsonObject[]>>;
  /** By collection, how many to make up. The collection is complete from then on. */
  readonly count?: Readonly<Record<string, number>>;
}

/** The new records by collection, each with the keys of its parents. */
export type SeededRecords = Readonly<Record<string, readonly JsonObject[]>>;

/** What clients may ask about scenarios. */
export interface ScenarioPorts {
  list(this: void): readonly ScenarioSummary[];
  /** The document of a scenario; throws where there is none of that name. */
  show(this: void, name: string): JsonObject;
  /** Tells what a world is as a scenario, and holds that to the contract; saved by `commit`. */
  prepare(
    this: void,
    name: string,
    world: World,
    description: string | undefined,
  ): Promise<PreparedScenario>;
}

export interface PreparedScenario {
  readonly summary: ScenarioSummary;
  /** Whether it replaces no other. */
  readonly isNew: boolean;
  commit(this: void): Promise<void>;
}

/** A scenario in a list. */
export interface ScenarioSummary {
  readonly name: string;
  /** A sentence for those who choose one. */
  readonly description: string | undefined;
  /** Its file: `scenarios/<file>` beside the contract, or in the data folder; undefined: none. */
  readonly place: string | undefined;
}

/** How much of a world and its requests a recording tells at most. */
export interface RecordingQuestion {
  /** The newest count. */
  readonly requests: number;
  /** Of each collection. */
  readonly records: number;
}

/** A world and its requests in one document, which the console opens; "Recording" of the contract. */
export interface Recording {
  readonly format: 1;
  readonly made_at: string;
  readonly server: JsonObject;
  readonly world: JsonObject;
  /** The oldest first, each with its explanation. */
  readonly requests: readonly JsonObject[];
  readonly has_all_requests: boolean;
  readonly overrides: readonly JsonObject[];
  /** Without their secrets. */
  readonly credentials: readonly JsonObject[];
  readonly plan: JsonValue;
  /** With their records, made-up ones included. */
  readonly collections: readonly JsonObject[];
}

/** What the control API may ask about requests. */
export interface RequestPorts {
  /** False: the journal is off. */
  readonly areKept: boolean;
  /** Throws where the server keeps no requests. */
  journal(): Journal;
  compileFilter(filter: RequestFilter): Chooses;
  /** Undefined where the journal does not hold the request any more. */
  explain(id: number): Explanation | undefined;
  /**
   * Takes a kept request down its road again; returns the new one. Undefined where the journal does
   * not hold it any more.
   */
  repeat(id: number): Promise<RequestEntry | undefined>;
  verify(expectation: ExpectationDocument): Verification;
  /** Throws where the contract has no such operation; the message names similar ids. */
  assertOperation(id: string, place: 'query' | 'body'): void;
}

/** What tells clients that something has changed. */
export interface LivePorts {
  /** What there is at this moment. */
  look(this: void): LiveLook;
  /** Calls `end` when the server stops, until the returned function is called. */
  untilEnd(this: void, end: () => void): () => void;
}

export interface LiveLook {
  readonly journal: Pick<Journal, 'lastId' | 'clearings' | 'deliveries'>;
  /** Undefined where coverage is off. */
  readonly coverage: Pick<Coverage, 'clearings'> | undefined;
  /** The default world first. */
  readonly worlds: readonly World[];
  readonly overrides: readonly HeldOverride[];
  readonly snapshots: Snapshots;
  /** That of the contract. */
  readonly fingerprint: string;
}

/** What a client may ask about its own access to the control API. */
export interface AccessPorts {
  readonly sessions: Sessions;
  kindFor(this: void, request: Received): AccessKind;
  /** Whether a text is the control token. */
  isToken(this: void, text: string): boolean;
  /** Whether a request shows the control token. */
  showsToken(this: void, request: Received): boolean;
  /**
   * What a request of this client's session shows to name a world outside the control API; undefined:
   * it has no session, or requests need no pass.
   */
  worldPassOf(this: void, request: Received): string | undefined;
}

/** Behaviours by operation id. */
export type Behaviors = Readonly<Record<string, Behavior>>;

export type SlowBehaviors = Readonly<Record<string, SlowBehavior>>;

/** A commit that waits for nothing. */
export function doAtOnce(effect: () => unknown): Commit {
  return () => void effect();
}

/** The members of a body; empty where the request has none. */
export function membersOf({ body }: Validated): JsonObject {
  return isJsonObject(body) ? body : {};
}

/** Writes milliseconds since the epoch as an ISO 8601 date and time. */
export function toDateTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
