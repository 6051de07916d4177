import { costOfSegment, costs, mostSegments, splitPath } from '../../base/path-distance.ts';
import type { SegmentPiece } from './segments.ts';
import { readSegment } from './segments.ts';
import { parseTemplate, withoutConditions } from './templates.ts';

/** The address of operations: a base path and a path, as the contract writes them. */
export interface TemplateAddress {
  readonly template: string;
  readonly method: string;
}

/**
 * Finds the path template that a client may have meant by a path that none matches; undefined: none
 * is near. Of those equally near it prefers one that has the method.
 */
export type FindNearestPath = (path: string, method: string) => string | undefined;

/** A misspelt segment is this near at most, as a share of its characters. */
const mostWrong = 0.34;
/** All differences together: one segment too few or too many, or some that are misspelt. */
const mostCost = 1.25;
/** A segment in front of the path: base paths are forgotten, repeated or made up. */
const excessInFront = 0.4;

/** Compiles the templates to a tree, so that a search goes only where the path may lead. */
export function compileNearestPath(addresses: Iterable<TemplateAddress>): FindNearestPath {
  const trunk = growTree(addresses);
  return (path, method) => {
    const { segments, hasSlash } = splitPath(path);
    if (segments.length >= mostSegments) return undefined;
    const sent = segments.map(readShortly);
    const likeness = sent.map(() => new Map<string, number>());
    const search: Search = { sent, likeness, hasSlash, method, rows: [], best: undefined };
    const row = rowAt(0, search);
    for (let count = 0; count < row.length; count += 1) row[count] = count * excessInFront;
    descend(trunk, 0, search);
    return search.best?.template;
  };
}

/** A node of the tree of templates: the segments that may follow, with parameters as `{}`. */
interface PathBranch {
  readonly below: Map<string, PathBranch>;
  readonly leaves: Map<string, PathLeaf>;
  /** How many segments follow in the shortest and in the longest template from here on. */
  fewest: number;
  most: number;
}

interface PathLeaf {
  readonly template: string;
  readonly hasSlash: boolean;
  readonly methods: Set<string>;
  /** Its segments without parameters. */
  readonly fixed: readonly string[];
}

function growTree(addresses: Iterable<TemplateAddress>): PathBranch {
  const trunk = createBranch();
  for (const { template, method } of addresses) {
    const shown = withoutConditions(template);
    const { hasSlash } = splitPath(shown);
    const texts = parseTemplate(shown).segments.map(textOf);
    const segments = texts.at(-1) === '' ? texts.slice(0, -1) : texts;
    const end = growBranch(trunk, segments);
    const key = hasSlash ? '/' : '';
    const fixed = segments.filter((segment) => !segment.includes('{'));
    const leaf = end.leaves.get(key) ?? { template: shown, hasSlash, methods: new Set(), fixed };
    leaf.methods.add(method);
    end.leaves.set(key, leaf);
  }
  return trunk;
}

function growBranch(trunk: PathBranch, segments: readonly string[]): PathBranch {
  let branch = trunk;
  for (let left = segments.length; ; left -= 1) {
    branch.fewest = Math.min(branch.fewest, left);
    branch.most = Math.max(branch.most, left);
    const segment = segments[segments.length - left];
    if (segment === undefined) return branch;
    const next = branch.below.get(segment) ?? createBranch();
    branch.below.set(segment, next);
    branch = next;
  }
}

function createBranch(): PathBranch {
  return { below: new Map(), leaves: new Map(), fewest: Infinity, most: 0 };
}

function textOf(pieces: readonly SegmentPiece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '{}')).join('');
}

/** Clients may send segments of many thousand characters. */
const longestSegment = 100;

function readShortly(segment: string): string {
  return readSegment(segment.slice(0, longestSegment)).text;
}

interface Search {
  readonly sent: readonly string[];
  /** What was found out of each segment sent: how near it is to those of templates. */
  readonly likeness: readonly Map<string, number>[];
  readonly hasSlash: boolean;
  readonly method: string;
  /**
   * For each depth of the tree, what it costs to turn the first 0, 1, … segments sent into those
   * that lead to the node. Visits of the same depth share a row, so that a search makes few objects.
   */
  readonly rows: Float64Array[];
  best: { readonly template: string; readonly cost: number } | undefined;
}

function rowAt(depth: number, { rows, sent }: Search): Float64Array {
  return (rows[depth] ??= new Float64Array(sent.length + 1));
}

function descend(branch: PathBranch, depth: number, search: Search): void {
  const found = rowAt(depth, search).at(-1) ?? Infinity;
  for (const leaf of branch.leaves.values()) consider(leaf, found, search);
  // What is right in the path leads to the likeliest template, which then rules others out.
  const exact = new Set(search.sent);
  for (const segment of exact) {
    const next = branch.below.get(segment);
    if (next) enter(next, segment, depth, search);
  }
  for (const [segment, next] of branch.below) {
    if (!exact.has(segment)) enter(next, segment, depth, search);
  }
}

function enter(branch: PathBranch, segment: string, depth: number, search: Search): void {
  fillRow(segment, depth + 1, search);
  if (mayBeNearer(branch, rowAt(depth + 1, search), search)) descend(branch, depth + 1, search);
}

function fillRow(segment: string, depth: number, search: Search): void {
  const above = rowAt(depth - 1, search);
  const row = rowAt(depth, search);
  let before = above[0] ?? Infinity;
  row[0] = before + costs.missing;
  for (let count = 1; count < row.length; count += 1) {
    const here = above[count] ?? Infinity;
    const one = (row[count - 1] ?? Infinity) + costs.excess;
    // Most comparisons of texts are left out: nothing that they find could be near.
    const same = before > mostCost ? Infinity : before + likenessOf(count - 1, segment, search);
    row[count] = Math.min(same, here + costs.missing, one);
    before = here;
  }
}

function likenessOf(index: number, segment: string, { sent, likeness }: Search): number {
  const known = likeness[index];
  const before = known?.get(segment);
  if (before !== undefined) return before;
  const cost = costOfSegment(sent[index] ?? '', segment);
  const found = cost > mostWrong ? Infinity : cost;
  known?.set(segment, found);
  return found;
}

/** Whether a template from here on can be near enough, by the number of its segments. */
function mayBeNearer({ fewest, most }: PathBranch, row: Float64Array, { best }: Search): boolean {
  const limit = best ? Math.min(best.cost, mostCost) : mostCost;
  for (let count = 0; count < row.length; count += 1) {
    const left = row.length - 1 - count;
    const unequal =
      Math.max(0, fewest - left) * costs.missing + Math.max(0, left - most) * costs.excess;
    if ((row[count] ?? Infinity) + unequal <= limit) return true;
  }
  return false;
}

function consider(leaf: PathLeaf, found: number, search: Search): void {
  const { sent, hasSlash, method, best } = search;
  if (found > mostCost) return;
  const slash = leaf.hasSlash === hasSlash ? 0 : costs.slash;
  const cost = found + slash + (leaf.methods.has(method) ? 0 : costs.method);
  if (best && best.cost <= cost) return;
  // A template of parameters alone is near to all paths.
  const isAlike = leaf.fixed.some((text) =>
    sent.some((_, index) => likenessOf(index, text, search) < Infinity),
  );
  if (isAlike) search.best = { template: leaf.template, cost };
}
