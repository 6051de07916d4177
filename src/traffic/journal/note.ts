import type { JsonValue } from '../../base/json.ts';
import { weighValue } from '../../base/weighing.ts';
import type { Delivery, Forced, ContentOrigin, Reached, Reply } from '../../pipeline/exchange.ts';
import { isWishing } from '../../pipeline/preferences.ts';
import type { Credential } from '../../store/credentials/credentials.ts';
import type { Watched } from '../answered.ts';
import type { Secrets } from '../redaction/found/secrets.ts';
import { findSecrets } from '../redaction/found/secrets.ts';
import type { Fields, NotedFault } from './shared-headers.ts';
import { createFieldStock, createListStock, createFaultTaker, noFault } from './shared-headers.ts';

/**
 * What is kept of a request: what was there anyway, and nothing that is made for it. What it says is
 * worked out when somebody asks. Nothing of it leads to the connection, or to the contract. What is made
 * for a request and outlives it is what a journal costs, since the platform has to move it: so a note is
 * written over an older one, and has no fractions and no large numbers, each of which would be an object.
 */
export interface RequestNote {
  /** Rises by one with each request. */
  readonly id: number;
  /** When it was answered, in milliseconds since its epoch. */
  readonly tick: number;
  readonly epoch: Epoch;
  readonly microseconds: number;
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
  /** Where in it that begins which the contract sees. */
  readonly placeAt: number;
  readonly query: string;
  readonly headers: Fields;
  /** Undefined where there was none, or none that could be kept. */
  readonly body: JsonValue | undefined;
  readonly hadBody: boolean;
  readonly operation: string | undefined;
  /** The names of the credentials that let it in; where none did, of those that were not enough. */
  readonly credentials: string | readonly string[] | undefined;
  readonly step: RoadStep;
  readonly hasWishes: boolean;
  readonly status: number;
  /** Names and values in turn. */
  readonly replyHeaders: readonly string[];
  /** Undefined where there was none, or none that could be kept. */
  readonly replyBody: string | undefined;
  /** Bytes or characters; -1 where it comes piece by piece. */
  readonly replySize: number;
  /** What the contract alone has made the reply's body of; undefined where the state has a part in it. */
  readonly origin: ContentOrigin | undefined;
  readonly verdict: 'served' | 'refused' | 'breach';
  readonly fault: NotedFault;
  readonly forced: Forced | undefined;
  readonly delivery: Delivery | undefined;
  /** The server that it was forwarded to; undefined: none. */
  readonly from: string | undefined;
}

/** What many notes count their time from, in milliseconds since the epoch of the platform. */
export interface Epoch {
  readonly start: number;
}

/** How many of the road's steps a request had behind it: none, routed, authenticated, authorized, read, validated. */
export type RoadStep = 0 | 1 | 2 | 3 | 4 | 5;

/** A body that weighs more is not kept, since it would push out what else there is. */
export const heaviestBody = 65_536;

/** What a note and what it points to take, its texts aside. */
export const lightest = 700;

/** What there is to know of the stand-in when a request is taken down. */
export interface NoteRules {
  /** Where secrets travel now. */
  secrets(this: void): Secrets;
  /** The number of a private world, above 0; another where one of the same name was made anew. */
  numberOf(this: void, world: string): number;
}

const none: readonly never[] = [];
const noFields: Fields = {};
const noEpoch: Epoch = { start: 0 };
const noSecrets = findSecrets({ schemes: [] });

/** A note that is being written. */
export type NoteSlot = { -readonly [Member in keyof RequestNote]: RequestNote[Member] };

/** Takes down requests. It is done for each, so that no object, list, closure or text is made here. */
export function createNoteTaker(
  rules: NoteRules,
): (watched: Watched, id: number, slot: NoteSlot) => void {
  const { secrets, numberOf } = rules;
  const stock = createFieldStock();
  const keepList = createListStock();
  const takeFault = createFaultTaker();
  const clock = createClock();
  return ({ path, milliseconds, passage: { reached, reply } }, id, slot) => {
    const { received, content, validated } = reached;
    const bodyWeight = content ? weighBody(content.value, received.headers) : 0;
    const isKept = bodyWeight <= heaviestBody || isShort(received.headers);
    const replyBody = keepText(reply.body);
    const fault = reply.verdict.kind === 'served' ? noFault : takeFault(reply.verdict);
    slot.id = id;
    slot.tick = clock.tick();
    slot.epoch = clock.epoch;
    slot.microseconds = Math.round(milliseconds * 1000);
    slot.secrets = secrets();
    slot.world = received.world === undefined ? 0 : numberOf(received.world);
    slot.worldName = received.world;
    slot.method = received.method;
    slot.path = path;
    slot.placeAt = path.length - received.path.length;
    slot.query = received.query;
    slot.headers = stock.keep(received.headers);
    slot.body = isKept ? content?.value : undefined;
    slot.hadBody = content !== undefined;
    slot.operation = reply.operation?.id;
    slot.credentials = nameCredentials(reached);
    slot.step = countSteps(reached);
    slot.hasWishes = validated !== undefined && isWishing(validated.preferences);
    slot.status = reply.status;
    slot.replyHeaders = keepList(reply.headers);
    slot.replyBody = replyBody;
    slot.replySize = sizeOf(reply.body);
    slot.origin = reply.origin;
    slot.verdict = reply.verdict.kind;
    slot.fault = fault;
    slot.forced = reply.forced;
    slot.delivery = reply.delivery;
    slot.from = reply.from;
    slot.weight =
      lightest +
      path.length +
      received.query.length +
      stock.weight +
      (isKept ? bodyWeight : 0) +
      weighReply(reply.headers, replyBody) +
      weighFault(fault);
  };
}

