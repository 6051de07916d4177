import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt, withMember } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { AccountUse } from '../../contract/plan/accounts/account-use.ts';
import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { ContractIndex } from '../contract-index.ts';
import type { CreateAct, OperationAct, WorldContext } from '../world-context.ts';
import { declaresOneOf } from '../writing/declared-refusals.ts';
import { findNamed, isRight, readBasic } from './basic.ts';
import type { LogIn } from './log-ins.ts';
import { hash, keepLogIn, listLogIns, logInOf, noParents, readLogIns } from './log-ins.ts';
import { findToken, writeToken } from './tokens.ts';

/** Ends the tokens of the client. */
export const createLogOut: CreateAct =
  ({ collection }, _tools, improvise) =>
  (request, context) => {
    const outcome = improvise(request);
    const claims = findToken(context.world, request);
    if (!claims) return outcome;
    const before = logInOf(collection, context.world, claims.key);
    const commit: Outcome['commit'] = () =>
      keepLogIn(collection, context.world, { ...before, generation: before.generation + 1 });
    return { ...outcome, isLasting: false, commit };
  };

/** Adds to an operation on people what it does with their accounts. */
export function withAccount(act: OperationAct, target: Stateful): OperationAct {
  const { account, collection } = target;
  if (!account || account.kind === 'log-in' || account.kind === 'log-out') return act;
  if (account.kind !== 'own') return withPassword(act, collection, account);
  const changing = withPassword(act, collection, account);
  return (request, context) => {
    const person = personOf(collection, context, request);
    const item = findOwn(collection, context, person);
    const own = { ...request, ownKey: person.key };
    const outcome = changing(own, item ? withPerson(context, collection, item) : context);
    const { generation } = logInOf(collection, context.world, person.key);
    return withToken(
      outcome,
      account,
      writeToken(context.world, { ...person, generation }),
      request,
    );
  };
}

/**
 * Whether a credential is a token that a log-in gave, and still good, or name and password of a person
 * who signed up; undefined: it is neither.
 */
export type SessionCheck = (credential: string) => 'valid' | 'ended' | 'wrong' | undefined;

export function createSessionCheck(
  world: World,
  people: readonly Collection[],
  exists: (collection: Collection, key: string) => boolean,
): SessionCheck {
  return (credential) => {
    const claims = findToken(world, { headers: { authorization: credential }, query: '' });
    if (!claims) return checkBasic(world, people, exists, credential);
    const own = people.filter((collection) => exists(collection, claims.key));
    const logIns = own.map((collection) => logInOf(collection, world, claims.key));
    const current = logIns.find(({ generation }) => generation === claims.generation);
    if (!current) return 'ended';
    // Anyone can know the seed, and so write a token: it is as good as the sign-up behind it.
    return current.password === undefined ? undefined : 'valid';
  };
}

function checkBasic(
  world: World,
  people: readonly Collection[],
  exists: (collection: Collection, key: string) => boolean,
  credential: string,
): 'valid' | 'wrong' | undefined {
  const sent = readBasic(credential);
  if (!sent) return undefined;
  for (const collection of people) {
    const named = findNamed(world, collection, sent, (key) => exists(collection, key));
    if (named) return isRight(world, named, sent) ? 'valid' : 'wrong';
  }
  return undefined;
}

/**
 * The record of the client: by its token, else of the person who signed up last, else the one that
 * the client is shown as its own.
 */
export function clientOf(
  index: Pick<ContractIndex, 'people' | 'self'>,
  context: WorldContext,
  request: Validated,
): Item | undefined {
  const { collection, isShown = false } = index.people() ?? {};
  const self = collection ? undefined : index.self();
  if (self) return context.existing.find(self, '', []);
  if (!collection || (!isShown && context.world.items(collection.logIns ?? '').length === 0))
    return undefined;
  return findOwn(collection, context, personOf(collection, context, request));
}

