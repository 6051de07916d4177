import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, withMember } from '../../base/json.ts';
import { plainName, singular } from '../../base/names.ts';
import type { AccountUse } from '../../contract/plan/accounts/account-use.ts';
import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { inFormOf } from '../../contract/schema/schema-facts.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { createCreate, createCreating } from '../operations/create.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { CreateAct } from '../world-context.ts';
import { findOwn, namesIn, secretIn, withToken } from './accounts.ts';
import { findPerson, keepEntry } from './log-in.ts';
import { logInOf } from './log-ins.ts';
import { writeToken } from './tokens.ts';

/**
 * Checks name and password, and makes a record that has the token. Its key is its own: the person
 * stands only in members that name it.
 */
export const createLogInRecord: CreateAct = (target, tools, improvise) => {
  const people = tools.contractIndex.people()?.collection;
  const { account } = target;
  if (!account || !people) return createCreate(target, tools, improvise);
  const create = createCreating(target, tools, improvise);
  const tell = createTelling(target, account, people, tools);
  return (request, context) => {
    const names = namesIn(request, account.names);
    const person = findPerson(people, context, names, secretIn(request, account));
    const item = person && findOwn(people, context, person);
    const told = withoutSecret(request, account);
    if (!person || !item) return create(told, context, (sent) => sent);
    const { generation } = logInOf(people, context.world, person.key);
    const token = writeToken(context.world, { ...person, generation });
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const made = create({ ...told, headers }, context, (sent) => tell(sent, item, token));
    const outcome = showToken(made, target, account, { request, token });
    if (hasToken(outcome, account, token)) return outcome;
    const commit: Outcome['commit'] = () => {
      const stored = outcome.commit?.();
      return keepEntry(people, context, person.key) ?? stored;
    };
    return { ...outcome, commit };
  };
};

type TellPerson = (sent: JsonObject, person: Item, token: string) => JsonObject;

/** Adds the token, and what the record has of the person, where the contract allows the values. */
function createTelling(
  { collection, shown }: Stateful,
  account: AccountUse,
  people: Collection,
  { contractIndex: { study, contract } }: SeedTools,
): TellPerson {
  const facts = collection.schema && study(collection.schema);
  const tokenName = tokenIn(shown?.steps ?? [], account.token);
  const own = collection.key?.[0];
  const open = [...(facts?.names ?? [])].filter((name) => name !== own);
  const nounOf = createNounReader(people);
  const allows = ({ part }: SchemaFacts, value: JsonValue): boolean =>
    contract.validators.check(part, 'rest')(value).length === 0;
  return (sent, person, token) => {
    const known = new Map(
      Object.entries(people.readable(person.body)).map(([name, value]) => [plainName(name), value]),
    );
    const told = open.flatMap((name): [string, JsonValue][] => {
      const member = facts?.member(name);
      if (!member || member.names.size > 0 || Object.hasOwn(sent, name)) return [];
      const noun = nounOf(plainName(name));
      const value =
        name === tokenName
          ? token
          : noun === 'key'
            ? inFormOf(member, person.key)
            : known.get(noun ?? '');
      return value !== undefined && allows(member, value) ? [[name, value]] : [];
    });
    return { ...sent, ...Object.fromEntries(told) };
  };
}

/** The member of the record that has the token; undefined where the token stands elsewhere. */
function tokenIn(
  record: readonly string[],
  token: readonly string[] | undefined,
): string | undefined {
  const isInside = record.every((step, index) => token?.[index] === step);
  return isInside && token?.length === record.length + 1 ? token.at(-1) : undefined;
}

const nameWords = /^(?:email|emailaddress|username|login|phone|phonenumber)$/;

/** What of the person a member means: its `key`, or the member of that name. */
function createNounReader({ name, key = [] }: Collection): (plain: string) => string | undefined {
  const noun = plainName(singular(name.split(/[./]/).at(-1) ?? ''));
  const nouns = new Set(['user', 'account', 'member', 'person', noun]);
  const keys = new Set(['', 'id', 'uuid', 'key', ...key.slice(0, 1).map(plainName)]);
  return (plain) => {
    if (nameWords.test(plain)) return plain;
    const found = [...nouns].find((one) => one !== '' && plain.startsWith(one));
    const rest = found === undefined ? undefined : plain.slice(found.length);
    return rest !== undefined && keys.has(rest) ? 'key' : rest;
  };
}

/** A password is kept nowhere but among the log-ins. */
function withoutSecret(request: Validated, { secret = [] }: AccountUse): Validated {
  const { body } = request;
  const holder = secret.slice(0, -1);
  const held = isJsonObject(body) ? memberAt(body, holder) : undefined;
  if (!isJsonObject(body) || !isJsonObject(held)) return request;
  const left = Object.fromEntries(Object.entries(held).filter(([name]) => name !== secret.at(-1)));
  return { ...request, body: holder.length === 0 ? left : withMember(body, holder, left) };
}

interface TokenReply {
  readonly request: Validated;
  readonly token: string;
}

/** The token also where only the reply has it, and the record does not. */
function showToken(
  outcome: Outcome,
  { collection, shown }: Stateful,
  account: AccountUse,
  { request, token }: TokenReply,
): Outcome {
  const isKey = tokenIn(shown?.steps ?? [], account.token) === collection.key?.[0];
  const isDone = hasToken(outcome, account, token);
  return isDone || isKey ? outcome : withToken(outcome, account, token, request);
}

function hasToken({ item, body }: Outcome, account: AccountUse, token: string): boolean {
  const told = item?.body ?? body;
  return (
    account.token !== undefined && told !== undefined && memberAt(told, account.token) === token
  );
}
