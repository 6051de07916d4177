import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, memberAt, withMember } from '../../src/base/json.ts';
import type { Place } from '../referee/documents.ts';
import { findResponse, findSchema } from '../referee/operations.ts';
import { chooseBodyMedia, makeBody } from './bodies.ts';
import type { Deed } from './find-flows.ts';
import { Miss } from './miss.ts';
import type { Heard, Ring } from './ring.ts';
import { nameOf } from './ring.ts';
import { stepDownTo } from './schemas.ts';

/** The keys of the parents that a record stands under, as its collection counts them. */
export type Chain = readonly (string | undefined)[];

/** What was made. */
export interface Made {
  readonly key: string;
  /** The record as it was sent. */
  readonly sent: JsonObject;
  /** The record as the reply showed it. */
  readonly shown: JsonObject | undefined;
}

/** The parameters of an operation's path, filled in. */
export function fillPath(
  { operation, target }: Deed,
  chain: Chain,
  key?: string,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const set = (index: number | undefined, value: string | undefined): void => {
    const name = index === undefined ? undefined : operation.pathNames[index];
    if (name !== undefined && value !== undefined) values.set(name, value);
  };
  for (const [index, at] of target.parents.entries()) set(at, chain[index]);
  set(target.key, key);
  return values;
}

/** Makes a record; other labels make others. */
export async function makeRecord(
  ring: Ring,
  create: Deed,
  chain: Chain,
  label: string,
  read?: Deed,
): Promise<Made> {
  const first = await post(ring, create, chain, label);
  // The key that the body names may be that of a record that there is, and not all say 409 then.
  const { heard, sent } =
    first.heard.status >= 400 ? await post(ring, create, chain, `${label}-again`) : first;
  expectSuccess(create, heard);
  return { key: keyOf(create, heard, sent, read), sent, shown: shownIn(create, heard) };
}

async function post(
  ring: Ring,
  create: Deed,
  chain: Chain,
  label: string,
): Promise<{ readonly heard: Heard; readonly sent: JsonObject }> {
  const media = chooseBodyMedia(create.operation);
  const raw = media && makeBody(ring.generate, create.operation, media, label);
  const value = raw === undefined ? undefined : assignParents(create, chain, raw);
  const heard = await ring.ask(create.operation, {
    path: fillPath(create, chain),
    body: media && value !== undefined ? { value, media } : undefined,
  });
  return { heard, sent: recordIn(value, create.target.given?.steps ?? []) ?? {} };
}

export function expectSuccess(
  { operation }: Deed,
  { status, headers, text, question }: Heard,
): void {
  // A few answer with a redirection to what they have set about.
  if (status < 400) return;
  const reason = headers['x-stuntdouble-reason'] ?? '';
  throw new Miss('refused', `${nameOf(operation)}: ${question.path} → ${status} ${reason} ${text}`);
}

/** The record in a reply. */
export function shownIn({ target }: Deed, { json }: Heard): JsonObject | undefined {
  return target.shown && recordIn(json, target.shown.steps);
}

export function keyIn(record: JsonValue | undefined, { target }: Deed): string | undefined {
  const { key } = target.collection;
  if (!key || !isJsonObject(record)) return undefined;
  const value = memberAt(record, key) ?? memberAt(record, [key.join('.')]);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The schema of the record in a reply, as the referee reads it. */
export function schemaShown({ referee }: Ring, deed: Deed, heard: Heard): Place | undefined {
  const { documents } = referee;
  const { method, path } = deed.operation;
  const operation = referee.operations.find(
    (each) => each.method === method && each.template === path,
  );
  const response = operation && findResponse(documents, operation, heard.status);
  const schema = response && findSchema(documents, response, heard.headers['content-type'] ?? '');
  return stepDownTo(documents, schema, deed.target.shown?.steps ?? []);
}

/** A parent that a body names, too, is the one of the path. */
function assignParents({ target }: Deed, chain: Chain, body: JsonValue): JsonValue {
  if (!isJsonObject(body)) return body;
  let assigned = body;
  for (const [index, { parameter }] of target.collection.parents.entries()) {
    const steps = [...(target.given?.steps ?? []), parameter];
    const value = memberAt(assigned, steps);
    const parent = chain[index];
    if (parent === undefined || (typeof value !== 'string' && typeof value !== 'number')) continue;
    assigned = withMember(assigned, steps, typeof value === 'number' ? Number(parent) : parent);
  }
  return assigned;
}

function keyOf(create: Deed, heard: Heard, sent: JsonObject, read: Deed | undefined): string {
  const shown = keyIn(shownIn(create, heard), create);
  const located = keyInLocation(heard, read);
  if (shown !== undefined && located !== undefined && shown !== located) {
    throw new Miss('unequal', `Location ends in ${located}, and the record's key is ${shown}`);
  }
  const key = shown ?? located ?? keyIn(sent, create);
  if (key !== undefined) return key;
  throw new Miss('keyless', `${nameOf(create.operation)} → ${heard.status} ${heard.text}`);
}

/** Where the header names a path like that of reading: its last parameter. */
function keyInLocation({ headers }: Heard, read: Deed | undefined): string | undefined {
  const location = headers['location'];
  if (location === undefined || !read) return undefined;
  const path = location.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  const template = read.operation.path
    .split(/\{[^{}]*\}/)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]+)');
  const values = new RegExp(`${template}$`).exec(path)?.slice(1);
  const value = values?.[read.target.key ?? -1];
  return value === undefined ? undefined : decodeURIComponent(value);
}

function recordIn(body: JsonValue | undefined, steps: readonly string[]): JsonObject | undefined {
  const record = body === undefined ? undefined : memberAt(body, steps);
  return isJsonObject(record) ? record : undefined;
}
