import type { Json, JsonObject, PlannedOperation, RequestDocument } from '../api/documents.ts';
import { hidden, mediaOf } from './sent.ts';

/** Why the reply can't be given again; undefined: it can. */
export function whyNotKept({ operation, reply }: RequestDocument): string | undefined {
  if (operation === null)
    return 'No operation of the contract was asked, so there is nothing to answer';
  if (reply.body_note !== undefined) return `The reply was not kept whole: ${reply.body_note}`;
  if (reply.status < 200) return 'An override sends statuses from 200 on';
  return undefined;
}

/** Decoded, by their names. */
export type PathParameters = Readonly<Record<string, string>>;

/** An override that answers the path of a request as that request was answered. */
export function wishForReply(
  { operation, reply }: RequestDocument,
  parameters: PathParameters,
): JsonObject {
  const { status, body, headers = {} } = reply;
  const media = mediaOf(headers);
  // The server sends JSON as such by itself.
  const isUsual = media === '' || media === 'application/json';
  return {
    operation: operation ?? '',
    ...matchPath(parameters),
    reply: {
      status,
      ...(body === undefined ? {} : { body }),
      ...(isUsual ? {} : { headers: { 'Content-Type': media } }),
      ...(isBeyondContract(headers) ? { breach: true } : {}),
    },
  };
}

/** An override that lets the next request of the same path fail. */
export function wishForFailure(
  operation: string,
  { status, isDeclared }: Failure,
  parameters: PathParameters,
): JsonObject {
  const target = { operation, ...matchPath(parameters), times: 1 };
  if (isDeclared) return { ...target, fault: { status: readStatus(status) } };
  const body = { title: 'Internal Server Error', status: readStatus(status) };
  return { ...target, reply: { status: readStatus(status), body, breach: true } };
}

/** What the server hides can't be compared. */
function matchPath(parameters: PathParameters): JsonObject {
  const known = Object.entries(parameters).filter(([, value]) => !value.includes(hidden));
  return known.length === 0 ? {} : { match: { path: Object.fromEntries(known) } };
}

/** What such an override is for: the operation, with the parameters of its path. */
export function nameTarget(operation: string | null, parameters: PathParameters): string {
  const told = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return [operation ?? '', ...(told.length === 0 ? [] : [`with ${told.join(', ')}`])].join(' ');
}

export interface Failure {
  /** A status, or a range of them, such as `4XX`. */
  readonly status: string;
  readonly description: string;
  readonly isDeclared: boolean;
}

/** The failures that an operation declares; where there is none, a 500 beyond the contract. */
export function failuresOf(
  operation: Pick<PlannedOperation, 'responses'> | undefined,
): readonly Failure[] {
  const declared = (operation?.responses ?? [])
    .filter(({ status }) => /^[45](\d\d|XX)$/i.test(status))
    .map(({ status, description }) => ({
      status: status.toUpperCase(),
      description: description ?? '',
      isDeclared: true,
    }));
  return declared.length > 0
    ? declared
    : [{ status: '500', description: 'not declared by the contract', isDeclared: false }];
}

/** Whether a text that the server hid would be given in the reply. */
export function hasHidden(value: Json | undefined): boolean {
  if (typeof value === 'string') return value === hidden;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasHidden);
}

/** Names that an override may have. */
export const namePattern = '[A-Za-z0-9][A-Za-z0-9_.\\-]{0,63}';

function isBeyondContract(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => /^x-stuntdouble-(undeclared|breach)$/i.test(name));
}

function readStatus(text: string): Json {
  return /^\d+$/.test(text) ? Number(text) : text;
}
