import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf } from '../../base/json.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { Item, Parents } from '../../store/record.ts';
import { placeOf, requireAncestors } from '../records/addressing.ts';
import { readRange } from '../lists/cursors.ts';
import { createFrames } from '../lists/envelope/envelope.ts';
import { listHeaders } from '../lists/envelope/list-headers.ts';
import { cutPage } from '../lists/page.ts';
import { createArranger } from '../lists/remembered-lists.ts';
import type { View } from '../lists/envelope/page-links.ts';
import { readWish } from '../lists/list-query.ts';
import type { CreateAct } from '../world-view.ts';

/** Answers with the records under the parents that the path names: those that the query asks for. */
export const createList: CreateAct = (target, craft, improvise) => {
  const { list: plan, shown, collection } = target;
  if (!plan || !shown) return improvise;
  const { represent, generate } = craft;
  const frameFor = createFrames(target, plan, generate);
  const arrange = createArranger();
  return (request, { holdings }) => {
    requireAncestors(holdings, target, request);
    const frame = frameFor(request);
    if (!frame) return improvise(request);
    const base = holdings.list(collection, parentsOf(target, request));
    const isKnown = holdings.isKnown(collection);
    const show = (item: Item): JsonValue => represent(item, collection, shown, isKnown);
    const wish = readWish(plan, request, isKnown);
    const sequence = arrange({ items: base, bodyOf: bodyReader(collection, show) }, wish);
    const page = cutPage(sequence, wish, readRange(sequence, base, wish));
    const view: View = { plan, wish, base, sequence, page };
    const records = page.entries.map(({ item }) => show(item));
    const { status, response } = request.choice;
    const outcome = {
      status,
      headers: listHeaders(plan, response, view, request),
      body: frame(records, view, request),
    };
    if (isKnown) return outcome;
    // Some schemas allow no list of the records that there are, as one that wants them to differ in what
    // it shows of them. Where nobody has said what there is, any list is worth more than none.
    return { ...outcome, spare: () => improvise(request) };
  };
};

/** Those that the path names; one that it leaves out may be asked for by its name. */
function parentsOf(target: Stateful, request: Validated): Parents {
  const { query } = request.parameters;
  const { parents } = placeOf(request, target);
  return target.collection.parents.map(({ parameter }, index) => {
    const inPath = parents[index];
    if (inPath !== undefined || target.collection.hasMember(parameter)) return inPath;
    return Object.hasOwn(query, parameter) ? textOf(query[parameter]) : undefined;
  });
}

/** What filters look at: the record itself, and of a link what it leads to. */
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
