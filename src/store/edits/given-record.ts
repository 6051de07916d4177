import type { Violation } from '../../base/errors.ts';
import { wholeName } from '../../base/resource-names.ts';
import { ApiError, describeViolation, endSentence } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { stepDown, withMember } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import { encodePart } from '../../base/texts.ts';
import { areSame, mayBeSame, readNamedParents } from '../parents.ts';
import type { CollectionShape, Item, Parents } from '../record.ts';
import { parentsByName } from '../named-parents.ts';
import { findExcess } from '../record-size.ts';
import { filingIn, unflattenItem } from '../record.ts';
import { quoteName } from '../worlds/snapshots.ts';
import type { World } from '../worlds/world.ts';
import { complain, refuseChoice, refuseCollection, refuseKey } from './rewrite.ts';

/** The key and the parents that the request, or the stored record, gives to a sent record. */
export interface GivenPlace {
  readonly key: string | undefined;
  readonly parents: Parents;
}

/** A record as the test sent it, and the pointer to it in the body. */
export interface GivenRecord {
  readonly record: JsonObject;
  readonly pointer: string;
}

/** The record that was read, or what is wrong with it. */
export interface ReadRecord {
  readonly item: Item | undefined;
  readonly faults: readonly Violation[];
}

/**
 * Reads a record as fixtures are read. `standing` supplies the key and the parents that the record
 * leaves out; the record must not contradict it. Without the check, a record needs only a key, and
 * must not be too large or too deep.
 */
export function readGiven(
  { record, pointer }: GivenRecord,
  shape: CollectionShape,
  standing: GivenPlace,
  isChecked: boolean,
): ReadRecord {
  const contradictions = [...findContradictions(record, shape, standing)];
  if (contradictions.length > 0) {
    const faults = contradictions.map((one) => complain(pointer + one.pointer, one.message));
    return { item: undefined, faults };
  }
  const rules = isChecked ? shape : withoutRules(shape);
  const supplied = listSupplied(record, shape, standing);
  const found = unflattenItem(
    supply(record, supplied, findNumbers(record, supplied, shape)),
    rules,
  );
  const faults = found.faults.map((fault) => complain(pointer + fault.pointer, fault.message));
  const excess = found.item && findExcess(found.item.body);
  if (excess === undefined) return { item: found.item, faults };
  return { item: undefined, faults: [complain(pointer, excess)] };
}

/** The given parents, and from the record those that are not given. */
export function parentsOfGiven(
  record: JsonObject,
  shape: CollectionShape,
  parents: Parents,
): Parents {
  const own = filingIn(record, { ...shape, key: undefined })?.parents ?? [];
  return shape.parents.map((_, index) => parents[index] ?? own[index]);
}

interface Contradiction {
  readonly pointer: string;
  readonly message: string;
}

function* findContradictions(
  record: JsonObject,
  shape: CollectionShape,
  { key, parents }: GivenPlace,
): Generator<Contradiction> {
  const own = filingIn(record, shape);
  if (shape.key && own && key !== undefined && own.key !== key) {
    yield { pointer: pointerTo(shape.key), message: `must be "${key}", as in the path` };
  }
  const named = parentsOfGiven(record, shape, []);
  for (const [index, { parameter }] of shape.parents.entries()) {
    const [said, wanted] = [named[index], parents[index]];
    if (said === undefined || wanted === undefined || said === wanted) continue;
    yield { pointer: pointerTo([parameter]), message: `must be "${wanted}", as in the query` };
  }
}

/** The key or a parent that the record leaves out and the request names. */
interface Supplied {
  readonly steps: readonly string[];
  readonly text: string;
}

function listSupplied(
  record: JsonObject,
  shape: CollectionShape,
  { key, parents }: GivenPlace,
): readonly Supplied[] {
  const named = parentsOfGiven(record, shape, []);
  const supplied: Supplied[] = [];
  if (shape.key && key !== undefined && filingIn(record, shape) === undefined) {
    const [first = ''] = shape.key;
    // Where the schema has no such member, the key stands beside the others, with its dotted name.
    const steps = shape.hasMember(first) ? shape.key : [shape.key.join('.')];
    supplied.push({ steps, text: key });
  }
  for (const [index, { parameter }] of shape.parents.entries()) {
    const text = parents[index];
    if (named[index] === undefined && text !== undefined)
      supplied.push({ steps: [parameter], text });
  }
  return supplied;
}

/**
 * Path and query have texts only, also where the schema wants a number. This returns the pointers
 * of the faults that the record has with texts: `supply` writes numbers there. It uses the check of
 * the schema also where the record itself is not to be checked.
 */
function findNumbers(
  record: JsonObject,
  supplied: readonly Supplied[],
  shape: CollectionShape,
): ReadonlySet<string> {
  if (!supplied.some(({ text }) => isNumber(text))) return new Set();
  const { faults } = unflattenItem(supply(record, supplied, new Set()), shape);
  return new Set(faults.map((fault) => fault.pointer));
}

