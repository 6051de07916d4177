import type { CoveredOperation, CoveredPoint } from '../api/coverage-documents.ts';
import type { Filters } from './filters.ts';
import { isFiltered } from './filters.ts';

/** Which branches are open: all, none, or the usual ones; and what the user did to single ones. */
export interface Folding {
  readonly all: 'usual' | 'open' | 'closed';
  readonly own: ReadonlyMap<string, boolean>;
}

export const usualFolding: Folding = { all: 'usual', own: new Map() };

/** What decides on the lines besides the report. */
export interface TreeSetting {
  tagOf(this: void, operation: string): string | undefined;
  readonly filters: Filters;
  readonly folding: Folding;
  /** The id of the opened operation: its branch is open, too. */
  readonly opened: string | undefined;
}

/** A line of the tree. */
export type TreeRow = TagRow | OperationRow | PointRow;

interface Row {
  /** Unique in the tree. */
  readonly id: string;
  readonly level: 1 | 2 | 3;
  /** Its place among its siblings, counted from 1, and how many there are. */
  readonly position: number;
  readonly siblings: number;
}

interface Branch extends Row {
  readonly isOpen: boolean;
  readonly covered: number;
  readonly total: number;
  /** Requests that were not forced. */
  readonly count: number;
  readonly forced: number;
}

export interface TagRow extends Branch {
  readonly kind: 'tag';
  readonly title: string;
}

export interface OperationRow extends Branch {
  readonly kind: 'operation';
  readonly operation: CoveredOperation;
}

export interface PointRow extends Row {
  readonly kind: 'point';
  readonly operation: CoveredOperation;
  readonly point: CoveredPoint;
}

/** Operations without a tag stand below this. */
const untagged = 'Without a tag';

interface ShownOperation {
  readonly operation: CoveredOperation;
  readonly points: readonly CoveredPoint[];
}

/** The lines of the tree from top to bottom; closed branches have none below them. */
export function listRows(
  operations: readonly CoveredOperation[],
  setting: TreeSetting,
): readonly TreeRow[] {
  const { tagOf, filters } = setting;
  const tags = new Map<string, ShownOperation[]>();
  for (const operation of operations) {
    const points = choosePoints(operation, filters);
    if (points.length === 0) continue;
    const named = tagOf(operation.id)?.trim() ?? '';
    const tag = named === '' ? untagged : named;
    const shown = tags.get(tag);
    if (shown) shown.push({ operation, points });
    else tags.set(tag, [{ operation, points }]);
  }
  return [...tags].flatMap(([title, shown], at) => {
    const id = `tag ${title}`;
    const open = isOpen(setting, id, true);
    const row: TagRow = {
      kind: 'tag',
      id,
      level: 1,
      position: at + 1,
      siblings: tags.size,
      title: tags.size === 1 && title === untagged ? 'All operations' : title,
      isOpen: open,
      ...sumUp(shown),
    };
    return [row, ...(open ? rowsOf(shown, setting) : [])];
  });
}

function rowsOf(shown: readonly ShownOperation[], setting: TreeSetting): readonly TreeRow[] {
  const { filters, opened } = setting;
  // Who searches wants to see what was found.
  const isFew = filters.search !== '' && shown.length < 20;
  return shown.flatMap(({ operation, points }, at) => {
    const id = `operation ${operation.id}`;
    const open = isOpen(setting, id, isFew || operation.id === opened);
    const row: OperationRow = {
      kind: 'operation',
      id,
      level: 2,
      position: at + 1,
      siblings: shown.length,
      operation,
      isOpen: open,
      ...sumUp([{ operation, points }]),
    };
    const below = points.map((point, index): PointRow => ({
      kind: 'point',
      id: `point ${point.id}`,
      level: 3,
      position: index + 1,
      siblings: points.length,
      operation,
      point,
    }));
    return open ? [row, ...below] : [row];
  });
}

function isOpen({ folding: { all, own } }: TreeSetting, id: string, usually: boolean): boolean {
  return own.get(id) ?? (all === 'usual' ? usually : all === 'open');
}

function sumUp(
  shown: readonly ShownOperation[],
): Pick<Branch, 'covered' | 'total' | 'count' | 'forced'> {
  let covered = 0;
  let total = 0;
  let count = 0;
  let forced = 0;
  for (const { operation, points } of shown) {
    covered += points.filter((point) => point.count > 0).length;
    total += points.length;
    count += operation.requests;
    forced += operation.forced;
  }
  return { covered, total, count, forced };
}

/** An operation that the search names shows all of its points. */
function choosePoints(operation: CoveredOperation, filters: Filters): readonly CoveredPoint[] {
  if (!isFiltered(filters)) return operation.points;
  const { isMissing, kind } = filters;
  const words = filters.search.toLowerCase();
  const { id, method, path, points } = operation;
  const isNamed = `${id} ${method} ${path}`.toLowerCase().includes(words);
  return points.filter(
    (point) =>
      (!isMissing || point.count === 0) &&
      (kind === '' || point.kind === kind) &&
      (isNamed || point.label.toLowerCase().includes(words)),
  );
}

/** Opens or closes one branch. */
export function fold({ all, own }: Folding, id: string, isToOpen: boolean): Folding {
  return { all, own: new Map([...own, [id, isToOpen]]) };
}

/** The line of the branch that a line stands below; undefined for a tag. */
export function parentOf(rows: readonly TreeRow[], index: number): number | undefined {
  const level = rows[index]?.level ?? 1;
  const found = rows.findLastIndex((row, at) => at < index && row.level < level);
  return found === -1 ? undefined : found;
}

/** Rounded down, as in reports: only all is 100 %. */
export function percentOf(covered: number, total: number): number {
  return total === 0 ? 100 : Math.floor((covered / total) * 1000) / 10;
}

/** The next point that no request has tried, after the opened one, or of the opened operation on. */
export function nextMissing(
  operations: readonly CoveredOperation[],
  opened: { readonly operation?: string | undefined; readonly point?: string | undefined },
): (PointRow['point'] & { readonly operation: string }) | undefined {
  const all = operations.flatMap(({ id, points }) =>
    points.map((point) => ({ ...point, operation: id })),
  );
  const after = all.findIndex(({ id }) => id === opened.point) + 1;
  const first =
    after ||
    Math.max(
      0,
      all.findIndex((one) => one.operation === opened.operation),
    );
  return [...all.slice(first), ...all.slice(0, first)].find(({ count }) => count === 0);
}
