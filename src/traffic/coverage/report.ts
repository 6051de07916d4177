/** What there is of a contract to be tried, by kinds; the order is that of reports. */
export const coverageKinds = [
  'operations',
  'parameters',
  'enum_values',
  'media_types',
  'statuses',
  'security',
] as const;

export type CoverageKind = (typeof coverageKinds)[number];

/** What was tried of a contract, and what was done wrong: a document, in the members that it has as JSON. */
export type CoverageReport = {
  readonly format: 1;
  readonly contract: CoveredContract;
  readonly totals: Readonly<Record<CoverageKind, CoverageTotal>>;
  readonly operations: readonly CoveredOperation[];
  /** Requests that break the contract. */
  readonly violations: Tallied<SeenViolation>;
  /** Requests that no operation matches. */
  readonly unmatched: Tallied<SeenUnmatched>;
  /** Replies that broke the contract, or would have. */
  readonly breaches: Tallied<SeenBreach>;
};

export type CoveredContract = {
  readonly title: string;
  readonly version: string;
  /** The same for the same texts: only reports of one contract can be merged. */
  readonly fingerprint: string;
  readonly files: readonly string[];
};

export type CoverageTotal = {
  readonly covered: number;
  readonly total: number;
  /** Rounded down, so that only all of it is 100; of nothing all is covered. */
  readonly percent: number;
};

export type CoveredOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** All that came, also those that were refused. */
  readonly requests: number;
  /** Those besides that were answered as somebody asked for, which cover nothing. */
  readonly forced: number;
  readonly points: readonly CoveredPoint[];
};

/** One thing that can be tried, and how often it was. */
export type CoveredPoint = {
  /** The same in every run with the same contract. */
  readonly id: string;
  readonly kind: CoverageKind;
  readonly label: string;
  /** Where it stands in the contract. */
  readonly file?: string;
  readonly line?: number;
  readonly count: number;
  readonly forced: number;
};

/** Different things that were seen, as many as are kept, and how often there were others. */
export type Tallied<T> = {
  readonly listed: readonly T[];
  readonly more: number;
};

export type SeenViolation = {
  readonly operation: string;
  readonly in: string;
  /** Without the indexes of lists. */
  readonly pointer: string;
  readonly keyword: string;
  /** What the first was told. */
  readonly message: string;
  readonly count: number;
};

export type SeenUnmatched = {
  readonly method: string;
  readonly path: string;
  readonly count: number;
};

export type SeenBreach = {
  readonly operation: string;
  readonly message: string;
  readonly count: number;
};

/** How much of each kind is covered, in all operations together. */
export function sumTotals(operations: readonly CoveredOperation[]): CoverageReport['totals'] {
  const points = operations.flatMap((operation) => operation.points);
  const totalOf = (kind: CoverageKind): CoverageTotal => {
    const own = points.filter((point) => point.kind === kind);
    const covered = own.filter(({ count }) => count > 0).length;
    return { covered, total: own.length, percent: percentOf(covered, own.length) };
  };
  return {
    operations: totalOf('operations'),
    parameters: totalOf('parameters'),
    enum_values: totalOf('enum_values'),
    media_types: totalOf('media_types'),
    statuses: totalOf('statuses'),
    security: totalOf('security'),
  };
}

function percentOf(covered: number, total: number): number {
  return total === 0 ? 100 : Math.floor((covered / total) * 1000) / 10;
}
