import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import type { Response } from '../../contract/bodies/bodies.ts';
import type { ResponseHeader } from '../../contract/bodies/headers.ts';
import type { EnvelopeMeaning, ListPlan } from '../../contract/plan/lists/list-meanings.ts';
import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import type { ReplyHeaders, Validated } from '../../pipeline/exchange.ts';
import type { Item, Parents } from '../../store/record.ts';
import { readRange } from '../lists/cursors.ts';
import {
  absolute,
  isLinkMeaning,
  linkTo,
  pretence,
  envelopeValueOf,
} from '../lists/envelope/envelope-values.ts';
import { createEnvelopes } from '../lists/envelope/envelope.ts';
import type { ListedPage } from '../lists/envelope/page-links.ts';
import { readListQuery } from '../lists/list-query.ts';
import { createArranger } from '../lists/remembered-lists.ts';
import { cutPage } from '../lists/sequences.ts';
import { addressOf, requireAncestors } from '../records/addressing.ts';
import type { CreateAct } from '../world-context.ts';

/** Replies with the records that the query asks for, under the parents that the path names. */
export const createList: CreateAct = (target, tools, improvise) => {
  const { list: plan, shown, collection } = target;
  if (!plan || !shown) return improvise;
  const { represent, generate } = tools;
  const frameFor = createEnvelopes(target, plan, generate);
  const arrange = createArranger();
  return (request, { existing }) => {
    requireAncestors(existing, target, request);
    const envelope = frameFor(request);
    if (!envelope) return improvise(request);
    const base = existing.list(collection, parentsOf(target, request));
    const isKnown = existing.isKnown(collection);
    const show = (item: Item): JsonValue => represent(item, collection, shown, isKnown);
    const listQuery = readListQuery(plan, request, isKnown);
    const sequence = arrange({ items: base, bodyOf: bodyReader(collection, show) }, listQuery);
    const page = cutPage(sequence, listQuery, readRange(sequence, base, listQuery));
    const view: ListedPage = { plan, listQuery, base, sequence, page };
    const records = page.entries.map(({ item }) => show(item));
    const { status, response } = request.choice;
    const outcome = {
      status,
      headers: listHeaders(plan, response, view, request),
      body: envelope(records, view, request),
    };
    if (isKnown) return outcome;
    // A schema may forbid a list of these records, for example where shown items must differ. If
    // the collection is not complete, an improvised list is better than a breach.
    return { ...outcome, spare: () => improvise(request) };
  };
};

/** Those in the path; a query parameter may name one that the path leaves out. */
function parentsOf(target: Stateful, request: Validated): Parents {
  const { query } = request.parameters;
  const { parents } = addressOf(request, target);
  return target.collection.parents.map(({ parameter }, index) => {
    const inPath = parents[index];
    if (inPath !== undefined || target.collection.hasMember(parameter)) return inPath;
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
  view: ListedPage,
  request: Validated,
): ReplyHeaders {
  const entries = (plan.headers ?? []).flatMap(({ name, meaning }): readonly [string, string][] => {
    const declared = response?.headers.find((header) => header.name === name);
    if (!declared) return [];
    const text =
      meaning === 'links'
        ? writeLinks(view, request)
        : writeTrueValue(declared, meaning, view, request);
    return [[name, text]];
  });
  return Object.fromEntries(entries);
}

/** RFC 8288. A list of one page has links, too: a header that is left out would be generated. */
function writeLinks(view: ListedPage, request: Validated): string {
  const relations = [
    ['prev', linkTo('previous', view, request)],
    ['next', linkTo('next', view, request)],
    ['first', linkTo('first', view, request)],
    ['last', linkTo('last', view, request)],
  ] as const;
  const written = relations.flatMap(([relation, path]) =>
    path === undefined
      ? []
      : [{ relation, text: `<${absolute(path, request)}>; rel="${relation}"` }],
  );
  const kept = new Set<string>();
  let length = 0;
  for (const relation of byUse) {
    length += written.find((link) => link.relation === relation)?.text.length ?? 0;
    if (length <= longestLinks) kept.add(relation);
  }
  const fitting = written.filter(({ relation }) => kept.has(relation));
  return fitting.map(({ text }) => text).join(', ');
}

/**
 * Many clients read at most 16 KiB of headers. A link repeats the query, which may be that long, so
 * the server leaves out the least useful links.
 */
const longestLinks = 8192;
const byUse = ['next', 'prev', 'first', 'last'] as const;

/** Empty where there is nothing to say and the header's schema allows that. */
function writeTrueValue(
  header: ResponseHeader,
  meaning: EnvelopeMeaning,
  view: ListedPage,
  request: Validated,
): string {
  const trueValue = envelopeValueOf(meaning, view, request);
  const isEmptyAllowed = (header.check?.(header.read('')) ?? []).length === 0;
  if (trueValue === undefined && isEmptyAllowed) return '';
  const text = textOf(trueValue ?? pretence(meaning, view, request));
  return isLinkMeaning(meaning) ? absolute(text, request) : text;
}
