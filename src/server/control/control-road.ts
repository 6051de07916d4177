import { createAddressRanges } from '../../base/addresses.ts';
import { ApiError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import { once } from '../../base/once.ts';
import { version } from '../../base/version.ts';
import type { Contract } from '../../contract/compile.ts';
import { loadContract, strictly } from '../../contract/compile.ts';
import { listDocuments, writeDocument } from '../../contract/load/served-documents.ts';
import { createControlBehaviors } from '../../control/behaviors.ts';
import {
  controlCredentials,
  createControlGuard,
  createTokenTest,
  findAccess,
  isFromThisMachine,
} from '../../control/guard.ts';
import { createClientCheck } from '../../control/local-client.ts';
import type { AccessPorts, ControlPorts, LivePorts } from '../../control/ports.ts';
import type { ServedPorts } from '../../control/served-ports.ts';
import { createSessions } from '../../control/sessions.ts';
import { presentedCredential } from '../../pipeline/credentials/credentials.ts';
import type { Guard } from '../../pipeline/credentials/guard.ts';
import type { Received } from '../../pipeline/exchange.ts';
import type { Road } from '../../pipeline/respond.ts';
import { createBook, writeCredential } from '../../store/credentials/credentials.ts';
import { describeDifferences } from '../../store/state/differences.ts';
import { exportFixtures } from '../../store/state/fixtures.ts';
import { advanceClock, readClockInput } from '../../store/worlds/clock.ts';
import type { Worlds } from '../../store/worlds/worlds.ts';
import { findNearestOperations } from '../../traffic/journal/explanation/nearest-operations.ts';
import type { KnownCredentials } from '../../traffic/redaction/known-credentials.ts';
import type { Blueprint } from '../blueprint.ts';
import { openClientPorts } from '../client-ports.ts';
import { enterWorld } from '../entry-routes.ts';
import { pointHere } from '../front-page/point-here.ts';
import type { ServerOptions } from '../options/options.ts';
import { describePlan } from '../plan-document.ts';
import { presentPlan } from '../plan-responses.ts';
import { createChangeTest } from '../world-changes.ts';
import { presentFindings, presentOverlay } from '../present-contract.ts';
import type { Reloading } from '../reloading.ts';
import type { Runtime } from '../runtime.ts';
import { controlFile } from './grammar.ts';

/** Opens the road of the control API, whose behaviours reach the server only through ports. */
export async function openControlRoad(
  options: ServerOptions,
  reloading: Reloading,
): Promise<(received: Received) => Road> {
  const contract = await loadContract([controlFile], strictly);
  const { guard, access } = openAccess(options, contract, reloading.watching.credentials);
  const road: Road = {
    contract,
    guard,
    ...createControlBehaviors(createPorts(options, reloading, access)),
    refusalFiller: { body: () => undefined, headers: (_, own) => own },
    // The journal keeps no requests to the control API.
    trace: (change) => ({ stored: change(), changes: [] }),
    // Replies that show a world wait for it; other replies need not wait for the disk.
    durable: () => undefined,
    direct: () => undefined,
    onBreach: 'error',
    unknownQuery: 'ignore',
    preferences: 'none',
  };
  return (received) => {
    assertPath(received, contract);
    return road;
  };
}

interface OpenAccess {
  readonly guard: Guard;
  readonly access: AccessPorts;
}

/** The sessions live as long as the server: a reload of the contract keeps them. */
function openAccess(
  { controlToken, trustProxy }: ServerOptions,
  contract: Contract,
  known: KnownCredentials,
): OpenAccess {
  const isLocalClient = createClientCheck(createAddressRanges(trustProxy));
  const book = createBook(controlCredentials(controlToken));
  const sessions = createSessions(Date.now, known.mint);
  const isToken = createTokenTest(controlToken);
  const schemes = [...contract.schemes.values()];
  return {
    guard: createControlGuard(book, isLocalClient, sessions.isOf),
    access: {
      sessions,
      kindFor: (request) => findAccess(request, controlToken !== undefined, isLocalClient),
      isToken,
      showsToken: (request) =>
        schemes.some((scheme) => isToken(presentedCredential(scheme, request) ?? '')),
    },
  };
}

/** Names the nearest paths in its message: most clients do not know this contract. */
function assertPath({ method, prefix, path }: Received, contract: Contract): void {
  if (contract.routes.readings(path).length > 0) return;
  const near = findNearestOperations({ method, path }, contract.operations, 12);
  const paths = [...new Set(near.map((one) => prefix + one.path))].slice(0, 3);
  const detail = `There is no ${prefix}${path.slice(0, 300)} in the control API. Nearest are ${paths.join(', ')}.`;
  throw new ApiError('unknown-path', detail);
}

function createPorts(
  options: ServerOptions,
  reloading: Reloading,
  access: AccessPorts,
): ControlPorts {
  const { controlPrefix: prefix } = options;
  const { runtime, watching } = reloading;
  const worlds = (): Worlds => runtime().worlds;
  return {
    version,
    prefix,
    access,
    served: describeServed(runtime, options),
    isReady: () => !reloading.isStopped(),
    findWriteProblem: shareForAWhile(() => reloading.findWriteProblem()),
    now: Date.now,
    worlds,
    // A client that shows the token, or has begun a session with it, may make worlds.
    worldOf: (request) =>
      enterWorld(
        request,
        worlds(),
        () =>
          request.admission.credentials.length > 0 ||
          access.sessions.isOf(request) ||
          isFromThisMachine(request),
        prefix,
      ),
    compareToBase: (world) => describeDifferences(world.base, world.save()),
    isChanged: createChangeTest(),
    exportFixtures,
    readClockInput,
    advanceClock,
    moveClock: (world, change) => runtime().moveClock(world, change),
    writeCredential,
    coverage: watching.coverage,
    live: createLivePorts(reloading),
    ...openClientPorts(options, reloading),
  };
}

function createLivePorts({ runtime, watching, overrideList }: Reloading): LivePorts {
  const { journal, coverage } = watching;
  return {
    look() {
      const { blueprint, worlds } = runtime();
      const { main, list, snapshots } = worlds;
      return {
        journal,
        coverage,
        worlds: [main, ...list().map(({ world }) => world)],
        overrides: overrideList.held(),
        snapshots,
        fingerprint: blueprint.contract.fingerprint,
      };
    },
    untilEnd: (end) => journal.follow({ rouse: () => undefined, end }),
  };
}

/** All clients may probe. Still the disk is tried once at a time, and once a second at most. */
function shareForAWhile<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (found && performance.now() < until) return found;
    until = Infinity;
    found = find().finally(() => {
      until = performance.now() + 1000;
    });
    return found;
  };
}

