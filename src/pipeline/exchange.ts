import type { ApiError, ContractBreach } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Media, Response } from '../contract/bodies/bodies.ts';
import type { Example } from '../contract/bodies/examples.ts';
import type { SentFile } from '../contract/bodies/formats/sent-files.ts';
import type { Operation } from '../contract/operations.ts';
import type { Parameter } from '../contract/parameters/parameters.ts';
import type { Requirement } from '../contract/security.ts';
import type { Credential } from '../store/credentials/credential.ts';
import type { Item, RecordChange } from '../store/record.ts';
import type { UnknownQuery } from './checks/unknown-query.ts';

/** A request as the server received it. */
export interface Received {
  readonly method: string;
  /** What was taken off the front of the path: a mount point, a world, the control prefix. */
  readonly prefix: string;
  /** The private world that the request names; undefined: the default world. */
  readonly world: string | undefined;
  /** Without the prefix, still percent-encoded. */
  readonly path: string;
  /** The part after the `?`, still percent-encoded. */
  readonly query: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether only this machine can connect to the server. */
  readonly isLocal: boolean;
  /** Finds the address of the connection's other end; undefined where it has none. */
  readonly findPeer: () => string | undefined;
  /** Opens the body when a step needs it. Throws, now or later, if it exceeds the limit. */
  readonly readBody: (limit: number) => ReceivedBody;
}

/**
 * A body: the bytes as the client sent them, piece by piece; or what the app that mounts this
 * server has already made of them: bytes without their Content-Encoding, a text, or a value.
 */
