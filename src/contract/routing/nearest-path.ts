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
    if (segments.length > mostSegments - 1) return undefined;
    const sent = segments.map(readShortly);
    const search: Search = { sent, hasSlash, method, best: undefined };
    descend(
      trunk,
      sent
        .map((_, index) => index)
        .concat(sent.length)
        .map(costInFront),
      search,
    );
    return search.best?.template;
  };
}

/** A node of the tree of templates: the segments that may follow, with parameters as `{}`. */
interface PathBranch {
  readonly below: Map<string, PathBranch>;
  readonly leaves: Map<string, PathLeaf>;
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
    let branch = trunk;
    for (const segment of segments) {
      const next = branch.below.get(segment) ?? createBranch();
      branch.below.set(segment, next);
      branch = next;
    }
    const key = hasSlash ? '/' : '';
    const fixed = segments.filter((segment) => !segment.includes('{'));
    const leaf = branch.leaves.get(key) ?? { template: shown, hasSlash, methods: new Set(), fixed };
    leaf.methods.add(method);
    branch.leaves.set(key, leaf);
  }
  return trunk;
}

function createBranch(): PathBranch {
  return { below: new Map(), leaves: new Map() };
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
  readonly hasSlash: boolean;
  readonly method: string;
  best: { readonly template: string; readonly cost: number } | undefined;
}

/** What it costs to leave out so many segments in front. */
function costInFront(count: number): number {
  return count * excessInFront;
}

/** `row`: what it costs to turn the first 0, 1, … segments sent into those that lead here. */
function descend(branch: PathBranch, row: readonly number[], search: Search): void {
  for (const leaf of branch.leaves.values()) consider(leaf, row.at(-1) ?? Infinity, search);
  for (const [segment, next] of branch.below) {
    const costs = nextRow(row, segment, search.sent);
    if (costs.some((cost) => cost <= mostCost)) descend(next, costs, search);
  }
}

function nextRow(above: readonly number[], segment: string, sent: readonly string[]): number[] {
  const row = [(above[0] ?? Infinity) + costs.missing];
  for (const [index, one] of sent.entries()) {
    const before = above[index] ?? Infinity;
    // Most comparisons of texts are left out: nothing that they find could be near.
    const here = before > mostCost ? Infinity : before + costOfLikely(one, segment);
    row.push(
      Math.min(
        here,
        (above[index + 1] ?? Infinity) + costs.missing,
        (row[index] ?? Infinity) + costs.excess,
      ),
    );
  }
  return row;
}

function costOfLikely(sent: string, segment: string): number {
  const cost = costOfSegment(sent, segment);
  return cost > mostWrong ? Infinity : cost;
}

function consider(leaf: PathLeaf, found: number, search: Search): void {
  const { sent, hasSlash, method, best } = search;
  if (found > mostCost) return;
  const slash = leaf.hasSlash === hasSlash ? 0 : costs.slash;
  const cost = found + slash + (leaf.methods.has(method) ? 0 : costs.method);
  if (best && best.cost <= cost) return;
  // A template of parameters alone is near to all paths.
  const isAlike = leaf.fixed.some((text) => sent.some((one) => costOfLikely(one, text) < Infinity));
  if (isAlike) search.best = { template: leaf.template, cost };
}
