import { memberAt, textOf } from '../base/json.ts';
import { valueInPath } from '../base/resource-names.ts';
import { encodePart, toUriReference } from '../base/texts.ts';
import { version } from '../base/version.ts';
import type { Operation } from '../contract/operations.ts';
import type { Carrier, Requirement } from '../contract/security.ts';
import type { MockServer } from '../server/server.ts';
import type { Credential } from '../store/credentials/credentials.ts';
import { countOf } from './complaints.ts';
import type { Paint } from './terminal.ts';
import { printable } from './terminal.ts';

const mostOperations = 40;
const mostCredentials = 20;

/** Open to this machine, open to clients with the token, or closed to all. */
type ControlAccess = 'local' | 'token' | 'closed';

export interface BannerOptions {
  readonly stateIn: string | undefined;
  /** The scenario that the default world begins with. */
  readonly scenario?: string | undefined;
  /** Undefined: there is no control API. */
  readonly control: { readonly prefix: string; readonly access: ControlAccess } | undefined;
  /** Whether the server improvises all operations, whatever the plan says. */
  readonly isStateless: boolean;
  /** The server that gets unmatched requests; undefined: they are refused. */
  readonly unmatched: string | undefined;
}

/** The first lines for a user: the address, operations and credentials, and a command to try. */
export function bannerText(
  server: MockServer,
  { stateIn, scenario, control, isStateless, unmatched }: BannerOptions,
  paint: Paint,
): string {
  const { contract, url } = server;
  const trial = curlLine(server);
  return [
    '',
    `  ${paint('bold', `Stuntdouble ${version}`)} stands in for ${paint('bold', printable(contract.title))} ${printable(contract.version)}`,
    `  at ${paint('cyan', printable(url))}, its state ${stateIn === undefined ? 'in memory only' : `in ${printable(stateIn)}`}`,
    ...(scenario === undefined
      ? []
      : [`  which begins with the scenario ${paint('cyan', printable(scenario))}`]),
    '',
    ...operationLines(contract.operations, paint),
    paint('dim', `  ${isStateless ? stateless : planLine(contract)}`),
    ...(unmatched === undefined
      ? []
      : [`  What no operation matches goes to ${paint('cyan', printable(unmatched))}`]),
    '',
    ...credentialLines(server, paint),
    ...(trial === undefined ? [] : ['', `  ${paint('bold', 'Try')}`, `  ${trial}`]),
    '',
    paint('dim', `  ${printable(controlText(control, url))}`),
    '',
    '',
  ].join('\n');
}

function controlText(control: BannerOptions['control'], url: string): string {
  if (!control) return 'There is no control API: --no-control is on.';
  const { prefix, access } = control;
  if (access === 'closed') return 'The control API is closed: there is no --control-token.';
  const base = url + prefix;
  const how = access === 'token' ? ', with the control token' : '';
  return `State and reset${how}: ${base}/state, POST ${base}/reset`;
}

function operationLines(operations: readonly Operation[], paint: Paint): readonly string[] {
  const shown = operations.slice(0, mostOperations);
  const width = Math.max(0, ...shown.map(({ path }) => path.length));
  const lines = shown.map(({ method, path, security }) => {
    const needs = printable(describeNeeds(security));
    return `  ${paint('green', method.padEnd(6))} ${printable(path.padEnd(width))}  ${paint('yellow', needs)}`;
  });
  const rest = operations.length - shown.length;
  return rest > 0 ? [...lines, paint('dim', `  … and ${rest} more`)] : lines;
}

const stateless = 'Every operation is improvised: --stateless is on.';

function planLine({ collections, operations, targets }: MockServer['contract']): string {
  const improvised = operations.filter(
    (operation) => (targets.get(operation)?.role ?? 'improvised') === 'improvised',
  );
  const known = countOf(collections.length, 'collection');
  return `${known}, ${improvised.length || 'none'} of ${countOf(operations.length, 'operation')} improvised: see stuntdouble plan`;
}

/** Scopes of each alternative. One without scopes shows its schemes, if another has scopes. */
function describeNeeds(security: Operation['security']): string {
  if (isOpen(security)) return 'open';
  if (security.every((requirement) => scopesOf(requirement) === '')) return 'any credential';
  const needs = security.map(
    (requirement) =>
      scopesOf(requirement) || requirement.map(({ scheme }) => scheme.name).join(' and '),
  );
  return [...new Set(needs)].join(' or ');
}

function scopesOf(requirement: Requirement): string {
  return requirement.flatMap(({ scopes }) => scopes).join(' ');
}

/** An empty alternative makes credentials optional. */
function isOpen(security: Operation['security']): boolean {
  return security.length === 0 || security.some((requirement) => requirement.length === 0);
}

