import type { ApiError } from '../../base/errors.ts';
import type { ExistingRecords } from '../../behaviors/records/existing-records.ts';
import type { Operation } from '../../contract/operations.ts';
import type { PointMap } from '../../traffic/coverage/points.ts';
import type { SampleRequest, SampleTools } from './sample-request.ts';

/** What a request for a point of an operation is made with. */
export interface PointTools extends SampleTools {
  readonly operation: Operation;
  readonly map: PointMap;
  /** Undefined: the server has no state. */
  readonly existing: ExistingRecords | undefined;
  readonly rehearsal: Rehearsal;
}

/** A request that covers a point, or why none was found. */
export type PointSample =
  | { readonly request: SampleRequest; readonly whyNot?: undefined }
  | { readonly request?: undefined; readonly whyNot: string };

/** A request, and how it would end after its checks. */
export interface Candidate {
  readonly request: SampleRequest;
  /** Whether the server does what it asks, if it passes the checks. */
  readonly isMeant: boolean;
  /** A refusal that only the state gives. */
  readonly refusal?: ApiError;
}

/** Tells whether a request would cover a point, by its index. */
export type Rehearsal = (candidate: Candidate, index: number) => Promise<boolean>;
