import type { SplitPath } from '../../../base/path-distance.ts';
import { costOfSegment, costs, isFilled, splitPath } from '../../../base/path-distance.ts';

export interface NamedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The base paths of its servers: it is served below each, and without a base path. */
  readonly bases: readonly string[];
}

/** An operation that a request may have meant, and how its address differs. */
export interface NearOperation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** In plain words, such as `segment 2 is "page", not "pages"`. */
  readonly differences: readonly string[];
}

export interface SentTo {
  readonly method: string;
  readonly path: string;
}

/** The operations whose addresses are most like that of a request, the nearest first. */
export function findNearestOperations(
  sent: SentTo,
  operations: readonly NamedOperation[],
  most: number,
): readonly NearOperation[] {
  const measure = createMeasure();
  return operations
    .map((operation) => ({ operation, ...measure(sent, operation) }))
    .toSorted((one, other) => one.cost - other.cost)
    .slice(0, most)
    .map(({ operation: { id, method }, template, describe }) => ({
      operation: id,
      method,
      path: template,
      differences: describe(),
    }));
}

export interface Measured {
  /** 0 if method and path are the same. */
  readonly cost: number;
  /** The nearest of the operation's addresses. */
  readonly template: string;
  /** How the operation's address differs, in plain words. */
  describe(this: void): readonly string[];
}

/** Measures how far requests are from operations, and remembers the texts that it compared. */
export function createMeasure(): (sent: SentTo, operation: NamedOperation) => Measured {
  const compare = createComparison();
  return ({ method, path }, operation) => {
    const sent = splitPath(path);
    const ways = operation.bases.includes('') ? operation.bases : ['', ...operation.bases];
    const tries = ways.map((base) => {
      const template = base + operation.path;
      return { template, cost: compare(sent, splitPath(template)) };
    });
    const { template, cost } = tries.reduce((one, other) => (other.cost < one.cost ? other : one));
    const isSame = operation.method === method || (method === 'HEAD' && operation.method === 'GET');
    return {
      template,
      cost: cost + (isSame ? 0 : costs.method),
      describe: () => [
        ...(isSame ? [] : [`the method is ${operation.method}, not ${method}`]),
        ...describePaths(sent, splitPath(template), compare),
      ],
    };
  };
}

type Compare = (sent: SplitPath, template: SplitPath) => number;

/** Many paths share segments: each pair of texts is compared once. */
function createComparison(): Compare {
  const known = new Map<string, number>();
  const costOf = (sent: string, template: string): number => {
    if (sent === template || template.includes('{')) return costOfSegment(sent, template);
    const name = `${sent}/${template}`;
    const cost = known.get(name) ?? costOfSegment(sent, template);
    known.set(name, cost);
    return cost;
  };
  return (sent, template) => {
    const table = fillTable(sent.segments, template.segments, costOf);
    const slash = sent.hasSlash === template.hasSlash ? 0 : costs.slash;
    return (table.at(-1)?.at(-1) ?? 0) + slash;
  };
}

type CostTable = readonly (readonly number[])[];

/** Row i, column j: the cost to turn the first i segments sent into the first j of the template. */
function fillTable(
  sent: readonly string[],
  template: readonly string[],
  costOf: (sent: string, template: string) => number,
): CostTable {
  const table = [template.reduce((row) => [...row, (row.at(-1) ?? 0) + costs.missing], [0])];
  for (const [index, segment] of sent.entries()) {
    const above = table[index] ?? [];
    const row = [(above[0] ?? 0) + costs.excess];
    for (const [at, other] of template.entries()) {
      row.push(
        Math.min(
          (above[at] ?? 0) + costOf(segment, other),
          (above[at + 1] ?? 0) + costs.excess,
          (row[at] ?? 0) + costs.missing,
        ),
      );
    }
    table.push(row);
  }
  return table;
}

/** The changes that turn the path sent into the template, in the order of the path. */
function describePaths(sent: SplitPath, template: SplitPath, compare: Compare): readonly string[] {
  const costAt = (row: number, column: number): number =>
    compare(prefixOf(sent, row), prefixOf(template, column));
  const words: string[] = [];
  let row = sent.segments.length;
  let column = template.segments.length;
  while (row > 0 || column > 0) {
    const here = costAt(row, column);
    const one = sent.segments[row - 1] ?? '';
    const other = template.segments[column - 1] ?? '';
    if (row > 0 && isNear(here, costAt(row - 1, column) + costs.excess)) {
      words.unshift(`there is no segment "${one}" at place ${row}`);
      row -= 1;
    } else if (column > 0 && isNear(here, costAt(row, column - 1) + costs.missing)) {
      words.unshift(`the segment "${other}" is missing at place ${column}`);
      column -= 1;
    } else {
      if (one !== other && !isFilled(one, other))
        words.unshift(describeSegment(column, one, other));
      row -= 1;
      column -= 1;
    }
  }
  if (sent.hasSlash !== template.hasSlash) {
    words.push(template.hasSlash ? 'there is a slash at the end' : 'there is no slash at the end');
  }
  return words;
}

function prefixOf({ segments }: SplitPath, count: number): SplitPath {
  return { segments: segments.slice(0, count), hasSlash: false };
}

function describeSegment(place: number, sent: string, template: string): string {
  const isCase = sent.toLowerCase() === template.toLowerCase();
  const hint = isCase ? ': upper and lower case count' : '';
  return `segment ${place} is "${template}", not "${shorten(sent)}"${hint}`;
}

const mostShown = 60;

function shorten(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

function isNear(left: number, right: number): boolean {
  return Math.abs(left - right) < 1e-9;
}
