import type { SegmentPiece, Segment } from './segments.ts';
import { matchPieces, readSegment } from './segments.ts';
import type { Capture } from './templates.ts';
import { parseTemplate, segmentsOf } from './templates.ts';

export { parameterName, parameterNames, segmentsOf } from './templates.ts';

export interface Route<T> {
  readonly target: T;
  /** The values of the template's parameters in order, still percent-encoded. */
  readonly values: readonly string[];
}

export interface Routes<T> {
  match(path: string): Route<T> | undefined;
  /** All targets of the most specific template that matches, in the order of their declaration. */
  matchAll(path: string): readonly Route<T>[];
}

/** A node of the tree of templates: the segments that may follow. */
interface RouteBranch<T> {
  readonly fixed: Map<string, RouteBranch<T>>;
  /** Segments of text and parameters, such as `{id}.json`. Those with the most text come first. */
  readonly mixed: Twig<T>[];
  parameter: RouteBranch<T> | undefined;
  /** Segments with a parameter that takes several segments of a path. */
  readonly deep: Twig<T>[];
  readonly leaves: RouteLeaf<T>[];
}

interface Twig<T> {
  readonly pieces: readonly SegmentPiece[];
  readonly shape: string;
  readonly branch: RouteBranch<T>;
}

interface RouteLeaf<T> {
  readonly target: T;
  readonly captures: readonly Capture[];
  /** The index of each parameter's segment; undefined if a parameter is not one whole segment. */
  readonly segments: readonly number[] | undefined;
}

export function compileRoutes<T>(templates: Iterable<readonly [string, T]>): Routes<T> {
  const trunk = createBranch<T>();
  for (const [text, target] of templates) {
    const { segments, captures } = parseTemplate(text);
    let branch = trunk;
    for (const pieces of segments) branch = growBranch(branch, pieces);
    branch.leaves.push({ target, captures, segments: segmentsOfCaptures(segments, captures) });
  }
  const routes: Routes<T> = {
    match: (path) => routes.matchAll(path)[0],
    matchAll(path) {
      if (!path.startsWith('/')) return noRoutes;
      const segments: string[] = [];
      const end = walkPlainly(trunk, path, segments);
      if (end === 'nowhere') return noRoutes;
      const plain = end && readPlainly(end.leaves, segments);
      if (plain) return plain;
      // An escaped delimiter is data. Only if nothing matches, it is read as a delimiter.
      const found = walk(trunk, path, false);
      return found ?? (path.includes('%') ? walk(trunk, path, true) : undefined) ?? [];
    },
  };
  return routes;
}

const noRoutes: readonly never[] = [];

function readPlainly<T>(
  leaves: readonly RouteLeaf<T>[],
  path: readonly string[],
): readonly Route<T>[] | undefined {
  const routes: Route<T>[] = [];
  for (const { target, segments } of leaves) {
    if (!segments) return undefined;
    routes.push({ target, values: segments.map((index) => path[index] ?? '') });
  }
  return routes;
}

/** The index of the segment of each parameter, found by the pieces in front of it. */
function segmentsOfCaptures(
  segments: readonly (readonly SegmentPiece[])[],
  captures: readonly Capture[],
): readonly number[] | undefined {
  // The slash in front of a segment counts as a piece.
  const owners = segments.flatMap((pieces, index) => [index, ...pieces.map(() => index)]);
  const isOne = ({ from, to }: Capture): boolean =>
    to - from === 1 && segments[owners[from] ?? -1]?.length === 1;
  return captures.every(isOne) ? captures.map(({ from }) => owners[from] ?? 0) : undefined;
}

function createBranch<T>(): RouteBranch<T> {
  return { fixed: new Map(), mixed: [], parameter: undefined, deep: [], leaves: [] };
}

function growBranch<T>(branch: RouteBranch<T>, pieces: readonly SegmentPiece[]): RouteBranch<T> {
  const [first, ...others] = pieces;
  if (pieces.some(({ kind }) => kind === 'deep')) return growTwig(branch.deep, pieces);
  if (others.length > 0) return growTwig(branch.mixed, pieces);
  if (first && first.kind !== 'text') return (branch.parameter ??= createBranch());
  const text = first?.text ?? '';
  const known = branch.fixed.get(text);
  if (known) return known;
  const grown = createBranch<T>();
  branch.fixed.set(text, grown);
  return grown;
}

function growTwig<T>(twigs: Twig<T>[], pieces: readonly SegmentPiece[]): RouteBranch<T> {
  const shape = JSON.stringify(pieces);
  const known = twigs.find((twig) => twig.shape === shape);
  if (known) return known.branch;
  const grown: Twig<T> = { pieces, shape, branch: createBranch() };
  const after = twigs.findIndex((twig) => concreteness(twig.pieces) < concreteness(pieces));
  twigs.splice(after === -1 ? twigs.length : after, 0, grown);
  return grown.branch;
}

function concreteness(pieces: readonly SegmentPiece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : 0), 0);
}

/** One attempt to match a path. */
interface RouteWalk<T> {
  readonly raw: readonly string[];
  readonly isLoose: boolean;
  segment(index: number): Segment;
  /** The raw texts of the template's pieces for each segment, last segment first. */
  readonly taken: (readonly string[])[];
  /** For a twig in `deep`: all ends from this index on have failed, whatever its first segment. */
  readonly useless: Map<Twig<T>, number>;
}

