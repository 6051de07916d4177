import type { MockCollection } from '../library/records.ts';
import type { MockCredential, SentCredential } from '../library/credentials.ts';
import type { MockSample, MockSentSample } from '../library/samples.ts';
import type { MockVerification } from '../library/requests.ts';
import type { RequestEntry } from '../traffic/journal/entry.ts';
import type { Schemas } from './control-types.ts';

/** The documents of the control API by the names of the library, so that a test reads both alike. */

export function readEntry(document: Schemas['Request']): RequestEntry {
  const { time, request, reply, delivery, unknown_query: unknown } = document;
  const entry = {
    ...readMembers(document),
    time: new Date(time),
    request: readContent(request),
    reply: readContent(reply),
    changesNote: document.changes_note,
    unknownQuery: unknown.map(readMembers),
    delivery: delivery === null ? undefined : readDelivery(delivery),
  };
  // A trust edge: the server has held the document to its contract.
  return entry as unknown as RequestEntry;
}

/** Null is a body, too. */
function readContent({
  body_note: bodyNote,
  ...rest
}: {
  readonly body?: unknown;
  readonly body_note?: string;
}): object {
  return { body: undefined, ...rest, bodyNote };
}

function readDelivery({
  by,
  delay_ms: delay,
  bytes_per_second: speed,
  end,
  ...progress
}: NonNullable<Schemas['Delivery']>): object {
  const after = end.kind === 'cut' ? { after: end.after ?? undefined } : {};
  const how = { by, delay, bytesPerSecond: speed ?? undefined, end: { kind: end.kind, ...after } };
  return { ...how, ...progress };
}

export function readVerification(document: Schemas['Verification']): MockVerification {
  const { wanted, nearest, ...rest } = document;
  return {
    ...readMembers(rest),
    wanted: readMembers(wanted),
    nearest: nearest.map(readMembers),
  } as unknown as MockVerification;
}

export function readCollection(document: Schemas['Collection']): MockCollection {
  return readMembers(document) as unknown as MockCollection;
}

export function readCredential(document: Schemas['Credential']): SentCredential {
  const { expires_at: end, only = {}, ...rest } = document;
  return {
    ...readMembers(rest),
    expiresAt: end === undefined ? undefined : Date.parse(end),
    only: new Map(Object.entries(only)),
  } as unknown as SentCredential;
}

export function writeCredential({
  expiresAt,
  only,
  ...rest
}: MockCredential): Schemas['CredentialWish'] {
  const end = expiresAt === undefined ? {} : { expires_at: writeMoment(expiresAt) };
  const limits = only === undefined ? {} : { only: writeOnly(only) };
  return { ...rest, ...end, ...limits } as Schemas['CredentialWish'];
}

/** A credential that was read has a map, which JSON has not. */
const writeOnly = (only: unknown): unknown =>
  only instanceof Map ? Object.fromEntries(only) : only;

export function readSample(document: Schemas['Sample']): MockSample {
  const { request, ...rest } = readMembers(document) as { readonly request?: object };
  const { body } = (request ?? {}) as { readonly body?: string | null };
  const sent = request && { ...request, body: body ?? undefined };
  return { whyNot: undefined, ...rest, request: sent } as unknown as MockSample;
}

export function readSentSample(document: Schemas['SentSample']): MockSentSample {
  const { request, ...rest } = document;
  return { ...readMembers(rest), requestId: request ?? undefined } as unknown as MockSentSample;
}

/** A moment as the control API takes it. */
export function writeMoment(moment: string | number | Date): string {
  return typeof moment === 'string' ? moment : new Date(moment).toISOString();
}

/** The members in camelCase, and null as undefined; what is inside them stays as it is. */
function readMembers(document: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value ?? undefined,
    ]),
  );
}
