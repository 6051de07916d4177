import type { RuntimeOptions } from './runtime.ts';
import type { Exchange } from './watching/observer.ts';

/** What a stand-in can be told. Everything has a default. */
export interface MockOptions {
  /** Path of the contract, or of several. Default: the Workspace contract that comes with the package. */
  readonly contract?: string | readonly string[];
  /** Folder of the fixtures. Default: `fixtures/` beside the contract, where there is one. */
  readonly fixtures?: string;
  /** Folder that keeps the state. Default: the state is kept in memory only. */
  readonly data?: string;
  /** What generated values depend on. Default: `stuntdouble`. */
  readonly seed?: string;
  /** What becomes of a reply that breaks the contract: a 500, or sent, marked (default for its examples). */
  readonly onBreach?: 'error' | 'warn';
  /** Whether a contract with faults of form is taken. Default: true for any but the shipped one. */
  readonly lenient?: boolean;
  /** Whether `$ref`s to http and https are followed. Default: false. */
  readonly allowRemoteRefs?: boolean;
  /** Folders that `$ref`s may lead into, besides the contract's own. */
  readonly allowRefs?: string | readonly string[];
  /** OpenAPI Overlays that change the contract, in this order. */
  readonly overlay?: string | readonly string[];
  /** Default: `strict` with a credentials file, `presence` without. */
  readonly auth?: 'strict' | 'presence' | 'off';
  /** What becomes of query parameters that are not declared. Default: `allow`. */
  readonly unknownQuery?: 'allow' | 'reject';
  /** Whether `?__code=`, `?__example=`, `?__dynamic=` are read like the `Prefer` header. Default: false. */
  readonly queryPreferences?: boolean;
  /** Whether every operation answers with examples and generated data alone. Default: false. */
  readonly stateless?: boolean;
  /** Where requests go that no operation matches: the URL of another server. Default: `404`, nowhere. */
  readonly unmatched?: string;
  /** Whether replies have CORS headers, and preflights are answered. Default: true. */
  readonly cors?: boolean;
  /**
   * Origins whose pages may call the API, besides those of this server, this machine, the local network and
   * apps: `https://app.example`, `https://*.preview.example`, `*` or `null`.
   */
  readonly corsOrigin?: string | readonly string[];
  /** Host names that lead here, besides local ones, where this listens on a loopback address: `api.example`, `*.example`. */
  readonly allowHost?: string | readonly string[];
  /** Whether there is a control API. Default: true. */
  readonly control?: boolean;
  /** What the control API asks for. Default: none, and it is open to this machine alone. */
  readonly controlToken?: string;
  /**
   * Proxies on this machine, by addresses or ranges such as `127.0.0.1` or `10.0.0.0/8`: without a token,
   * the control API believes what their `X-Forwarded-For` or `Forwarded` says of a local client.
   */
  readonly trustProxy?: string | readonly string[];
  /** The path that the control API is below. Default: `/_mock`. */
  readonly controlPrefix?: string;
  /** Whether requests may wish for a fault with `X-Stuntdouble-Fault`. Default: true. */
  readonly requestFaults?: boolean;
  /** Whether changed files of the contract and the fixtures are loaded again. Default: false. */
  readonly watch?: boolean;
  /** Start again from the fixtures every so many milliseconds. Default: never. */
  readonly resetEvery?: number;
  /**
   * When a change is answered: when it is on the disk (`sync`, the default), when it was handed to the
   * system (`flush`), or at once (`memory`: the folder is neither read nor written).
   */
  readonly durability?: 'sync' | 'flush' | 'memory';
  /** How many private worlds there may be. Default: 1000. */
  readonly maxWorlds?: number;
  /** Drop a private world that nobody used for so many milliseconds. Default: an hour. */
  readonly worldIdle?: number;
  /** How many bytes of bodies, and of replies that clients have yet to read, may be in memory. Default: 128 MiB. */
  readonly maxBytesInFlight?: number;
  /** How long the server waits for the next byte of a request body, in milliseconds. Default: 30 seconds. */
  readonly bodyTimeout?: number;
  /** How many requests are kept, to be looked at and verified; 0: none. Default: 1000. */
  readonly journal?: number;
  /** How many bytes they may take, about. Default: 16 MiB. */
  readonly journalBytes?: number;
  /** Whether it is counted what is tried of the contract. Default: true. */
  readonly coverage?: boolean;
  /** Hears of every request. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Hears what the person who runs this should know. */
  readonly onNotice?: (notice: Notice) => void;
}

export interface Notice {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

/** Options are made whole once; inside, none is optional. */
export function readRuntimeOptions(
  options: MockOptions,
): Omit<RuntimeOptions, 'directIn' | 'hideKnown' | 'onLeave' | 'onNotice'> {
  return {
    seed: options.seed ?? 'stuntdouble',
    onBreach: options.onBreach,
    auth: options.auth,
    unknownQuery: options.unknownQuery ?? 'allow',
    queryPreferences: options.queryPreferences ?? false,
    stateless: options.stateless ?? false,
    worlds: { most: options.maxWorlds ?? 1000, idle: options.worldIdle ?? 3_600_000 },
  };
}

/** How long the server waits for the next byte of a request body, in milliseconds. */
export function readBodyTimeout({ bodyTimeout = 30_000 }: MockOptions): number {
  return readNumber('bodyTimeout', bodyTimeout, 'a whole number of milliseconds above 0');
}

/** How many bytes of bodies all requests under way may keep in memory. */
export function readMaxBytesInFlight({ maxBytesInFlight = 134_217_728 }: MockOptions): number {
  return readNumber('maxBytesInFlight', maxBytesInFlight, 'a whole number above 0');
}

function readNumber(name: keyof MockOptions, value: number, description: string): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new TypeError(`the option "${name}" must be ${description}, not ${value}`);
}
