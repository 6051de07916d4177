import type { MockCollection } from '../library/records.ts';
import type { SentCredential } from '../library/credentials.ts';
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
}: NonNullable<Schemas['Delivery']>): object {
  const after = end.kind === 'cut' ? { after: end.after ?? undefined } : {};
  return { by, delay, bytesPerSecond: speed ?? undefined, end: { kind: end.kind, ...after } };
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

/** The members in camelCase, and null as undefined; what is inside them stays as it is. */
function readMembers(document: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value ?? undefined,
    ]),
  );
}
