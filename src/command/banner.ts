import { version } from '../base/version.ts';
import type { Operation } from '../contract/operations.ts';
import { describeNeeds } from '../server/front-page/describe-needs.ts';
import { describeCarried } from '../server/samples/request-credentials.ts';
import type { SampleRequest } from '../server/samples/samples.ts';
import type { MockServer } from '../server/server.ts';
import type { Credential } from '../store/credentials/credential.ts';
import { cutTo, padTo, shortenPath, widthOf, wrap } from './columns.ts';
import { countOf } from './complaints.ts';
import { curlLines } from './curl.ts';
import type { Paint } from './terminal.ts';
import { printable } from '../base/printable.ts';

/** More operations are only counted, unless the user asks for a list. */
const mostOperations = 12;
const mostCredentials = 3;
/** So many are shown if they are all: a note that counts the others would take a line's place. */
const mostIfAll = 5;

/** Open to this machine, open to clients with the token, or closed to all. */
type ControlAccess = 'local' | 'token' | 'closed';

interface ShownControl {
  readonly prefix: string;
  readonly access: ControlAccess;
  readonly hasConsole?: boolean;
}

export interface BannerOptions {
  readonly stateIn: string | undefined;
  /** Where other replicas reach this one; undefined: it has a state of its own. */
  readonly replicaUrl?: string | undefined;
  /** What the user should know of the contract, where none was named. */
  readonly contractNote?: string | undefined;
  /** The scenario that the default world begins with. */
  readonly scenario?: string | undefined;
  /** How many worlds there may be where each browser has one; undefined: none has. */
  readonly mostOfVisitors?: number | undefined;
  /** Undefined: there is no control API. */
  readonly control: ShownControl | undefined;
  /** Whether the server improvises all operations, whatever the plan says. */
  readonly isStateless: boolean;
  /** The server that gets unmatched requests; undefined: they are refused. */
  readonly unmatched: string | undefined;
  /** The paths at which the server shows the contract to all clients. */
  readonly shown?: readonly string[];
  /** Whether all operations and all credentials are listed. */
  readonly isComplete?: boolean;
  /** Lines are made to fit; undefined: they are not. */
  readonly columns?: number | undefined;
}

/** The first lines for a user: the address, operations, credentials, and what else there is. */
export function bannerText(server: MockServer, options: BannerOptions, paint: Paint): string {
  const { contract, url } = server;
  const { stateIn, scenario, control, isStateless, unmatched, contractNote, shown = [] } = options;
  const { replicaUrl, mostOfVisitors, columns = Infinity } = options;
  const title = cutTo(`${printable(contract.title)} ${printable(contract.version)}`, columns - 36);
  return [
    '',
    `  ${paint('bold', `Stuntdouble ${version}`)} stands in for ${paint('bold', title)}`,
    `  at ${paint('cyan', printable(url))}, its state ${stateIn === undefined ? 'in memory only' : `in ${printable(stateIn)}`}`,
    ...(scenario === undefined
      ? []
      : [`  which begins with the scenario ${paint('cyan', printable(scenario))}`]),
    ...(replicaUrl === undefined
      ? []
      : [`  Other replicas reach it at ${paint('cyan', printable(replicaUrl))}`]),
    ...(mostOfVisitors === undefined
      ? []
      : wrap(describeVisitors(options), columns - 4).map((line) => `  ${line}`)),
    ...(contractNote === undefined
      ? []
      : wrap(printable(contractNote), columns - 4).map((line) => `  ${paint('yellow', line)}`)),
    '',
    ...operationLines(contract.operations, options, paint),
    paint('dim', `  ${isStateless ? stateless : planLine(contract)}`),
    ...(unmatched === undefined
      ? []
      : [`  What no operation matches goes to ${paint('cyan', printable(unmatched))}`]),
    '',
    ...credentialLines(server, options, paint),
    '',
    ...(shown.length === 0 ? [] : dimmed(`To look at: ${url}${shown.join(', ')}`)),
    ...(hasOpenConsole(control) ? dimmed(`Console: ${url}${control.prefix}/`) : []),
    ...dimmed(controlText(control, url)),
    '',
    '',
  ].join('\n');

  function dimmed(text: string): readonly string[] {
    const lines = wrap(printable(text), columns - 4);
    return lines.map((line, index) => paint('dim', `${index === 0 ? '  ' : '    '}${line}`));
  }
}

function describeVisitors({
  mostOfVisitors: most = 0,
  stateIn,
  replicaUrl,
}: BannerOptions): string {
  const worlds = `Each browser has a world of its own, up to ${most.toLocaleString('en-US')}; without its cookie a client only reads`;
  // What is in the folder is the default world, which no visitor sees; replicas store all worlds.
  return stateIn === undefined || replicaUrl !== undefined
    ? worlds
    : `${worlds}. What visitors change is in memory only`;
}

/** A console that lets no client in is not worth a line. */
function hasOpenConsole(control: BannerOptions['control']): control is ShownControl {
  return control?.hasConsole === true && control.access !== 'closed';
}

function controlText(control: BannerOptions['control'], url: string): string {
  if (!control) return 'There is no control API: --no-control is on.';
  const { prefix, access } = control;
  if (access === 'closed') return 'The control API is closed: there is no --control-token.';
  const how = access === 'token' ? ', with the control token' : '';
  return `State and reset${how}: ${url}${prefix}/state, POST ${prefix}/reset`;
}

