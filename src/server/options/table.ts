import type { CommandName } from './commands.ts';
import type { KindValues } from './kinds.ts';

/**
 * Every option, once: kind of its value, default, where it applies, help. From these rows come the
 * command line, the variables, `--help`, what `createMock` takes, and the types of all values. The
 * name is that in the library; the flag and the variable are made of it. A default of `undefined`
 * depends on something else, which the help tells.
 */
const table = {
  contract: [
    'operands',
    [],
    ['library', 'serve', 'check', 'seed', 'plan', 'types', 'init'],
    'the contract, or several: files, URLs, folders that have one, or - for the standard input (the contract of this package)',
  ],
  port: ['port', 4010, ['serve'], 'port to listen on, 0 for any that is free'],
  host: ['host', '127.0.0.1', ['serve'], 'address to listen on'],
  publicUrl: [
    'publicUrl',
    undefined,
    ['library', 'serve'],
    'what URLs of made-up files and of records begin with (the address that is listened on)',
  ],
  fixtures: [
    'folder',
    undefined,
    ['library', 'serve', 'check', 'seed', 'plan'],
    'folder of the fixtures (fixtures/ beside the contract)',
  ],
  scenario: [
    'text',
    undefined,
    ['library', 'serve'],
    'begin with this scenario: scenarios/<name>.yaml beside the contract (the fixtures)',
  ],
  behaviors: [
    'handlers',
    undefined,
    ['library', 'serve'],
    'answer operations by the handlers of this JavaScript file (as the contract and the state have it)',
  ],
  reset: ['switch', false, ['library', 'serve'], 'put a state that was kept aside, and begin anew'],
  data: [
    'folder',
    '.stuntdouble',
    ['library', 'serve', 'seed', 'reset'],
    'folder that keeps the state',
  ],
  durability: [
    ['sync', 'flush', 'memory'],
    'sync',
    ['library', 'serve'],
    'a change is answered when it is on the disk, or handed to the system, or is in memory only',
  ],
  ephemeral: [
    'switch',
    undefined,
    ['serve'],
    'keep the state in memory only: short for --durability memory',
  ],
  stateless: [
    'switch',
    false,
    ['library', 'serve'],
    'keep no records: answer with examples and generated data alone',
  ],
  ignoreExamples: [
    'switch',
    false,
    ['library', 'serve'],
    'make replies and records up, also where the contract has examples',
  ],
  seed: [
    'text',
    'stuntdouble',
    ['library', 'serve', 'seed', 'init'],
    'what generated values depend on',
  ],
  records: [
    'records',
    undefined,
    ['library', 'serve'],
    'how many made-up records a list shows (10 to 30, fewer on short pages)',
  ],
  locale: [
    'locale',
    'en',
    ['library', 'serve', 'seed', 'init'],
    'language of generated names, and with it country and currency: de, fr_CA …',
  ],
  onBreach: [
    ['error', 'warn'],
    undefined,
    ['library', 'serve'],
    'a reply that breaks the contract becomes a 500, or is sent marked (error; faulty examples: warn)',
  ],
  lenient: [
    'switch',
    undefined,
    ['library', 'serve', 'seed', 'plan', 'types', 'init'],
    'take a contract with faults of form, and warn (on, and off for the shipped contract)',
  ],
  allowRemoteRefs: [
    'switch',
    false,
    ['library', 'serve', 'check', 'seed', 'plan', 'types', 'init'],
    'follow $refs to http and https',
  ],
  allowRefs: [
    'folders',
    [],
    ['library', 'serve', 'check', 'seed', 'plan', 'types', 'init'],
    'follow $refs into this folder, too; repeatable',
  ],
  overlay: [
    'files',
    [],
    ['library', 'serve', 'check', 'seed', 'plan', 'types', 'init'],
    'change the contract by an OpenAPI Overlay; repeatable',
  ],
  auth: [
    ['strict', 'presence', 'off'],
    undefined,
    ['library', 'serve'],
    'credentials must be known, or only be there, or are not looked at (strict with a credentials file, else presence)',
  ],
  unknownKeys: [
    ['improvise', 'known', 'refuse'],
    'known',
    ['library', 'serve'],
    'which unknown keys have a made-up record: all, all until the server makes the first key of the collection, or none',
  ],
  unknownQuery: [
    ['allow', 'reject'],
    'allow',
    ['library', 'serve'],
    'name query parameters that are not declared, and let them pass or refuse them with 400',
  ],
  queryPreferences: [
    'switch',
    false,
    ['library', 'serve'],
    'read ?__code=, ?__example=, ?__dynamic=, ?__seed= as the Prefer header is read',
  ],
  cors: ['switch', true, ['library', 'serve'], 'send CORS headers, answer preflights'],
  corsOrigin: [
    'origins',
    [],
    ['library', 'serve'],
    "let pages of https://app.example, https://*.preview.example, '*' or null call the API; repeatable (those of this server, this machine, local networks and apps)",
  ],
  allowHost: [
    'hostNames',
    [],
    ['library', 'serve'],
    'on a loopback address, take requests for this host name, or *.example, too; repeatable (always served: IP addresses, names without a dot, .localhost, .local, .internal, .test)',
  ],
  log: [['human', 'json', 'silent'], 'human', ['serve'], 'what is printed'],
  list: ['switch', false, ['serve'], 'list all operations and credentials in the banner'],
  watch: [
    'switch',
    false,
    ['library', 'serve'],
    'load contract, fixtures and scenarios again when they change or are new',
  ],
  resetEvery: [
    'duration',
    undefined,
    ['library', 'serve'],
    'go back to the fixtures every 30s, 15m, 1h …',
  ],
  control: ['switch', true, ['library', 'serve'], 'serve the control API'],
  console: [
    'switch',
    true,
    ['library', 'serve'],
    'show browsers the console at the control prefix',
  ],
  index: [
    'switch',
    true,
    ['library', 'serve'],
    'show browsers a page at /, and all clients the contract at /openapi.yaml and /openapi.json',
  ],
  controlToken: [
    'token',
    undefined,
    ['library', 'serve', 'report', 'seed'],
    'what the control API asks for (none: it is open to this machine alone)',
  ],
  trustProxy: [
    'proxies',
    [],
    ['library', 'serve'],
    'without a token, believe what this proxy says of local clients in X-Forwarded-For, Forwarded or X-Real-IP; repeatable',
  ],
  unmatched: [
    'target',
    '404',
    ['library', 'serve'],
    'refuse requests that no operation matches, or forward them to another server',
  ],
  controlPrefix: [
    'prefix',
    '/_mock',
    ['library', 'serve', 'report', 'seed'],
    'the path that the control API is below',
  ],
  requestFaults: [
    'switch',
    true,
    ['library', 'serve'],
    'let requests ask for a fault: X-Stuntdouble-Fault',
  ],
  bodyTimeout: ['timeout', 30_000, ['library', 'serve'], 'how long a request body may pause'],
  maxWorlds: ['count', 1000, ['library', 'serve'], 'how many private worlds there may be'],
  worldIdle: [
    'duration',
    3_600_000,
    ['library', 'serve'],
    'drop a private world that was not used for so long',
  ],
  maxBytesInFlight: [
    'bytes',
    134_217_728,
    ['library', 'serve'],
    'how many bytes of bodies and unread replies all requests may keep in memory',
  ],
  coverage: ['switch', true, ['library', 'serve'], 'count what is tried of the contract'],
  url: [
    'servers',
    [],
    ['report', 'seed', 'mcp'],
    'the server that runs: to report on, to add records to, to ask; repeatable, but mcp asks one',
  ],
  world: ['text', undefined, ['seed'], 'with --url, add records to this world (default)'],
  format: [
    'formats',
    [],
    ['run', 'report'],
    'table, json, junit, markdown or github; printed, or written to a file; repeatable (table)',
  ],
  failOn: ['gates', [], ['run', 'report'], 'fail on violations, unmatched, breach, unknown-query'],
  baseline: ['file', undefined, ['run', 'report'], 'violations that are known, and pass'],
  writeBaseline: [
    'switch',
    false,
    ['run', 'report'],
    'write the baseline anew, with what there is now',
  ],
  minCoverage: [
    'minimums',
    [],
    ['run', 'report'],
    'fail below: operations, parameters, enum_values, media_types, statuses, security',
  ],
  journal: [
    'limit',
    1000,
    ['library', 'serve'],
    'how many requests are kept to be looked at, 0 for none',
  ],
  journalBytes: ['limit', 16_777_216, ['library'], 'how many bytes the journal may take, about'],
  count: ['additions', undefined, ['seed'], 'how many records to add; repeatable'],
  json: ['switch', false, ['plan'], 'print a document for programs'],
  out: ['folder', undefined, ['seed'], 'write a fixtures folder, and leave the state alone'],
  register: ['switch', true, ['types'], 'mean this contract where createMock names none'],
  output: ['file', undefined, ['types'], 'the file for the types, such as mock.d.ts (printed)'],
} as const;

type Table = typeof table;
type OptionName = keyof Table;

type ValueOf<Name extends OptionName> =
  | (Table[Name][0] extends keyof KindValues ? KindValues[Table[Name][0]] : Table[Name][0][number])
  | (undefined extends Table[Name][1] ? undefined : never);

/** The value of each option after it was read. */
export type OptionValues = { readonly [Name in OptionName]: ValueOf<Name> };

/** The options that `createMock` takes. */
export type LibraryName = {
  [Name in OptionName]: 'library' extends Table[Name][2][number] ? Name : never;
}[OptionName];

type Rows = {
  readonly [Name in OptionName]: readonly [
    kind: keyof KindValues | readonly string[],
    fallback: OptionValues[Name],
    where: readonly (CommandName | 'library')[],
    help: string,
  ];
};

export const rows: Rows = table;
