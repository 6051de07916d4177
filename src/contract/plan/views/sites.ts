import type { Operation } from '../../operations.ts';
import type { ParentReference, PathStep, PathPattern } from './path-pattern.ts';
import { isWorldwide } from '../keys.ts';
import { isNoun, patternOf, readPathPattern, referencesIn } from './path-pattern.ts';

/** An operation, and its path as a list of steps. */
export interface OperationEntry {
  readonly operation: Operation;
  readonly pathPattern: PathPattern;
}

/** A path that ends in a fixed segment, and the items below it where there are any. */
export interface PathSite {
  readonly pattern: string;
  readonly segment: string;
  readonly steps: readonly PathStep[];
  /** The operations whose path ends here. */
  readonly whole: readonly OperationEntry[];
  readonly item: ItemSite | undefined;
  /** The records that the path names before this place, outermost first. */
  readonly parents: readonly ParentReference[];
}

export interface ItemSite {
  readonly pattern: string;
  readonly entries: readonly OperationEntry[];
  readonly parameter: string;
  readonly parents: readonly ParentReference[];
}

export interface SiteMap {
  readonly sites: readonly PathSite[];
  /** By the pattern of the place. */
  readonly at: ReadonlyMap<string, PathSite>;
  /** By the pattern of its items. */
  readonly ofItem: ReadonlyMap<string, PathSite>;
  /** Operations whose paths can be read as steps; the others are missing. */
  readonly entries: ReadonlyMap<Operation, OperationEntry>;
}

export function mapSites(
  operations: readonly Operation[],
  isListing: (entry: OperationEntry) => boolean,
): SiteMap {
  const entries = new Map<Operation, OperationEntry>();
  const ways = new Map<string, PathPattern | undefined>();
  for (const operation of operations) {
    const { path } = operation;
    if (!ways.has(path)) ways.set(path, readPathPattern(path));
    const pathPattern = ways.get(path);
    if (pathPattern) entries.set(operation, { operation, pathPattern });
  }
  const nodes = collectNodes([...entries.values()]);
  const runs = new Map([...findRuns(nodes)].map(([base, lengths]) => [base, pickLength(lengths)]));
  const at = new Map<string, PathSite>();
  const ofItem = new Map<string, PathSite>();
  const lists = findNamedLists(nodes, runs, isListing);
  for (const node of nodes.values()) {
    const isNamed = lists.has(node.pattern);
    const length = isNamed
      ? 1
      : lists.has(`${node.pattern}/{}`)
        ? undefined
        : runs.get(node.pattern);
    const isPlace = isNamed || node.steps.at(-1)?.kind === 'text';
    if (!isPlace || (length === undefined && node.entries.length === 0)) continue;
    const site = createSite(nodes, node, length);
    at.set(site.pattern, site);
    if (site.item) ofItem.set(site.item.pattern, site);
  }
  return { sites: [...at.values()], at, ofItem, entries };
}

interface SiteNode {
  readonly pattern: string;
  readonly steps: readonly PathStep[];
  readonly entries: readonly OperationEntry[];
  /** Whether a path ends here, or continues with a fixed segment. */
  isStop: boolean;
}

/** Every place that a path goes through, in the order in which the paths name them. */
function collectNodes(entries: readonly OperationEntry[]): ReadonlyMap<string, SiteNode> {
  const nodes = new Map<string, SiteNode & { readonly entries: OperationEntry[] }>();
  for (const entry of entries) {
    const { steps } = entry.pathPattern;
    let pattern = '';
    for (const [index, step] of steps.entries()) {
      pattern += patternOf([step]);
      let node = nodes.get(pattern);
      if (!node) {
        node = { pattern, steps: steps.slice(0, index + 1), entries: [], isStop: false };
        nodes.set(pattern, node);
      }
      if (steps[index + 1]?.kind !== 'parameter') node.isStop = true;
      if (index === steps.length - 1) node.entries.push(entry);
    }
  }
  return nodes;
}

/** A number of parameters in a row that may name one item of a place. */
interface Length {
  readonly count: number;
  readonly isUsed: boolean;
  readonly isStop: boolean;
}

function findRuns(nodes: ReadonlyMap<string, SiteNode>): ReadonlyMap<string, readonly Length[]> {
  const runs = new Map<string, Length[]>();
  for (const { steps, entries, isStop } of nodes.values()) {
    const last = steps.findLastIndex((step) => step.kind === 'text');
    const step = steps[last];
    const count = steps.length - last - 1;
    if (count === 0 || step?.kind !== 'text' || !isNoun(step.text)) continue;
    const base = patternOf(steps.slice(0, last + 1));
    const lengths = runs.get(base) ?? [];
    lengths.push({ count, isUsed: entries.length > 0, isStop });
    runs.set(base, lengths);
  }
  return runs;
}

/** `/repos/{owner}/{repo}` names one thing, unless `/repos/{owner}` has operations, too. */
function pickLength(lengths: readonly Length[]): number {
  const used = lengths.filter(({ isUsed }) => isUsed);
  const able = used.length > 0 ? used : lengths.filter(({ isStop }) => isStop);
  return Math.min(...able.map(({ count }) => count));
}

/**
 * The places whose last parameter names a list: `/objects/{type}` where `/objects/{type}/{id}` has
 * operations, too, and the first is listed or takes new ones.
 */
function findNamedLists(
  nodes: ReadonlyMap<string, SiteNode>,
  runs: ReadonlyMap<string, number>,
  isListing: (entry: OperationEntry) => boolean,
): ReadonlySet<string> {
  const has = (node: SiteNode, method: string): boolean =>
    node.entries.some(({ operation }) => operation.method === method);
  const found = [...runs].flatMap(([base, length]) => {
    const pattern = `${base}/{}`;
    const [list, item] = [nodes.get(pattern), nodes.get(`${pattern}/{}`)];
    if (length !== 1 || !list || !item || !has(list, 'POST')) return [];
    const asking = list.entries.find(({ operation }) => operation.method === 'GET');
    const reading = item.entries.find(({ operation }) => operation.method === 'GET');
    const isList = asking !== undefined && isListing(asking);
    const isItem = reading !== undefined && !isListing(reading);
    return isList && isItem ? [pattern] : [];
  });
  return new Set(found);
}

function createSite(
  nodes: ReadonlyMap<string, SiteNode>,
  node: SiteNode,
  length: number | undefined,
): PathSite {
  const last = node.steps.findLast((step) => step.kind === 'text');
  return {
    pattern: node.pattern,
    segment: last?.text ?? '',
    steps: node.steps,
    whole: node.entries,
    item: length === undefined ? undefined : createItem(nodes, node.pattern, length),
    parents: referencesIn(node.steps),
  };
}

function createItem(
  nodes: ReadonlyMap<string, SiteNode>,
  base: string,
  length: number,
): ItemSite | undefined {
  const pattern = base + '/{}'.repeat(length);
  const node = nodes.get(pattern);
  if (!node) return undefined;
  // The item's own operations have the best name for its parameter, and an id is better than a name.
  const named = node.entries.map(({ pathPattern }) => pathPattern.references);
  const byId = named.find((all) => isWorldwide([all.at(-1)?.parameter ?? '']));
  const references = byId ?? named[0] ?? referencesIn(node.steps);
  return {
    pattern,
    entries: node.entries,
    parameter: references.at(-1)?.parameter ?? '',
    parents: references.slice(0, -1),
  };
}
