import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, withMember } from '../../base/json.ts';
import { plainName, singular } from '../../base/names.ts';
import type { Media } from '../../contract/bodies/bodies.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { BodySpot, Collection, Stateful, TargetAddress } from '../../contract/plan/plan.ts';
import type { StudySchema } from '../../contract/schema/schema-facts.ts';
import { factsAt } from '../../contract/schema/schema-facts.ts';
import type { Behavior, Outcome, Validated } from '../../pipeline/exchange.ts';
import type { Item } from '../../store/record.ts';
import { addressOf } from '../records/addressing.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { WorldContext } from '../world-context.ts';
import { pathOf } from '../writing/location.ts';
import { tryGenerate } from '../writing/supply.ts';
import { noHeaders } from './answer-headers.ts';
import type { PendingChild, ShowChildren } from './child-lists.ts';
import { createChildLists } from './child-lists.ts';
import type { ShowEmbedded } from './embedded-records.ts';
import { createEmbedding } from './embedded-records.ts';

/** Makes the reply of an operation that succeeds: the record, or a body that mentions it. */
export type Show = (request: Validated, item: Item, context: WorldContext) => Outcome;

export function createShow(target: Stateful, tools: SeedTools, improvise: Behavior): Show {
  const { study } = tools.contractIndex;
  const above = parentShown(target, tools);
  const views = new WeakMap<Media, ReplyForm>();
  const viewOf = (media: Media): ReplyForm => {
    const view = views.get(media) ?? {
      spot: findSpot(study, target, media),
      enveloped: new WeakMap(),
    };
    views.set(media, view);
    return view;
  };
  return (request, item, context) => {
    const { status, media } = request.choice;
    if (!media) return { status, headers: noHeaders, record: item };
    const view = viewOf(media);
    const { spot } = view;
    if (!spot) return { ...acknowledge(target, request, item, improvise), record: item };
    const shown = shownIn(target, above, item, request, context);
    const isKnown = context.existing.isKnown(shown.collection);
    view.others ??= createOthers(tools, spot, shown.collection);
    const plain = tools.represent(shown.item, shown.collection, spot, isKnown);
    const value = withOthers(view.others, plain, shown, context);
    const { showsOthers } = view.others;
    if (!isJsonObject(value)) return { status, headers: noHeaders, record: item, body: value };
    if (spot.steps.length === 0) return answer(status, item, value, showsOthers);
    const known = view.enveloped.get(value);
    view.envelope ??= makeEnvelope(tools, request, { media, spot });
    const enveloped = known ?? withMember(view.envelope, spot.steps, value);
    const isAllowed = known !== undefined || (media.check?.(enveloped) ?? []).length === 0;
    // Some schemas allow no record: what matches one alternative of a `oneOf` matches another.
    if (!isAllowed && !isKnown) {
      return { ...acknowledge(target, request, item, improvise), record: item };
    }
    view.enveloped.set(value, enveloped);
    return answer(status, item, enveloped, showsOthers);
  };
}

interface ShownRecord {
  readonly item: Item;
  readonly collection: Collection;
  readonly pending?: PendingChild;
}

/** The record above the path's own, if that is what the reply shows: a cart, for its line items. */
function parentShown(
  { ancestors, collection, shown }: Stateful,
  { contractIndex }: SeedTools,
): TargetAddress | undefined {
  const { documents } = contractIndex.contract;
  const parent = ancestors.at(-1);
  const schema = parent?.collection.schema;
  if (!parent || !schema || !shown?.schema || parent.collection === collection) return undefined;
  const isParent = documents.follow(shown.schema)?.value === documents.follow(schema)?.value;
  const isOwn = documents.follow(shown.schema)?.value === collection.schema?.value;
  return isParent && !isOwn ? parent : undefined;
}

function shownIn(
  { collection, role }: Stateful,
  above: TargetAddress | undefined,
  item: Item,
  request: Validated,
  { existing }: WorldContext,
): ShownRecord {
  const address = above && addressOf(request, above);
  const parent = above && address && existing.find(above.collection, address.key, address.parents);
  if (!above || !parent) return { item, collection };
  const pending = { collection, item, isGone: role === 'delete' };
  return { item: parent, collection: above.collection, pending };
}

function answer(status: number, record: Item, body: JsonObject, showsOthers: boolean): Outcome {
  const { key, parents } = record;
  return { status, headers: noHeaders, record, item: { key, parents, body }, showsOthers };
}

interface ReplyForm {
  readonly spot: BodySpot | undefined;
  others?: OtherRecords;
  /** The members around the record. */
  envelope?: JsonObject;
  /** By record, its complete body: the rendering is cached by that object. */
  readonly enveloped: WeakMap<JsonObject, JsonObject>;
}

/** What a record shows of others: those that it embeds, and those that were put below it. */
interface OtherRecords {
  readonly showsOthers: boolean;
  readonly embed: ShowEmbedded | undefined;
  readonly showChildren: ShowChildren | undefined;
}

function createOthers(tools: SeedTools, spot: BodySpot, collection: Collection): OtherRecords {
  const embed = createEmbedding(tools, spot, collection);
  const showChildren = createChildLists(tools, spot, collection);
  return { embed, showChildren, showsOthers: (embed ?? showChildren) !== undefined };
}

function withOthers(
  { embed, showChildren }: OtherRecords,
  plain: JsonValue,
  { item, pending }: ShownRecord,
  context: WorldContext,
): JsonValue {
  const value = embed?.(plain, item, context) ?? plain;
  return showChildren?.({ value, item }, context, pending) ?? value;
}

