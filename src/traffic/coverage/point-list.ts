import { stepDown } from '../../base/json.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { CoverageKind } from './report.ts';

export type PointPlace = Pick<Part, 'uri' | 'pointer'>;

/** One thing of an operation that can be tried. */
export interface CoveragePoint {
  /** The same in every run with the same contract. */
  readonly id: string;
  readonly kind: CoverageKind;
  readonly label: string;
  /** Where it stands in the contract. */
  readonly place: PointPlace;
}

/** The points of an operation, each known by its index from then on. */
export interface PointList {
  readonly points: readonly CoveragePoint[];
  /** Returns its index; what has the same steps is the same point. */
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
