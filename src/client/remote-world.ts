import type { ClockInput } from '../store/worlds/clock.ts';
import type { ChangeList } from '../store/state/changed-records.ts';
import type { PatchStep } from '../store/state/differences.ts';
import type { FixtureExport } from '../store/state/fixtures.ts';
import type {
  CollectionName,
  ContractTypes,
  MergedRecord,
  OperationName,
  RecordOf,
  UsualContract,
  WrittenRecord,
} from '../library/contract-types.ts';
import type { MintedCredential, MockCredential, SentCredential } from '../library/credentials.ts';
import type { MockCollection, MockSeed, MockWriting } from '../library/records.ts';
import type {
  MockChangeQuestion,
  MockRecording,
  MockRecordingQuestion,
} from '../library/reports.ts';
import type { MockSample, MockSentSample } from '../library/samples.ts';
import type { MockVerification } from '../library/requests.ts';
import type {
  ExpectationBut,
  MockOverride,
  MockRequest,
  MockRequestFilter,
} from '../library/typed-documents.ts';
import type { OverrideReport } from '../traffic/documents.ts';
import type { Calls } from './calls.ts';

/**
 * A world of a server that runs elsewhere: what `MockWorld` of the library has, over the control
 * API, so that every answer is a promise.
 */
export interface RemoteWorld<Known extends ContractTypes = UsualContract>
  extends AsyncDisposable, RemoteControls<Known>, RemoteRequests<Known, 'world'> {
  readonly name: string;
  /** Drops it. Returns whether it was there. */
  drop(): Promise<boolean>;
}

/** What the default world has, too. */
export interface RemoteControls<Known extends ContractTypes = UsualContract> {
  /** Its base URL. */
  readonly url: string;
  /** The header that sends a request to this world, whatever its path. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Sends a request to this world, as `fetch` does: its URL tells the path and the query, and its
   * origin is that of the server.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;

  /** The collections of the contract, and how many records of each there are. */
  collections(): Promise<readonly MockCollection[]>;
  /** The records of a collection, each with the keys of its parents. */
  records<Name extends CollectionName<Known>>(
    collection: Name,
  ): Promise<readonly RecordOf<Known, Name>[]>;
  /** Replaces all records of a collection. Records below removed records are removed, too. */
  replace<Name extends CollectionName<Known>, IsChecked extends boolean = true>(
    collection: Name,
    records: readonly WrittenRecord<Known, Name, IsChecked>[],
    how?: MockWriting<IsChecked>,
  ): Promise<void>;
  /** Changes members of the records with these keys (RFC 7396), or creates the records. */
  merge<Name extends CollectionName<Known>, IsChecked extends boolean = true>(
    collection: Name,
    records: readonly MergedRecord<Known, Name, IsChecked>[],
    how?: MockWriting<IsChecked>,
  ): Promise<void>;
  /** Adds records that do not exist yet, and makes some up; returns the new ones. */
  seed(records: MockSeed<Known>): Promise<{
    readonly [Name in CollectionName<Known>]?: readonly RecordOf<Known, Name>[];
  }>;
  /** Removes a record and all below it. `parents` chooses among records with the same key. */
  remove(
    collection: CollectionName<Known>,
    key: string,
    parents?: Readonly<Record<string, string>>,
  ): Promise<void>;

  /** Puts an override in place here, until it is removed, or the world is reset or dropped. */
  use<Name extends OperationName<Known>, IsBreach extends boolean = false>(
    override: MockOverride<Known, Name, IsBreach>,
  ): Promise<RemoteOverride>;
  /** The overrides in place here, in the order in which they are tried. */
  overrides(): Promise<readonly OverrideReport[]>;

  /** The time of its clock. */
  now(): Promise<Date>;
  /** Sets its clock; without a time or `frozen`, the clock shows the machine's time. */
  setClock(input?: ClockInput): Promise<void>;
  /** Moves its clock forward: by milliseconds, or by a text such as `90s`, `1d` or `PT1H`. */
  advanceClock(by: string | number): Promise<void>;

  /** Goes back to what it was made from, with its first clock and without minted credentials. */
  reset(): Promise<void>;
  /** Saves its state as a snapshot. */
  save(snapshot: string): Promise<void>;
  /** Replaces its state with that of a snapshot. */
  restore(snapshot: string): Promise<void>;
  /** Saves it as it stands now as a scenario. */
  saveScenario(name: string, how?: { readonly description?: string }): Promise<void>;
  /** The changes since it was made, as a JSON Patch (RFC 6902). */
  diff(): Promise<readonly PatchStep[]>;
  /** Its records in the form of fixtures, with one member for each file. */
  fixtures(): Promise<FixtureExport>;
  /** The records that changed since it was made, or since a snapshot: each before and after. */
  changes(question?: MockChangeQuestion): Promise<ChangeList>;
  /** It and its requests in one document, which the console opens and a file can hold. */
  recording(question?: MockRecordingQuestion): Promise<MockRecording>;

  /** Adds a credential that is valid in this world only; the server makes up what is missing. */
  mint(credential: MockCredential): Promise<MintedCredential>;
  /** Those that it lets in, or those of a name, with their values and what a request sends. */
  credentials(name?: string): Promise<readonly SentCredential[]>;

  /** Finds a request that covers a point of an operation; without one, a valid request. */
  sample(operation: OperationName<Known>, point?: string): Promise<MockSample>;
  /** Makes such a request and takes it down its road, as if a client had sent it. */
  sendSample(operation: OperationName<Known>, point?: string): Promise<MockSentSample>;

  /** Any other request of the control API, in this world. */
  readonly call: Calls['call'];
}

/** Reads the requests that came in, and compares them with expectations. `Own`: what the handle decides itself. */
export interface RemoteRequests<Known extends ContractTypes, Own extends string> {
  /** The kept requests that match the filter, oldest first, with their secrets hidden. */
  requests<Name extends OperationName<Known>>(
    filter?: Omit<MockRequestFilter, 'operation' | Own> & { readonly operation?: Name | undefined },
  ): Promise<readonly MockRequest<Known, Name>[]>;
  /** Rejects with an `UnmetExpectation`, which names the nearest calls, unless it is met. */
  verify<Name extends OperationName<Known>>(
    expectation: ExpectationBut<Own, Known, Name>,
  ): Promise<MockVerification>;
  /** Why a kept request got its reply, in sentences. */
  explain(id: number): Promise<readonly string[]>;
  /** Sends a kept request again, in its world; resolves with the new one. */
  repeatRequest(id: number): Promise<MockRequest<Known>>;
  /** Removes the kept requests. */
  clearRequests(): Promise<void>;
}

/** An override that is in place. */
export interface RemoteOverride {
  readonly id: string;
  /** Which operations it leaves alone, where it is for any and only some declare the status. */
  readonly notice: string | undefined;
  /** How many requests it has applied to; undefined: it is no longer in place. */
  hits(): Promise<number | undefined>;
  /** Removes it. Returns whether it was still in place. */
  remove(): Promise<boolean>;
}
