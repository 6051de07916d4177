// `instanceof` knows the bytes of its own realm alone, and Jest's jsdom is another.
import { isUint8Array } from 'node:util/types';

import type { JsonValue } from '../../base/json.ts';
import { weighValue } from '../../base/weighing.ts';
import type { UnknownQuery } from '../../pipeline/checks/unknown-query.ts';
import type { DeliveryProgress } from '../../pipeline/delivery-progress.ts';
import type { Delivery, Forced, ContentOrigin, Reached, Reply } from '../../pipeline/exchange.ts';
import type { Credential } from '../../store/credentials/credential.ts';
import type { RecordChange } from '../../store/record.ts';
import type { Watched } from '../answered.ts';
import type { Secrets } from '../redaction/found/secrets.ts';
import { findSecrets } from '../redaction/found/secrets.ts';
import type { Epoch } from './note-times.ts';
import { createClock } from './note-times.ts';
import { keepChanges } from './noted-changes.ts';
import type { Fields, NotedFault } from './shared-headers.ts';
import {
  createFaultTaker,
  createFieldStock,
  createListStock,
  noFault,
  weighFault,
} from './shared-headers.ts';

/**
 * What the journal keeps of a request: references to existing values. Entries are made from it on
 * demand. It refers neither to the connection nor to the contract. The journal costs most for
 * objects that outlive their request, because the garbage collector moves them. So each note
 * overwrites an older one, and has no fractions or large numbers: each would be an object.
 */
export interface RequestNote {
  /** Increases by one with each request. */
  readonly id: number;
  /** When it was answered, in milliseconds since `epoch`. */
  readonly tick: number;
  readonly epoch: Epoch;
  readonly microseconds: number;
  /** About how many bytes are kept with it. */
  readonly weight: number;
  readonly secrets: Secrets;
  /** 0: the default world. A new world with an old name has a new number. */
  readonly world: number;
  /** Undefined: the default world. */
  readonly worldName: string | undefined;
  readonly method: string;
  /** The whole path, including mount prefix and world. */
  readonly path: string;
  /** Where in `path` the path begins that the contract sees. */
  readonly placeAt: number;
  readonly query: string;
  /** The names in the query that the operation does not declare. */
  readonly unknownQuery: UnknownQuery | undefined;
  readonly headers: Fields;
  /** Undefined if there was none, or if it was not kept. */
  readonly body: JsonValue | undefined;
  readonly hadBody: boolean;
  /** How many files the body was or had. */
  readonly files: number;
  readonly operation: string | undefined;
  /** Names of the credentials that authorized it; if none did, of the valid ones that it sent. */
  readonly credentials: string | readonly string[] | undefined;
  readonly step: RoadStep;
  readonly hasPreferences: boolean;
  readonly status: number;
  /** Names and values in turn. */
  readonly replyHeaders: readonly string[];
  /** Undefined if there was none, or if it was not kept. */
  readonly replyBody: string | undefined;
  /** In bytes or characters; -1 if the body is a stream. */
  readonly replySize: number;
  /** Set if the contract alone gave the reply's body; undefined if the state had a part in it. */
  readonly origin: ContentOrigin | undefined;
  readonly verdict: 'served' | 'refused' | 'breach';
  readonly fault: NotedFault;
  readonly forced: Forced | undefined;
  readonly delivery: Delivery | undefined;
  /** Goes on after the note is written; undefined: no connection delivers the reply late. */
  readonly progress: DeliveryProgress | undefined;
  /** The server that it was forwarded to; undefined: none. */
  readonly from: string | undefined;
  /** How many records it changed. */
  readonly changed: number;
  /** Those of its changes that are kept. */
  readonly changes: readonly RecordChange[];
}

/** How many steps passed: none, routed, authenticated, authorized, body read, validated. */
export type RoadStep = 0 | 1 | 2 | 3 | 4 | 5;

/** In bytes: a larger body is not kept, because it would displace many other notes. */
export const heaviestBody = 65_536;

/** Bytes that a note and what it refers to take at least, without the texts. */
export const lightest = 700;

export interface NoteRules {
  /** The secrets that the current contract declares. */
  secrets(this: void): Secrets;
  /** The number of a private world, above 0; -1 if the world was removed in the meantime. */
  numberOf(this: void, world: string): number;
}

const none: readonly never[] = [];
const noFields: Fields = {};
const noEpoch: Epoch = { start: 0 };
const noSecrets = findSecrets({ schemes: [] });

export type NoteSlot = { -readonly [Member in keyof RequestNote]: RequestNote[Member] };

