import type { Scheme } from '../../../contract/security.ts';
import type { KnownCredentials } from '../known-credentials.ts';
import type { DeclaredNames } from './body-places.ts';
import { isSecretCarrier } from './secret-names.ts';
import type { PathOperation, SecretPaths } from './secret-paths.ts';
import { compileSecretPaths } from './secret-paths.ts';

/** Where secrets travel, as a contract declares it. Header names are in lower case. */
export interface Secrets {
  readonly headers: ReadonlySet<string>;
  /** Whether a header is a secret. Answers are remembered: each request has a dozen headers. */
  isField(this: void, name: string): boolean;
  readonly queries: ReadonlySet<string>;
  readonly cookies: ReadonlySet<string>;
  /** The words that may stand before a credential in `Authorization`. */
  readonly words: ReadonlySet<string>;
  /** Names of secret body members. */
  readonly members: ReadonlySet<string>;
  /** Names of all body members that the contract declares; undefined where they are not known. */
  readonly names: DeclaredNames;
  /** Names of secret path parameters. */
  readonly parameters: ReadonlySet<string>;
  /** Finds the values of those parameters in paths. */
  readonly paths: SecretPaths;
  /** These texts are hidden wherever they stand, also within longer texts. */
  readonly known: HiddenTexts;
}

/** The parts of a contract that tell its secrets. */
export interface Declarations {
  readonly schemes: Iterable<Scheme>;
  /** Body members whose schemas declare them as secrets. */
  readonly members?: ReadonlySet<string>;
  /** Names of all body members. */
  readonly names?: DeclaredNames;
  /** Parameters whose schemas declare them as secrets. */
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly operations?: Iterable<PathOperation>;
  readonly known?: HiddenTexts;
}

type HiddenTexts = KnownCredentials['texts'];

const nothingKnown: HiddenTexts = { has: () => false, hideIn: (text) => text };

const alwaysSecret = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-stuntdouble-token',
  // What replicas of one store know.
  'x-stuntdouble-replica',
];

/** Registered authentication schemes, and words that many services use. */
const wellKnownWords =
  'apikey api-key aws4-hmac-sha256 basic bearer concealed digest dpop gnap hawk hoba jwt key mutual negotiate ntlm oauth privatetoken scram-sha-1 scram-sha-256 token vapid'.split(
    ' ',
  );

/** Collects what a contract declares as secret, and what always is one. */
export function findSecrets({
  schemes,
  members = new Set(),
  names,
  parameters = [],
  operations = [],
  known = nothingKnown,
}: Declarations): Secrets {
  const carriers = [...schemes].map(({ carrier }) => carrier);
  const namesIn = (place: string): readonly string[] =>
    parameters.flatMap((parameter) => (parameter.in === place ? [parameter.name] : []));
  const namesOf = (kind: 'query' | 'cookie'): ReadonlySet<string> =>
    new Set([
      ...carriers.flatMap((carrier) => (carrier.kind === kind ? [carrier.name] : [])),
      ...namesIn(kind),
    ]);
  const inPaths = new Set(namesIn('path'));
  const headers = new Set([
    ...alwaysSecret,
    ...carriers.flatMap((carrier) => (carrier.kind === 'header' ? [carrier.field] : [])),
    ...namesIn('header').map((name) => name.toLowerCase()),
  ]);
  return {
    headers,
    isField: rememberFields(headers),
    queries: namesOf('query'),
    cookies: namesOf('cookie'),
    words: new Set([
      ...wellKnownWords,
      ...carriers.flatMap((one) => (one.kind === 'authorization' ? [one.scheme] : [])),
    ]),
    members,
    names,
    parameters: inPaths,
    paths: compileSecretPaths(operations, inPaths),
    known,
  };
}

/** Clients choose the names, so their number has no limit. */
const mostFields = 1000;

function rememberFields(headers: ReadonlySet<string>): (name: string) => boolean {
  const remembered = new Map<string, boolean>();
  return (name) => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    if (remembered.size >= mostFields) remembered.clear();
    const isSecret = headers.has(name) || isSecretCarrier(name);
    remembered.set(name, isSecret);
    return isSecret;
  };
}