/** Keeps the password that a request sends for a person, and answers a sign-up with a token. */
function withPassword(
  act: OperationAct,
  collection: Collection,
  account: AccountUse,
): OperationAct {
  return (request, context) => {
    const { world } = context;
    const names = namesIn(request, account.names);
    const password = secretIn(request, account);
    const isSignUp = account.kind === 'sign-up';
    if (isSignUp) assertFree(collection, context, names);
    else requireCurrentPassword(collection, context, request);
    const outcome = act(request, context);
    const person = outcome.record;
    if (!person || (names.length === 0 && password === undefined)) return outcome;
    if (!isSignUp) assertFree(collection, context, names, person.key);
    const before = logInOf(collection, world, person.key);
    if (!isSignUp && before.password === undefined) return outcome;
    const next: LogIn = {
      ...before,
      names: [...new Set([...(isSignUp ? [] : before.names), ...names.map(({ text }) => text)])],
      password: password === undefined ? before.password : hash(world, person.key, password),
      ...(isSignUp && { isMadeByOther: !isForItself(request) }),
    };
    const commit = (): Promise<void> | undefined => {
      void outcome.commit?.();
      return keepLogIn(collection, world, next);
    };
    const token = writeToken(world, { key: person.key, as: {}, generation: next.generation });
    const answered = isSignUp ? withToken(outcome, account, token, request) : outcome;
    return { ...answered, commit };
  };
}

/** A client that changes its password says the present one, where the contract has a member for it. */
function requireCurrentPassword(
  collection: Collection,
  context: WorldContext,
  request: Validated,
): void {
  const { body, ownKey, operation } = request;
  const [name, sent] =
    Object.entries(isJsonObject(body) ? body : {}).find(([one]) =>
      presentNames.test(plainName(one)),
    ) ?? [];
  if (name === undefined || typeof sent !== 'string' || ownKey === undefined) return;
  const { password } = logInOf(collection, context.world, ownKey);
  if (password === undefined || password === hash(context.world, ownKey, sent)) return;
  const isOfCredentials = declaresOneOf(operation, [401, 403]);
  throw new ApiError(
    isOfCredentials ? 'invalid-credentials' : 'invalid-request',
    `The body's "${name}" is not the present password.`,
  );
}

const presentNames =
  /^(?:current|old|present|existing|previous)(?:password|passwd|pass)$|^password(?:current|old)$/;

/** Whether the client itself signs up: who shows a credential is someone already, and makes others. */
function isForItself({ operation, headers }: Validated): boolean {
  const { part, path, security } = operation;
  const { summary } = isJsonObject(part.value) ? part.value : {};
  const isTold = signUpWords.test(`${path} ${typeof summary === 'string' ? summary : ''}`);
  return isTold || security.length === 0 || headers['authorization'] === undefined;
}

const signUpWords = /regist(?:er|ration)|sign[-_ ]?up|\bjoin\b/i;

/** A person that a request speaks for. */
export interface Person {
  readonly key: string;
  /** Before the first sign-up, the person has the names that the client logged in with. */
  readonly as: JsonObject;
}

/**
 * By the token, or the name that goes with its password; without one of ours, the person who logged in last where log-ins show no token, else
 * who signed up last for itself, else the first one.
 */
export function personOf(
  collection: Collection,
  context: WorldContext,
  request: Validated,
): Person {
  const claims = findToken(context.world, request);
  if (claims) return claims;
  const [authorization = ''] = [request.headers['authorization']].flat();
  if (/^basic /i.test(authorization)) return personNamed(collection, context, authorization);
  const all = listLogIns(collection, context).filter(({ password }) => password !== undefined);
  const latest = Math.max(0, ...all.map(({ entered }) => entered));
  const last =
    latest > 0
      ? all.find(({ entered }) => entered === latest)
      : all.findLast(({ isMadeByOther }) => !isMadeByOther);
  return { key: last?.key ?? firstKey(collection, context), as: {} };
}