function walk<T>(
  trunk: RouteBranch<T>,
  path: string,
  isLoose: boolean,
): readonly Route<T>[] | undefined {
  const raw = segmentsOf(path);
  const read: Segment[] = [];
  const taken: (readonly string[])[] = [];
  const segment = (index: number): Segment => (read[index] ??= readSegment(raw[index] ?? ''));
  const branch = descend(trunk, { raw, isLoose, segment, taken, useless: new Map() }, 0);
  const pieces = taken.toReversed().flatMap((texts) => ['/', ...texts]);
  return branch?.leaves.map(({ target, captures }) => ({
    target,
    values: captures.map(({ from, to }) => pieces.slice(from, to).join('')),
  }));
}

/** Fixed text wins over a parameter. If it leads to no match, the parameter is tried. */
function descend<T>(
  branch: RouteBranch<T>,
  way: RouteWalk<T>,
  index: number,
): RouteBranch<T> | undefined {
  const raw = way.raw[index];
  if (raw === undefined) return branch.leaves.length > 0 ? branch : undefined;
  const segment = way.segment(index);
  const whole = raw === '' ? [] : [raw];
  const fixed = branch.fixed.get(segment.text);
  let found = fixed && enter(fixed, way, index, whole);
  for (const { pieces, branch: mixed } of branch.mixed) {
    const texts = found ? undefined : matchPieces(pieces, segment, way.isLoose);
    if (texts) found = enter(mixed, way, index, texts);
  }
  // A parameter is never empty: an empty segment, as in `//`, matches none.
  if (branch.parameter && raw !== '') found ??= enter(branch.parameter, way, index, whole);
  for (const twig of branch.deep) found ??= enterDeep(twig, way, index);
  return found;
}

function enter<T>(
  branch: RouteBranch<T>,
  way: RouteWalk<T>,
  index: number,
  texts: readonly string[],
): RouteBranch<T> | undefined {
  const found = descend(branch, way, index + 1);
  if (found) way.taken.push(texts);
  return found;
}

/**
 * Tries the longest value first that leaves segments for the rest of the template, and the whole
 * rest of the path last. An end that failed for one first segment fails for all others, so it is
 * not tried again: two such parameters in a template do not multiply their attempts.
 */
function enterDeep<T>(twig: Twig<T>, way: RouteWalk<T>, index: number): RouteBranch<T> | undefined {
  const [before = '', after = ''] = fixedEnds(twig.pieces);
  if (!compared(way, index).startsWith(before)) return undefined;
  const useless = way.useless.get(twig) ?? way.raw.length;
  for (let end = useless - 1; end > index; end -= 1) {
    const found = compared(way, end - 1).endsWith(after) && leaveDeep(twig, way, index, end);
    if (found) return found;
  }
  // An end after a single segment depends on the first segment, so it is tried again.
  way.useless.set(twig, Math.min(useless, index + 2));
  const isLast = compared(way, way.raw.length - 1).endsWith(after);
  return isLast ? leaveDeep(twig, way, index, way.raw.length) : undefined;
}

function leaveDeep<T>(
  { pieces, branch }: Twig<T>,
  way: RouteWalk<T>,
  index: number,
  end: number,
): RouteBranch<T> | undefined {
  const isOne = end === index + 1;
  if (isOne && !matchPieces(pieces, way.segment(index), way.isLoose)) return undefined;
  const found = descend(branch, way, end);
  if (!found) return undefined;
  const segment = readSegment(way.raw.slice(index, end).join('/'));
  way.taken.push(matchPieces(pieces, segment, way.isLoose) ?? []);
  return found;
}

/** The text of a segment that this attempt compares. */
function compared<T>(way: RouteWalk<T>, index: number): string {
  const { text, guarded } = way.segment(index);
  return way.isLoose ? text : guarded;
}

/** The fixed texts before and after the parameter that takes several segments. */
function fixedEnds(pieces: readonly SegmentPiece[]): readonly string[] {
  const middle = pieces.findIndex(({ kind }) => kind === 'deep');
  return [pieces.slice(0, middle), pieces.slice(middle + 1)].map((end) =>
    end.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''),
  );
}

/** The node at which a path ends, or 'nowhere'. Undefined if only the full search can tell. */
type PlainEnd<T> = RouteBranch<T> | 'nowhere' | undefined;

/**
 * A fast search for paths without escapes and templates whose parameters are whole segments. It
 * finds what the full search finds, in a tenth of the time, or returns undefined. It adds the
 * path's segments to `segments`. The path must begin with a slash.
 */
function walkPlainly<T>(trunk: RouteBranch<T>, path: string, segments: string[]): PlainEnd<T> {
  if (path.includes('%')) return undefined;
  for (let start = 1; start !== 0;) {
    const slash = path.indexOf('/', start);
    segments.push(slash === -1 ? path.slice(start) : path.slice(start, slash));
    start = slash + 1;
  }
  return descendPlainly(trunk, segments, 0);
}

/** Fixed text wins over a parameter. If it leads to no match, the parameter is tried. */
function descendPlainly<T>(
  branch: RouteBranch<T>,
  segments: readonly string[],
  index: number,
): PlainEnd<T> {
  const segment = segments[index];
  if (segment === undefined) return branch.leaves.length > 0 ? branch : 'nowhere';
  if (branch.mixed.length > 0 || branch.deep.length > 0) return undefined;
  const fixed = branch.fixed.get(segment);
  if (fixed) {
    const end = descendPlainly(fixed, segments, index + 1);
    if (end !== 'nowhere') return end;
  }
  // A parameter is never empty: an empty segment, as in `//`, matches none.
  if (!branch.parameter || segment === '') return 'nowhere';
  return descendPlainly(branch.parameter, segments, index + 1);
}
