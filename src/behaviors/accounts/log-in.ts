import { ApiError } from '../../base/errors.ts';
import { freezeJson, isJsonObject, memberAt, withMember } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { AccountUse } from '../../contract/plan/accounts/account-use.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { createShow } from '../replies/show.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import type { Named, Person } from './accounts.ts';
import { findOwn, namesIn, secretIn, withPerson, withToken } from './accounts.ts';
import { hash, keepLogIn, listLogIns, logInOf, noParents } from './log-ins.ts';
import { writeToken } from './tokens.ts';

/** Checks name and password after the first sign-up, and answers with the person's token. */
export const createLogIn: CreateAct = (target, tools, improvise) => {
  const { account, collection } = target;
  if (!account) return improvise;
  const show = createShow(target, tools, improvise);
  // Without the key of the person, of which the reply may have no member, or another record's.
  const unkeyed = { ...collection, key: undefined };
  const tell = createShow({ ...target, shown: undefined, collection: unkeyed }, tools, improvise);
  return (request, context) => {
    const names = namesIn(request, account.names);
    const person = findPerson(collection, context, names, secretIn(request, account));
    const item = person && findOwn(collection, context, person);
    if (!person || !item) return improvise(request);
    const { generation } = logInOf(collection, context.world, person.key);
    const token = writeToken(context.world, { ...person, generation });
    if (isBlank(request, tools)) {
      // The answer of OAuth 2 to a password, where the contract describes none.
      const body = { access_token: token, token_type: 'bearer' };
      return { ...improvise(request), body, isLasting: false };
    }
    const own = withPerson(context, collection, item);
    const whole = account.showsOther === true ? undefined : show(request, item, own);
    const shown =
      whole && isValid(whole, request) ? whole : tell(request, withoutKey(item, collection), own);
    const named = namePerson(shown, account, item, request);
    if (account.token) return withToken(named, account, token, request);
    return { ...named, commit: () => keepEntry(collection, context, person.key) };
  };
};

function isValid({ item, body }: Outcome, { choice }: Validated): boolean {
  const told = item?.body ?? body;
  return told === undefined || (choice.media?.check?.(told) ?? []).length === 0;
}

function withoutKey(item: Item, { key: [own] = [] }: Collection): Item {
  const told = Object.entries(item.body).filter(([name]) => name !== own && name !== 'id');
  return { ...item, body: freezeJson(Object.fromEntries(told)) };
}

/** Where a log-in shows no token, requests can't say whose they are: who logged in last is meant. */
export function keepEntry(
  collection: Collection,
  context: WorldContext,
  key: string,
): Promise<void> | undefined {
  const before = logInOf(collection, context.world, key);
  if (before.password === undefined) return undefined;
  const entries = listLogIns(collection, context).map(({ entered }) => entered);
  const entered = Math.max(0, ...entries) + 1;
  return keepLogIn(collection, context.world, { ...before, entered });
}

/** Whether the contract says nothing of the reply but that it is JSON. */
function isBlank({ choice: { media } }: Validated, { contractIndex }: SeedTools): boolean {
  const facts = media?.schema && contractIndex.study(media.schema);
  return (
    facts !== undefined &&
    media?.isJson === true &&
    facts.names.size === 0 &&
    facts.types.size === 0
  );
}

/** Finds the person; throws where the password is wrong. Before the first sign-up any is right. */
export function findPerson(
  collection: Collection,
  context: WorldContext,
  names: readonly Named[],
  password: string | undefined,
): Person | undefined {
  const { world, existing } = context;
  const all = listLogIns(collection, context).filter((one) => one.password !== undefined);
  const isSignedUp = world.items(collection.logIns ?? '').some(({ body }) => 'password' in body);
  if (isSignedUp) {
    const texts = new Set(names.map(({ text }) => text));
    const found = all.find((one) => one.names.some((name) => texts.has(name)));
    const isRight =
      found && password !== undefined && found.password === hash(world, found.key, password);
    if (isRight) return { key: found.key, as: {} };
    throw new ApiError('invalid-credentials', 'No one has signed up with this name and password.');
  }
  const listed = existing.list(collection, noParents(collection));
  const known = listed.find(({ body }) => names.some(({ member, text }) => body[member] === text));
  if (known) return { key: known.key, as: {} };
  const as = Object.fromEntries(names.map(({ member, text }) => [member, text]));
  const [first] = listed;
  return first && { key: first.key, as };
}

/** A reply to a log-in may name members of the person: `user_id`, `userEmail`. */
function namePerson(
  outcome: Outcome,
  { token = [] }: AccountUse,
  { key, body: person }: Item,
  { choice }: Validated,
): Outcome {
  const { item, ...rest } = outcome;
  const body = item?.body ?? outcome.body;
  const holder = token.slice(0, -1);
  const shown = body === undefined ? undefined : memberAt(body, holder);
  if (!isJsonObject(body) || !isJsonObject(shown)) return outcome;
  const told = new Map(Object.entries(person).map(([name, value]) => [plainName(name), value]));
  if (!told.has('id')) told.set('id', key);
  const named = Object.keys(shown).reduce((next, name) => {
    const own = /^(?:user|account|member|person)(.+)$/.exec(plainName(name))?.[1];
    const value = own === undefined ? undefined : told.get(own);
    return value !== undefined && typeof value === typeof shown[name]
      ? withMember(next, [...holder, name], value)
      : next;
  }, body);
  const isAllowed = named !== body && (choice.media?.check?.(named) ?? []).length === 0;
  return isAllowed ? { ...rest, body: named } : outcome;
}