function credentialLines(server: MockServer, paint: Paint): readonly string[] {
  const { contract, credentials, auth } = server;
  if (contract.schemes.size === 0) return [paint('dim', '  No credentials are asked for.')];
  if (auth === 'off') {
    return [paint('yellow', '  Nobody is asked for credentials: --auth is off.')];
  }
  if (auth === 'presence') {
    return [paint('yellow', '  Any well-formed credential is taken, with every scope.')];
  }
  if (credentials.length === 0) {
    return [paint('yellow', '  No credential is known, so nobody gets in where one is asked for.')];
  }
  const shown = credentials.slice(0, mostCredentials).map((credential): [string, string] => {
    const carrier = contract.schemes.get(credential.scheme)?.carrier;
    return [carrier ? showCredential(carrier, credential.value) : '', describeGrant(credential)];
  });
  const width = Math.max(0, ...shown.map(([sample]) => sample.length));
  const rest = credentials.length - shown.length;
  return [
    `  ${paint('bold', 'Credentials')}`,
    ...shown.map(
      ([sample, grant]) =>
        `  ${printable(sample.padEnd(width))}  ${paint('dim', printable(grant))}`,
    ),
    ...(rest > 0 ? [paint('dim', `  … and ${rest} more`)] : []),
  ];
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

function showCredential(carrier: Carrier, value: string): string {
  switch (carrier.kind) {
    case 'header':
      return `${carrier.name}: ${value}`;
    case 'authorization':
      return `Authorization: ${carrier.scheme.charAt(0).toUpperCase()}${carrier.scheme.slice(1)} ${toSent(carrier.scheme, value)}`;
    case 'cookie':
      return `Cookie: ${carrier.name}=${value}`;
    case 'query':
      return `?${carrier.name}=${encodePart(value)}`;
    case 'connection':
      return 'a certificate of the client';
  }
}

/** Clients send `user:password` in Base64. */
function toSent(scheme: string, value: string): string {
  const isPlain = scheme === 'basic' && value.includes(':');
  return isPlain ? Buffer.from(value).toString('base64') : value;
}

/** A command that works when pasted: it reads an existing record with a sufficient credential. */
function curlLine(server: MockServer): string | undefined {
  const { contract, url } = server;
  for (const operation of contract.operations) {
    const target = contract.targets.get(operation);
    const needsMore = operation.parameters.some(
      (parameter) => parameter.isRequired && parameter.in !== 'path',
    );
    if (target?.role !== 'read' || needsMore) continue;
    const { collection } = target;
    for (const record of server.records(collection.name)) {
      const filed = [
        ...collection.parents.map(({ parameter, nameForm }) => [[parameter], nameForm] as const),
        [collection.key ?? [], collection.nameForm] as const,
      ];
      const values = filed.map(([steps, form]) =>
        valueInPath(form, textOf(memberAt(record, steps))),
      );
      const credential = findCredential(server, operation, values);
      const isAsked = server.auth !== 'off' && !isOpen(operation.security);
      if (credential === undefined && isAsked) continue;
      const queue = [...values];
      const path = operation.path.replaceAll(/\{[^}]*\}/g, () => encodePart(queue.shift() ?? ''));
      return printable(`curl ${credential ?? ''}${quote(url + toUriReference(path))}`);
    }
  }
  return undefined;
}

function findCredential(
  server: MockServer,
  operation: Operation,
  values: readonly string[],
): string | undefined {
  for (const [part, ...others] of operation.security) {
    if (!part || others.length > 0 || !canBePasted(part.scheme.carrier)) continue;
    const credential = server.credentials.find(
      ({ scheme, scopes, only, expiresAt }) =>
        scheme === part.scheme.name &&
        (expiresAt === undefined || expiresAt > Date.now()) &&
        part.scopes.every((scope) => scopes.includes(scope)) &&
        [...only].every(([name, reach]) =>
          reach.includes(values[operation.pathNames.indexOf(name)] ?? ''),
        ),
    );
    const { carrier } = part.scheme;
    const value =
      credential?.value ?? (server.auth === 'presence' ? sampleFor(carrier) : undefined);
    if (value !== undefined) return `-H ${quote(showCredential(carrier, value))} `;
  }
  return undefined;
}

/** Whether a header that is the same in every request can carry the credential. */
function canBePasted(carrier: Carrier): boolean {
  const isDigest = carrier.kind === 'authorization' && carrier.scheme === 'digest';
  return carrier.kind !== 'query' && carrier.kind !== 'connection' && !isDigest;
}

function sampleFor(carrier: Carrier): string {
  const isBasic = carrier.kind === 'authorization' && carrier.scheme === 'basic';
  return isBasic ? 'user:password' : 'anything';
}

/** Quotes for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