/** Where a reply of this media type holds the record; undefined where it does not. */
function findSpot(study: StudySchema, target: Stateful, media: Media): BodySpot | undefined {
  const { shown, role } = target;
  if (!media.format.showsRecords) return undefined;
  if (!media.schema) {
    const isBare = media.isJson && role !== 'delete' && media.examples.length === 0;
    return isBare ? { steps: [], schema: undefined } : undefined;
  }
  if (!shown) return undefined;
  if (shown.steps.length === 0 && shown.schema?.value === media.schema.value) return shown;
  const facts = factsAt(study(media.schema), shown.steps);
  if (!facts || facts.types.has('array')) return undefined;
  return { steps: shown.steps, schema: facts.part };
}

interface RecordHolder {
  readonly media: Media;
  readonly spot: BodySpot;
}

/** What surrounds the record: the contract's example, else the least that the schema allows. */
function makeEnvelope(
  { generate, contractIndex: { study } }: SeedTools,
  { operation, choice }: Validated,
  { media, spot }: RecordHolder,
): JsonObject {
  const holds = (value: JsonValue | undefined): boolean =>
    isJsonObject(value) && isJsonObject(memberAt(value, spot.steps));
  const example = media.examples.find((one) => holds(one.value) && one.faults().length === 0);
  if (example && isJsonObject(example.value)) return example.value;
  if (!media.schema) return emptyFrame(spot.steps);
  const place = `${operation.id} ${choice.status}`;
  const generated = tryGenerate(generate, media.schema, place);
  const { alternatives, required } = study(media.schema);
  // Where there are alternatives, one that holds the record.
  const isKind = (schema: Part): boolean => factsAt(study(schema), spot.steps) !== undefined;
  const makeKind = (): JsonValue | undefined =>
    alternatives
      .filter(isKind)
      .map((schema) => tryGenerate(generate, schema, place))
      .find(holds);
  const made = holds(generated) ? generated : (makeKind() ?? generated);
  if (!isJsonObject(made)) return emptyFrame(spot.steps);
  const whole = holds(made) ? made : { ...made, ...emptyFrame(spot.steps) };
  const isKept = (name: string): boolean => required.has(name) || name === spot.steps[0];
  const lean = Object.fromEntries(Object.entries(whole).filter(([name]) => isKept(name)));
  return (media.check?.(lean) ?? []).length === 0 ? lean : whole;
}

function emptyFrame(steps: readonly string[]): JsonObject {
  return steps.reduceRight<JsonObject>((below, step) => ({ [step]: below }), {});
}

/** A reply that is not the record; the members that it shares with the record have its values. */
function acknowledge(
  target: Stateful,
  request: Validated,
  item: Item,
  improvise: Behavior,
): Outcome {
  const outcome = improvise(request);
  const check = request.choice.media?.check;
  const { body } = outcome;
  if (!isJsonObject(body)) return { ...outcome, ...keyAlone(target, item, body, check) };
  let named: JsonObject = body;
  const sent = target.role === 'link' && isJsonObject(request.body) ? request.body : {};
  const told = [
    ...knownOf(target, item),
    ...receiptOf(target, request, item, body),
    ...Object.entries(sent),
  ];
  for (const [name, value] of told) {
    const made = named[name];
    // A boolean tells whether something was done; the record does not know that.
    const isLike = typeof made === typeof value && typeof made !== 'boolean';
    if (made === undefined || !Object.hasOwn(named, name) || !isLike) continue;
    const next = Object.fromEntries([...Object.entries(named), [name, value]]);
    if ((check?.(next) ?? []).length === 0) named = next;
  }
  return { ...outcome, body: named, isLasting: false };
}

/** Some creates answer with nothing but the key of what they made. */
function keyAlone(
  { role, collection }: Stateful,
  { key }: Item,
  body: JsonValue | undefined,
  check: Media['check'],
): Partial<Outcome> {
  const told = typeof body === 'number' ? Number(key) : key;
  const isKey = typeof body === 'number' || typeof body === 'string';
  if (role !== 'create' || !collection.key || !isKey) return {};
  return (check?.(told) ?? []).length === 0 ? { body: told, isLasting: false } : {};
}

/** What a receipt says of a new record: its key and its place, by the usual names. */
function receiptOf(
  target: Stateful,
  request: Validated,
  item: Item,
  body: JsonObject,
): readonly (readonly [string, JsonValue])[] {
  const { role, collection } = target;
  if (role !== 'create' || !collection.key) return [];
  const noun = plainName(singular(collection.name.split(/[./]/).at(-1) ?? ''));
  const keys = new Set([...keyNames, `${noun}id`, `new${noun}id`]);
  // Whatever it is called, the only key in a receipt is that of the record.
  const [only = '', ...others] = Object.keys(body).map(plainName).filter(isKeyName);
  if (others.length === 0) keys.add(only);
  const path = pathOf(request, target, item);
  return Object.entries(body).flatMap(([name, made]): readonly (readonly [string, JsonValue])[] => {
    const plain = plainName(name);
    if (keys.has(plain)) return [[name, typeof made === 'number' ? Number(item.key) : item.key]];
    return path !== undefined && placeNames.has(plain) ? [[name, path]] : [];
  });
}

function isKeyName(plain: string): boolean {
  return /(?:id|uuid|guid)$/.test(plain);
}

const keyNames = ['id', 'entityid', 'objectid', 'resourceid', 'recordid', 'newid', 'createdid'];
const placeNames = new Set(['location', 'href', 'self', 'resourceurl', 'resourceuri']);

function knownOf({ collection }: Stateful, item: Item): readonly (readonly [string, JsonValue])[] {
  const [name, ...deeper] = collection.key ?? [];
  const isBeside = name !== undefined && deeper.length === 0 && !Object.hasOwn(item.body, name);
  const key = isBeside ? [[name, item.key] as const] : [];
  return [...key, ...Object.entries(item.body)];
}
