import { createAddressRanges } from '../../base/addresses.ts';
import { ApiError } from '../../base/errors.ts';
import { version } from '../../base/version.ts';
import type { Contract } from '../../contract/compile.ts';
import { loadContract, strictly } from '../../contract/compile.ts';
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
import type { Sessions } from '../../control/sessions.ts';
import { presentedCredential } from '../../pipeline/credentials/credentials.ts';
import type { Guard } from '../../pipeline/credentials/guard.ts';
import type { Received } from '../../pipeline/exchange.ts';
import type { Road } from '../../pipeline/respond.ts';
import { createBook } from '../../store/credentials/book.ts';
import { writeCredential } from '../../store/credentials/credential.ts';
import { describeDifferences } from '../../store/state/differences.ts';
import { exportFixtures } from '../../store/state/fixtures.ts';
import { advanceClock, readClockInput } from '../../store/worlds/clock.ts';
import type { Worlds } from '../../store/worlds/worlds.ts';
import { findNearestOperations } from '../../traffic/journal/explanation/nearest-operations.ts';
import { openClientPorts } from '../client-ports.ts';
import type { ControlEntry } from '../entry-routes.ts';
import { enterWorld } from '../entry-routes.ts';
import type { ServerOptions } from '../options/options.ts';
import { createAgentPorts } from './agent-ports.ts';
import { createChangeTest } from '../world-changes.ts';
import type { Reloading } from '../reloading.ts';
import { controlFile } from './grammar.ts';
import { describeServed } from './served-contract.ts';

/** Opens the road of the control API, whose behaviours reach the server only through ports. */
export async function openControlRoad(
  options: ServerOptions,
  reloading: Reloading,
  { send, sessions, replicas }: ControlEntry,
): Promise<(received: Received) => Road> {
  const contract = await loadContract([controlFile], strictly);
  const { guard, access } = openAccess(options, contract, sessions);
  const road: Road = {
    contract,
    guard,
    ...createControlBehaviors({
      ...createPorts(options, reloading, access),
      agents: createAgentPorts(options, send),
      replicas,
    }),
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

function openAccess(
  { controlToken, trustProxy, visitorWorlds }: ServerOptions,
  contract: Contract,
  sessions: Sessions,
): OpenAccess {
  // A proxy on this machine may send the requests of visitors as if they were its own.
  const isLocalClient = visitorWorlds
    ? () => false
    : createClientCheck(createAddressRanges(trustProxy));
  const book = createBook(controlCredentials(controlToken));
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
      worldPassOf: (request) => (visitorWorlds ? sessions.passOf(request) : undefined),
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
): Omit<ControlPorts, 'agents' | 'replicas'> {
  const { controlPrefix: prefix } = options;
  const { runtime, watching } = reloading;
  const worlds = (): Worlds => runtime().worlds;
  const clientPorts = openClientPorts(options, reloading);
  return {
    version,
    prefix,
    access,
    served: describeServed(runtime, options, clientPorts.reports),
    findUnready: () => reloading.findUnready(),
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
    isChanged: createChangeTest(() => runtime().madeUp),
    exportFixtures,
    readClockInput,
    advanceClock,
    moveClock: (world, change) => runtime().moveClock(world, change),
    writeCredential,
    coverage: watching.coverage,
    live: createLivePorts(reloading),
    ...clientPorts,
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
