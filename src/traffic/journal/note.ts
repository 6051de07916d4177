import type {
  Admission,
  Delivery,
  Forced,
  Reached,
  Reply,
  Validated,
  Verdict,
} from '../../pipeline/exchange.ts';
import type { ProblemCode, Violation } from '../../errors.ts';
import type { JsonValue } from '../../json.ts';
import type { Watched } from '../watched.ts';
import type { Secrets } from './secrets.ts';
import { weighFields, weighValue } from './weighing.ts';

/**
 * What is kept of a request: what was there anyway, and nothing that is made for it. What it says is
 * worked out when somebody asks. Nothing of it leads to the connection, or to the contract.
 */
export interface Note {
  /** Rises by one with each request. */
  readonly id: number;
  /** When it was answered, in milliseconds since the epoch. */
  readonly answeredAt: number;
  readonly milliseconds: number;
  /** About so many bytes are kept with it. */
  readonly weight: number;
  readonly secrets: Secrets;
  /** The number of its world, 0 for the one that is kept: one of the same name may be made anew. */
  readonly world: number;
  /** The private world that it names; undefined: the world that is kept. */
  readonly worldName: string | undefined;
  readonly method: string;
  /** With all that was in front of it. */
  readonly path: string;
  /** As the contract sees it. */
  readonly place: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Undefined where there was none, or none that could be kept. */
  readonly body: JsonValue | undefined;
  readonly hadBody: boolean;
  readonly pathNames: readonly string[];
  /** Still percent-encoded. */
  readonly pathValues: readonly string[];
  readonly operation: string | undefined;
  /** What let it in; where nothing did, what was not enough. */
  readonly admitted: Admission | readonly Admission[];
  readonly step: Step;
  readonly hasWishes: boolean;
  readonly status: number;
  /** Names and values in turn. */
  readonly replyHeaders: readonly string[];
  /** Undefined where there was none, or none that could be kept. */
  readonly replyBody: string | undefined;
  /** Bytes or characters; -1 where it comes piece by piece. */
  readonly replySize: number;
  readonly verdict: 'served' | 'refused' | 'breach';
  readonly fault: Fault;
  readonly forced: Forced | undefined;
  readonly delivery: Delivery | undefined;
}

/** What was wrong. */
export interface Fault {
  readonly code: ProblemCode | undefined;
  readonly detail: string;
  readonly violations: readonly Violation[];
}

/** How many of the road's steps a request had behind it: none, routed, authenticated, authorized, read, validated. */
export type Step = 0 | 1 | 2 | 3 | 4 | 5;

/** A body that weighs more is not kept, since it would push out what else there is. */
export const heaviestBody = 65_536;

/** What a note and what it points to take, its texts aside. */
const ownWeight = 700;

/** What there is to know of the stand-in when a request is taken down. */
export interface NoteRules {
  /** By which names secrets travel now. */
  secrets(this: void): Secrets;
  /** The number of a private world, above 0; another where one of the same name was made anew. */
  numberOf(this: void, world: string): number;
}

const none: readonly never[] = [];
const noFault: Fault = { code: undefined, detail: '', violations: none };

/** Takes down a request. It is done for each, so that no list, closure or text is made here. */
export function takeNote(
  { path, milliseconds, passage }: Watched,
  id: number,
  { secrets, numberOf }: NoteRules,
): Note {
  const { reached, reply } = passage;
  const { received, routed, authenticated, authorized, content, validated } = reached;
  const { headers, query } = received;
  const bodyWeight = content ? weighBody(content.value, headers) : 0;
  const isKept = bodyWeight <= heaviestBody;
  const replyBody = keepText(reply.body);
  const fault = reply.verdict.kind === 'served' ? noFault : takeFault(reply.verdict);
  return {
    id,
    answeredAt: Date.now(),
    milliseconds,
    weight:
      path.length +
      query.length +
      (isKept ? bodyWeight : 0) +
      weighReply(reply.headers, replyBody) +
      weighFields(headers) +
      weighFault(fault) +
      ownWeight,
    secrets: secrets(),
    world: received.world === undefined ? 0 : numberOf(received.world),
    worldName: received.world,
    method: received.method,
    path,
    place: received.path,
    query,
    headers,
    body: isKept ? content?.value : undefined,
    hadBody: content !== undefined,
    pathNames: routed ? routed.operation.pathNames : none,
    pathValues: routed ? routed.pathValues : none,
    operation: reply.operation?.id,
    admitted: authorized?.admission ?? authenticated?.admissions ?? none,
    step: countSteps(reached),
    hasWishes: validated !== undefined && isWishful(validated),
    status: reply.status,
    replyHeaders: reply.headers,
    replyBody,
    replySize: sizeOf(reply.body),
    verdict: reply.verdict.kind,
    fault,
    forced: reply.forced,
    delivery: reply.delivery,
  };
}

/** Not the error itself: what caused it may hold on to anything. */
function takeFault(verdict: Exclude<Verdict, { kind: 'served' }>): Fault {
  if (verdict.kind === 'breach') {
    const { message, violations } = verdict.breach;
    return { code: 'contract-breach', detail: message, violations };
  }
  const { code, message, violations } = verdict.error;
  return { code, detail: message, violations };
}

function countSteps({ routed, authenticated, authorized, content, validated }: Reached): Step {
  if (validated) return 5;
  if (content) return 4;
  if (authorized) return 3;
  if (authenticated) return 2;
  return routed ? 1 : 0;
}

function isWishful({ preferences }: Validated): boolean {
  const { code, example, isDynamic, seed } = preferences;
  const isPlain = code === undefined && example === undefined;
  return !isPlain || isDynamic !== undefined || seed !== undefined;
}

function keepText(body: Reply['body']): string | undefined {
  return typeof body === 'string' && body.length <= heaviestBody ? body : undefined;
}

function sizeOf(body: Reply['body']): number {
  if (body === undefined) return 0;
  if (typeof body === 'string') return body.length;
  return body instanceof Uint8Array ? body.byteLength : -1;
}

/** So short a text can't become much; it is not worth a look at what became of it. */
const shortText = 512;
/** What a character of JSON can become at most: `{},` is three, and an object of its own. */
const growth = 20;

function weighBody(value: JsonValue, headers: Note['headers']): number {
  const length = Number(headers['content-length']);
  const isPlain = headers['content-encoding'] === undefined;
  if (isPlain && length <= shortText) return length * growth;
  return weighValue(value, heaviestBody);
}

function weighReply(headers: readonly string[], body: string | undefined): number {
  return 48 * headers.length + (body === undefined ? 0 : body.length);
}

function weighFault({ detail, violations }: Fault): number {
  return detail.length + 400 * violations.length;
}
