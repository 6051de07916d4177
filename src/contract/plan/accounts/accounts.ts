import type { Operation } from '../../operations.ts';
import type { Collection, Plan, StatefulRole, Target, TargetAddress } from '../plan.ts';
import type { Lens } from '../views/evidence.ts';
import { givenTo, shownBy } from '../views/evidence.ts';
import { isLike } from '../views/record-spots.ts';
import type { Records, RecordSpot } from '../views/records.ts';
import type { SiteMap } from '../views/sites.ts';
import type { AccountUse } from './account-use.ts';
import type { AccountEntry } from './account-entries.ts';
import { makeSelf } from './made-self.ts';
import type { DescribeMore } from './people.ts';
import { findPeople, freeName, makePeople } from './people.ts';
import {
  isBasic,
  isLogIn,
  isLogOut,
  isOwnPassword,
  isOwnPlace,
  isPerson,
  isSignUp,
  nameOf,
  peopleIn,
  readEntry,
} from './account-entries.ts';

/**
 * Finds how people sign up, log in and out, and which operations show a client its own record. The
 * evidence is a password in a body, and a record of a person in a reply.
 */
export function planAccounts({ lens, sites, plan, isCorrected, describe }: AccountInputs): Plan {
  const entries = [...sites.entries.values()].filter(({ operation }) => !isCorrected(operation));
  const all = entries.map((entry) => readEntry(lens.records, entry));
  const signUps = all.filter(isSignUp);
  const logIns = all.filter((one) => isLogIn(one) && !isSignUp(one));
  const known = peopleIn(lens.records, plan);
  const owns = all.filter((one) => isOwnPlace(one) && isPerson(lens.records, one, known));
  // Without a log-in, a password in a body only says that a client keeps the accounts of others.
  if (logIns.length === 0 && (signUps.length === 0 || !all.some(isBasic)))
    return planClient(lens, plan, all, owns);
  const people =
    findPeople(lens, plan, [...signUps, ...owns]) ??
    makePeople(lens, plan, describe, [...owns, ...signUps]);
  if (!people) return plan;
  const accounting: Accounting = { records: lens.records, plan, people };
  const targets = new Map<Operation, Target>();
  for (const one of all) {
    const target = signUps.includes(one)
      ? signUpTarget(accounting, one)
      : logIns.includes(one)
        ? (recordTarget(accounting, one) ?? logInTarget(accounting, one))
        : isLogOut(one, logIns)
          ? accountTarget(accounting, one, {
              role: 'log-out',
              kind: 'log-out',
              why: 'ends what a token is good for',
            })
          : (ownTarget(accounting, one, owns) ?? changeTarget(accounting, one));
    if (target) targets.set(one.entry.operation, target);
  }
  const kept = describe(freeName(plan.collections, 'log-ins'), ['id']);
  const moved = withAccounts(plan, people, { ...people, logIns: kept.name }, targets);
  return { ...moved, collections: [...moved.collections, kept] };
}

/** Whether clients that have no token yet get one here. */
export function isForLogIn(target: Target | undefined): boolean {
  if (!target || target.role === 'improvised') return false;
  return target.role === 'log-in' || target.account?.kind === 'log-in';
}

/** Where no one logs in, the client is one of the users that other paths show. */
function planClient(
  lens: Lens,
  plan: Plan,
  all: readonly AccountEntry[],
  owns: readonly AccountEntry[],
): Plan {
  const people = findPeople(lens, plan, owns, () => true);
  if (!people || owns.length === 0) return makeSelf(lens, plan, all, owns);
  const accounting: Accounting = { records: lens.records, plan, people };
  const targets = new Map<Operation, Target>();
  for (const one of all) {
    const bare = { ...one, secret: undefined, names: [], token: undefined };
    const target = ownTarget(accounting, bare, owns);
    if (target) targets.set(one.entry.operation, target);
  }
  return withAccounts(plan, people, people, targets);
}

export interface AccountInputs {
  readonly lens: Lens;
  readonly sites: SiteMap;
  readonly plan: Plan;
  readonly isCorrected: (operation: Operation) => boolean;
  readonly describe: DescribeMore;
}

interface Accounting {
  readonly records: Records;
  readonly plan: Plan;
  readonly people: Collection;
}

interface AccountFinding {
  readonly role: StatefulRole;
  readonly kind: AccountUse['kind'];
  readonly why: string;
  readonly shown?: RecordSpot | undefined;
  readonly showsOther?: boolean;
}

function accountTarget(
  { plan, people, records }: Accounting,
  { entry, secret, names: own, plain, token }: AccountEntry,
  { role, kind, why, shown, showsOther = false }: AccountFinding,
): Target {
  const before = plan.targets.get(entry.operation);
  const names = own.length > 0 ? own : plain;
  const account: AccountUse = { kind, secret, names, token, showsOther };
  if (before && before.role === role && before.collection === people && kind !== 'own')
    return { ...before, account };
  const given = givenTo(records, entry, nameOf(people.name), shown);
  return {
    role,
    collection: people,
    key: undefined,
    parents: people.parents.map(() => undefined),
    ancestors: [],
    shown: shown && { steps: shown.steps, schema: shown.schema },
    given: given && { steps: given.steps, schema: given.schema },
    list: undefined,
    location: undefined,
    account,
    why,
  };
}

