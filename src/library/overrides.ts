import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Overrides } from '../traffic/interventions/overrides.ts';
import type { OwnNames } from './own-names.ts';
import { inOwnNames, renameMembers } from './own-names.ts';

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

/** An override that is in place. */
export interface OverrideHandle {
  readonly id: string;
  /** How many requests it has applied to. */
  readonly hits: number;
  /** Removes it. Returns whether it was still in place. */
  remove(): boolean;
}

/** An override that is in place, and its counts in one world. */
export interface OverrideReport extends MockOverride {
  readonly id: string;
  readonly world: string;
  readonly hits: number;
  /** How many more requests it may apply to; null: any number. */
  readonly left: number | null;
}

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
  // A trust edge: `prepare` has checked the input, and `list` returns it with its counts.
  return overrides.list(world).map((input) => rename(input, fromWire) as unknown as OverrideReport);
}

/** The member names that differ in the control API. */
const toWire: OwnNames = new Map([
  ['rateLimit', 'rate_limit'],
  ['bytesPerSecond', 'bytes_per_second'],
  ['logNormal', 'log_normal'],
]);
const fromWire: OwnNames = new Map([...toWire].map(([ours, theirs]) => [theirs, ours]));

/** A copy by way of JSON. If it is no object, `prepare` refuses it. */
function toInput(override: MockOverride): JsonValue {
  const text: string | undefined = JSON.stringify(override);
  const value: JsonValue = text === undefined ? null : JSON.parse(text);
  return isJsonObject(value) ? rename(value, toWire) : value;
}

/** Renames members of faults only: bodies and conditions have names of the contract. */
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
