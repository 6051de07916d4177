// What the control API shows of coverage, as src/control/openapi.yaml describes it.

export type CoverageKind =
  | 'operations'
  | 'parameters'
  | 'enum_values'
  | 'media_types'
  | 'statuses'
  | 'security';

export interface CoverageReport {
  readonly contract: { readonly title: string; readonly version: string };
  readonly totals: Readonly<Record<CoverageKind, CoverageTotal>>;
  readonly operations: readonly CoveredOperation[];
  readonly violations: Tallied<{
    readonly operation: string;
    readonly in: string;
    readonly pointer: string;
    readonly keyword: string;
    readonly message: string;
    readonly count: number;
  }>;
  readonly unmatched: Tallied<{
    readonly method: string;
    readonly path: string;
    readonly nearest?: string;
    readonly count: number;
  }>;
  readonly breaches: Tallied<{
    readonly operation: string;
    readonly message: string;
    readonly count: number;
  }>;
  readonly unknown_query: Tallied<{
    readonly operation: string;
    readonly name: string;
    readonly nearest?: string;
    readonly message: string;
    readonly count: number;
  }>;
}

export interface CoverageTotal {
  readonly covered: number;
  readonly total: number;
  readonly percent: number;
}

export interface CoveredOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly requests: number;
  readonly forced: number;
  readonly points: readonly CoveredPoint[];
}

export interface CoveredPoint {
  readonly id: string;
  readonly kind: CoverageKind;
  readonly label: string;
  readonly file?: string;
  readonly line?: number;
  readonly count: number;
  readonly forced: number;
}

/** The different ones, and how often others were seen. */
export interface Tallied<T> {
  readonly listed: readonly T[];
  readonly more: number;
}

/** A request that would cover a point, or why there is none. */
export interface Sample {
  readonly operation: string;
  readonly point: string;
  readonly label: string;
  readonly request: SampledRequest | null;
  readonly why_not: string | null;
}

export interface SampledRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface SentSample {
  readonly status: number;
  readonly is_covered: boolean;
  /** Its id in the journal. */
  readonly request: number | null;
}
