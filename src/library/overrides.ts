import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Overrides } from '../traffic/interventions/overrides.ts';
import type { OwnNames } from './own-names.ts';
import { inOwnNames, renameMembers } from './own-names.ts';

/** What is to happen to requests instead of the usual: `reply`, `fault`, both, or a `sequence`. */
export interface MockOverride extends MockAct {
  /** Default: one that is free. */
  readonly id?: string;
  /** The id of an operation, or its method and path (`GET /things/{id}`). Default: every operation. */
  readonly operation?: string;
  /** `*`: in every world. Default: in the world that it is asked of. */
  readonly world?: string;
  /** To which requests. Default: to all. */
  readonly match?: MockMatch;
  /** Before anybody is asked who they are. Default: once the request is known to be right. */
  readonly before?: 'auth';
  /** What happens to one request after the other, then the usual. */
  readonly sequence?: readonly (MockAct | { readonly pass: true })[];
  /** Whether the sequence starts again. Default: false. */
  readonly repeat?: boolean;
  /** To how many requests. Default: to any number, or to as many as the sequence has steps. */
  readonly times?: number;
  /** From 0 to 1. Default: 1. */
  readonly probability?: number;
  /** What is drawn depends on it. Default: the seed of the world. */
  readonly seed?: string;
  /** The highest is tried first; of equals, the newest. Default: 0. */
  readonly priority?: number;
}

/** What happens to one request. */
export interface MockAct {
  readonly reply?: MockReply;
  readonly fault?: MockFault;
}

/** An answer that the state has no say in. */
export interface MockReply {
  /** One that the operation declares. Default: that of a success. */
  readonly status?: number;
  /** The name of an example of the contract. */
  readonly example?: string;
  /** Default: the contract's first example, or what is made up for its schema. */
  readonly body?: unknown;
  /** With `breach` also a `Content-Length`; where the body has another, the connection ends after it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is sent as it is, held to nothing. Default: false. */
  readonly breach?: boolean;
}

/** What goes wrong. Durations are milliseconds or texts such as `800ms`. */
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
  /** One that the operation declares, or which of them one is drawn from. */
  readonly status?: number | readonly number[] | '2XX' | '3XX' | '4XX' | '5XX' | 'any';
  /** How often each credential may ask, by the clock of the world; `window` is in seconds. It stands alone. */
  readonly rateLimit?: { readonly limit: number; readonly window: number; readonly burst?: number };
  /** The connection is reset before anything is sent. */
  readonly reset?: boolean;
  /** Nothing is ever sent. */
  readonly hang?: boolean;
  /** The connection is cut after so many bytes of the body; true: after half of it. */
  readonly truncate?: boolean | number;
  readonly bytesPerSecond?: number;
  /** `kept`: it is done, although the reply is a failure. `lost`: it isn't, although the reply is a success. */
  readonly effect?: 'kept' | 'lost';
}

/** A request that meets all of it is meant. */
export interface MockMatch {
  readonly path?: MockConditions;
  readonly query?: MockConditions;
  readonly headers?: MockConditions;
  /** By JSON Pointers into the body. */
  readonly body?: readonly ({ readonly pointer: string } & (
    | { readonly equals: unknown }
    | { readonly matches: string }
    | { readonly present: boolean }
  ))[];
}

/** By the name of a parameter or header. What was sent is a text, and so is what it is compared with. */
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

/** An override that is in place. */
export interface OverrideHandle {
  readonly id: string;
  /** To how many requests it has happened. */
  readonly hits: number;
  /** Whether it was still in place. */
  remove(): boolean;
}

/** An override that is in place, and how it has fared in a world. */
export interface OverrideReport extends MockOverride {
  readonly id: string;
  readonly world: string;
  readonly hits: number;
  /** To how many more requests it may happen; null: to any number. */
  readonly left: number | null;
}

/** Puts an override in place, for a world. */
export function useOverride(
  override: MockOverride,
  world: string,
  overrides: Overrides,
): OverrideHandle {
  const input = toInput(override);
  const prepared = inOwnNames(toWire, () => overrides.prepare(input, { world }));
  prepared.open();
  return {
    id: prepared.id,
    get hits() {
      return prepared.hits();
    },
    remove: () => prepared.remove(),
  };
}

export function listOverrides(world: string, overrides: Overrides): readonly OverrideReport[] {
  // A trust edge: what was wished has been read, and is shown as it was.
  return overrides.list(world).map((input) => rename(input, fromWire) as unknown as OverrideReport);
}

/** Names that the control API writes in its own way. */
const toWire: OwnNames = new Map([
  ['rateLimit', 'rate_limit'],
  ['bytesPerSecond', 'bytes_per_second'],
  ['logNormal', 'log_normal'],
]);
const fromWire: OwnNames = new Map([...toWire].map(([ours, theirs]) => [theirs, ours]));

/** A copy of what JSON can say of it; what is no override at all is for the reader to refuse. */
function toInput(override: MockOverride): JsonValue {
  const text: string | undefined = JSON.stringify(override);
  const value: JsonValue = text === undefined ? null : JSON.parse(text);
  return isJsonObject(value) ? rename(value, toWire) : value;
}

/** Only faults have such names: bodies and conditions are what they are. */
function rename(input: JsonObject, names: OwnNames): JsonObject {
  const { fault, sequence } = input;
  const steps: readonly JsonValue[] | undefined = Array.isArray(sequence) ? sequence : undefined;
  return {
    ...input,
    ...(isJsonObject(fault) ? { fault: renameFault(fault, names) } : {}),
    ...(steps
      ? { sequence: steps.map((step) => (isJsonObject(step) ? rename(step, names) : step)) }
      : {}),
  };
}

function renameFault(fault: JsonObject, names: OwnNames): JsonObject {
  const renamed = renameMembers(fault, names);
  const { latency } = renamed;
  return isJsonObject(latency) ? { ...renamed, latency: renameMembers(latency, names) } : renamed;
}
