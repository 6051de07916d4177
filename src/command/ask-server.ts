import { messageOf } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { hideInText } from '../traffic/redaction/found/text-secrets.ts';
import type { Settings } from './settings.ts';

/** How long a server may take to answer, in milliseconds. */
const patience = 60_000;

/** A request to the control API of a running server. */
export interface ServerRequest {
  /** Where the server is, as the user named it. */
  readonly url: string;
  /** Below the prefix of the control API. */
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ServerReply {
  readonly status: number;
  readonly text: string;
  /** The address that was asked, to be shown. */
  readonly address: string;
}

/** Asks the control API. Throws where nothing answers, or where the token is not right. */
export async function askServer(
  { url, path, ...request }: ServerRequest,
  { controlPrefix, controlToken: token }: Pick<Settings, 'controlPrefix' | 'controlToken'>,
): Promise<ServerReply> {
  const place = url.replace(/\/+$/, '') + controlPrefix + path;
  const address = hideInText(place);
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const reply = await send(place, {
    ...request,
    headers: { ...request.headers, ...authorization },
    signal: AbortSignal.timeout(patience),
  });
  if (reply.status !== 401) return { ...reply, address };
  throw new Error(
    `${address} asks for the control token: ${token === undefined ? 'give it with --control-token or STUNTDOUBLE_CONTROL_TOKEN' : 'the one of --control-token is not the right one'}`,
  );
}

/** Says why a server did not do what it was asked. */
export function describeRefusal({ status, text, address }: ServerReply): string {
  const { type, detail } = readProblem(text);
  const said = typeof detail === 'string' ? detail : 'is it Stuntdouble of this version?';
  const hint = typeof type === 'string' ? hints.get(type.replace('urn:problem-type:', '')) : '';
  return `${address} answered ${status}: ${said}${hint ? ` ${hint}` : ''}`;
}

/** What to do about refusals, by their codes. */
const hints: ReadonlyMap<string, string> = new Map([
  [
    'unknown-path',
    'Was the control API left out (--no-control), or is it below another path (--control-prefix)?',
  ],
  ['content-too-large', 'Divide the records among several calls, parents first.'],
]);

/** The problem document with which Stuntdouble explains a refusal. */
export function readProblem(text: string): JsonObject {
  try {
    const problem: unknown = JSON.parse(text);
    return isJsonObject(problem) ? problem : {};
  } catch {
    // Not JSON: another server, or a proxy, has answered.
    return {};
  }
}

async function send(
  place: string,
  request: RequestInit,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(place, request);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const reason = hideInText(`${place}: ${reasonOf(error)}`);
    throw new Error(`no answer from ${reason}`, { cause: error });
  }
}

/** `fetch` puts the reason of a failed connection into `cause`. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `none in ${patience / 1000} s; is it Stuntdouble?`;
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  // If `fetch` tried several addresses, there are several reasons.
  const [first = cause]: unknown[] = cause instanceof AggregateError ? cause.errors : [];
  return messageOf(first);
}
