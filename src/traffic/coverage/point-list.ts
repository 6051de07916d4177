import { stepDown } from '../../base/json.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { CoverageKind } from './report.ts';

export type Place = Pick<Part, 'uri' | 'pointer'>;

/** One thing of an operation that can be tried. */
export interface Point {
  /** The same in every run with the same contract. */
  readonly id: string;
  readonly kind: CoverageKind;
  readonly label: string;
  /** Where it stands in the contract. */
  readonly place: Place;
}

/** The points of an operation, each known by its index from then on. */
export interface PointList {
  readonly points: readonly Point[];
  /** Returns its index; what has the same steps is the same point. */
  add(kind: CoverageKind, steps: readonly string[], label: string, place: Place): number;
}

export function createPointList(operation: string): PointList {
  const points: Point[] = [];
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
