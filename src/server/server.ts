import { prepareNames } from '../behaviors/values/fakers.ts';
import { createHostNames } from '../base/addresses.ts';
import type { JsonObject } from '../base/json.ts';
import { readAllowedOrigins } from '../base/origins.ts';
import type { Contract } from '../contract/compile.ts';
import type { Sessions } from '../control/sessions.ts';
import { createSessions } from '../control/sessions.ts';
import type { DecideAccess } from '../http/access/access.ts';
import { createAccess } from '../http/access/access.ts';
import type { App, AppOptions } from '../http/app.ts';
import { createApp } from '../http/app.ts';
import type { InProcess } from '../http/in-process/in-process.ts';
import type { Listening } from '../http/listen.ts';
import { createListener } from '../http/listen.ts';
import type { MountableApp } from '../http/mountable.ts';
import type { Bodies } from '../http/requests/body-limits.ts';
import { createBodyBudget, createBodyWatch } from '../http/requests/body-limits.ts';
import type { Credential } from '../store/credentials/credential.ts';
import { refuseCollection } from '../store/edits/rewrite.ts';
import type { World } from '../store/worlds/world.ts';
import type { CoverageReport } from '../traffic/coverage/report.ts';
import type { ControlEntry } from './entry-routes.ts';
import { createEntryRoutes, createWorldNames } from './entry-routes.ts';
import type { GivenMembers } from '../base/given.ts';
import { assertGiven } from '../base/given.ts';
import type { ServerOptions } from './options/options.ts';
import { rows } from './options/option-values.ts';
import type { Reloading } from './reloading.ts';
import type { Replica, ReplicaMatters } from './replicas/replica.ts';
import { openReloading } from './reloading.ts';
import type { VisitorVisits } from './visitors/visitors.ts';
import { createObserver } from './watching/observer.ts';

export interface ListenOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** A server of a contract. `Mock` adds what tests arrange and ask. */
export interface MockServer extends AsyncDisposable {
  /**
   * The Express app that listens here, and that another app can mount; the control API needs a
   * token there. Handlers that are registered on it run before everything else.
   */
  readonly app: MountableApp;
  /** The base URL. Throws if the server does not listen. */
  readonly url: string;
  readonly contract: Contract;
  readonly credentials: readonly Credential[];
  /** The option, or the default that depends on whether there is a credentials file. */
  readonly auth: 'strict' | 'presence' | 'off';
  /** Starts to listen. The result tells, too, whether only this machine can reach the server. */
  listen(options?: ListenOptions): Promise<Listening>;
  /**
   * The records of a collection in the default world, each with the keys of its parents. Throws if
   * the contract has no such collection.
   */
  records(collection: string): readonly JsonObject[];
  /** The coverage of the contract in all worlds; as JSON it is input of `stuntdouble report`. */
  coverage(): CoverageReport;
  /** Resets the default world to the fixtures. */
  reset(): Promise<void>;
  /** Stops listening, lets requests under way finish, and keeps the state. */
  close(): Promise<void>;
}

/** A server, and what the library needs besides. */
export interface OpenedServer {
  readonly server: MockServer;
  readonly reloading: Reloading;
  /** Sends a request without a socket. */
  readonly fetch: InProcess['fetch'];
  /** Where other replicas reach this server; undefined: it has a state of its own, or does not listen. */
  replicaUrl(this: void): string | undefined;
}

/** Loads the contract, opens the worlds, and wires everything together. */
export async function openMockServer(options: ServerOptions): Promise<OpenedServer> {
  await prepareNames(options.locale);
  const accessFor = openAccess(options);
  const address = createAddress(options);
  let replica: Replica | undefined;
  const findAbsence = (): string | undefined => replica?.problem();
  const findProblemElsewhere = (): Promise<string | undefined> | undefined =>
    replica?.findProblemElsewhere();
  const findReplicaUrl = (): string | undefined => replica?.url();
  const others = { findAbsence, findProblemElsewhere, findReplicaUrl };
  const reloading = await openReloading({ ...options, fileUrl: address.url, ...others });
  const decideAccess = accessFor(reloading.watching.credentials.texts.hideIn);
  try {
    // They live as long as the server: a reload of the contract keeps them.
    const sessions = createSessions(Date.now, reloading.watching.credentials.mint);
    const visits = await openVisits(options, reloading, sessions);
    replica = await joinStore(options, { reloading, openRoom: visits?.openRoom });
    const entry = { decideAccess, visits, handOver: replica?.handOver };
    const opened = openApp(options, reloading, { sessions, replicas: replica?.list, entry });
    return { ...buildServer({ ...opened, replica }, reloading, address), reloading };
  } catch (error) {
    replica?.close();
    // A failed start must unlock the data folder.
    reloading.stop();
    await reloading.close();
    throw error;
  }
}

/** Loaded where it is used: most servers have no visitors. */
async function openVisits(
  options: ServerOptions,
  { runtime }: Reloading,
  sessions: Sessions,
): Promise<VisitorVisits | undefined> {
  if (!options.visitorWorlds) return undefined;
  const { createVisits } = await import('./visitors/visitors.ts');
  return createVisits(options, runtime, sessions);
}