/** Where a reply shows the person; undefined where it shows something else. */
function personIn(
  { records, people }: Accounting,
  { entry }: AccountEntry,
): RecordSpot | undefined {
  const spot = shownBy(records, entry, nameOf(people.name));
  if (!spot || !people.schema) return undefined;
  const isOne = spot.identity !== undefined && spot.identity === records.identity(people.schema);
  return isOne || isLike(records, spot.schema, people.schema, 'half') ? spot : undefined;
}

function signUpTarget(accounting: Accounting, one: AccountEntry): Target {
  const shown = personIn(accounting, one);
  return accountTarget(accounting, one, {
    role: 'create',
    kind: 'sign-up',
    shown,
    why: 'a person signs up with a password',
  });
}

/**
 * `POST /sessions`, where sessions can be listed, read or deleted, too: what it answers with is a record
 * of its own, and not the person.
 */
function recordTarget(
  { plan, people, records }: Accounting,
  { entry: { operation }, secret, names, token }: AccountEntry,
): Target | undefined {
  const before = plan.targets.get(operation);
  if (before?.role !== 'create' || before.collection === people || !before.shown?.schema)
    return undefined;
  const identity = records.identity(before.shown.schema);
  if (identity !== undefined && identity === (people.schema && records.identity(people.schema)))
    return undefined;
  const isKept = [...plan.targets].some(
    ([{ path }, target]) =>
      ['list', 'read', 'delete'].includes(target.role) &&
      target.role !== 'improvised' &&
      target.collection === before.collection &&
      `${path}/`.startsWith(`${operation.path}/`),
  );
  if (before.collection.kind !== 'items' || !isKept) return undefined;
  const account: AccountUse = { kind: 'log-in', secret, names, token };
  return { ...before, account, why: 'a person logs in with a password, which makes a record' };
}

function logInTarget(accounting: Accounting, one: AccountEntry): Target {
  const showsOther = isOtherShown(accounting, one);
  return accountTarget(accounting, one, {
    role: 'log-in',
    kind: 'log-in',
    shown: showsOther ? undefined : personIn(accounting, one),
    showsOther,
    why: 'a person logs in with a password',
  });
}

/** Whether the reply is a record of another collection, which has a key of its own. */
function isOtherShown({ plan, people, records }: Accounting, { entry }: AccountEntry): boolean {
  const identity = shownBy(records, entry, nameOf(people.name))?.identity;
  const isOf = ({ kind, schema }: Collection): boolean =>
    kind === 'items' && schema !== undefined && records.identity(schema) === identity;
  return identity !== undefined && !isOf(people) && plan.collections.some(isOf);
}

const ownRoles: Readonly<Record<string, StatefulRole>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'merge',
  DELETE: 'delete',
};

function ownTarget(
  accounting: Accounting,
  one: AccountEntry,
  owns: readonly AccountEntry[],
): Target | undefined {
  const { operation, pathPattern } = one.entry;
  if (isOwnPassword(one, owns)) {
    const why = 'changes the password of the client';
    return accountTarget(
      accounting,
      { ...one, names: [], plain: [] },
      { role: 'action', kind: 'own', why },
    );
  }
  const role = ownRoles[operation.method];
  const isOwn = owns.some(({ entry }) => entry.pathPattern.pattern === pathPattern.pattern);
  if (!isOwn || !role) return undefined;
  const shown = personIn(accounting, one);
  if (operation.method === 'GET' && !shown) return undefined;
  return accountTarget(accounting, one, {
    role,
    kind: 'own',
    shown,
    why: 'shows the client its own record',
  });
}

/** Other operations on people may make one with a password, or change it. */
function changeTarget(
  { plan, people }: Accounting,
  { entry, secret, names: own, plain, token }: AccountEntry,
): Target | undefined {
  const before = plan.targets.get(entry.operation);
  const isChange = before && ['create', 'merge', 'replace'].includes(before.role);
  if (!isChange || before.role === 'improvised' || before.collection !== people || !secret)
    return undefined;
  const kind = before.role === 'create' ? 'sign-up' : 'change';
  const names = own.length > 0 ? own : plain;
  return { ...before, account: { kind, secret, names, token } };
}

/** Puts `next` in the place of the people; drops a place that only showed the client. */
function withAccounts(
  plan: Plan,
  people: Collection,
  next: Collection,
  more: ReadonlyMap<Operation, Target>,
): Plan {
  const move = <Address extends TargetAddress>(address: Address): Address =>
    address.collection === people ? { ...address, collection: next } : address;
  const targets = new Map(
    [...plan.targets, ...more].map(([operation, target]) => [
      operation,
      target.role === 'improvised'
        ? target
        : { ...move(target), ancestors: target.ancestors.map(move) },
    ]),
  );
  const used = namesUsedBy(targets);
  const usedBefore = namesUsedBy(plan.targets);
  for (const { parents, of } of plan.collections)
    for (const name of [of, ...parents.map(({ collection }) => collection)])
      if (name) used.add(name);
  const isNew = !plan.collections.includes(people);
  const left = plan.collections.filter(({ name }) => used.has(name) || !usedBefore.has(name));
  const moved = left.map((one) => (one === people ? next : one));
  return { ...plan, collections: [...moved, ...(isNew ? [next] : [])], targets };
}

function namesUsedBy(targets: Plan['targets']): Set<string> {
  return new Set(
    [...targets.values()].flatMap((target) =>
      target.role === 'improvised' ? [] : [target, ...target.ancestors].map(nameIn),
    ),
  );
}

function nameIn({ collection }: TargetAddress): string {
  return collection.name;
}