function operationLines(
  operations: readonly Operation[],
  { isComplete = false, columns = Infinity }: BannerOptions,
  paint: Paint,
): readonly string[] {
  if (operations.length > mostOperations && !isComplete) {
    return [`  ${countOf(operations.length, 'operation')}: --list shows them all`];
  }
  const needs = operations.map(({ security }) =>
    cutTo(printable(describeNeeds(security)), columns / 3),
  );
  const room = columns - methodWidth - 4 - Math.max(0, ...needs.map(widthOf));
  const paths = operations.map(({ path }) => shortenPath(printable(path), room));
  const width = Math.max(0, ...paths.map(widthOf));
  return operations.map(
    ({ method }, index) =>
      `  ${paint('green', method.padEnd(methodWidth - 1))} ${padTo(paths[index] ?? '', width)}  ${paint('yellow', needs[index] ?? '')}`,
  );
}

const methodWidth = 7;

const stateless = 'Every operation is improvised: --stateless is on.';

function planLine({ collections, operations, targets }: MockServer['contract']): string {
  const improvised = operations.filter(
    (operation) => (targets.get(operation)?.role ?? 'improvised') === 'improvised',
  );
  const known = countOf(collections.length, 'collection');
  return `${known}, ${improvised.length || 'none'} of ${countOf(operations.length, 'operation')} improvised: see stuntdouble plan`;
}

function credentialLines(
  server: MockServer,
  { isComplete = false, columns = Infinity }: BannerOptions,
  paint: Paint,
): readonly string[] {
  const { contract, credentials, auth } = server;
  if (contract.schemes.size === 0) return [paint('dim', '  No credentials are asked for.')];
  if (auth === 'off') {
    return [paint('yellow', '  No client is asked for credentials: --auth is off.')];
  }
  if (auth === 'presence') {
    return [paint('yellow', '  Any well-formed credential is taken, with every scope.')];
  }
  if (credentials.length === 0) {
    return [
      paint('yellow', '  No credential is known, so no client gets in where one is asked for.'),
    ];
  }
  const shown = isComplete ? credentials : chooseCredentials(credentials);
  const rows = shown.map((credential): [string, string] => {
    const carrier = contract.schemes.get(credential.scheme)?.carrier;
    const sample = carrier ? describeCarried(carrier, credential.value) : '';
    return [printable(sample), printable(describeGrant(credential))];
  });
  const width = Math.max(0, ...rows.map(([sample]) => widthOf(sample)));
  const rest = credentials.length - shown.length;
  return [
    `  ${paint('bold', 'Credentials')}${rest > 0 ? paint('dim', `, and ${rest} more that --list shows`) : ''}`,
    ...rows.map(([sample, grant]) => {
      const text = cutTo(grant, Math.max(12, columns - 4 - width));
      return `  ${padTo(sample, width)}  ${paint('dim', text)}`;
    }),
  ];
}

/** All if they are few, else of each scheme the one that may do most, then the others. */
function chooseCredentials(credentials: readonly Credential[]): readonly Credential[] {
  if (credentials.length <= mostIfAll) return credentials;
  const ranked = credentials.toSorted((left, right) => reachOf(right) - reachOf(left));
  const schemes = new Set(credentials.map(({ scheme }) => scheme));
  const widest = [...schemes].flatMap((name) => ranked.find(({ scheme }) => scheme === name) ?? []);
  const others = ranked.filter((credential) => !widest.includes(credential));
  return [...widest, ...others].slice(0, mostCredentials);
}

function reachOf({ scopes, only, expiresAt = Infinity }: Credential): number {
  return (expiresAt > Date.now() ? 1000 : 0) + (only.size === 0 ? 500 : 0) + scopes.length;
}

function describeGrant({ scopes, expiresAt, only }: Credential): string {
  const parts = [scopes.join(' ') || 'no scope'];
  for (const [parameter, values] of only) parts.push(`only ${parameter} ${values.join(', ')}`);
  if (expiresAt !== undefined) {
    const day = new Date(expiresAt).toISOString().slice(0, 10);
    parts.push(`${expiresAt <= Date.now() ? 'expired' : 'until'} ${day}`);
  }
  return parts.join(', ');
}

/** Where commands are shown, and for which server. */
interface TrialSetting {
  readonly url: string;
  readonly columns: number | undefined;
  /** Whether each browser has a world of its own: then curl keeps the cookie. */
  readonly hasVisitors: boolean;
}

/** Commands to try; empty where there are none. */
export function trialText(
  { url, columns, hasVisitors }: TrialSetting,
  samples: readonly SampleRequest[],
  paint: Paint,
): string {
  const first = samples.findIndex(({ operation: { method } }) => isRead(method));
  // The reply to a read gives the cookie; without it nothing can be changed.
  const tried = hasVisitors ? samples.slice(first === -1 ? samples.length : first) : samples;
  const lines = tried.flatMap((sample) => curlLines(url, sample, columns, hasVisitors) ?? []);
  return lines.length === 0 ? '' : `  ${paint('bold', 'Try')}\n${lines.join('\n')}\n\n`;
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';
