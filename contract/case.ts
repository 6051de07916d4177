import type { Request, Response } from './exchange.ts';
import type { Given } from './given.ts';
import type { Json } from './json.ts';

/** Cases that belong together. */
export interface Table {
  readonly title: string;
  readonly cases: readonly Case[];
}

/** One promise of the contract, as requests and what must come back. */
export interface Case {
  readonly name: string;
  /** Why no other server can be held to it. Without a reason the case is portable. */
  readonly standInOnly?: string | undefined;
  /** The stand-in that it needs; by default the one that serves contract and fixtures as they are. */
  readonly place?: PlaceName;
  readonly steps: (given: Given) => readonly Step[];
  /** What is wrong between the replies of the steps. */
  readonly compare?: (replies: readonly Response[]) => readonly string[];
}

/** Contracts can be broken, or records of the state. */
export type PlaceName = 'default' | 'page-breach' | 'asset-breach' | 'unfit-page' | 'unfit-asset';

export interface Step {
  readonly request: Request;
  readonly expect: Expectation;
  /** Why the request can't go through the referee. */
  readonly direct?: string | undefined;
  /** What the referee finds wrong with the request. Without it, it must find nothing. */
  readonly objection?: string | undefined;
  /**
   * The `is_uploaded` that a 204 leaves the asset with; by default true, which is what the usual
   * request asks for. Looked up where the state can be seen.
   */
  readonly leaves?: boolean | 'as-it-was' | undefined;
}

export interface Expectation {
  readonly status: number;
  /** The last part of the problem's `type`. The contract leaves its values open: stand-in only. */
  readonly kind?: string | undefined;
  /** The problem's `errors`, all of them, in any order. */
  readonly faults?: readonly Fault[] | undefined;
  /** What the problem's `detail` has to mention. */
  readonly detail?: readonly string[] | undefined;
  /** Parameters of the Bearer challenge. An undefined one must not be there. */
  readonly challenge?: Readonly<Record<string, string | undefined>> | undefined;
  /** The methods in `Allow`, all of them, in any order. */
  readonly allow?: readonly string[] | undefined;
  /** Members that the body has to have, with their values. */
  readonly members?: Readonly<Record<string, Json>> | undefined;
  /** The body, whole. */
  readonly body?: Json | undefined;
  /** Whether the server asks for the body by a `100 Continue`. */
  readonly isBodyWanted?: boolean | undefined;
}

export interface Fault {
  readonly in: 'path' | 'body';
  readonly pointer: string;
  readonly keyword: string;
}

export interface CaseOptions extends Omit<Step, 'request' | 'expect'> {
  readonly standInOnly?: string | undefined;
  readonly place?: PlaceName;
}

/** A case of one request. */
export function single(
  name: string,
  request: (given: Given) => Request,
  expect: Expectation,
  { standInOnly, place, ...step }: CaseOptions = {},
): Case {
  return {
    name,
    standInOnly,
    ...(place === undefined ? {} : { place }),
    steps: (given) => [{ request: request(given), expect, ...step }],
  };
}