/** Loaded where it is used: most servers have a state of their own. */
async function joinStore(
  { store, ...options }: ServerOptions,
  matters: ReplicaMatters,
): Promise<Replica | undefined> {
  if (store === undefined) return undefined;
  const { openReplica } = await import('./replicas/replica.ts');
  return openReplica({ ...options, store }, matters);
}

function buildServer(
  { app, inProcess, replica }: OpenedApp & { readonly replica: Replica | undefined },
  reloading: Reloading,
  address: PublicAddress,
): Omit<OpenedServer, 'reloading'> {
  const { runtime, watching } = reloading;
  const main = (): World => runtime().worlds.main;
  const listener = createListener(app);
  const server: MockServer = {
    get app() {
      reloading.open();
      return app.express;
    },
    get url() {
      return listener.url();
    },
    get contract() {
      return runtime().blueprint.contract;
    },
    get credentials() {
      const { blueprint, scenario } = runtime();
      return [...(scenario?.credentials ?? []), ...blueprint.credentials.entries];
    },
    get auth() {
      return runtime().roadIn(main()).guard.mode;
    },
    async listen(given = {}) {
      assertGiven('listen', given, listenMembers);
      const { port = 0, host = rows.host[1] } = given;
      const listening = await listener.open({ port, host });
      address.listenAt(listening.url);
      reloading.open();
      replica?.join(listening.url, host);
      return listening;
    },
    records: (collection) => showRecords(main(), collection),
    coverage() {
      if (watching.coverage) return watching.coverage.report();
      throw new Error(
        'the server counts no coverage: create it without coverage: false, or with --coverage',
      );
    },
    reset: () => main().reset(),
    async close() {
      reloading.stop();
      await replica?.leave();
      await listener.close();
      await inProcess.close();
      await reloading.close();
      replica?.close();
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
  return { server, fetch: inProcess.fetch, replicaUrl: () => replica?.url() };
}

interface OpenedApp {
  readonly app: App;
  readonly inProcess: InProcess;
}

interface Entering extends Omit<ControlEntry, 'send'> {
  readonly entry: Pick<AppOptions, 'decideAccess' | 'visits' | 'handOver'>;
}

function openApp(
  options: ServerOptions,
  reloading: Reloading,
  { entry, ...shared }: Entering,
): OpenedApp {
  const { runtime, watching } = reloading;
  // Agents ask the server by itself.
  const send: InProcess['fetch'] = (...given) => inProcess.fetch(...given);
  const entryRoutes = createEntryRoutes(options, reloading, { send, ...shared });
  const worldNames = createWorldNames(() => runtime().blueprint.contract);
  const observer = createObserver(options, watching);
  const bodies = createBodies(options);
  const app = createApp({ entryRoutes, worldNames, bodies, ...entry, ...observer });
  const inProcess = openLate(app, reloading);
  return { app, inProcess };
}

function createBodies({ maxBytesInFlight, bodyTimeout }: ServerOptions): Bodies {
  return { budget: createBodyBudget(maxBytesInFlight), watch: createBodyWatch(bodyTimeout) };
}

/** Loaded on first use: most servers are asked by sockets alone. */
function openLate(app: App, reloading: Reloading): InProcess {
  let opening: Promise<InProcess> | undefined;
  let isClosed = false;
  const assertOpen = (): void => {
    if (!isClosed) return;
    throw new TypeError('fetch failed', { cause: new Error('the mock is closed') });
  };
  const open = async (): Promise<InProcess> => {
    try {
      reloading.open();
      const { openInProcess } = await import('../http/in-process/in-process.ts');
      return openInProcess(app, assertOpen);
    } catch (error) {
      // The next call tries again.
      opening = undefined;
      throw error;
    }
  };
  return {
    async fetch(...given) {
      assertOpen();
      opening ??= open();
      return (await opening).fetch(...given);
    },
    async close() {
      isClosed = true;
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

const listenMembers: GivenMembers<ListenOptions> = { port: 'number', host: 'string' };

/** The records of a collection. Throws where a misspelt name would show none. */
export function showRecords(world: World, collection: string): readonly JsonObject[] {
  const records = world.show(collection);
  if (records) return records;
  throw refuseCollection(world.collectionNames, collection);
}

/** What the URLs of made-up files begin with: never what a request says of its host. */
interface PublicAddress {
  url(this: void): string;
  listenAt(this: void, url: string): void;
}

function createAddress({ publicUrl }: ServerOptions): PublicAddress {
  let present = publicUrl ?? `http://${rows.host[1]}:${rows.port[1]}`;
  return {
    url: () => present.replace(/\/+$/, ''),
    listenAt(url) {
      present = publicUrl ?? url;
    },
  };
}

/** The result takes a function that hides credentials in notices. */
function openAccess({
  corsOrigin,
  allowHost,
  onNotice,
}: ServerOptions): (hide: (text: string) => string) => DecideAccess {
  const origins = readAllowedOrigins(corsOrigin);
  const isAllowedHost = createHostNames(allowHost);
  return (hide) =>
    createAccess({
      origins,
      isAllowedHost,
      onRefusedPage: (message) => onNotice?.({ level: 'warning', message: hide(message) }),
    });
}
