import type { JsonObject, JsonValue } from '../../base/json.ts';

/**
 * What a test or a demo says in JavaScript of its operations, by `operationId` or by method and
 * path: `{ createOrder: …, 'POST /orders/{id}/pay': … }`.
 */
export type OperationHandlers = Readonly<Record<string, OperationHandler>>;

/**
 * Decides what one request is answered. It is synchronous, so that no other request sees half a
 * change, and returns `usual` or another outcome, which is held to the contract like any reply.
 */
export type OperationHandler = (call: HandlerCall) => HandlerOutcome;

export interface HandlerCall {
  readonly request: HandlerRequest;
  readonly records: HandlerRecords;
  /** What would be answered without the handler. Worked out when it is read. */
  readonly usual: UsualOutcome;
  /** The time of the world's clock. */
  readonly now: Date;
}

/** A request that has passed all checks of the contract. */
export interface HandlerRequest {
  readonly operation: string;
  readonly method: string;
  /** Without the world and without the query. */
  readonly path: string;
  /** As the contract reads them: numbers are numbers, defaults are filled in. */
  readonly parameters: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: JsonObject;
    readonly header: JsonObject;
    readonly cookie: JsonObject;
  };
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: JsonValue | undefined;
  /** The names of the credentials that let it in. */
  readonly credentials: readonly string[];
  /** The name of its world. */
  readonly world: string;
}

/** What a request is answered. Without `body`, one is made for the status by the contract. */
export interface HandlerOutcome {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  /** `kept`: what the usual would do is done, although the reply may be another. Default: `lost`. */
  readonly effect?: 'kept' | 'lost' | undefined;
  readonly refusal?: UsualOutcome['refusal'];
}

/** To change its reply and keep its effect: `{ ...usual, body: … }`. */
export interface UsualOutcome extends HandlerOutcome {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue | undefined;
  readonly effect: 'kept';
  /** Why the state refuses the request, such as `record-not-found`; undefined where it does not. */
  readonly refusal: { readonly code: string; readonly detail: string } | undefined;
}

/** Keys of the parents of a record, by their names in fixtures. */
export type HandlerParents = Readonly<Record<string, string>>;

/**
 * The records of the request's world, as clients see them, each with its key and those of its
 * parents. What is written shows at once here, and outside when the reply has passed its check.
 */
export interface HandlerRecords {
  list(this: void, collection: string, parents?: HandlerParents): readonly JsonObject[];
  get(
    this: void,
    collection: string,
    key: string | number,
    parents?: HandlerParents,
  ): JsonObject | undefined;
  /** Makes a record as a client would: members that are left out get a default or are made up. */
  add(this: void, collection: string, members: JsonObject, parents?: HandlerParents): JsonObject;
  /** Changes members of a record (RFC 7396). */
  change(
    this: void,
    collection: string,
    key: string | number,
    members: JsonObject,
    parents?: HandlerParents,
  ): JsonObject;
  /** Removes a record and all below it. */
  remove(this: void, collection: string, key: string | number, parents?: HandlerParents): void;
}
