import type { RuntimeOptions } from './runtime.ts';
import type { Exchange } from './watching/observer.ts';

/** The options of a server. Each has a default. */
export interface MockOptions {
  /** Path of the contract, or of several. Default: the Workspace contract of this package. */
  readonly contract?: string | readonly string[];
  /** Folder of the fixtures. Default: `fixtures/` beside the contract, if there is one. */
  readonly fixtures?: string;
  /** Folder that keeps the state. Default: the state is kept in memory only. */
  readonly data?: string;
  /** The text on which generated values depend. Default: `stuntdouble`. */
  readonly seed?: string;
  /**
   * `error`: a reply that breaks the contract becomes a 500. `warn`: it is sent with a mark.
   * Default: `error`, but `warn` if the contract's own examples cause it.
   */
  readonly onBreach?: 'error' | 'warn';
  /** Whether faults of form only warn. Default: true, but false for the shipped contract. */
  readonly lenient?: boolean;
  /** Whether the server follows `$ref`s to http and https. Default: false. */
  readonly allowRemoteRefs?: boolean;
  /** Folders that `$ref`s may lead into, besides the contract's own. */
  readonly allowRefs?: string | readonly string[];
  /** OpenAPI Overlays that change the contract, in this order. */
  readonly overlay?: string | readonly string[];
  /** Default: `strict` with a credentials file, `presence` without. */
  readonly auth?: 'strict' | 'presence' | 'off';
  /** What to do with query parameters that are not declared. Default: `allow`. */
  readonly unknownQuery?: 'allow' | 'reject';
  /** Whether `?__code=`, `__example`, `__dynamic`, `__seed` act like `Prefer`. Default: false. */
  readonly queryPreferences?: boolean;
  /** Whether all operations answer only with examples and generated data. Default: false. */
  readonly stateless?: boolean;
  /** URL of a server for requests that no operation matches. Default: `404`, which refuses them. */
  readonly unmatched?: string;
  /** Whether the server sends CORS headers and answers preflights. Default: true. */
  readonly cors?: boolean;
  /**
   * Origins whose pages may call the API, besides those of this server, this machine, the local
   * network and apps: `https://app.example`, `https://*.preview.example`, `*` or `null`.
   */
  readonly corsOrigin?: string | readonly string[];
  /**
   * Host names, besides local ones, that the server accepts where it listens on a loopback address:
   * `api.example`, `*.example`.
   */
  readonly allowHost?: string | readonly string[];
  /** Whether the server has a control API. Default: true. */
  readonly control?: boolean;
  /** The token for the control API. Default: none, and the API is open to this machine alone. */
  readonly controlToken?: string;
  /**
   * Proxies on this machine, as addresses or ranges (`127.0.0.1`, `10.0.0.0/8`). Without a token,
   * the control API believes their `X-Forwarded-For`, `Forwarded` and `X-Real-IP` about local
   * clients.
   */
  readonly trustProxy?: string | readonly string[];
  /** The path prefix of the control API. Default: `/_mock`. */
  readonly controlPrefix?: string;
  /** Whether requests may ask for a fault with `X-Stuntdouble-Fault`. Default: true. */
  readonly requestFaults?: boolean;
  /** Whether the server reloads changed files of the contract and the fixtures. Default: false. */
  readonly watch?: boolean;
  /** Resets the default world to the fixtures every so many milliseconds. Default: never. */
  readonly resetEvery?: number;
  /**
   * When the server answers a change: when it is on the disk (`sync`, the default), when the system
   * has it (`flush`), or at once (`memory`: the folder is neither read nor written).
   */
  readonly durability?: 'sync' | 'flush' | 'memory';
  /** How many private worlds there may be. Default: 1000. */
  readonly maxWorlds?: number;
  /** Drops a private world that was not used for so many milliseconds. Default: an hour. */
  readonly worldIdle?: number;
  /** How many bytes of request bodies and unread replies may be in memory. Default: 128 MiB. */
  readonly maxBytesInFlight?: number;
  /** How many milliseconds the server waits for the next byte of a body. Default: 30 seconds. */
  readonly bodyTimeout?: number;
  /** How many requests the journal keeps; 0: none. Default: 1000. */
  readonly journal?: number;
  /** How many bytes the journal may take, about. Default: 16 MiB. */
  readonly journalBytes?: number;
  /** Whether the server measures the coverage of the contract. Default: true. */
  readonly coverage?: boolean;
  /** Called after each request. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with notices for the user who runs the server. */
  readonly onNotice?: (notice: Notice) => void;
}

export interface Notice {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

/** Fills in the defaults, so that no option is missing inside. */
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

export function readBodyTimeout({ bodyTimeout = 30_000 }: MockOptions): number {
  return readNumber('bodyTimeout', bodyTimeout, 'a whole number of milliseconds above 0');
}

export function readMaxBytesInFlight({ maxBytesInFlight = 134_217_728 }: MockOptions): number {
  return readNumber('maxBytesInFlight', maxBytesInFlight, 'a whole number above 0');
}

function readNumber(name: keyof MockOptions, value: number, description: string): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new TypeError(`the option "${name}" must be ${description}, not ${value}`);
}