/** The returned function runs for every request, so it avoids new objects, closures and texts. */
export function createNoteTaker(
  rules: NoteRules,
): (watched: Watched, id: number, slot: NoteSlot) => void {
  const { secrets, numberOf } = rules;
  const stock = createFieldStock();
  const keepList = createListStock();
  const takeFault = createFaultTaker();
  const clock = createClock();
  return ({ path, milliseconds, passage, progress }, id, slot) => {
    const { reached, reply } = passage;
    const { headers, content } = reached;
    const { changed, changes, weight: changesWeight } = keepChanges(passage);
    const bodyWeight = content ? weighBody(content.value, headers) : 0;
    const isKept = bodyWeight <= heaviestBody || isShort(headers);
    const fault = reply.verdict.kind === 'served' ? noFault : takeFault(reply.verdict);
    slot.id = id;
    slot.tick = clock.tick();
    slot.epoch = clock.epoch;
    slot.microseconds = Math.round(milliseconds * 1000);
    slot.secrets = secrets();
    slot.world = reached.world === undefined ? 0 : numberOf(reached.world);
    slot.worldName = reached.world;
    slot.method = reached.method;
    slot.path = path;
    slot.placeAt = path.length - reached.path.length;
    slot.query = reached.query;
    slot.unknownQuery = reached.unknownQuery;
    slot.headers = stock.keep(headers);
    slot.body = isKept ? content?.value : undefined;
    slot.hadBody = content !== undefined;
    slot.files = content?.files?.length ?? 0;
    slot.operation = reply.operation?.id;
    slot.credentials = nameCredentials(reached);
    slot.step = countSteps(reached);
    slot.hasPreferences = reached.preferences !== undefined;
    slot.status = reply.status;
    slot.replyHeaders = keepList(reply.headers);
    slot.replyBody = keepText(reply.body);
    slot.replySize = sizeOf(reply.body);
    slot.origin = reply.origin;
    slot.verdict = reply.verdict.kind;
    slot.fault = fault;
    slot.forced = reply.forced;
    slot.delivery = reply.delivery;
    slot.progress = progress;
    slot.from = reply.from;
    slot.changed = changed;
    slot.changes = changes;
    slot.weight =
      lightest +
      path.length +
      reached.query.length +
      stock.weight +
      (isKept ? bodyWeight : 0) +
      weighReply(reply.headers, slot.replyBody) +
      weighFault(fault) +
      changesWeight +
      weighUnknown(reached.unknownQuery);
  };
}

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
    unknownQuery: undefined,
    headers: noFields,
    body: undefined,
    hadBody: false,
    files: 0,
    operation: undefined,
    credentials: undefined,
    step: 0,
    hasPreferences: false,
    status: 0,
    replyHeaders: none,
    replyBody: undefined,
    replySize: 0,
    origin: undefined,
    verdict: 'served',
    fault: noFault,
    forced: undefined,
    delivery: undefined,
    progress: undefined,
    from: undefined,
    changed: 0,
    changes: none,
  };
}

/** Drops all that a slot refers to. */
export function emptySlot(slot: NoteSlot): void {
  Object.assign(slot, createSlot());
}

/** The path that the contract sees, without mount prefix and world. */
export function pathOfNote({ path, placeAt }: Pick<RequestNote, 'path' | 'placeAt'>): string {
  const place = path.slice(placeAt);
  // The path `/~a`, with a world alone, means the root.
  return place.startsWith('/') ? place : '/';
}

/** Usually there is one credential, whose name is kept without a list. */
function nameCredentials({ admission, admissions }: Reached): RequestNote['credentials'] {
  const credentials = admission?.credentials;
  if (credentials) return credentials.length === 1 ? credentials[0]?.name : credentials.map(nameOf);
  const [only] = admissions ?? none;
  if (admissions?.length === 1 && only?.credentials.length === 1) return only.credentials[0]?.name;
  return admissions?.flatMap((one) => one.credentials.map(nameOf));
}

function nameOf({ name }: Credential): string {
  return name;
}

function countSteps(reached: Reached): RoadStep {
  const { operation, admissions, admission, content, parameters } = reached;
  if (parameters) return 5;
  if (content) return 4;
  if (admission) return 3;
  if (admissions) return 2;
  return operation ? 1 : 0;
}

function keepText(body: Reply['body']): string | undefined {
  return typeof body === 'string' && body.length <= heaviestBody ? body : undefined;
}

function sizeOf(body: Reply['body']): number {
  if (body === undefined) return 0;
  if (typeof body === 'string') return body.length;
  return isUint8Array(body) ? body.byteLength : -1;
}

/** In bytes: shorter bodies cannot grow much, so their values are not weighed. */
const shortText = 512;
/** The most bytes that a character of JSON becomes: `{},` has three, and becomes an object. */
const growth = 20;

function weighBody(value: JsonValue, headers: RequestNote['headers']): number {
  const length = lengthOf(headers);
  if (length <= shortText) return length * growth;
  return weighValue(value, isShort(headers) ? Infinity : heaviestBody);
}

/** Whether the body was small when sent; only the limit of the journal bounds its value. */
function isShort(headers: RequestNote['headers']): boolean {
  return lengthOf(headers) <= heaviestBody;
}

/** NaN if the body was chunked or compressed: its length is not known. */
function lengthOf(headers: RequestNote['headers']): number {
  return headers['content-encoding'] === undefined ? Number(headers['content-length']) : Number.NaN;
}

function weighReply(headers: readonly string[], body: string | undefined): number {
  return 48 * headers.length + (body === undefined ? 0 : body.length);
}

/** Names that clients repeat are kept once for all requests; this counts them each time. */
function weighUnknown(unknown: UnknownQuery | undefined): number {
  return unknown === undefined ? 0 : 400 * unknown.listed.length;
}
