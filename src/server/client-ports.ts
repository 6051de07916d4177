import { ApiError, refuseInBody, refuseInvalid } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { suggestNames } from '../base/nearest.ts';
import { createPattern } from '../contract/checks/patterns/safe-patterns.ts';
import type { Contract } from '../contract/compile.ts';
import type { Operation } from '../contract/operations.ts';
import type {
  BeginningInput,
  RequestPorts,
  ScenarioPorts,
  PreparedCredential,
  Recording,
  RecordingQuestion,
} from '../control/ports.ts';
import type { CollectionPorts } from '../control/collection-ports.ts';
import type { SeedDocument, SeededRecords } from '../control/ports.ts';
import type { SamplePorts } from '../control/sample-ports.ts';
import { namePathTexts } from '../pipeline/route.ts';
import type { CarriedCredential } from '../store/credentials/carried-credential.ts';
import type { Credential } from '../store/credentials/credential.ts';
import type { Rewrite, Rewriting } from '../store/edits/rewriting.ts';
import { createRewriting } from '../store/edits/rewriting.ts';
import type { ChangeList, ChangeQuestion } from '../store/state/changed-records.ts';
import type { World } from '../store/worlds/world.ts';
import { readClockInput } from '../store/worlds/clock.ts';
import { quoteName } from '../store/worlds/snapshots.ts';
import type { PreparedWorld } from '../store/worlds/worlds.ts';
import { mainName } from '../store/worlds/worlds.ts';
import { readExpectation } from '../traffic/expectations/expectation.ts';
import { verify } from '../traffic/expectations/verify.ts';
import type { Overrides } from '../traffic/interventions/overrides.ts';
import { createOverrides } from '../traffic/interventions/overrides.ts';
import { explainNote } from '../traffic/journal/explanation/explain.ts';
import { compileFilter } from '../traffic/journal/filter.ts';
import type { JournalContext, OperationFacts } from '../traffic/journal/journal-context.ts';
import { hideInText } from '../traffic/redaction/found/text-secrets.ts';
import type { Journal } from '../traffic/journal/journal.ts';
import { createCollectionPorts } from './collections/collections.ts';
import type { ContractReports } from './contract-reports.ts';
import { createContractReports } from './contract-reports.ts';
import { prepareMinting } from './minting.ts';
import type { ServerOptions } from './options/options.ts';
import type { Runtime } from './runtime.ts';
import { carryCredential } from './samples/request-credentials.ts';
import type { ServerMatters } from './scenarios/scenario-ports.ts';
import { planSeeding } from './seed-records.ts';
import { createObserver } from './watching/observer.ts';
import { listChanges, redactChanges } from './world-changes.ts';
import { createScenarioPorts } from './scenarios/scenario-ports.ts';

/**
 * The functions by which tests arrange and ask, through the control API or the library. They keep
 * no state. The control API loads them on first use.
 */
export interface ClientPorts {
  readonly requests: RequestPorts;
  readonly overrides: Overrides;
  readonly collections: CollectionPorts;
  readonly samples: SamplePorts;
  /** Shows and changes the records of worlds. */
  records(this: void): Rewriting;
  readonly scenarios: ScenarioPorts;
  /** Plans to add records to a world: all of them, or none. */
  seed(this: void, world: World, document: SeedDocument): Rewrite<SeededRecords>;
  /** Holds a credential to the contract; it is not minted yet. Throws if it is invalid. */
  prepareCredential(this: void, input: JsonObject, world: World): PreparedCredential;
  /** How a request carries a credential; undefined: none can carry it by itself. */
  carryCredential(this: void, credential: Credential): CarriedCredential | undefined;
  /** Makes a private world, which replaces one of its name when it is opened. */
  prepareWorld(this: void, name: string, beginning: BeginningInput): PreparedWorld;
  /** The records that changed since a snapshot, or since the beginning of the world. */
  changes(this: void, world: World, question: ChangeQuestion): ChangeList;
  readonly reports: ContractReports;
  /** A world and its requests in one document. */
  recording(this: void, world: World, question: RecordingQuestion): Promise<Recording>;
}

