import { ApiError } from '../base/errors.ts';
import { filesPath, serveFile } from '../behaviors/files/served-files.ts';
import type { Contract } from '../contract/compile.ts';
import { createTokenTest, createTrust } from '../control/guard.ts';
import type { ReplicaPorts } from '../control/ports.ts';
import type { Sessions } from '../control/sessions.ts';
import type { WorldNames } from '../http/access/world-selection.ts';
import type { EntryRoute } from '../http/entry-route.ts';
import type { InProcess } from '../http/in-process/in-process.ts';
import type { Forward } from '../http/forward/forward.ts';
import type { Guard } from '../pipeline/credentials/guard.ts';
import type { Received, Reply } from '../pipeline/exchange.ts';
import type { Road } from '../pipeline/respond.ts';
import type { World } from '../store/worlds/world.ts';
import type { Worlds } from '../store/worlds/worlds.ts';
import { isName } from '../store/worlds/snapshots.ts';
import { readWorldName } from '../store/worlds/worlds.ts';
import { isForConsole } from './console-files/console-paths.ts';
import { isForFrontPage, listFrontPagePaths } from './front-page/front-page-paths.ts';
import { readTarget } from './options/given-addresses.ts';
import type { ServerOptions } from './options/options.ts';
import type { Reloading } from './reloading.ts';

/** What the control API shares with the rest of the server. */
export interface ControlEntry {
  /** Sends a request to this server without a socket. */
  readonly send: InProcess['fetch'];
  readonly sessions: Sessions;
  /** Undefined where this server has a state of its own. */
  readonly replicas: ReplicaPorts | undefined;
}

/** In the order in which they are tried: made-up files, control API, front page, contract. */
export function createEntryRoutes(
  options: ServerOptions,
  reloading: Reloading,
  control: ControlEntry,
): readonly EntryRoute[] {
  const prefix = options.control ? options.controlPrefix : undefined;
  const worlds = (): Worlds => reloading.runtime().worlds;
  const isTrusted = createTrust(options);
  const other = readTarget(options.unmatched);
  const road: EntryRoute['road'] = (received) =>
    reloading.runtime().roadIn(enterWorld(received, worlds(), isTrusted, prefix));
  return [
    createFilesEntry(road, options.cors),
    ...(prefix === undefined ? [] : [createControlEntry(options, reloading, control)]),
    ...(options.index && !other ? [createFrontPageEntry(options, reloading, road)] : []),
    {
      name: 'contract',
      prefix: '',
      toleratesSlash: false,
      hasCors: options.cors,
      refusesForeignPages: true,
      forward: other && forwardTo(other, createSecretTest(options, control)),
      road,
    },
  ];
}

/** Made-up files, without credentials: pages show them by URLs alone. */
function createFilesEntry(road: EntryRoute['road'], hasCors: boolean): EntryRoute {
  return {
    name: 'files',
    prefix: filesPath,
    toleratesSlash: false,
    hasCors,
    refusesForeignPages: true,
    isWorldless: true,
    forward: undefined,
    serve({ method, path }) {
      const file = method === 'GET' || method === 'HEAD' ? serveFile(path) : undefined;
      return (
        file && {
          status: 200,
          headers: ['Content-Type', file.type, 'Cache-Control', 'max-age=3600'],
          body: file.content,
          verdict: { kind: 'served' },
          operation: undefined,
        }
      );
    },
    road,
  };
}

/** What the contract leaves free. It is no path of the contract: nothing counts it. */
function createFrontPageEntry(
  options: ServerOptions,
  { runtime }: Reloading,
  road: EntryRoute['road'],
): EntryRoute {
  const contract = (): Contract => runtime().blueprint.contract;
  const auth = (): Guard['mode'] => runtime().roadIn(runtime().worlds.main).guard.mode;
  const open = async (): Promise<(received: Received) => Reply> => {
    const { createFrontPage } = await import('./front-page/front-page.ts');
    return createFrontPage({ options, contract, auth });
  };
  let opening: Promise<(received: Received) => Reply> | undefined;
  return {
    name: 'page',
    prefix: '',
    toleratesSlash: false,
    hasCors: options.cors,
    refusesForeignPages: true,
    isWorldless: true,
    forward: undefined,
    takes: (request, path) =>
      isForFrontPage(request, path, () => listFrontPagePaths(options, contract())),
    // Loaded on first use: most servers are never asked by a browser.
    serve: async (received) => (await (opening ??= open()))(received),
    road,
  };
}

