import type { OperationHandlers } from '../../behaviors/handlers/handler.ts';
import type { Exchange } from '../watching/observer.ts';
import { assertGiven, describeValue } from '../../base/given.ts';
import type { ContractTexts } from './given-files.ts';
import { readContracts, toPath, toText } from './given-files.ts';
import type { Kind } from './kinds.ts';
import { choiceOf, kinds } from './kinds.ts';
import type { CommandName } from './commands.ts';
import type { LibraryName, OptionValues } from './option-values.ts';
import { argumentsOnly, commandNames, otherDefaults } from './commands.ts';
import { rows } from './option-values.ts';

/** The options of a server. Each has a default. */
export interface MockOptions {
  /**
   * The contract, or several: a path, a URL, a folder, or the parsed document. A document has the
   * fixtures that `fixtures` names, and its relative references lead from the working folder.
   * Default: the contract of this package.
   */
  readonly contract?: GivenContract | readonly GivenContract[];
  /** What URLs of made-up files begin with. Default: the address that the server listens on. */
  readonly publicUrl?: string | URL;
  /**
   * Folder of the fixtures. Default: `fixtures/` beside the contract, if there is one; of a
   * contract with a URL, in the working folder.
   */
  readonly fixtures?: string | URL;
  /** The scenario that the default world begins with. Default: none, only the fixtures. */
  readonly scenario?: string;
  /** Handlers of operations, or the JavaScript file that exports them. Default: none. */
  readonly behaviors?: string | URL | OperationHandlers;
  /** Whether a state that was kept is put aside, to begin anew. Default: false. */
  readonly reset?: boolean;
  /** Folder that keeps the state. Default: the state is kept in memory only. */
  readonly data?: string | URL;
  /** The text on which generated values depend. Default: `stuntdouble`. */
  readonly seed?: string;
  /** How many made-up records a list shows. Default: 10 to 30, fewer where a page is short. */
  readonly records?: number;
  /** The language of generated names, such as `de` or `fr_CA`. Default: `en`. */
  readonly locale?: string;
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
  readonly allowRefs?: string | URL | readonly (string | URL)[];
  /** OpenAPI Overlays that change the contract, in this order. */
  readonly overlay?: string | URL | readonly (string | URL)[];
  /** Default: `strict` with a credentials file, `presence` without. */
  readonly auth?: 'strict' | 'presence' | 'off';
  /** Whether a key that nothing has shown has a record. Default: `known`. */
  readonly unknownKeys?: 'improvise' | 'known' | 'refuse';
  /** What to do with query parameters that are not declared. Default: `allow`. */
  readonly unknownQuery?: 'allow' | 'reject';
  /** Whether `?__code=`, `__example`, `__dynamic`, `__seed` act like `Prefer`. Default: false. */
  readonly queryPreferences?: boolean;
  /** Whether all operations answer only with examples and generated data. Default: false. */
  readonly stateless?: boolean;
  /** Whether replies and records are made up also where there are examples. Default: false. */
  readonly ignoreExamples?: boolean;
  /** URL of a server for requests that no operation matches. Default: `404`, which refuses them. */
  readonly unmatched?: string | URL;
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
  /** Whether browsers get the console at the control prefix, such as `/_mock/`. Default: true. */
  readonly console?: boolean;
  /**
   * Whether browsers get a page at `/`, and all clients the contract at `/openapi.yaml` and
   * `/openapi.json`, where the contract has no such paths. Default: true.
   */
  readonly index?: boolean;
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
  /** Whether it reloads new and changed files of contract, fixtures, scenarios. Default: false. */
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
  /**
   * Whether each browser plays in a private world of its own, known by a cookie, which its first
   * change makes. All else is read only, and the control API needs the token. Default: false.
   */
  readonly visitorWorlds?: boolean;
  /** How many records a visitor may add; a large one counts once for each 4 KB. Default: 1000. */
  readonly visitorRecords?: number;
  /** How many requests a visitor may send in a minute. Default: 600. */
  readonly visitorRequests?: number;
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

export type GivenContract = string | URL | ContractDocument;

/** An OpenAPI document as an object, such as an imported JSON file. */
export type ContractDocument = DescribedApi | Readonly<Record<string, unknown>>;

/** Interfaces, such as those of `openapi-types`, have no members but their own. */
interface DescribedApi {
  readonly info: object;
  readonly openapi?: string;
  readonly swagger?: string;
  readonly paths?: object | undefined;
}

export interface Notice {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

/** The options of a server, complete. `undefined` stands where the contract decides. */
export interface ServerOptions extends Omit<Pick<OptionValues, LibraryName>, 'data'> {
  /** Undefined: in memory only. */
  readonly data: string | undefined;
  /** The store that replicas share; absent: this server has a state of its own. */
  readonly store?: string | undefined;
  readonly replicaUrl?: string | undefined;
  /** Contracts that are no files; absent: all are. */
  readonly contractTexts?: ContractTexts;
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
  /** Undefined: no one hears notices, so that the server need not look for faulty examples. */
  readonly onNotice: ((notice: Notice) => void) | undefined;
}

/** Fills in the defaults of the library; throws a TypeError for an unknown name or bad value. */
export function readOptions(given: MockOptions): ServerOptions {
  assertNames(given);
  const { contract = [] } = given;
  const contracts = readContracts(contract);
  const values = fillOptions((option) => {
    const { name, kind, isInLibrary } = option;
    const value: unknown = isInLibrary ? readGiven(given, name, contracts.contract) : undefined;
    if (value === undefined || value === null) return defaultIn(option, 'library');
    const readOne = kind.namesFiles ? toPath : toText;
    const read = kind.isList ? [value].flat().map(readOne) : readOne(value);
    kind.check?.(read, name);
    return read;
  });
  const { onExchange, onNotice } = given;
  assertCallback(onExchange, 'onExchange');
  assertCallback(onNotice, 'onNotice');
  const { contractTexts } = contracts;
  return { ...values, contractTexts, onExchange, onNotice };
}

function readGiven(given: MockOptions, name: string, contract: readonly string[]): unknown {
  return name === 'contract' && contract.length > 0 ? contract : Reflect.get(given, name);
}

function assertCallback(given: unknown, name: string): void {
  if (given === undefined || typeof given === 'function') return;
  throw new TypeError(`the option "${name}" must be a function, not ${describeValue(given)}`);
}

function assertNames(given: unknown): void {
  if (typeof given === 'string' || given instanceof URL) {
    const shown = JSON.stringify(String(given));
    throw new TypeError(
      `createMock takes an object of options: write createMock({ contract: ${shown} }).`,
    );
  }
  const members = Object.fromEntries(libraryNames.map((name) => [name, 'any']));
  assertGiven('createMock', given, members, elsewhere);
}

/** Options of the command line that the library has in another place. */
export const elsewhere = {
  port: 'mock.listen({ port }) takes it',
  host: 'mock.listen({ host }) takes it',
  ephemeral: 'without "data", the state is in memory only',
  log: '"onExchange" hears of each request, "onNotice" of each notice',
  world: 'mock.world(name) opens one',
  count: 'world.seed({ count }) takes it',
};

export interface Option {
  /** Its name in the library. */
  readonly name: string;
  /** As on the command line, but without dashes. Operands have none. */
  readonly flag: string | undefined;
  readonly variable: string | undefined;
  /** A variable that names a file with the value, as Docker secrets need it. */
  readonly fileVariable: string | undefined;
  readonly kind: Kind<unknown>;
  readonly fallback: unknown;
  readonly commands: readonly CommandName[];
  readonly isInLibrary: boolean;
  readonly help: string;
}

/** These start a server, so they take all options of `serve`. */
export const servesToo: ReadonlySet<string> = new Set(['run', 'mcp']);

/** The rows of the table, in its order. */
export const options: readonly Option[] = Object.entries(rows).map(
  ([name, [kind, fallback, where, help]]) => {
    const used = typeof kind === 'string' ? kinds[kind] : choiceOf(kind);
    const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const commands = commandNames.filter(
      (command) => where.includes(command) || (servesToo.has(command) && where.includes('serve')),
    );
    const variable =
      commands.length === 0 || argumentsOnly.includes(name)
        ? undefined
        : `STUNTDOUBLE_${words.toUpperCase().replaceAll('-', '_')}`;
    return {
      name,
      flag: kind === 'operands' || commands.length === 0 ? undefined : words,
      variable,
      fileVariable: used.isSecret ? `${variable}_FILE` : undefined,
      kind: used,
      fallback,
      commands,
      isInLibrary: where.includes('library'),
      help,
    };
  },
);

/** What `createMock` takes. */
export const libraryNames: readonly string[] = [
  ...options.filter(({ isInLibrary }) => isInLibrary).map(({ name }) => name),
  'onExchange',
  'onNotice',
];

/** The default of an option in a command or in the library. */
export function defaultIn(
  { name, fallback }: Pick<Option, 'name' | 'fallback'>,
  place: CommandName | 'library',
): unknown {
  const others: Readonly<Record<string, Readonly<Record<string, unknown>>>> = otherDefaults;
  const own = others[place];
  return own && Object.hasOwn(own, name) ? own[name] : fallback;
}

/** Makes one object of all options. `valueOf` returns a value of the option's kind. */
export function fillOptions(valueOf: (option: Option) => unknown): OptionValues {
  return Object.fromEntries(
    options.map((option) => [option.name, valueOf(option)]),
  ) as OptionValues;
}
