import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf, withMember } from '../../base/json.ts';
import type { Response } from '../../contract/bodies/bodies.ts';
import type { ResponseHeader } from '../../contract/bodies/headers.ts';
import type { ListedPage } from '../../contract/plan/lists/conventions/convention.ts';
import { headerRules, memberRules } from '../../contract/plan/lists/conventions/conventions.ts';
import { absolute, cutPage } from '../../contract/plan/lists/conventions/pagers.ts';
import type { ListHeader } from '../../contract/plan/lists/envelopes.ts';
import type { ListPlan } from '../../contract/plan/lists/list-plan.ts';
import type { BodySpot, Collection, Stateful } from '../../contract/plan/plan.ts';
import type { Behavior, Outcome, ReplyHeaders, Validated } from '../../pipeline/exchange.ts';
import type { Item, Parents } from '../../store/record.ts';
import { createChildLists } from '../replies/child-lists.ts';
import { createEmbedding } from '../replies/embedded-records.ts';
import { createEnvelopes } from '../lists/envelope.ts';
import { readListQuery } from '../lists/list-query.ts';
import { createArranger } from '../lists/remembered-lists.ts';
import { findReferenceNames } from '../lists/search.ts';
import { addressOf, requireAncestors } from '../records/addressing.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { CreateAct, WorldContext } from '../world-context.ts';
import { tryGenerate } from '../writing/supply.ts';

/** Replies with the records that the query asks for, under the parents that the path names. */
export const createList: CreateAct = (target, tools, improvise) => {
  const { collection } = target;
  const answer = createListReply(target, tools, improvise);
  return (sent, context) => {
    const { existing } = context;
    const request = target.search === 'body' ? withQueryOfBody(sent) : sent;
    requireAncestors(existing, target, request);
    if (target.unread?.some((name) => asks(sent, name))) return improvise(sent);
    return answer(request, context, () => existing.list(collection, parentsOf(target, request)));
  };
};

/** Makes a reply that lists these records. */
export type ListReply = (
  request: Validated,
  context: WorldContext,
  listed: () => readonly Item[],
) => Outcome;

/** Lists as the contract describes the operation's reply; improvises where it has no list. */
export function createListReply(
  target: Stateful,
  tools: SeedTools,
  improvise: Behavior,
): ListReply {
  const { list: plan, shown, collection } = target;
  if (!plan || !shown) return improvise;
  const { represent, generate, contractIndex } = tools;
  const isReference = findReferenceNames(contractIndex, collection);
  const frameFor = createEnvelopes(target, plan, generate);
  const arrange = createArranger();
  const wrap = createWrap(shown, tools);
  const embed = createEmbedding(tools, shown, collection);
  const showChildren = createChildLists(tools, shown, collection);
  return (request, context, listed) => {
    const { existing } = context;
    const envelope = frameFor(request);
    if (!envelope) return improvise(request);
    const base = listed();
    const isKnown = existing.isKnown(collection);
    const show = (item: Item): JsonValue => represent(item, collection, shown, isKnown);
    const showWhole = (item: Item): JsonValue => {
      const value = embed?.(show(item), item, context) ?? show(item);
      return showChildren?.({ value, item }, context) ?? value;
    };
    const listQuery = readListQuery(plan, request, isKnown);
    const bodyOf = bodyReader(collection, show);
    const sequence = arrange({ items: base, bodyOf, isReference }, listQuery);
    const page = cutPage(plan, listQuery.given, sequence, request);
    const entries = sequence.slice(page.start, page.start + page.count);
    const records = entries.map(({ item }) => wrap(showWhole(item)));
    const { status, response } = request.choice;
    const outcome = {
      status,
      headers: listHeaders(plan, response, page),
      body: envelope(records, page),
    };
    if (isKnown) return outcome;
    // A schema may forbid a list of these records, for example where shown items must differ. If
    // the collection is not complete, an improvised list is better than a breach.
    return { ...outcome, spare: () => improvise(request) };
  };
}