/** Tells whether a text is the control token, or a pass: only this server may see these. */
function createSecretTest(
  { controlToken }: ServerOptions,
  { sessions }: ControlEntry,
): (text: string) => boolean {
  const isToken = createTokenTest(controlToken);
  return (text) => isToken(text) || sessions.isPass(text);
}

/** Loaded on first use: most servers never forward. */
function forwardTo(target: URL, isToken: (text: string) => boolean): Forward {
  const open = async (): Promise<Forward> => {
    const { createForward } = await import('../http/forward/forward.ts');
    return createForward(target, { isToken });
  };
  let opening: Promise<Forward> | undefined;
  return async (unmatched) => {
    const forward = await (opening ??= open());
    return forward(unmatched);
  };
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
    isName,
    isPath(segment) {
      const known = segmentsOf(contract());
      return known.has(segment) || known.has(anySegment);
    },
  };
}

/** Stands for any segment that begins with a tilde, for paths such as `/~{name}`. */
const anySegment = '~';

/** Lists the first segments of the contract's paths that begin with a tilde. */
function listTildes({ operations }: Contract): ReadonlySet<string> {
  const firsts = operations.flatMap(({ path, bases }) =>
    [...bases, ''].map((base) => `${base}${path}`.split('/', 2)[1] ?? ''),
  );
  const own = firsts.filter((first) => first.startsWith('~'));
  return new Set(own.map((first) => (first.includes('{') ? anySegment : first)));
}

/** Finds the world of a request, or makes it if `mayMake` allows. `prefix`: of the control API. */
export function enterWorld(
  received: Received,
  worlds: Worlds,
  mayMake: (received: Received) => boolean,
  prefix: string | undefined,
): World {
  const { world: name } = received;
  if (name === undefined) return worlds.main;
  const world = worlds.find(name);
  if (world) return world;
  if (mayMake(received)) return worlds.make(name);
  const way =
    prefix === undefined
      ? 'show the control token in X-Stuntdouble-Token'
      : `make it with PUT ${mountOf(received, prefix)}${prefix}/worlds/${name} and the control token, or show that in X-Stuntdouble-Token`;
  const detail = `There is no world "${name}". Where others than this machine can call, or for pages of other sites, worlds are not made on first use: ${way}.`;
  throw new ApiError('unknown-world', detail);
}

/** The path of the mounted app: `prefix` without the name of the world and the control prefix. */
function mountOf({ prefix, world = '' }: Received, control: string): string {
  const name = `/~${world}`;
  const front = prefix.endsWith(name + control) ? prefix.slice(0, -control.length) : prefix;
  return front.endsWith(name) ? front.slice(0, -name.length) : front;
}

/** The control API is a contract of its own, on the same road. Loaded on first use. */
function createControlEntry(
  options: ServerOptions,
  reloading: Reloading,
  control: ControlEntry,
): EntryRoute {
  type Choose = (received: Received) => Road;
  let choose: Choose | undefined;
  let choosing: Promise<Choose> | undefined;
  const open = async (): Promise<Choose> => {
    try {
      const { openControlRoad } = await import('./control/control-road.ts');
      return (choose = await openControlRoad(options, reloading, control));
    } catch (error) {
      // The next request tries again.
      choosing = undefined;
      throw error;
    }
  };
  return {
    name: 'control',
    prefix: options.controlPrefix,
    toleratesSlash: true,
    // The console asks about any world, also in a browser that has the cookie of one, or of none that can be.
    worldCookieYields: true,
    isForOperators: true,
    // Replies have credentials and records in them: no browser or proxy keeps these, or runs them.
    usualHeaders: [
      ['Cache-Control', 'no-store'],
      ['X-Content-Type-Options', 'nosniff'],
    ],
    hasCors: false,
    // The guard of the control API is stricter: it admits only its own pages.
    refusesForeignPages: false,
    forward: undefined,
    ...(options.console ? { serve: openConsole() } : {}),
    road: (received) =>
      choose ? choose(received) : (choosing ??= open()).then((chosen) => chosen(received)),
  };
}

/** The page and the files of the console, on first use: most servers are never asked by a browser. */
function openConsole(): NonNullable<EntryRoute['serve']> {
  let opening: Promise<ServeConsole> | undefined;
  return (received) =>
    isForConsole(received)
      ? (opening ??= loadConsole()).then((serve) => serve(received))
      : undefined;
}

type ServeConsole = (received: Received) => Promise<Reply>;

async function loadConsole(): Promise<ServeConsole> {
  const { consoleBuild, createConsoleFiles } = await import('./console-files/console-files.ts');
  return createConsoleFiles(consoleBuild.folder());
}
