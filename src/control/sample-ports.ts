import type { World } from '../store/worlds/world.ts';

/** What clients may ask about requests that would cover a point of the contract. */
export interface SamplePorts {
  /** Finds a request; throws where the contract has no such operation or point. */
  find(this: void, world: World, question: SampleQuestion): Promise<SampleReport>;
  /** Takes such a request down its road; throws where none was found. */
  send(this: void, world: World, question: SampleQuestion): Promise<SentSample>;
}

export interface SampleQuestion {
  readonly operation: string;
  /** Undefined: a valid request is wanted. */
  readonly point: string | undefined;
}

/** A request that covers a point, or why there is none. */
export interface SampleReport {
  readonly operation: string;
  readonly point: string;
  readonly label: string;
  readonly request: SampledRequest | undefined;
  /** Undefined where there is a request. */
  readonly whyNot: string | undefined;
}

export interface SampledRequest {
  readonly method: string;
  /** Encoded, without a mount point. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What became of a sample that was sent. */
export interface SentSample {
  readonly status: number;
  readonly isCovered: boolean;
  /** Undefined: the server keeps no requests. */
  readonly requestId: number | undefined;
}
