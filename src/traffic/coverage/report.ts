/** The kinds of points, in the order of reports. */
export const coverageKinds = [
  'operations',
  'parameters',
  'enum_values',
  'media_types',
  'statuses',
  'security',
] as const;

export type CoverageKind = (typeof coverageKinds)[number];

/** What requests covered of a contract, and what broke it: a JSON document with these members. */
export type CoverageReport = {
  readonly format: 1;
  readonly contract: CoveredContract;
  readonly totals: Readonly<Record<CoverageKind, CoverageTotal>>;
  readonly operations: readonly CoveredOperation[];
  /** Requests that break the contract. */
  readonly violations: Tallied<SeenViolation>;
  /** Requests that no operation matches. */
  readonly unmatched: Tallied<SeenUnmatched>;
  /** Replies of the server that broke the contract, or would have broken it. */
  readonly breaches: Tallied<SeenBreach>;
  /** Query parameters that the operation does not declare, also those that were let through. */
  readonly unknown_query: Tallied<SeenUnknown>;
  /** Which replicas have answered the requests, those with the most first; absent where a server has a state of its own. */
  readonly answered_by?: readonly AnsweringReplica[];
};

export type AnsweringReplica = {
  /** Where the other replicas reach it. */
  readonly url: string;
  readonly requests: number;
};

/** The same replica once, with all that it answered. */
export function sumAnswered(all: readonly AnsweringReplica[]): readonly AnsweringReplica[] {
  const sums = new Map<string, number>();
  for (const { url, requests } of all) sums.set(url, (sums.get(url) ?? 0) + requests);
  return [...sums]
    .map(([url, requests]) => ({ url, requests }))
    .filter(({ requests }) => requests > 0)
    .toSorted((one, other) => other.requests - one.requests || (one.url < other.url ? -1 : 1));
}

export type CoveredContract = {
  readonly title: string;
  readonly version: string;
  /** The same for the same texts. Only reports with the same fingerprint can be merged. */
  readonly fingerprint: string;
  readonly files: readonly string[];
};

export type CoverageTotal = {
  readonly covered: number;
  readonly total: number;
  /** Rounded down to one decimal, so only full coverage gives 100. It is 100 where total is 0. */
  readonly percent: number;
};

export type CoveredOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** All requests that were not forced, also those that were refused. */
  readonly requests: number;
  /** Requests with a forced reply; `requests` leaves them out, and they cover nothing. */
  readonly forced: number;
  readonly points: readonly CoveredPoint[];
};

/** One thing that requests can try, and how often they did. */
export type CoveredPoint = {
  /** The same in every run with the same contract. */
  readonly id: string;
  readonly kind: CoverageKind;
  readonly label: string;
  /** The file of the contract that declares it. */
  readonly file?: string;
  readonly line?: number;
  readonly count: number;
  readonly forced: number;
};

/** The different entries that were seen, up to a limit, and how often others were seen. */
export type Tallied<T> = {
  readonly listed: readonly T[];
  readonly more: number;
};

export type SeenViolation = {
  readonly operation: string;
  readonly in: string;
  /** With `*` instead of the indexes of lists. */
  readonly pointer: string;
  readonly keyword: string;
  /** The message of the first such violation. */
  readonly message: string;
  readonly count: number;
};

export type SeenUnmatched = {
  readonly method: string;
  readonly path: string;
  /** The template of the path that may have been meant; absent if none is near. */
  readonly nearest?: string;
  readonly count: number;
};

export type SeenBreach = {
  readonly operation: string;
  readonly message: string;
  readonly count: number;
};

export type SeenUnknown = {
  readonly operation: string;
  readonly name: string;
  /** The declared name that may have been meant; absent if none is near. */
  readonly nearest?: string;
  /** A whole sentence, which begins with the name. */
  readonly message: string;
  readonly count: number;
};

/** Sums up how much of each kind is covered, over all given operations. */
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
