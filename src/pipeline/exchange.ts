import type { ApiError, ContractBreach } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Media, Response } from '../contract/bodies/bodies.ts';
import type { Example } from '../contract/bodies/examples.ts';
import type { Operation } from '../contract/operations.ts';
import type { Parameter } from '../contract/parameters/parameters.ts';
import type { Requirement } from '../contract/security.ts';
import type { Credential } from '../store/credentials/credentials.ts';
import type { Item } from '../store/record.ts';

/** A request as it came in. Each step of the road returns a wider, read-only value. */
export interface Received {
  readonly method: string;
  /** What was taken off the path before the road began: where the app is mounted, for one. */
  readonly prefix: string;
  /** The private world that it names; undefined: the world that is kept. */
  readonly world: string | undefined;
  /** Still percent-encoded, without the prefix. */
  readonly path: string;
  /** What follows the `?`, still percent-encoded. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether the server listens to this machine only. */
  readonly isLocal: boolean;
  /** Finds the address that the connection comes from; undefined where it has none. Few requests ask. */
  readonly findPeer: () => string | undefined;
  /** Opens the body once it is wanted; it throws, now or later, when it is larger than the limit. */
  readonly readBody: (limit: number) => ReceivedBody;
}

/**
 * The bytes as they were sent, piece by piece, or what the app we are mounted in has already made of
 * them: bytes without their Content-Encoding, a text, or a value.
 */
export type ReceivedBody =
  | {
      readonly kind: 'stream';
      readonly chunks: () => AsyncIterable<Uint8Array>;
      /** The same in one piece, and sooner. */
      readonly whole: () => Uint8Array | Promise<Uint8Array>;
      /** Counts bytes that were made of them and are kept; throws where there are too many in flight. */
      readonly take: (bytes: number) => void;
      /** When a body of that size may be parsed; undefined: at once. */
      readonly turn: (bytes: number) => Promise<void> | undefined;
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parsed'; readonly value: JsonValue };

export interface Routed extends Received {
  readonly operation: Operation;
  /** The path parameters in the template's order, still percent-encoded. */
  readonly pathValues: readonly string[];
}

/** One way in that the request's credentials open, before anyone asks how far it goes. */
export interface AccessGrant {
  readonly requirement: Requirement;
  readonly credentials: readonly Credential[];
}

export interface Authenticated extends Routed {
  readonly admissions: readonly AccessGrant[];
}

export interface Authorized extends Authenticated {
  /** The way in that was good enough. */
  readonly admission: AccessGrant;
}

/** A body that was read, and the media type by which it is to be checked. */
export interface BodyContent {
  readonly media: Media;
  readonly value: JsonValue;
}

export interface Validated extends Authorized {
  readonly parameters: Parameters;
  readonly body: JsonValue | undefined;
  /** The media type that the request likes best; undefined where there is to be no body. */
  readonly media: Media | undefined;
  readonly preferences: Preferences;
  readonly choice: ChosenResponse;
}

/** The declared response that a request is to get, as far as the state has no say in it. */
export interface ChosenResponse {
  readonly status: number;
  /** Undefined where the operation declares none. */
  readonly response: Response | undefined;
  readonly media: Media | undefined;
  /** The example that was asked for by its name. */
  readonly example: Example | undefined;
}

/** What a request wishes about its reply (RFC 7240, with Prism's names). */
export interface Preferences {
  /** A status to answer with. */
  readonly code: number | undefined;
  /** The name of an example to answer with. */
  readonly example: string | undefined;
  /** Whether to generate even where there are examples. */
  readonly isDynamic: boolean | undefined;
  readonly seed: string | undefined;
}

export interface Parameters {
  readonly path: Readonly<Record<string, string>>;
  readonly query: JsonObject;
  readonly header: JsonObject;
  readonly cookie: JsonObject;
  /** Those that were not sent, and have the value that the contract gives them then. */
  readonly assumed?: readonly Parameter[];
}

/** Makes sure that there is room for a reply until the client has read it; throws where there is none. */
export type HoldReply = (reply: Reply) => Reply;

/** What the contract alone makes a body of. */
export type ContentOrigin = 'example' | 'generated';

/** What an operation did: values, not effects. */
export interface Outcome {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  /** Whether the same request gets the same object as its body: what it looks like is worked out once. */
  readonly isLasting?: boolean;
  /** Where the body comes from, if it is nothing that the state holds. */
  readonly origin?: ContentOrigin | undefined;
  /** Which of the declared media types the body is of, where the request has no say in it. */
  readonly type?: string;
  /** The body where it is a file: no value of JSON, and sent as it is. */
  readonly bytes?: Uint8Array;
  /** The body where it comes piece by piece, and may have no end: sent as it comes. */
  readonly stream?: AsyncIterable<string>;
  /** Whether the contract itself gives the body: then what is wrong with it is not our fault. */
  readonly isExample?: boolean;
  /** Who else has asked for it, in words; undefined: nobody. */
  readonly giver?: string;
  /** The record that the body is; what it looks like through a schema is worked out once. */
  readonly item?: Item;
  /** The record that the reply is about, as it is from then on; its version follows from it. */
  readonly record?: Item;
  /** Puts what was done into effect. Called when the reply has passed; dropped when it has not. */
  readonly commit?: Commit;
  /** What to answer where this can't be said without breaking the contract, and it can. */
  readonly spare?: () => Outcome;
}

/** In effect when it returns; durable when its promise resolves. */
export type Commit = () => Promise<void> | undefined;

export type Behavior = (request: Validated) => Outcome;

/** What takes more than one turn of the event loop, and changes nothing; undefined: nothing does. */
export type SlowBehavior = (request: Validated) => Promise<Outcome> | undefined;

/** The headers of a reply, by name. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** What goes out. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Whole, or piece by piece. */
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
  /** The length that it is said to have, true or not; undefined: that of the body. */
  readonly length?: number | undefined;
  readonly verdict: ReplyVerdict;
  /** Undefined where the request never got as far as one. */
  readonly operation: Operation | undefined;
  /** Where the body comes from, if it is nothing that the state holds. */
  readonly origin?: ContentOrigin | undefined;
  /** The server that gave it; undefined: this one. */
  readonly from?: string;
  /** How it is sent; undefined: at once and whole. */
  readonly delivery?: Delivery;
  /** Who has made it another than the state and the contract would have; undefined: nobody. */
  readonly forced?: Forced;
}