export function openClientPorts(options: ServerOptions, matters: ServerMatters): ClientPorts {
  const { runtime, overrideList, watching } = matters;
  const told = {
    reports: createContractReports(() => runtime().blueprint.contract, options),
    requests: createRequestPorts(matters, options),
    overrides: createOverrides(overrideList, {
      operations: () => runtime().blueprint.contract.operations,
      compilePattern: createPattern,
      isAuthOff: () => options.auth === 'off',
      mainWorld: mainName,
      hasWorld: (name) => name === mainName || runtime().worlds.look(name) !== undefined,
    }),
    collections: createCollectionPorts(options, runtime),
  };
  return {
    ...told,
    samples: createSamplePorts(matters, options),
    records: () => createRewriting(runtime().madeUp),
    scenarios: createScenarioPorts(options, matters),
    seed: (world, document) => planSeeding(world, document, runtime(), options.locale),
    prepareCredential: (input, world) =>
      prepareMinting(input, world, runtime(), overrideList.hasExpiring(world.name)),
    carryCredential: (credential) =>
      carryCredential(credential, runtime().blueprint.contract.schemes),
    prepareWorld: (name, beginning) => prepareWorld(name, beginning, matters),
    changes(world, { since, limit, redacted = false }) {
      const { worlds, madeUp } = runtime();
      const past = since === undefined ? world.base : worlds.snapshots.get(since).state;
      const list = listChanges(world, past, limit, madeUp);
      if (!redacted) return list;
      return redactChanges(list, runtime().blueprint.contract.collections, watching.secrets());
    },
    async recording(world, question) {
      // Loaded on first use: most servers tell none.
      const { recordWorld } = await import('./recording.ts');
      return recordWorld(told, runtime, options)(world, question);
    },
  };
}

function prepareWorld(
  name: string,
  { from, scenario, seed, now, frozen }: BeginningInput,
  { runtime, scenarios }: ServerMatters,
): PreparedWorld {
  if (from !== undefined && scenario !== undefined) {
    const message = 'is another beginning than the snapshot of "from": leave one of them out';
    throw refuseInBody('/scenario', message, 'not');
  }
  const beginning = scenario === undefined ? undefined : scenarios().begin(scenario, seed);
  // A clock that is to stand still does so at the time of the scenario.
  const clock = readClockInput({ now, frozen }, beginning?.clock?.now ?? Date.now());
  return runtime().worlds.prepare(name, { from, seed, clock, beginning });
}

/** What the control API and the library can ask about requests. */
function createRequestPorts(
  { watching, runtime }: Pick<ServerMatters, 'watching' | 'runtime'>,
  options: ServerOptions,
): RequestPorts {
  const { journal } = watching;
  const kept = (): Journal => {
    if (journal.isOn) return journal;
    const detail =
      'The server keeps no requests: start without --journal 0 (in the library without journal: 0).';
    throw new ApiError('journal-off', detail);
  };
  const circumstances = createCircumstances(runtime, options.stateless);
  const operationOf = (id: string, place: 'query' | 'body'): Operation => {
    const { operations } = runtime().blueprint.contract;
    const operation = operations.find((one) => one.id === id);
    if (operation) return operation;
    throw refuseOperation(
      id,
      place,
      operations.map((one) => one.id),
    );
  };
  const rules = {
    findOperation: (id: string): Operation => operationOf(id, 'body'),
    compilePattern: createPattern,
  };
  return {
    areKept: journal.isOn,
    journal: kept,
    compileFilter,
    explain(id) {
      const note = kept().look(id);
      return note && explainNote(note, circumstances);
    },
    async repeat(id) {
      // Loaded on first use: most servers repeat nothing.
      const { repeatNote } = await import('./repeating.ts');
      const note = kept().look(id);
      if (!note) return undefined;
      const { observe } = createObserver(options, watching);
      await repeatNote(note, { runtime, observe, prefix: options.controlPrefix });
      return journal.find(journal.lastId);
    },
    verify(input) {
      return verify(readExpectation(input, rules), kept(), circumstances.findParameters);
    },
    assertOperation: (id, place) => void operationOf(id, place),
  };
}

