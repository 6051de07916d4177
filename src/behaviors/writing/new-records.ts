import { ContractBreach } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { withConsequences } from './consequences.ts';
import { withInnerKeys } from './inner-keys.ts';
import { withFileMembers } from '../files/file-members.ts';
import { withAddress } from '../records/own-address.ts';
import { recordPlace } from '../records/record-places.ts';
import type { SeedTools } from '../seed-tools.ts';
import { clientOf } from '../accounts/accounts.ts';
import { makeHappen } from '../transitions/applying.ts';
import type { WorldContext } from '../world-context.ts';
import type { Drafting } from './drafting.ts';
import type { RecordKeys } from './filing.ts';
import { withAuthor } from './authorship.ts';
import { withFiling } from './filing.ts';
import type { RecordPart } from './sources.ts';
import { slugOf } from './keys/slugs.ts';
import { stamp } from './timestamps.ts';

export interface RecordMaking {
  readonly target: Stateful;
  readonly tools: SeedTools;
  readonly drafting: Drafting;
  readonly context: WorldContext;
}

/** A request, or only the operation by whose rules a record is made that no request asks for. */
export type Occasion = Validated | { readonly operation: Operation };

/** Makes a record from what was sent, from defaults, and from generated values. */
export function makeRecord(
  { target, tools, drafting, context }: RecordMaking,
  occasion: Occasion,
  filing: RecordKeys,
  client: JsonObject,
): Item {
  const { operation } = occasion;
  const request = 'parameters' in occasion ? occasion : undefined;
  const { collection } = target;
  const { facts } = drafting;
  const { validators } = tools.contractIndex.contract;
  const isKnown = context.existing.isKnown(collection);
  const moment = { now: context.now(), isNew: true, before: undefined, sent: client, validators };
  const person = request && clientOf(tools.contractIndex, context, request);
  const { isSendable } = drafting;
  const allows = (member: SchemaFacts, value: JsonValue): boolean =>
    validators.check(member.part, 'rest')(value).length === 0;
  // Where the contract has no people, all that is made was made by the same client.
  const generate = ({ part, types, formats }: SchemaFacts): JsonValue | undefined =>
    !tools.contractIndex.people() && (types.has('integer') || formats.has('uuid'))
      ? tools.generate(part, 'clients/self/id', { direction: 'rest' })
      : undefined;
  const siblings = (): readonly Item[] => context.world.list(collection.name, filing.parents);
  const draftFrom = (source: RecordPart): JsonObject => {
    const drafted = drafting.compose(client, source);
    const composed =
      request && facts
        ? withAuthor(drafted, { facts, person, generate, client, isSendable, allows })
        : drafted;
    const uploaded = request
      ? withFileMembers(composed, { target, tools, drafting }, request, client)
      : composed;
    const isNumbered = (name: string): boolean =>
      collection.key?.[0] !== name &&
      (isRunning(plainName(name)) ||
        (plainName(name) === 'number' && collection.parents.length > 0 && !isSendable(name)));
    const unnamed = facts
      ? numberAmong(siblings, uploaded, { facts, client, isNumbered })
      : uploaded;
    const numbered = facts ? withSlug(unnamed, facts, client, siblings) : unnamed;
    const begun = { key: filing.key, body: {} };
    const happened = makeHappen(numbered, context.happening, begun, { facts, moment });
    const followed = facts ? withConsequences(happened, facts, moment) : happened;
    const place = `${collection.name}/${filing.key}`;
    const keyed = facts ? withInnerKeys(followed, facts, tools.generate, place) : followed;
    const filed = withFiling(keyed, collection, facts, filing);
    const address = tools.contractIndex.addressOf(collection, filing);
    const told = facts ? withAddress(filed, facts, collection, address) : filed;
    const stamped = facts ? stamp(told, facts, { ...moment, made: source.value }) : told;
    const settlement = { operation, key: filing.key, client, source: source.value, isKnown };
    return drafting.settle(stamped, settlement);
  };
  const sources = drafting.sources(recordPlace(collection, filing), client).map((source) => ({
    ...source,
    value: context.existing.pointReferences({ ...filing, collection, body: source.value }),
  }));
  // Takes the first alternative of the schema that allows what was sent.
  const body = tryInTurn(sources, draftFrom);
  return { ...filing, body };
}

interface Numbering {
  readonly facts: SchemaFacts;
  readonly client: JsonObject;
  readonly isNumbered: (name: string) => boolean;
}

/** A slug that was not sent is made of the title, with a number where another record has it. */
function withSlug(
  record: JsonObject,
  facts: SchemaFacts,
  client: JsonObject,
  siblings: () => readonly Item[],
): JsonObject {
  const isOpen = facts.names.has('slug') && !Object.hasOwn(client, 'slug');
  const slug = isOpen && facts.member('slug')?.types.has('string') ? slugOf(client) : undefined;
  if (slug === undefined) return record;
  const taken = new Set(siblings().map(({ body }) => body['slug']));
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
  return { ...record, slug: free };
}

/** Counts a new record among its siblings, where its members say a running number. */
function numberAmong(
  siblings: () => readonly Item[],
  record: JsonObject,
  { facts, client, isNumbered }: Numbering,
): JsonObject {
  const name = [...facts.names].find(
    (one) => isNumbered(one) && isWhole(facts.member(one)) && !Object.hasOwn(client, one),
  );
  if (name === undefined) return record;
  const last = siblings().at(-1)?.body[name];
  return { ...record, [name]: typeof last === 'number' ? last + 1 : 1 };
}

function isRunning(plain: string): boolean {
  return /^(?:iid|index|sequence|sequencenumber|sequentialid|runningnumber)$/.test(plain);
}

function isWhole(facts: SchemaFacts | undefined): boolean {
  return facts !== undefined && facts.types.has('integer') && facts.listed.length === 0;
}

function tryInTurn(
  sources: readonly RecordPart[],
  attempt: (source: RecordPart) => JsonObject,
): JsonObject {
  let refusal: unknown = new Error('there is nothing to make a record of');
  for (const source of sources) {
    try {
      return attempt(source);
    } catch (error) {
      if (!(error instanceof ContractBreach)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}
