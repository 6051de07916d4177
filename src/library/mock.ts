import type { JsonObject } from '../base/json.ts';
import type { ScenarioSummary } from '../control/ports.ts';
import { openClientPorts } from '../server/client-ports.ts';
import type { ContractReports } from '../server/contract-reports.ts';
import type { MockOptions, Notice, ServerOptions } from '../server/options/options.ts';
import { readOptions } from '../server/options/options.ts';
import type { Reloading } from '../server/reloading.ts';
import type { MockServer } from '../server/server.ts';
import { openMockServer } from '../server/server.ts';
import { mainName } from '../store/worlds/worlds.ts';
import type { OverrideReport } from '../traffic/documents.ts';
import type { OverrideHandle } from './overrides.ts';
import { listOverrides, useOverride } from './overrides.ts';
import type { MockCollection } from './records.ts';
import { listCollections } from './records.ts';
import type { MockRequests } from './requests.ts';
import { createMockRequests } from './requests.ts';
import type {
  AnyContract,
  CollectionName,
  ContractTypes,
  OperationName,
  RecordOf,
  UsualContract,
} from './contract-types.ts';
import type { MockSamples } from './samples.ts';
import { createMockSamples } from './samples.ts';
import type { MockOverride } from './typed-documents.ts';
import type { MockSnapshots, MockWorld, MockWorldInput, WorldHandleOptions } from './worlds.ts';
import { openMockSnapshots, openMockWorld } from './worlds.ts';

/** A server, ready to be mounted or to listen, with all that a test can arrange and ask. */
export interface Mock<Known extends ContractTypes = UsualContract>
  extends Omit<MockServer, 'records'>, Controls<Known> {
  /**
   * The records of a collection in the default world, each with the keys of its parents. Throws if
   * the contract has no such collection.
   */
  records<Name extends CollectionName<Known>>(collection: Name): readonly RecordOf<Known, Name>[];
}

/** What tests arrange and ask in this process. Other processes use the control API for the same. */
interface Controls<Known extends ContractTypes>
  extends MockRequests<Known, never>, MockSamples<Known> {
  /**
   * Sends a request without a socket, as the global `fetch` does by one: the server need not listen.
   * A path is enough; the origin of a URL doesn't matter, but the control API trusts only a URL of
   * this machine.
   */
  readonly fetch: typeof globalThis.fetch;
  /**
   * A private world: a copy of the fixtures that only its clients see. To make one takes no time.
   * Without a name it gets a new one. With `input` it is made anew, and replaces one of that name.
   */
  world(name?: string, input?: MockWorldInput): MockWorld<Known>;
  readonly snapshots: MockSnapshots;
  /** The collections of the contract, and how many records of each the default world has. */
  collections(): readonly MockCollection[];
  /** The scenarios that a world can begin with. */
  scenarios(): readonly MockScenario[];
  /** A scenario as a document, which a file beside the contract can hold as it is. */
  scenario(name: string): JsonObject;
  /** What `stuntdouble check` says of the contract that is served. The first call looks at all of it. */
  findings(): Promise<MockFindings>;
  /** The overlays in force, in their order, and what each of their actions changes. */
  overlays(): Promise<readonly MockOverlay[]>;
  /** Puts an override in place, until it is removed or the next reset. */
  use<Name extends OperationName<Known>, IsBreach extends boolean = false>(
    override: MockOverride<Known, Name, IsBreach>,
  ): OverrideHandle;
  /** The overrides in place, in the order in which they are tried. */
  overrides(): readonly OverrideReport[];
}

/** A scenario that a world can begin with. */
export type MockScenario = ScenarioSummary;

/** The findings of the contract: where each is, and what is wrong. */
export type MockFindings = Awaited<ReturnType<ContractReports['findings']>>;

/** An overlay in force. */
export type MockOverlay = Awaited<ReturnType<ContractReports['overlays']>>[number];

/** Creates a server for tests. It does not listen before `listen()` is called. */
export async function createMock<Known extends ContractTypes = UsualContract>(
  given?: MockOptions,
): Promise<Mock<Known>>;
// For `ReturnType<typeof createMock>`, which takes the last signature.
export async function createMock(given?: MockOptions): Promise<Mock>;
export async function createMock(given: MockOptions = {}): Promise<unknown> {
  const options = readOptions(given);
  const { server, reloading, fetch: send } = await openMockServer(options);
  const controls = createControls(options, { reloading, send, url: () => server.url });
  const mock: Mock = Object.assign(server, controls);
  return mock;
}

interface ControlMatters extends Pick<WorldHandleOptions, 'url' | 'send'> {
  readonly reloading: Reloading;
}

function createControls(
  options: ServerOptions,
  { reloading, url, send }: ControlMatters,
): Controls<AnyContract> {
  const clientPorts = openClientPorts(options, reloading);
  const { requests, overrides, scenarios } = clientPorts;
  const { onNotice = warn } = options;
  const notify = (message: string): void => onNotice({ level: 'warning', message });
  const handles = { runtime: reloading.runtime, clientPorts, url, notify, send };
  return {
    fetch: (...call) => send(call),
    ...createMockRequests(requests),
    ...createMockSamples(clientPorts.samples, () => reloading.runtime().worlds.main),
    world: (name, input) => openMockWorld(name, input, handles),
    snapshots: openMockSnapshots(handles),
    collections: () => listCollections(reloading.runtime().worlds.main, clientPorts),
    scenarios: scenarios.list,
    scenario: scenarios.show,
    findings: clientPorts.reports.findings,
    overlays: clientPorts.reports.overlays,
    use: (override) => useOverride(override, mainName, overrides),
    overrides: () => listOverrides(mainName, overrides),
  };
}

/** Who hears no notices would look for the fault in the tests. */
function warn({ message }: Notice): void {
  process.emitWarning(message, { type: 'StuntdoubleWarning' });
}
