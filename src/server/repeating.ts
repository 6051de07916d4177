import { ApiError } from '../base/errors.ts';
import { formatOf } from '../contract/bodies/formats/formats.ts';
import { parseMediaType } from '../contract/bodies/media.ts';
import type { Answered } from '../http/entry-route.ts';
import type { Received, ReceivedBody } from '../pipeline/exchange.ts';
import { respond } from '../pipeline/respond.ts';
import type { World } from '../store/worlds/world.ts';
import { nameWorld, noteOnBody, verdictOf } from '../traffic/journal/entry.ts';
import type { RequestNote } from '../traffic/journal/note.ts';
import { pathOfNote } from '../traffic/journal/note.ts';
import type { Runtime } from './runtime.ts';

interface RepeatMatters {
  runtime(this: void): Runtime;
  /** The path prefix of the control API. */
  readonly prefix: string;
  /** Tells journal, coverage and log. */
  observe(this: void, answered: Answered): void;
}

/**
 * Takes a kept request down the road again, in its world, with all that its client sent. It counts
 * as a new request. Delays and cuts are noted, but there is no connection to delay or cut.
 */
export async function repeatNote(note: RequestNote, matters: RepeatMatters): Promise<void> {
  const reason = findObstacle(note);
  if (reason !== undefined) {
    const detail = `The server can't repeat request ${note.id}: ${reason}. Send it from its client again.`;
    throw new ApiError('not-repeatable', detail);
  }
  const received = receiveAgain(note);
  // Read now: while this waits, a newer request may overwrite the note.
  const { path } = note;
  const road = matters.runtime().roadIn(findWorld(note, matters));
  const started = performance.now();
  const passage = await respond(received, road);
  const milliseconds = performance.now() - started;
  matters.observe({ entryRoute: { name: 'contract' }, path, milliseconds, passage });
}

function findObstacle(note: RequestNote): string | undefined {
  const { step, body, hadBody, from, fault } = note;
  const verdict = verdictOf(note);
  if (from !== undefined || fault.code === 'forward-failed')
    return 'it was for the server behind this one, and its body is not kept';
  if (step === 0 && verdict === 'refused')
    return `the server refused it before it looked at the contract (${fault.code})`;
  // Without an operation the answer is the same without the body; so it is where none is read.
  const isUnneeded = verdict === 'unmatched' || (step === 5 && !hadBody);
  const lack = body === undefined && !isUnneeded ? noteOnBody(note) : undefined;
  if (lack !== undefined) return `its body is ${lack}`;
  return isFileLost(note) ? 'its files are not kept' : undefined;
}

/** The journal has files as texts, of which only plain ones tell the bytes. */
function isFileLost({ files, body, headers }: RequestNote): boolean {
  if (files === 0) return false;
  if (typeof body !== 'string') return true;
  const isAscii = Buffer.byteLength(body) === body.length;
  return !isAscii && formatOfBody(headers).content === 'bytes';
}

function findWorld(note: RequestNote, { runtime, prefix }: RepeatMatters): World {
  const { worlds } = runtime();
  const { worldName } = note;
  const world = worldName === undefined ? worlds.main : worlds.find(worldName);
  if (world) return world;
  const name = nameWorld(note);
  const detail = `The world "${name}" of request ${note.id} is gone. Make it anew with PUT ${prefix}/worlds/${name}, then repeat the request.`;
  throw new ApiError('unknown-world', detail);
}

function receiveAgain(note: RequestNote): Received {
  const { method, path, placeAt, worldName, query, body } = note;
  const headers = headersAgain(note);
  const isText = typeof body === 'string' && formatOfBody(headers).content !== 'members';
  const sent: ReceivedBody =
    body === undefined || isText
      ? { kind: 'text', text: isText ? body : '' }
      : { kind: 'parsed', value: body };
  return {
    method,
    // The path `/~a` alone means the root of a world.
    prefix: path.startsWith('/', placeAt) ? path.slice(0, placeAt) : path,
    world: worldName,
    path: pathOfNote(note),
    query,
    headers,
    isLocal: true,
    findPeer: () => undefined,
    readBody: () => sent,
  };
}

/** Headers that say how the client sent the body, and not what it sent. */
const ofTransfer: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'trailer',
  'te',
  'expect',
  'connection',
  'keep-alive',
]);

function headersAgain({ headers, body }: RequestNote): Received['headers'] {
  const kept = Object.entries(headers).filter(([name]) => !ofTransfer.has(name));
  if (body === undefined) return Object.fromEntries(kept);
  const { 'content-length': length, 'content-encoding': coding } = headers;
  const own = coding === undefined ? length : undefined;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return Object.fromEntries([...kept, ['content-length', own ?? `${Buffer.byteLength(text)}`]]);
}

function formatOfBody({
  'content-type': type = '',
}: Received['headers']): ReturnType<typeof formatOf> {
  return formatOf(parseMediaType(String(type))?.essence ?? '');
}
