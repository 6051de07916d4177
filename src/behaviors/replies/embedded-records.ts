import { once } from '../../base/once.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import type { BodySpot, Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Item } from '../../store/record.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { EmbeddedMember } from '../records/embedded-members.ts';
import { findEmbedded } from '../records/embedded-members.ts';
import type { ToldMember } from '../records/told-members.ts';
import { findTold } from '../records/told-members.ts';
import type { ExistingRecords } from '../records/existing-records.ts';
import type { WorldContext } from '../world-context.ts';

/** Shows records where another record embeds them: `owner` beside `owner_id`. */
export type ShowEmbedded = (value: JsonValue, item: Item, context: EmbeddingContext) => JsonValue;

/** For replies that show a record of the collection at this place; undefined where it embeds none. */
export function createEmbedding(
  tools: Pick<SeedTools, 'contractIndex' | 'represent' | 'isMadeUp'>,
  { schema }: BodySpot,
  collection: Collection,
  holder?: string,
): ShowEmbedded | undefined {
  const { contractIndex, represent } = tools;
  if (!schema) return undefined;
  const facts = contractIndex.study(schema);
  const members = findEmbedded(contractIndex, facts, collection, holder);
  const repeated = findTold(contractIndex, facts, collection);
  const inner = holder ? [] : embedInside(tools, facts, collection, members);
  if (members.length + repeated.length + inner.length === 0) return undefined;
  const check = once(() => contractIndex.contract.validators.check(schema, 'response'));
  const keep = (next: JsonObject, before: JsonObject): JsonObject =>
    next !== before && check()(next).length === 0 ? freezeJson(next) : before;
  const embed = (value: JsonObject, item: Item, context: EmbeddingContext): JsonObject => {
    const isMadeUp = tools.isMadeUp(item.body);
    let body = value;
    for (const member of members) {
      const next = showMember(member, body, { represent, isMadeUp, context });
      if (next !== undefined && next !== body[member.name])
        body = withMember(body, [member.name], next);
    }
    for (const { name, show } of inner) {
      const next = showInside(body[name], (one) => show(one, item, context));
      if (next !== undefined && next !== body[name]) body = withMember(body, [name], next);
    }
    return body;
  };
  const settle = (value: JsonObject, body: JsonObject, existing: ExistingRecords): JsonObject => {
    const embedded = keep(body, value);
    return keep(repeatTold(embedded, repeated, existing), embedded);
  };
  // What a record looks like is one object as long as it stays the same.
  const known = new WeakMap<JsonObject, EmbeddedView>();
  return (value, item, context) => {
    if (!isJsonObject(value)) return value;
    const { world, existing } = context;
    const before = known.get(value);
    const { version } = world;
    if (before?.existing === existing && before.version === version) return before.shown;
    const body = embed(value, item, context);
    // Most changes change nothing of what the record embeds, and a check costs more than to compare.
    const isSame = repeated.length === 0 && before !== undefined && isSameView(before.body, body);
    const shown = isSame ? before.shown : settle(value, body, existing);
    known.set(value, { existing, version, body, shown });
    return shown;
  };
}

interface Embedding {
  readonly represent: SeedTools['represent'];
  readonly isMadeUp: boolean;
  readonly context: EmbeddingContext;
}

/** What a member shows of the record, or of the records, that it means; undefined where that is unknown. */
function showMember(
  member: EmbeddedMember,
  body: JsonObject,
  { represent, isMadeUp, context }: Embedding,
): JsonValue | undefined {
  const { name, beside, target, spot } = member;
  const before = body[name];
  const told = beside === undefined ? undefined : body[beside];
  const show: ShowKey = (key, inPlace) => {
    const asked = { key, inPlace, isMadeUp, isTold: told !== undefined };
    const found = findShown(member, asked, context);
    if (!found) return undefined;
    const shown = { ...found, body: target.readable(found.body) };
    return represent(shown, target, spot, context.existing.isKnown(target));
  };
  return Array.isArray(before)
    ? showMany(before, told, target, show)
    : show(keyOf(told) ?? keyWithin(before, target), before);
}

/** The record with a key, instead of what stands in its place. */
type ShowKey = (key: string | undefined, inPlace: JsonValue | undefined) => JsonValue | undefined;

interface AskedRecord {
  readonly key: string | undefined;
  /** What the record that shows the other one has of it. */
  readonly inPlace: JsonValue | undefined;
  readonly isMadeUp: boolean;
  /** Whether a member beside it has the key. */
  readonly isTold: boolean;
}

function findShown(
  member: EmbeddedMember,
  { key, inPlace, isMadeUp, isTold }: AskedRecord,
  { world, existing }: EmbeddingContext,
): Item | undefined {
  const { target, isOnlyShown } = member;
  if (key === undefined) return undefined;
  // What a request wrote gives way to what another request wrote, and to what it names by its key.
  const { find } = isMadeUp || isOnlyShown || isTold ? existing : storedIn(world);
  const found = storedById(world, target, key) ?? find(target, key, noneOf(target));
  const isSure = isMadeUp || isTold || (found && isStillNamed(member, inPlace, found));
  return isSure ? found : undefined;
}

