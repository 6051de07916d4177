import type { Backstage } from './backstage.ts';
import type { Contract } from './contract/compile.ts';
import type { LanePorts } from './control-lane.ts';
import { createControlLane } from './control-lane.ts';
import { usualPrefix } from './control-prefix.ts';
import { createTrust, isFromThisMachine } from './control/guard.ts';
import { ApiError } from './errors.ts';
import type { Lane } from './http/answer.ts';
import { createForward } from './http/forward.ts';
import type { WorldNames } from './http/selection.ts';
import type { MockOptions } from './mock-options.ts';
import type { Received } from './pipeline/exchange.ts';
import { advanceClock, readClockWish } from './store/clock.ts';
import { writeCredential } from './store/credentials.ts';
import { describeDifferences } from './store/differences.ts';
import { exportFixtures } from './store/exporting.ts';
import { prepareCredential } from './store/minting.ts';
import type { World } from './store/world.ts';
import type { Worlds } from './store/worlds.ts';
import { readWorldName } from './store/worlds.ts';
import { readUnmatched } from './unmatched.ts';
import { version } from './version.ts';
import type { Watching } from './watching.ts';

/** The ways that requests can take: to the control API, or to the contract. */
export function createLanes(
  { controlToken, controlPrefix = usualPrefix, cors = true, ...options }: MockOptions,
  backstage: Backstage,
  watching: Watching,
): readonly Lane[] {
  const worlds = (): Worlds => backstage.stage().worlds;
  const isTrusted = createTrust(controlToken);
  const unmatched = readUnmatched(options.unmatched ?? '404');
  return [
    createControlLane(controlToken, createPorts(backstage, watching, controlPrefix)),
    {
      name: 'contract',
      prefix: '',
      toleratesSlash: false,
      hasCors: cors,
      forward: unmatched && createForward(unmatched, { hasCors: cors }),
      road: (received) =>
        backstage.stage().roadIn(enterWorld(received, worlds(), isTrusted, controlPrefix)),
    },
  ];
}

export function createWorldNames(contract: () => Contract): WorldNames {
  const segments = new WeakMap<Contract, ReadonlySet<string>>();
  const segmentsOf = (current: Contract): ReadonlySet<string> => {
    const known = segments.get(current) ?? listTildes(current);
    segments.set(current, known);
    return known;
  };
  return {
    read: readWorldName,
    isPath(segment) {
      const known = segmentsOf(contract());
      return known.has(segment) || known.has(anySegment);
    },
  };
}

function createPorts(
  backstage: Backstage,
  { requests, coverage }: Watching,
  prefix: string,
): LanePorts {
  const worlds = (): Worlds => backstage.stage().worlds;
  return {
    version,
    prefix,
    blueprint: () => backstage.stage().blueprint,
    isReady: () => !backstage.isStopped(),
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
    records: () => backstage.stage().records,
    compareToBase: (world) => describeDifferences(world.base, world.save()),
    exportFixtures,
    readClockWish,
    advanceClock,
    prepareCredential: (wish, world) =>
      prepareCredential(wish, world, backstage.stage().blueprint.credentialRules),
    writeCredential,
    overrides: backstage.overrides,
    requests,
    coverage,
  };
}

/** The world that a request names, made on its first use where that is harmless. */
function enterWorld(
  received: Received,
  worlds: Worlds,
  mayMake: (received: Received) => boolean,
  prefix: string,
): World {
  const { world: name } = received;
  if (name === undefined) return worlds.main;
  const world = worlds.find(name);
  if (world) return world;
  if (mayMake(received)) return worlds.make(name);
  const detail = `There is no world "${name}". Where others than this machine can call, or for pages of other sites, worlds are not made on first use: make it with PUT ${prefix}/worlds/${name} and the control token, or show that in X-Stuntdouble-Token.`;
  throw new ApiError('unknown-world', detail);
}

/** Stands for all segments: behind a tilde, a parameter may be anything. */
const anySegment = '~';

/** The first segments of the contract's paths that begin with a tilde. */
function listTildes({ operations }: Contract): ReadonlySet<string> {
  const firsts = operations.flatMap(({ path, bases }) =>
    [...bases, ''].map((base) => `${base}${path}`.split('/', 2)[1] ?? ''),
  );
  const own = firsts.filter((first) => first.startsWith('~'));
  return new Set(own.map((first) => (first.includes('{') ? anySegment : first)));
}