/** A search by POST: the members of the body stand for a query, and a list of keys for `ids`. */
function withQueryOfBody(request: Validated): Validated {
  const { body, parameters } = request;
  const asked: JsonObject = Array.isArray(body) ? { ids: body } : isJsonObject(body) ? body : {};
  const names = Object.fromEntries(Object.keys(asked).map((name) => [name, '']));
  const query = [request.query, new URLSearchParams(names)].filter(String).join('&');
  const all = { ...parameters, query: { ...parameters.query, ...asked } };
  return { ...request, query, parameters: all };
}

function asks({ body }: Validated, name: string): boolean {
  const asked = isJsonObject(body) ? body[name] : undefined;
  const isEmpty = typeof asked === 'object' && asked !== null && Object.keys(asked).length === 0;
  return asked !== undefined && asked !== null && asked !== '' && !isEmpty;
}

/** Puts a record into the item that holds it in a list, beside members that the item requires. */
function createWrap(
  { wrapper }: BodySpot,
  { generate, contractIndex }: SeedTools,
): (record: JsonValue) => JsonValue {
  if (!wrapper) return (record) => record;
  const { steps, schema } = wrapper;
  let frame: JsonObject | undefined;
  return (record) => {
    if (!frame) {
      const { required } = contractIndex.study(schema);
      const whole = tryGenerate(generate, schema, 'item');
      const around = Object.entries(isJsonObject(whole) ? whole : {});
      frame = Object.fromEntries(around.filter(([name]) => required.has(name)));
    }
    return withMember(frame, steps, record);
  };
}

/** Says how many records the list has that the query asks for. */
export const createCount: CreateAct = (target, { contractIndex }, improvise) => {
  const { list: plan, shown, collection } = target;
  if (!plan || !shown) return improvise;
  const isReference = findReferenceNames(contractIndex, collection);
  const arrange = createArranger();
  return (request, { existing }) => {
    requireAncestors(existing, target, request);
    const base = existing.list(collection, parentsOf(target, request));
    const listQuery = readListQuery(plan, request, existing.isKnown(collection));
    const readable = bodyReader(collection, ({ body }) => body);
    const { total } = arrange({ items: base, bodyOf: readable, isReference }, listQuery);
    const outcome = improvise(request);
    if (shown.steps.length === 0) return { ...outcome, body: total };
    return isJsonObject(outcome.body)
      ? { ...outcome, body: withMember(outcome.body, shown.steps, total) }
      : outcome;
  };
};

/** Those in the path; a query parameter may name one that the path leaves out. */
function parentsOf(target: Stateful, request: Validated): Parents {
  const { query } = request.parameters;
  const { parents } = addressOf(request, target);
  return target.collection.parents.map(({ parameter, member }, index) => {
    const inPath = parents[index];
    if (inPath !== undefined || member !== undefined) return inPath;
    return Object.hasOwn(query, parameter) ? textOf(query[parameter]) : undefined;
  });
}

/** Filters look at the record itself; for a link, at the linked record. */
function bodyReader(
  collection: Collection,
  show: (item: Item) => JsonValue,
): (item: Item) => JsonObject {
  if (collection.kind !== 'links') return ({ body }) => collection.readable(body);
  return (item) => {
    const linked = show(item);
    return collection.readable(isJsonObject(linked) ? linked : item.body);
  };
}

function listHeaders(
  plan: ListPlan,
  response: Response | undefined,
  page: ListedPage,
): ReplyHeaders {
  const entries = (plan.headers ?? []).flatMap(({ name, meaning }): readonly [string, string][] => {
    const declared = response?.headers.find((header) => header.name === name);
    return declared ? [[name, headerText(declared, meaning, page)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Empty where there is nothing to say and the header's schema allows that. */
function headerText(
  header: ResponseHeader,
  meaning: ListHeader['meaning'],
  page: ListedPage,
): string {
  const own = headerRules.get(meaning);
  if (own) return own.text(page);
  const rule = memberRules.get(meaning);
  const value = rule?.value(page);
  const isEmptyAllowed = (header.check?.(header.read('')) ?? []).length === 0;
  if (value === undefined && isEmptyAllowed) return '';
  const text = textOf(value ?? rule?.pretence?.(page) ?? '');
  return rule?.form === 'link' ? absolute(text, page.request) : text;
}