/** What a request sent by its name, and what fits no record, has a key that the server made up. */
function isStillNamed(
  { namedBy }: EmbeddedMember,
  inPlace: JsonValue | undefined,
  { body }: Item,
): boolean {
  if (namedBy.length === 0 || !isJsonObject(inPlace)) return true;
  return namedBy.some((name) => typeof inPlace[name] === 'string' && inPlace[name] === body[name]);
}

/** Records under any parents are meant. */
function noneOf({ parents }: Collection): readonly undefined[] {
  return parents.map(() => undefined);
}

/** References have the id of a record, also where its paths have another key. */
function storedById(
  world: WorldContext['world'],
  target: Collection,
  id: string,
): Item | undefined {
  const { name, key } = target;
  if (key?.join() === 'id' || !target.hasMember('id')) return undefined;
  const all = world.list(name, noneOf(target));
  return all.find(({ body }) => body['id'] !== undefined && textOf(body['id']) === id);
}

function storedIn(world: WorldContext['world']): Pick<ExistingRecords, 'find'> {
  return { find: ({ name }, key, parents) => world.find(name, key, parents) };
}

interface InnerEmbedding {
  readonly name: string;
  readonly show: ShowEmbedded;
}

/** What objects inside a record embed themselves: the `user` of each of a team's `members`. */
function embedInside(
  tools: Parameters<typeof createEmbedding>[0],
  facts: SchemaFacts,
  collection: Collection,
  embedded: readonly { readonly name: string }[],
): readonly InnerEmbedding[] {
  const outer = new Set(embedded.map(({ name }) => name));
  return [...facts.names].flatMap((name) => {
    const member = outer.has(name) ? undefined : facts.member(name);
    const one = member?.items() ?? member;
    if (!one || one.names.size === 0) return [];
    const show = createEmbedding(tools, { steps: [], schema: one.part }, collection, name);
    return show ? [{ name, show }] : [];
  });
}

/** The object with what it embeds, or each of a list of objects; the same list if none changes. */
function showInside(
  before: JsonValue | undefined,
  show: (one: JsonValue) => JsonValue,
): JsonValue | undefined {
  if (!Array.isArray(before)) return before && show(before);
  const after = before.map(show);
  return after.every((one, index) => one === before[index]) ? before : after;
}

/** Says of the records that a record names by their keys what these say themselves. */
function repeatTold(
  value: JsonObject,
  told: readonly ToldMember[],
  existing: ExistingRecords,
): JsonObject {
  let body = value;
  for (const { name, beside, target, source } of told) {
    const key = Object.hasOwn(body, name) ? keyOf(body[beside]) : undefined;
    const found = key === undefined ? undefined : existing.find(target, key, noneOf(target));
    const next = found && target.readable(found.body)[source];
    if (next !== undefined && next !== body[name]) body = withMember(body, [name], next);
  }
  return body;
}

type EmbeddingContext = Pick<WorldContext, 'world' | 'existing'>;

/** What a representation looked like in a version of one world. */
interface EmbeddedView {
  readonly existing: ExistingRecords;
  readonly version: number;
  /** What it was to show, which its schema may refuse. */
  readonly body: JsonObject;
  readonly shown: JsonObject;
}

/** Whether both have the same objects in the same places. */
function isSameView(one: JsonObject, other: JsonObject): boolean {
  return Object.entries(other).every(([name, value]) => {
    const before = one[name];
    if (before === value || !Array.isArray(value) || !Array.isArray(before))
      return before === value;
    return before.length === value.length && value.every((each, at) => each === before[at]);
  });
}

export function keyOf(value: JsonValue | undefined): string | undefined {
  const isKey = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isKey ? textOf(value) : undefined;
}

function keyWithin(value: JsonValue | undefined, { key }: Collection): string | undefined {
  return isJsonObject(value) && key ? keyOf(memberAt(value, key)) : undefined;
}

/** The records that the keys beside them name; else each that is stored, as it is now. */
function showMany(
  before: readonly JsonValue[],
  told: JsonValue | undefined,
  target: Collection,
  show: ShowKey,
): readonly JsonValue[] | undefined {
  if (Array.isArray(told)) {
    const shown = told.map((one: JsonValue) => show(keyOf(one), undefined));
    return shown.every((one) => one !== undefined) && shown.length > 0 ? shown : undefined;
  }
  const shown = before.map((one) => show(keyWithin(one, target), one));
  if (shown.every((one) => one === undefined)) return undefined;
  return before.map((one, index) => shown[index] ?? one);
}