/** A note of nothing. */
export function createSlot(): NoteSlot {
  return {
    id: 0,
    tick: 0,
    epoch: noEpoch,
    microseconds: 0,
    weight: 0,
    secrets: noSecrets,
    world: 0,
    worldName: undefined,
    method: '',
    path: '',
    placeAt: 0,
    query: '',
    headers: noFields,
    body: undefined,
    hadBody: false,
    operation: undefined,
    credentials: undefined,
    step: 0,
    hasWishes: false,
    status: 0,
    replyHeaders: none,
    replyBody: undefined,
    replySize: 0,
    origin: undefined,
    verdict: 'served',
    fault: noFault,
    forced: undefined,
    delivery: undefined,
    from: undefined,
  };
}

/** What a note held is held no more. */
export function emptySlot(slot: NoteSlot): void {
  Object.assign(slot, createSlot());
}

/** The path as the contract sees it. */
export function pathOfNote({ path, placeAt }: Pick<RequestNote, 'path' | 'placeAt'>): string {
  const place = path.slice(placeAt);
  // Of nothing but a world, `/~a`, it is the root.
  return place.startsWith('/') ? place : '/';
}

/** When a request was answered, in milliseconds since the epoch of the platform. */
export function answeredAt({ epoch, tick }: Pick<RequestNote, 'epoch' | 'tick'>): number {
  return epoch.start + tick;
}

/** When it came in. */
export function receivedAt(note: Pick<RequestNote, 'epoch' | 'tick' | 'microseconds'>): number {
  return Math.round(answeredAt(note) - note.microseconds / 1000);
}

/** So many milliseconds can be counted before the number becomes a large one. */
const longestEpoch = 1_000_000_000;

function createClock(): { readonly epoch: Epoch; tick(): number } {
  const clock = {
    epoch: { start: Date.now() },
    tick() {
      const tick = Date.now() - clock.epoch.start;
      if (tick >= 0 && tick < longestEpoch) return tick;
      clock.epoch = { start: clock.epoch.start + tick };
      return 0;
    },
  };
  return clock;
}

/** Nearly always there is one, whose name is kept as it is. */
function nameCredentials({ authorized, authenticated }: Reached): RequestNote['credentials'] {
  const credentials = authorized?.admission.credentials;
  if (credentials) return credentials.length === 1 ? credentials[0]?.name : credentials.map(nameOf);
  const admissions = authenticated?.admissions;
  const [only] = admissions ?? none;
  if (admissions?.length === 1 && only?.credentials.length === 1) return only.credentials[0]?.name;
  return admissions?.flatMap((admission) => admission.credentials.map(nameOf));
}

function nameOf({ name }: Credential): string {
  return name;
}

function countSteps({ routed, authenticated, authorized, content, validated }: Reached): RoadStep {
  if (validated) return 5;
  if (content) return 4;
  if (authorized) return 3;
  if (authenticated) return 2;
  return routed ? 1 : 0;
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

function weighBody(value: JsonValue, headers: RequestNote['headers']): number {
  const length = lengthOf(headers);
  if (length <= shortText) return length * growth;
  return weighValue(value, isShort(headers) ? Infinity : heaviestBody);
}

/** Whether a body is small as it was sent; what became of it may be larger, and counts for the whole journal. */
function isShort(headers: RequestNote['headers']): boolean {
  return lengthOf(headers) <= heaviestBody;
}

/** Not known of a body that came in pieces, or compressed. */
function lengthOf(headers: RequestNote['headers']): number {
  return headers['content-encoding'] === undefined ? Number(headers['content-length']) : Number.NaN;
}

function weighReply(headers: readonly string[], body: string | undefined): number {
  return 48 * headers.length + (body === undefined ? 0 : body.length);
}

function weighFault({ detail, violations }: NotedFault): number {
  return detail.length + 400 * violations.length;
}