/** Adds the supplied key and parents in front of the other members, as in shown records. */
function supply(
  record: JsonObject,
  supplied: readonly Supplied[],
  numbers: ReadonlySet<string>,
): JsonObject {
  const beside: [string, JsonValue][] = [];
  let whole = record;
  for (const { steps, text } of supplied) {
    const isWanted = numbers.has(pointerTo(steps)) && isNumber(text);
    const value = isWanted ? Number(text) : text;
    const [name = '', ...below] = steps;
    if (below.length > 0) whole = withMember(whole, steps, value);
    else beside.push([name, value]);
  }
  return beside.length === 0 ? whole : Object.fromEntries([...beside, ...Object.entries(whole)]);
}

function isNumber(text: string): boolean {
  return String(Number(text)) === text;
}

function withoutRules(shape: CollectionShape): CollectionShape {
  const { name, kind = 'items', of, key, parents } = shape;
  return {
    name,
    kind,
    of,
    key,
    parents: parents.map((parent) => ({ ...parent, isOptional: true })),
    check: undefined,
    hasMember: (member) => shape.hasMember(member),
  };
}

export function pointerTo(steps: readonly string[]): string {
  return steps.reduce(stepDown, '');
}

/** The key that a record names; empty where its collection has no keys. */
export function keyOfGiven(record: JsonObject, shape: CollectionShape): string | undefined {
  if (!shape.key) return '';
  return filingIn(record, shape)?.key;
}

/** How a request names a record: by collection, key, and parents with their names in fixtures. */
export interface PlaceInput {
  readonly collection: string;
  /** `-` where the collection has no keys. */
  readonly key: string;
  readonly parents: JsonObject;
}

/** A place in an existing collection. */
export interface EditedPlace {
  readonly shape: CollectionShape;
  readonly key: string;
  /** Undefined where the request does not name the parent. */
  readonly parents: Parents;
}

export function findShape(world: World, collection: string): CollectionShape {
  const shape = world.base.madeFor.shapes.find(({ name }) => name === collection);
  if (shape) return shape;
  throw refuseCollection(world.collectionNames, collection);
}

/** The named parents, in the order of the collection; throws for a name that it does not have. */
export function readParents(shape: CollectionShape, named: JsonObject): Parents {
  const known = shape.parents.map(({ parameter }) => parameter);
  const violations = Object.keys(named)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      in: 'query' as const,
      pointer: `/${name}`,
      message: `is no parent of "${shape.name}": ${suggestNames(name, known)}`,
      keyword: 'parents',
    }));
  if (violations.length > 0) {
    const said = violations.map(({ pointer, message }) => `query ${pointer}: ${message}`);
    throw new ApiError('invalid-request', endSentence(said.join('; ')), { violations });
  }
  return readNamedParents(known, named);
}

export function readPlace(world: World, { collection, key, parents }: PlaceInput): EditedPlace {
  const shape = findShape(world, collection);
  if (!shape.key && key !== '-') throw refuseKey(shape, key);
  const above = parentsByName(shape, undefined, readParents(shape, parents));
  return { shape, key: shape.key ? wholeName(shape.nameForm, key, above) : '', parents: above };
}

/**
 * Throws for a key that no record of the collection can have, such as a text where keys are numbers. The
 * server makes up a record for any key that is asked for, but not for that one.
 */
export function assertKey({ shape, key }: EditedPlace, body: JsonObject): void {
  const { name, key: steps = [], check } = shape;
  if (steps.length === 0 || !check || !shape.hasMember(steps[0] ?? '')) return;
  const pointer = pointerTo(steps);
  const values = isNumber(key) ? [Number(key), key] : [key];
  const faults = values.map((value) =>
    check(withMember(body, steps, value)).find((fault) => fault.pointer === pointer),
  );
  const [fault] = faults;
  if (!fault || faults.includes(undefined)) return;
  const message = `${quoteName(key)} can be no key in ${name}: its ${pointer} ${fault.message}`;
  const violation = { in: 'path' as const, pointer: '/key', message, keyword: 'key' };
  const way = `GET /collections/${encodePart(name)}/records below the control prefix lists the keys`;
  const detail = `${describeViolation(violation)}. Nothing was changed: ${way}.`;
  throw new ApiError('invalid-request', detail, { violations: [violation] });
}

/** The record at a place; undefined where there is none. Throws where several match. */
export function findAt(world: World, { shape, key, parents }: EditedPlace): Item | undefined {
  const found = world.namesakes(shape.name, key).filter((item) => mayBeSame(item.parents, parents));
  const exact = found.find((item) => areSame(item.parents, parents));
  if (exact) return exact;
  if (found.length > 1) {
    const chains = found.map((item) => item.parents);
    throw refuseChoice(shape, key, chains);
  }
  return found[0];
}