/** Loaded on first use: most servers are asked for no samples. */
function createSamplePorts(
  { watching, runtime }: Pick<ServerMatters, 'watching' | 'runtime'>,
  options: ServerOptions,
): SamplePorts {
  return {
    async find(world, question) {
      const { findSample } = await import('./samples/sample-ports.ts');
      return findSample(runtime(), world, options, question);
    },
    async send(world, question) {
      const { sendSample } = await import('./samples/sample-ports.ts');
      const { observe: tell } = createObserver(options, watching);
      const { journal } = watching;
      let requestId: number | undefined;
      const observe: typeof tell = (answered) => {
        tell(answered);
        // Read now: another request may come before this function goes on.
        if (journal.isOn) requestId = journal.lastId;
      };
      const sent = await sendSample({ runtime: runtime(), observe }, world, options, question);
      return { ...sent, requestId };
    },
  };
}

function refuseOperation(id: string, place: 'query' | 'body', known: readonly string[]): ApiError {
  const message = `the contract has no operation ${quoteName(id)}: ${suggestNames(id, known)}`;
  return refuseInvalid({ in: place, pointer: '/operation', message, keyword: 'enum' });
}

/** Asks for the contract and the worlds each time, since a reload replaces them. */
function createCircumstances(runtime: () => Runtime, isStateless: boolean): JournalContext {
  const contract = (): Contract => runtime().blueprint.contract;
  const find = (id: string): Operation | undefined =>
    contract().operations.find((operation) => operation.id === id);
  return {
    operations: () => contract().operations,
    describeOperation(id) {
      const operation = find(id);
      return operation && describeOperation(operation, contract(), isStateless);
    },
    findParameters: (id, path) => findParameters(contract(), id, path),
    isMadeUp(collection, world) {
      const { main, look } = runtime().worlds;
      const played = world === undefined ? main : look(world)?.world;
      return played !== undefined && !played.isAuthoritative(collection);
    },
  };
}

function findParameters(
  { routes }: Contract,
  id: string,
  path: string,
): Readonly<Record<string, string>> {
  for (const { target, values } of routes.readings(path)) {
    const variants = [...target.variants.values()].flat();
    const operation = variants.map((one) => one.operation).find((one) => one.id === id);
    if (!operation) continue;
    return namePathTexts(operation, values.slice(target.baseValues));
  }
  return {};
}

function describeOperation(
  operation: Operation,
  { targets, documents }: Contract,
  isStateless: boolean,
): OperationFacts {
  const { id, method, path, pathNames, responses } = operation;
  const target = targets.get(operation);
  const security = operation.security.map((requirement) =>
    requirement.map(({ scheme, scopes }) => ({ scheme: scheme.name, scopes })),
  );
  const { file, line } = documents.complain(operation.part, '');
  const declaredAt = hideInText(line === undefined ? file : `${file}:${line}`);
  const facts = { id, method, path, declaredAt, statuses: [...responses.keys()], security };
  const none = {
    role: 'improvised',
    collection: undefined,
    key: undefined,
    parents: [],
    unusedQueries: [],
  };
  if (isStateless) return { ...facts, ...none, why: 'it was started with --stateless' };
  if (!target || target.role === 'improvised') return { ...facts, ...none, why: target?.why ?? '' };
  const { role, collection, key, why, list } = target;
  return {
    ...facts,
    role,
    collection: collection.name,
    key: key === undefined ? undefined : pathNames[key],
    parents: target.parents.flatMap((index) =>
      index === undefined ? [] : (pathNames[index] ?? []),
    ),
    unusedQueries: list?.unused ?? [],
    why,
  };
}
