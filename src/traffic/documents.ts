import type { JsonValue } from '../base/json.ts';

/**
 * What tests arrange and ask: the types of the documents that the library takes. The control API
 * takes the same, by the names of `WireNames`. `control/openapi.yaml` is their grammar; a test holds
 * these types to it.
 */

/** What matching requests get instead of the usual: `reply`, `fault`, both, or a `sequence`. */
export interface MockOverride extends MockAct {
  /** Default: a free one. */
  readonly id?: string;
  /** The id of an operation, or its method and path (`GET /things/{id}`). Default: all. */
  readonly operation?: string;
  /** `*`: every world. Default: the world that it is arranged in. */
  readonly world?: string;
  /** Which requests it applies to. Default: all. */
  readonly match?: MockMatch;
  /** `auth`: before credentials are checked. Default: after the whole request was found valid. */
  readonly before?: 'auth';
  /** One step for each request; after the last step, requests get the usual reply. */
  readonly sequence?: readonly (MockAct | { readonly pass: true })[];
  /** Whether the sequence starts again. Default: false. */
  readonly repeat?: boolean;
  /** How many requests it applies to. Default: any number, or one for each step of the sequence. */
  readonly times?: number;
  /** How likely a matching request gets it, from 0 to 1. Default: 1. */
  readonly probability?: number;
  /** The text on which chance depends. Default: the seed of the world. */
  readonly seed?: string;
  /** The highest is tried first; of equals, the newest. Default: 0. */
  readonly priority?: number;
}

/** What happens to one request. */
export interface MockAct {
  readonly reply?: MockReply;
  readonly fault?: MockFault;
}

/** A reply that does not depend on the state. */
export interface MockReply {
  /** A status that the operation declares. Default: that of a success. */
  readonly status?: number;
  /** The name of an example of the contract. */
  readonly example?: string;
  /** Default: the contract's first example, or generated data. */
  readonly body?: unknown;
  /**
   * Changes the body of the usual reply, a success, and stores nothing: members (RFC 7396), or a list
   * of operations (RFC 6902). Goes with `operation` and `headers` alone.
   */
  readonly patch?: unknown;
  /** With `breach` also a wrong `Content-Length`: the connection ends after the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is sent unchecked, also if it breaks the contract. Default: false. */
  readonly breach?: boolean;
}

/** What to do to a reply. Durations are milliseconds or texts such as `800ms`. */
export interface MockFault {
  readonly latency?:
    | number
    | string
    | { readonly fixed: number | string }
    | { readonly uniform: readonly [number | string, number | string] }
    | {
        readonly logNormal: {
          readonly median: number | string;
          readonly sigma?: number;
          readonly most?: number | string;
        };
      };
  /** A status that the operation declares, or several from which one is drawn. */
  readonly status?: number | readonly number[] | '2XX' | '3XX' | '4XX' | '5XX' | 'any';
  /** How often each credential may ask, by the world's clock. `window`: seconds. Stands alone. */
  readonly rateLimit?: { readonly limit: number; readonly window: number; readonly burst?: number };
  /** Refuses the credentials from before the override as expired ones. Stands alone. */
  readonly expired?: boolean;
  /** Resets the connection before anything is sent. */
  readonly reset?: boolean;
  /** Never sends anything. */
  readonly hang?: boolean;
  /** Cuts the connection after so many bytes of the body; true: after half of it. */
  readonly truncate?: boolean | number;
  readonly bytesPerSecond?: number;
  /** `kept`: makes the change, although the reply fails. `lost`: does not, although it succeeds. */
  readonly effect?: 'kept' | 'lost';
}

/** Conditions on a request. It must meet all of them. */
export interface MockMatch {
  readonly path?: MockConditions;
  readonly query?: MockConditions;
  readonly headers?: MockConditions;
  /** Conditions on values in the body, by JSON Pointers. */
  readonly body?: readonly ({ readonly pointer: string } & (
    | { readonly equals: unknown }
    | { readonly matches: string }
    | { readonly present: boolean }
  ))[];
}

/** Conditions by the names of parameters or headers. All values are compared as texts. */
export type MockConditions = Readonly<
  Record<
    string,
    | string
    | number
    | boolean
    | { readonly equals: string | number | boolean }
    | { readonly matches: string }
    | { readonly present: boolean }
  >
>;

/** An override that is in place, and its counts in one world. */
export interface OverrideReport extends MockOverride {
  readonly id: string;
  readonly world: string;
  readonly hits: number;
  /** How many more requests it may apply to; null: any number. */
  readonly left: number | null;
}

/** Which calls of an operation are expected, and how often. Default: at least once. */
export interface MockExpectation {
  /** The id of an operation. */
  readonly operation: string;
  /** Conditions on the path parameters, query, headers and body of the calls. */
  readonly match?: MockMatch;
  /** Default: any world. */
  readonly world?: string;
  /** Counts only calls after a request, by its id, or since a moment. */
  readonly since?: number | Date;
  readonly times?: number | { readonly atLeast?: number; readonly atMost?: number };
  readonly never?: boolean;
}

/** The members that have another name in the control API. */
export interface WireNames {
  readonly rateLimit: 'rate_limit';
  readonly bytesPerSecond: 'bytes_per_second';
  readonly logNormal: 'log_normal';
  readonly atLeast: 'at_least';
  readonly atMost: 'at_most';
}

type WireName<Name> = Name extends keyof WireNames ? WireNames[Name] : Name;

/** A document as the control API takes it; the schemas have checked it. */
type OnWire<T> = unknown extends T
  ? JsonValue
  : T extends readonly unknown[]
    ? { readonly [K in keyof T]: OnWire<T[K]> }
    : T extends object
      ? { readonly [K in keyof T as WireName<K>]: OnWire<T[K]> }
      : T;

export type OverrideDocument = OnWire<MockOverride>;
export type ReplyDocument = OnWire<MockReply>;
export type FaultDocument = OnWire<MockFault>;
export type MatchDocument = OnWire<MockMatch>;
export type ExpectationDocument = OnWire<Omit<MockExpectation, 'since'>> & {
  readonly since?: number | string;
};
