import { plainName, singular, wordsOf } from '../../../base/names.ts';
import type { Part } from '../../load/documents.ts';
import { createKeyName } from '../key-names.ts';
import type { Plan } from '../plan.ts';
import { shownBy } from '../views/evidence.ts';
import { bodyOf, replyOf } from '../views/record-spots.ts';
import type { Records } from '../views/records.ts';
import type { OperationEntry } from '../views/sites.ts';

/** An operation, with what its bodies have of an account. */
export interface AccountEntry {
  readonly entry: OperationEntry;
  /** The last fixed segment of the path, as words. */
  readonly words: readonly string[];
  readonly secret: readonly string[] | undefined;
  readonly names: readonly (readonly string[])[];
  readonly plain: readonly (readonly string[])[];
  readonly token: readonly string[] | undefined;
}

export function readEntry(records: Records, entry: OperationEntry): AccountEntry {
  const { operation, pathPattern } = entry;
  const last = pathPattern.steps.findLast((step) => step.kind === 'text');
  const segment = last?.kind === 'text' ? last.text : '';
  const [body, reply] = [bodyOf(operation), replyOf(operation)];
  const find = (
    schema: Part | undefined,
    names: ReadonlySet<string>,
  ): readonly (readonly string[])[] => (schema ? findTexts(records, schema, names) : []);
  const [secret] = [...find(body, newSecretNames), ...find(body, secretNames)];
  return {
    entry,
    words: wordsOf(segment).map((word) => word.toLowerCase()),
    secret,
    names: find(body, personNames),
    // Beside a password, a plain name may be what the person logs in with.
    plain: secret ? find(body, plainNames) : [],
    token: find(reply, tokenNames)[0],
  };
}

const secretNames = new Set([
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'pw',
  'pass',
  'plainpassword',
  'userpassword',
]);
/** Beside the password before. */
const newSecretNames = new Set(['newpassword', 'passwordnew', 'newpasswd', 'newpwd', 'newpass']);
export const personNames: ReadonlySet<string> = new Set(
  'email emailaddress useremail username login loginname loginid userlogin user phone phonenumber mobile identifier handle useroremail usernameoremail emailorusername'.split(
    ' ',
  ),
);
const plainNames = new Set(['name']);
const tokenNames = new Set(
  'token accesstoken jwt jwttoken authtoken authenticationtoken idtoken sessiontoken bearertoken apitoken'.split(
    ' ',
  ),
);
const mostLevels = 3;

/** The steps to texts of these names, the outermost first. */
export function findTexts(
  records: Records,
  schema: Part,
  names: ReadonlySet<string>,
  above: readonly string[] = [],
): readonly (readonly string[])[] {
  const members = [...records.members(schema)];
  const own = members
    .filter(([name, part]) => names.has(plainName(name)) && records.types(part).has('string'))
    .map(([name]) => [...above, name]);
  if (above.length >= mostLevels) return own;
  const below = members
    .filter(([, part]) => records.isRecord(part) && records.members(part).size > 0)
    .flatMap(([name, part]) => findTexts(records, part, names, [...above, name]));
  return [...own, ...below];
}

const logInWords = new Set(
  'login signin session sessions authenticate authentication auth token tokens jwt authorize'.split(
    ' ',
  ),
);
const signUpWords = new Set('register registration registrations signup join'.split(' '));
const logOutWords = new Set(['logout', 'signout', 'logoff', 'revoketoken']);
const ownWords = new Set(
  'me self myself whoami current currentuser userinfo profile account user session'.split(' '),
);
export const peopleWords: ReadonlySet<string> = new Set(
  'user account customer member person client profile'.split(' '),
);

/** Other things that are done with a password. */
const otherWords =
  /^(?:reset|forgot|forgotten|change|recover|recovery|verify|confirm|invite|check|update|unlock)$/;

function hasWord({ words }: AccountEntry, wanted: ReadonlySet<string>): boolean {
  return (
    words.some((word) => wanted.has(word)) ||
    [1, 2].some((from) => wanted.has(words.slice(-from - 1).join('')))
  );
}

