import type { JsonValue } from '../base/json.ts';
import type { Expire } from './credentials/authenticate.ts';
import type {
  Authenticated,
  Delivery,
  Forced,
  Reply,
  ReplyHeaders,
  Routed,
  Validated,
} from './exchange.ts';

/** What happens to one request instead of the usual. */
export interface Intervention {
  readonly by: Forced;
  /** The forced answer; undefined: the operation's own. */
  readonly answer: ForcedAnswer | undefined;
  /**
   * Whether the operation takes effect. With an answer and no effect, it does not run. With both,
   * the answer replaces no refusal. With neither, it answers as usual, but nothing is committed.
   */
  readonly hasEffect: boolean;
  readonly delivery: Delivery | undefined;
  /** Called where the operation refused: what had no effect can then apply to a later request. */
  giveBack(this: void): void;
}

/** An answer that does not come from the state. */
export interface ForcedAnswer {
  /** Undefined: the status of a success. */
  readonly status: number | undefined;
  /** The name of an example of the contract. */
  readonly example: string | undefined;
  /** Undefined: an example of the contract, or a value generated for its schema. */
  readonly body: JsonValue | undefined;
  /** Changes the body of a success (RFC 7396, or a list: RFC 6902), which is not replaced then. */
  readonly patch?: JsonValue | undefined;
  /** Headers besides those of the usual answer; they replace headers of the same name. */
  readonly headers: ReplyHeaders;
  /** The `Content-Length` to announce; only for an answer that is sent unchecked. */
  readonly length?: number | undefined;
  /** Whether the server sends it unchecked, even if it breaks the contract. */
  readonly isBreach: boolean;
}

/** The interventions for one request, step by step. */
export interface InterventionPlan {
  /** Applies before authentication. */
  readonly atOnce: Intervention | undefined;
  /** Called after the credentials were found to be known; undefined: none counts as expired. */
  readonly expire: Expire | undefined;
  /** Refuses where a rate limit is exceeded; called after authentication, before scopes. */
  limit(authenticated: Authenticated): void;
  /**
   * Matches the request, now with its body, before `instead` is called; undefined: done at once, as
   * nearly always. It changes nothing, so the server may serve other requests meanwhile.
   */
  match(body: JsonValue | undefined): Promise<void> | undefined;
  /** Applies when the request has passed all checks. */
  instead(validated: Validated): Intervention | undefined;
  /** Adds to any reply, such as the headers of a rate limit. */
  finish(reply: Reply): Reply;
}

/** Finds the interventions for a request; undefined where there are none, as nearly always. */
export type Direct = (routed: Routed) => InterventionPlan | Promise<InterventionPlan> | undefined;