export type ReceivedBody =
  | {
      readonly kind: 'stream';
      readonly chunks: () => AsyncIterable<Uint8Array>;
      /** The same bytes in one piece; without a promise if all of them have arrived. */
      readonly whole: () => Uint8Array | Promise<Uint8Array>;
      /** Counts decoded bytes that the server keeps; throws where all requests hold too many. */
      readonly take: (bytes: number) => void;
      /** When the server may parse a body of so many bytes; undefined: at once. */
      readonly turn: (bytes: number) => Promise<void> | undefined;
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parsed'; readonly value: JsonValue };

export interface Routed extends Received {
  readonly operation: Operation;
  /** The values of the path parameters in the template's order, still percent-encoded. */
  readonly pathValues: readonly string[];
}

/** One security alternative that the request's credentials satisfy; scopes are not checked yet. */
export interface AccessGrant {
  readonly requirement: Requirement;
  readonly credentials: readonly Credential[];
}

export interface Authenticated extends Routed {
  readonly admissions: readonly AccessGrant[];
}

export interface Authorized extends Authenticated {
  /** The first alternative whose credentials have enough scopes and reach. */
  readonly admission: AccessGrant;
}

/** A body that was read, and the media type that checks it. */
export interface BodyContent {
  readonly media: Media;
  readonly value: JsonValue;
  /** The files that the body is or has. */
  readonly files?: readonly SentFile[];
}

export interface BodyRead extends Authorized {
  readonly content: BodyContent | undefined;
}

export interface Validated extends BodyRead {
  readonly parameters: Parameters;
  readonly body: JsonValue | undefined;
  /** The preferred media type of the reply; undefined where the reply has no body. */
  readonly media: Media | undefined;
  /** Undefined where the request has none: then the state answers, and not the contract alone. */
  readonly preferences: Preferences | undefined;
  readonly choice: ChosenResponse;
  /** The key of the client's own record, where the operation is about that. */
  readonly ownKey?: string;
  /** The names in the query that the operation does not declare. */
  readonly unknownQuery?: UnknownQuery;
}

/**
 * How far a request got: one object for each request, to which each step adds what it found. A step
 * takes the type of the step before and returns its own, so the order can't be changed by mistake.
 * Only the functions below write to it: to spread it at each step takes 3.5 µs a request on Node 20.
 */
export type Reached = Received & Partial<Omit<Validated, keyof Received>>;

type Open = { -readonly [Member in keyof Reached]: Reached[Member] };

export function addRoute(
  request: Open,
  operation: Operation,
  pathValues: readonly string[],
): asserts request is Routed {
  request.operation = operation;
  request.pathValues = pathValues;
}

export function addAdmissions(
  request: Open & Routed,
  admissions: readonly AccessGrant[],
): asserts request is Authenticated {
  request.admissions = admissions;
}

export function addAdmission(
  request: Open & Authenticated,
  admission: AccessGrant,
): asserts request is Authorized {
  request.admission = admission;
}

export function addContent(
  request: Open & Authorized,
  content: BodyContent | undefined,
): asserts request is BodyRead {
  request.content = content;
}

export function addUnknownQuery(request: Open & Authorized, found: UnknownQuery): void {
  request.unknownQuery = found;
}

export function addChecked(
  request: Open & BodyRead,
  found: Omit<Validated, keyof BodyRead>,
): asserts request is Validated {
  request.parameters = found.parameters;
  request.body = found.body;
  request.media = found.media;
  request.preferences = found.preferences;
  request.choice = found.choice;
}

/** The text of a header; several headers of one name count as a list. */
export function headerOf({ headers }: Received, name: string): string | undefined {
  // A contract may declare a header whose name every object inherits, such as `constructor`.
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'string' ? value : value?.join(', ');
}

/** The declared response for a request, chosen before the state is asked. */
export interface ChosenResponse {
  readonly status: number;
  /** Undefined where the operation declares no response. */
  readonly response: Response | undefined;
  readonly media: Media | undefined;
  /** The example that the request asked for by name. */
  readonly example: Example | undefined;
}

/** The preferences of a request for its reply (RFC 7240, with Prism's names). */
export interface Preferences {
  /** A status to answer with. */
  readonly code: number | undefined;
  /** The name of an example to answer with. */
  readonly example: string | undefined;
  /** Whether to generate the body even where the contract has examples. */
  readonly isDynamic: boolean | undefined;
  readonly seed: string | undefined;
  /** What asked for the reply in place of the request, in words: an override, a fault. */
  readonly asker?: string;
}

export interface Parameters {
  readonly path: Readonly<Record<string, string>>;
  readonly query: JsonObject;
  readonly header: JsonObject;
  readonly cookie: JsonObject;
  /** Parameters that the client did not send and that got their default from the contract. */
  readonly assumed?: readonly Parameter[];
}

/** Reserves memory for a reply until the client has read it; throws where too little is left. */
export type HoldReply = (reply: Reply) => Reply;

/** How a body is made that shows no record: from the contract alone, or by a handler in JavaScript. */
export type ContentOrigin = 'example' | 'generated' | 'handler';

/** The result of an operation: values, not effects. */
export interface Outcome {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  /** Whether equal requests get the same object as `body`, so that its rendering can be cached. */
  readonly isLasting?: boolean;
  /** How the body was made, if it does not come from the state. */
  readonly origin?: ContentOrigin | undefined;
  /** The media type of the body, one of those declared, where `Accept` does not choose it. */
  readonly type?: string;
  /** The body as a file: it has no JSON value, and the server sends it unchanged. */
  readonly bytes?: Uint8Array;
  /** The media type of those bytes, where it is narrower than the declared one. */
  readonly bytesType?: string;
  /** The body in pieces, perhaps without an end: the server sends each piece as it comes. */
  readonly stream?: AsyncIterable<string>;
  /** Whether the body is an example of the contract, which is then at fault if it is not valid. */
  readonly isExample?: boolean;
  /** The override or header that forced it, in words for messages; undefined where none did. */
  readonly giver?: string;
  /** The record that the body shows; its rendering through a schema is cached. */
  readonly item?: Item;
  /** The record that the reply is about, after the change; its version headers follow from it. */
  readonly record?: Item;
  /** Whether the body may show other records, too, whose changes the record's version does not tell. */
  readonly showsOthers?: boolean;
  /** Puts the change into effect. Called when the reply has passed its check; dropped otherwise. */
  readonly commit?: Commit;
  /** Another outcome, used where this one breaks the contract and the other does not. */
  readonly spare?: () => Outcome;
}

/** The change is in effect when it returns, and durable when its promise resolves. */
export type Commit = () => Promise<void> | undefined;

export type Behavior = (request: Validated) => Outcome;

/** A behaviour of several turns of the event loop that changes nothing; undefined: none. */
export type SlowBehavior = (request: Validated) => Promise<Outcome | undefined> | undefined;

export type ReplyHeaders = Readonly<Record<string, string>>;

export interface Reply {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** The whole body, or its pieces. */
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
  /** The length that the reply announces, even if false; undefined: the length of the body. */
  readonly length?: number | undefined;
  readonly verdict: ReplyVerdict;
  /** Undefined where the request failed before the server knew its operation. */
  readonly operation: Operation | undefined;
  /** How the body was made, if it does not come from the state. */
  readonly origin?: ContentOrigin | undefined;
  /** The origin of the other server that answered; undefined: this server answered. */
  readonly from?: string;
  /** How the server sends it; undefined: at once and whole. */
  readonly delivery?: Delivery;
  /** What changed the reply from the usual one; undefined where nothing did. */
  readonly forced?: Forced;
}

/** What happens to a reply while the server sends it, in this order. */
export interface Delivery {
  /** Which override or header asked for it, and what it does. */
  readonly by: Forced;
  /** Milliseconds before the server begins to send. */
  readonly delay: number;
  /** Bytes of the body per second; undefined: as many as the connection takes. */
  readonly bytesPerSecond: number | undefined;
  /**
   * How it ends. `reset`: the connection is reset before anything is sent. `hang`: nothing is ever
   * sent. `cut`: the connection is cut after so many bytes of the body; undefined: after half of it.
   */
  readonly end:
    | { readonly kind: 'whole' | 'reset' | 'hang' }
    | { readonly kind: 'cut'; readonly after: number | undefined };
}

export interface Forced {
  readonly by: 'override' | 'fault' | 'header';
  /** The id of the override; empty where the request itself asked by a header. */
  readonly id: string;
  readonly what: string;
  /** Others that changed the same reply: one gave the answer, say, and another the delay. */
  readonly also?: readonly Omit<Forced, 'also'>[];
}

/** Whether the server served the request, refused it, or broke the contract with its reply. */
export type ReplyVerdict =
  | { readonly kind: 'served' }
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'breach'; readonly breach: ContractBreach };

/** How far a request got, its reply, and the records that it changed; observers get this value. */
export interface Passage {
  readonly reached: Reached;
  readonly reply: Reply;
  readonly changes?: readonly RecordChange[] | undefined;
}
