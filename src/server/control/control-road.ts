import { join } from 'node:path';

import { createAddressRanges } from '../../base/addresses.ts';
import type { Backstage } from '../reloading.ts';
import type { Contract } from '../../contract/compile.ts';
import { loadContract } from '../../contract/compile.ts';
import { usualPrefix } from './control-prefix.ts';
import { createControlBehaviors } from '../../control/behaviors.ts';
import { controlCredentials, createControlGuard, isFromThisMachine } from '../../control/guard.ts';
import { createClientCheck } from '../../control/local-client.ts';
import type { ControlPorts } from '../../control/ports.ts';
import { openDesk } from '../test-ports.ts';
import { enterWorld } from '../enter-world.ts';
import { ApiError } from '../../base/errors.ts';
import type { MockOptions } from '../options.ts';
import type { Guard } from '../../pipeline/credentials/authenticate.ts';
import type { Received } from '../../pipeline/exchange.ts';
import type { Road } from '../../pipeline/respond.ts';
import { describeServed } from './served-contract.ts';
import { advanceClock, readClockWish } from '../../store/worlds/clock.ts';
import { createBook, writeCredential } from '../../store/credentials/credentials.ts';
import { describeDifferences } from '../../store/state/differences.ts';
import { exportFixtures } from '../../store/state/exporting.ts';
import { prepareCredential } from '../../store/credentials/minting.ts';
import type { Worlds } from '../../store/worlds/worlds.ts';
import { findNearestOperations } from '../../traffic/journal/explanation/nearest-operations.ts';
import { version } from '../../base/version.ts';

/** The road of the control API, whose behaviours reach what they do through ports. */
export async function openControlRoad(
  options: MockOptions,
  backstage: Backstage,
): Promise<(received: Received) => Road> {
  const contract = await loadContract(
    [join(import.meta.dirname, '..', '..', 'control', 'openapi.yaml')],
    {
      isLenient: false,
      isComplete: false,
      allowRemoteRefs: false,
      allowRefs: [],
      overlays: [],
    },
  );
  const road: Road = {
    contract,
    guard: createGuard(options),
    ...createControlBehaviors(createPorts(options, backstage)),
    refusalFiller: { body: () => undefined, headers: (_, own) => own },
    // What shows a world waits for it; nothing else has to wait for a disk.
    durable: () => undefined,
    direct: () => undefined,
    onBreach: 'error',
    unknownQuery: 'allow',
    preferences: 'none',
  };
  return (received) => {
    assertPath(received, contract);
    return road;
  };
}

function createGuard({ controlToken, trustProxy = [] }: MockOptions): Guard {
  const isTrustedProxy = createAddressRanges([trustProxy].flat());
  return createControlGuard(
    createBook(controlCredentials(controlToken)),
    createClientCheck(isTrustedProxy),
  );
}

/** Whoever is lost here hasn't this contract at hand. */
function assertPath({ method, prefix, path }: Received, contract: Contract): void {
  if (contract.routes.readings(path).length > 0) return;
  const near = findNearestOperations({ method, path }, contract.operations, 12);
  const paths = [...new Set(near.map((one) => prefix + one.path))].slice(0, 3);
  const detail = `There is no ${prefix}${path.slice(0, 300)} in the control API. Nearest are ${paths.join(', ')}.`;
  throw new ApiError('unknown-path', detail);
}

function createPorts(options: MockOptions, backstage: Backstage): ControlPorts {
  const { controlPrefix: prefix = usualPrefix } = options;
  const { stage, watching } = backstage;
  const worlds = (): Worlds => stage().worlds;
  return {
    version,
    prefix,
    served: describeServed(() => stage().blueprint),
    isReady: () => !backstage.isStopped(),
    findWriteProblem: shareForAWhile(() => backstage.findWriteProblem()),
    now: Date.now,
    worlds,
    // Whoever has shown the token may do all that can be done here.
    worldOf: (request) =>
      enterWorld(
        request,
        worlds(),
        () => request.admission.credentials.length > 0 || isFromThisMachine(request),
        prefix,
      ),
    compareToBase: (world) => describeDifferences(world.base, world.save()),
    exportFixtures,
    readClockWish,
    advanceClock,
    prepareCredential: (wish, world) =>
      prepareCredential(wish, world, stage().blueprint.credentialRules),
    writeCredential,
    coverage: watching.coverage,
    ...openDesk(options, backstage),
  };
}

/** Probes are open to everybody: however many ask, the disk is tried once at a time, and once a second. */
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
