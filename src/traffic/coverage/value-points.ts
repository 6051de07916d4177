import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown, textOf } from '../../base/json.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { Choices } from '../../contract/schema/choices.ts';
import type { CoverageKind } from './report.ts';

/** The points that a value covers, and those of its items and members. */
export interface ValuePoints {
  /** By the value itself; objects and lists by their JSON. */
  readonly own: ReadonlyMap<JsonValue, number>;
  readonly items: ValuePoints | undefined;
  readonly members: readonly (readonly [name: string, values: ValuePoints])[];
}

/** Where the points of a value go: the list, and the steps and the label that lead to the value. */
export interface ValuePlace {
  readonly list: PointList;
  readonly steps: readonly string[];
  readonly label: string;
  /** The JSON Pointer below the part that `label` names. */
  readonly pointer: string;
}

export function mapValues(choices: Choices, place: ValuePlace): ValuePoints {
  const { list, steps, label, pointer } = place;
  // The label of a list is clear enough for its items, without `/*`.
  const where = pointer === '' || pointer === '/*' ? label : `${label} ${pointer}`;
  const own = choices.values.map(({ value, place: at }): [JsonValue, number] => {
    const text = JSON.stringify(value);
    const index = list.add('enum_values', [...steps, pointer, text], `${where} = ${text}`, at);
    return [isStructured(value) ? text : value, index];
  });
  return {
    own: new Map(own),
    items: choices.items && mapValues(choices.items, { ...place, pointer: stepDown(pointer, '*') }),
    members: [...choices.members].map(([name, below]) => [
      name,
      mapValues(below, { ...place, pointer: stepDown(pointer, name) }),
    ]),
  };
}

/** Finds points by text, because a path holds only text. */
export function asTexts({ own, items, members }: ValuePoints): ValuePoints {
  const texts = [...own].map(([value, index]): [JsonValue, number] => [textOf(value), index]);
  return { own: new Map(texts), items, members };
}

/** A client may send a list of any length. Items beyond this limit are not counted. */
const mostItems = 1000;

export function countValues(
  value: JsonValue,
  points: ValuePoints,
  counts: Counts,
  column: Column,
): void {
  if (points.own.size > 0) {
    const index = points.own.get(isStructured(value) ? JSON.stringify(value) : value);
    if (index !== undefined) count(counts, index, column);
  }
  if (points.items && Array.isArray(value)) {
    const length = Math.min(value.length, mostItems);
    for (let at = 0; at < length; at += 1) {
      countValues(value[at] ?? null, points.items, counts, column);
    }
  }
  if (points.members.length === 0 || !isJsonObject(value)) return;
  for (const [name, below] of points.members) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member !== undefined) countValues(member, below, counts, column);
  }
}

function isStructured(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

/** Two numbers for each point, side by side, one for each `Column`. */
export type Counts = Float64Array;

/** Genuine requests cover a point; forced ones are only counted beside them. */
export type Column = typeof genuine | typeof forced;
export const genuine = 0;
export const forced = 1;

export function createCounts(points: number): Counts {
  return new Float64Array(points * 2);
}

export function count(counts: Counts, index: number, column: Column, times = 1): void {
  const at = index * 2 + column;
  counts[at] = (counts[at] ?? 0) + times;
}

export function readCount(counts: Counts, index: number, column: Column): number {
  return counts[index * 2 + column] ?? 0;
}

export type PointPlace = Pick<Part, 'uri' | 'pointer'>;

/** One thing of an operation that a request can try. */
export interface CoveragePoint {
  /** The same in every run with the same contract. */
  readonly id: string;
  readonly kind: CoverageKind;
  readonly label: string;
  /** Where the contract declares it. */
  readonly place: PointPlace;
}

/** The points of an operation. A point is known by its index in the list. */
export interface PointList {
  readonly points: readonly CoveragePoint[];
  /** Returns the index of the point. The same kind and steps give the same point. */
  add(kind: CoverageKind, steps: readonly string[], label: string, place: PointPlace): number;
}

export function createPointList(operation: string): PointList {
  const points: CoveragePoint[] = [];
  const indexes = new Map<string, number>();
  return {
    points,
    add(kind, steps, label, { uri, pointer }) {
      const id = [operation, kind, ...steps].reduce(stepDown, '').slice(1);
      const known = indexes.get(id);
      if (known !== undefined) return known;
      const index = points.push({ id, kind, label, place: { uri, pointer } }) - 1;
      indexes.set(id, index);
      return index;
    },
  };
}