/** A client that shows no right password is none of those who signed up. */
function personNamed(collection: Collection, context: WorldContext, credential: string): Person {
  const { world, existing } = context;
  const sent = readBasic(credential);
  const exists = (key: string): boolean =>
    existing.find(collection, key, noParents(collection)) !== undefined;
  const named = sent && findNamed(world, collection, sent, exists);
  if (named && isRight(world, named, sent)) return { key: named.key, as: {} };
  const all = readLogIns(collection, world);
  const taken = new Set(all.flatMap(({ key, password }) => (password === undefined ? [] : [key])));
  const keys = existing.keys(collection, noParents(collection)).first(taken.size + 1);
  return { key: keys.find((key) => !taken.has(key)) ?? '', as: {} };
}

function firstKey(collection: Collection, { existing }: WorldContext): string {
  return existing.keys(collection, noParents(collection)).first(1)[0] ?? '';
}

/** A name that a request sends, and the member in which it stands. */
export interface Named {
  readonly member: string;
  readonly text: string;
}

export function namesIn({ body }: Validated, places: AccountUse['names']): readonly Named[] {
  return places.flatMap((steps) => {
    const text = body === undefined ? undefined : memberAt(body, steps);
    return typeof text === 'string' && text !== '' ? [{ member: steps.at(-1) ?? '', text }] : [];
  });
}

export function secretIn({ body }: Validated, { secret }: AccountUse): string | undefined {
  const value = body === undefined || !secret ? undefined : memberAt(body, secret);
  return typeof value === 'string' ? value : undefined;
}

/** Two people can't have the same name. */
function assertFree(
  collection: Collection,
  context: WorldContext,
  names: readonly Named[],
  own?: string,
): void {
  const all = listLogIns(collection, context).filter(({ key }) => key !== own);
  const taken = names.find(({ text }) => all.some((one) => one.names.includes(text)));
  if (!taken) return;
  const detail = `The ${taken.member} "${taken.text}" belongs to a user who signed up before.`;
  throw new ApiError('record-exists', detail);
}

/** The record of a person, called as the person logged in. */
export function findOwn(
  collection: Collection,
  { existing }: WorldContext,
  { key, as }: Person,
): Item | undefined {
  const item = existing.find(collection, key, noParents(collection));
  if (!item) return undefined;
  let called = item.body;
  for (const [member, text] of Object.entries(as)) {
    const name = Object.keys(called).find((one) => plainName(one) === plainName(member));
    const next = name === undefined ? called : withMember(called, [name], text);
    if ((collection.check?.(next) ?? []).length === 0) called = next;
  }
  return called === item.body ? item : { ...item, body: freezeJson(called) };
}

/** Shows the person's record as it was found, whatever asks for it. */
export function withPerson(
  context: WorldContext,
  collection: Collection,
  item: Item,
): WorldContext {
  const { existing } = context;
  const find: typeof existing.find = (other, key, parents) =>
    other === collection && key === item.key ? item : existing.find(other, key, parents);
  return { ...context, existing: { ...existing, find } };
}

/** Sets the token where the reply has one, if the contract allows it there. */
export function withToken(
  outcome: Outcome,
  { token: steps, kind }: AccountUse,
  token: string,
  { choice }: Validated,
): Outcome {
  const { item, ...rest } = outcome;
  const body = item?.body ?? outcome.body;
  if (!steps || !isJsonObject(body)) return outcome;
  // A log-in shows its token also where the contract does not require it.
  const isShown = memberAt(body, kind === 'log-in' ? steps.slice(0, -1) : steps) !== undefined;
  if (!isShown) return outcome;
  const told = withMember(body, steps, token);
  const isAllowed = (choice.media?.check?.(told) ?? []).length === 0;
  return isAllowed ? { ...rest, body: told, isLasting: false } : outcome;
}