/** What the control API tells about the served contract. */
function describeServed(runtime: () => Runtime, options: ServerOptions): ServedPorts {
  const blueprint = (): Blueprint => runtime().blueprint;
  // Loaded on first use, and kept: what was found counts as long as the contract is served.
  const findings = once(async () => {
    const { createFindings } = await import('../findings.ts');
    return createFindings(() => blueprint().contract, options);
  });
  return {
    version() {
      const { title, version: edition, fingerprint, operations } = blueprint().contract;
      const contract = { title, version: edition, fingerprint, operations: operations.length };
      return { name: 'stuntdouble', version, control_prefix: options.controlPrefix, contract };
    },
    documents: () =>
      listDocuments(blueprint().contract).map(({ isContract, name, title, version: edition }) => ({
        name,
        role: isContract ? 'contract' : 'referred',
        title: title ?? null,
        version: edition ?? null,
      })),
    document: (name, format, base) => {
      const change = base === undefined ? [] : [(root: JsonValue) => pointHere(root, base)];
      return writeDocument(blueprint().contract, name, format, ...change) ?? '';
    },
    findings: async () => presentFindings(await (await findings())()),
    overlays: async () => {
      const { describeOverlays } = await import('../../contract/overlay/describe-overlays.ts');
      return describeOverlays(blueprint().contract).map(presentOverlay);
    },
    plan() {
      // Checks that were not used yet are not compiled now: that would take long.
      const { contract } = blueprint();
      const auth = runtime().roadIn(runtime().worlds.main).guard.mode;
      const plan = describePlan(blueprint(), contract.uncompiled);
      // As `stuntdouble plan --json` prints it: without undefined members.
      return JSON.parse(JSON.stringify(presentPlan(plan, contract, auth))) as JsonValue;
    },
  };
}