/** What happens to a reply on its way out, in this order. */
export interface Delivery {
  /** Who has asked for it, and what it is. */
  readonly by: Forced;
  /** Milliseconds that it is kept back. */
  readonly delay: number;
  /** Bytes of the body that go out in a second; undefined: as many as the connection takes. */
  readonly bytesPerSecond: number | undefined;
  /**
   * How it ends: whole; the connection is reset before anything was sent; nothing is ever sent; or the
   * connection is cut when a part of the body was sent, in bytes, or half of it where that is undefined.
   */
  readonly end:
    | { readonly kind: 'whole' | 'reset' | 'hang' }
    | { readonly kind: 'cut'; readonly after: number | undefined };
}

/** What made a reply another one. */
export interface Forced {
  readonly by: 'override' | 'fault' | 'header';
  /** The id of the override; empty for a wish of the request itself. */
  readonly id: string;
  /** What was done, in a few words. */
  readonly what: string;
}

/** Why the reply is what it is. */
export type ReplyVerdict =
  | { readonly kind: 'served' }
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'breach'; readonly breach: ContractBreach };

/** How far a request got on the road. */
export interface Reached {
  readonly received: Received;
  readonly routed: Routed | undefined;
  readonly authenticated: Authenticated | undefined;
  readonly authorized: Authorized | undefined;
  /** The body as it was read, also where it was refused for what it says. */
  readonly content: BodyContent | undefined;
  readonly validated: Validated | undefined;
}

/** A request as far as it got, and the reply to it: all that there is to be told of it afterwards. */
export interface Passage {
  readonly reached: Reached;
  readonly reply: Reply;
}