function isEntrance(one: AccountEntry, names = one.names): boolean {
  const { entry, words, secret } = one;
  const { operation, pathPattern } = entry;
  const isFree = pathPattern.references.length === 0 && ['POST', 'PUT'].includes(operation.method);
  return (
    isFree &&
    secret !== undefined &&
    names.length > 0 &&
    !words.some((word) => otherWords.test(word))
  );
}

export function isSignUp(one: AccountEntry): boolean {
  const names = one.names.length > 0 ? one.names : one.plain;
  if (!isEntrance(one, names)) return false;
  if (hasWord(one, signUpWords)) return true;
  const last = singular(one.words.at(-1) ?? '');
  return peopleWords.has(last) && one.words.length === 1 && one.entry.operation.method === 'POST';
}

export function isLogIn(one: AccountEntry): boolean {
  const isPost = one.entry.operation.method === 'POST';
  return isEntrance(one) && isPost && (hasWord(one, logInWords) || one.token !== undefined);
}

export function isLogOut(one: AccountEntry, logIns: readonly AccountEntry[]): boolean {
  const { operation, pathPattern } = one.entry;
  if (hasWord(one, logOutWords)) return true;
  const isBack = logIns.some(({ entry }) => entry.pathPattern.pattern === pathPattern.pattern);
  return operation.method === 'DELETE' && isBack;
}

/** Whether clients send name and password with each request. */
export function isBasic({ entry: { operation } }: AccountEntry): boolean {
  return operation.security.some((requirement) =>
    requirement.some(
      ({ scheme: { carrier } }) => carrier.kind === 'authorization' && carrier.scheme === 'basic',
    ),
  );
}

/** A path to the client itself, of which nothing says whom else it could mean. */
export function isOwnPlace({ entry, words }: AccountEntry): boolean {
  const { pathPattern, operation } = entry;
  // Some contracts declare the header, and no scheme.
  const isHeaded = operation.parameters.some(
    (one) => one.in === 'header' && /^authorization$/i.test(one.name),
  );
  const isTold = (operation.security.length > 0 || isHeaded) && pathPattern.references.length === 0;
  const isNamed = operation.parameters.some(
    ({ name, in: place }) => place === 'query' && /(?:id|key|name|login|email)$/i.test(name),
  );
  const isLast = pathPattern.steps.at(-1)?.kind === 'text' && pathPattern.verb === undefined;
  return isTold && isLast && !isNamed && ownWords.has(words.join(''));
}

/** `PUT /users/me/password`: below a path to the client itself. */
export function isOwnPassword(one: AccountEntry, owns: readonly AccountEntry[]): boolean {
  const { path, method } = one.entry.operation;
  const [, above] = /^(.+)[/_-](?:change[_-]?)?password\/?$/i.exec(path) ?? [];
  return (
    one.secret !== undefined &&
    method !== 'GET' &&
    owns.some(({ entry }) => entry.operation.path.replace(/\/$/, '') === above)
  );
}

/** The components of the records in collections that are called people, users, accounts … */
export function peopleIn(
  records: Records,
  { collections }: Pick<Plan, 'collections'>,
): ReadonlySet<string> {
  return new Set(
    collections.flatMap(({ name, schema }) => {
      const isPeople = peopleWords.has(singular(name.toLowerCase()));
      return (isPeople && schema && records.identity(schema)) || [];
    }),
  );
}

/**
 * Whether a GET answers with a person: a record with an address or a name to log in with, or one of
 * the `known` components, which a collection of people has.
 */
export function isPerson(
  records: Records,
  { entry }: AccountEntry,
  known: ReadonlySet<string>,
): boolean {
  if (entry.operation.method !== 'GET') return false;
  const spot = shownBy(records, entry, nameOf('users'));
  if (!spot) return false;
  const isCalled = spot.identity !== undefined && known.has(spot.identity);
  return isCalled || findTexts(records, spot.schema, personNames, deep).length > 0;
}

/** Only the members of the record itself. */
export const deep: readonly string[] = ['', '', ''];

export function nameOf(segment: string): ReturnType<typeof createKeyName> {
  return createKeyName({ segment, parameter: 'id', types: new Set() });
}
