import type { Violation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { stepDown, withMember } from '../../base/json.ts';
import type { Item, Parents, CollectionShape } from '../record.ts';
import { filingIn, findExcess, unflattenItem } from '../record.ts';
import { complain } from './refusals.ts';

/** Where a record is to stand, as far as anybody but itself has said so. */
export interface GivenPlace {
  readonly key: string | undefined;
  readonly parents: Parents;
}

/** A record as somebody gave it, and the place of it in what they sent. */
export interface GivenRecord {
  readonly record: JsonObject;
  readonly pointer: string;
}

/** The record that is meant, or what is wrong with it. */
export interface ReadRecord {
  readonly item: Item | undefined;
  readonly faults: readonly Violation[];
}

/**
 * Reads a record as fixtures are read; what it doesn't say of its own place, the request has said
 * otherwise. Without a check all is taken that has a key.
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

/** The parents that a record names, and those that were named beside it. */
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

/** Something that a record doesn't say of its place, and somebody else has said. */
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
    // Beside the record, where that can't bear it itself.
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

/** What is a number in the record is a text in the path and in the query, also where nobody checks it. */
function findNumbers(
  record: JsonObject,
  supplied: readonly Supplied[],
  shape: CollectionShape,
): ReadonlySet<string> {
  if (!supplied.some(({ text }) => isNumber(text))) return new Set();
  const { faults } = unflattenItem(supply(record, supplied, new Set()), shape);
  return new Set(faults.map((fault) => fault.pointer));
}

/** What tells of its place comes first, as in all that is shown. */
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

/** Where a member stands that tells of a record's place. */
export function pointerTo(steps: readonly string[]): string {
  return steps.reduce(stepDown, '');
}

/** What a record says of its own key. */
export function keyOfGiven(record: JsonObject, shape: CollectionShape): string | undefined {
  if (!shape.key) return '';
  return filingIn(record, shape)?.key;
}
