import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt, stepDown, textOf } from '../../base/json.ts';
import type { Check, Validators } from '../../contract/checks/validators.ts';
import type { Collection, BodySpot } from '../../contract/plan/plan.ts';
import type { SchemaFacts, StudySchema } from '../../contract/schema/schema-facts.ts';
import { factsAt, inFormOf, isInFormOf } from '../../contract/schema/schema-facts.ts';
import type { Item } from '../../store/record.ts';
import type { AddressOf } from '../records/own-address.ts';
import { withAddress } from '../records/own-address.ts';
import { recordPlace } from '../records/record-places.ts';
import type { Generate } from '../values/generate.ts';
import { filingOf } from '../writing/filing.ts';
import { withValueAt } from '../../base/json-patch/pointed-changes.ts';
import { mend, overlay } from '../writing/mend.ts';
import { createDistinct } from '../writing/separate.ts';
import { createSupply, tryGenerate } from '../writing/supply.ts';

/** What a schema in a reply shows of a record; `isKnown` where its collection is complete. */
export type Represent = (
  item: Item,
  collection: Collection,
  spot: BodySpot,
  isKnown: boolean,
) => JsonValue;

export interface RepresentationMeans {
  readonly validators: Pick<Validators, 'check'>;
  readonly generate: Generate;
  readonly study: StudySchema;
  readonly addressOf: AddressOf;
}

interface Shown {
  /** Records under different parents may have the same body. */
  readonly item: Item;
  readonly isKnown: boolean;
  readonly value: JsonValue;
}

/** Records are immutable, so the server makes each representation once. */
export function createRepresentation(means: RepresentationMeans): Represent {
  const { study, validators } = means;
  const known = new WeakMap<JsonObject, Map<BodySpot, Shown>>();
  return (item, collection, spot, isKnown) => {
    if (!spot.schema) return item.body;
    const shown = known.get(item.body) ?? new Map<BodySpot, Shown>();
    const before = shown.get(spot);
    if (before?.isKnown === isKnown && isFiledAlike(before.item, item)) return before.value;
    const facts = study(spot.schema).of(item.body);
    const check = validators.check(spot.schema, 'response');
    const value = freezeJson(present(item, collection, { facts, check, isKnown }, means));
    shown.set(spot, { item, isKnown, value });
    known.set(item.body, shown);
    return value;
  };
}

function isFiledAlike(left: Item, right: Item): boolean {
  if (left === right) return true;
  const { parents } = right;
  return (
    left.key === right.key &&
    left.parents.length === parents.length &&
    left.parents.every((parent, index) => parent === parents[index])
  );
}

interface RecordView {
  readonly facts: SchemaFacts;
  readonly check: Check;
  readonly isKnown: boolean;
}

function present(
  item: Item,
  collection: Collection,
  view: RecordView,
  { generate, addressOf }: RepresentationMeans,
): JsonValue {
  const { facts, check, isKnown } = view;
  const filed = showFiling(project(item.body, facts), item, collection, view);
  const told = showAddress(filed, addressOf(collection, item), collection, view);
  if (check(told).length === 0) return told;
  const projected = withoutForeignNulls(told, view);
  if (projected !== told && check(projected).length === 0) return projected;
  const place = recordPlace(collection, item);
  let base: JsonValue | undefined;
  const source = (): JsonValue | undefined => {
    base ??= tryGenerate(generate, facts.part, place, { examples: 'last' });
    return base;
  };
  // In a complete collection, other values would hide from the user what is wrong in a fixture.
  const isImprovised = !isKnown;
  const { value, faults } = mend(projected, {
    check,
    supply: createSupply(generate, facts, place, source),
    distinct: createDistinct(generate, facts, place),
    isReplaceable: ({ pointer }) => isImprovised && pointer !== '',
  });
  const whole = faults.length > 0 && isImprovised ? source() : undefined;
  return isJsonObject(whole) ? overlay(whole, projected, check) : value;
}

/** Where one reply shows null, another one may leave the member out. */
function withoutForeignNulls(body: JsonObject, { facts, check, isKnown }: RecordView): JsonObject {
  const nulls = (isKnown ? [] : Object.keys(body)).filter(
    (name) => body[name] === null && !facts.required.has(name),
  );
  if (nulls.length === 0) return body;
  const faults = new Set(check(body).map(({ pointer }) => pointer));
  const foreign = new Set(nulls.filter((name) => faults.has(stepDown('', name))));
  return foreign.size === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => !foreign.has(name)));
}

function project(body: JsonObject, { names, isOpen }: SchemaFacts): JsonObject {
  if (isOpen || Object.keys(body).every((name) => names.has(name))) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}

/** Says where the record is read on this server; a fixture may say another place. */
function showAddress(
  body: JsonObject,
  address: string | undefined,
  collection: Collection,
  { facts, check, isKnown }: RecordView,
): JsonObject {
  const next = withAddress(body, facts, collection, address);
  if (next === body) return body;
  const told = Object.keys(next).filter((name) => next[name] !== body[name]);
  const isRefused = check(next).some(({ pointer }) => pointer === stepDown('', told[0] ?? ''));
  const isKept = isKnown && told.some((name) => Object.hasOwn(body, name));
  return isRefused || isKept ? body : next;
}

/** Adds key and parents where the body does not show them, or shows them as another type. */
function showFiling(
  body: JsonObject,
  item: Item,
  collection: Collection,
  { facts, check }: RecordView,
): JsonObject {
  let filed = body;
  for (const [steps, text] of filingOf(collection, item)) {
    const own = factsAt(facts, steps);
    if (text === undefined || !own) continue;
    const before = memberAt(filed, steps);
    const isOtherForm = textOf(before) === text && !isInFormOf(own, before);
    if (before !== undefined && !isOtherForm) continue;
    const next = withValueAt(filed, steps, inFormOf(own, text));
    const pointer = steps.reduce(stepDown, '');
    const isRefused = check(next).some((fault) => fault.pointer === pointer);
    if (isJsonObject(next) && !isRefused) filed = next;
  }
  return filed;
}
