import { codeOf, messageOf } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, textOf, tryParseJson } from '../base/json.ts';
import type { Contract } from './control-types.ts';

/** The client of the control API, typed by its contract. It uses nothing of Node. */
export interface Calls {
  /**
   * Sends a request by its method and path below the prefix, and resolves with the body of its success.
   * Throws a `Refusal` where the server refuses it.
   */
  call<Way extends Route>(
    way: Way,
    ...parts: object extends CallParts<Way> ? [parts?: CallParts<Way>] : [parts: CallParts<Way>]
  ): Promise<SuccessBody<Way>>;
  /** The same in a world. */
  within(world: string): Calls;
}

export type Route = keyof Contract['routes'];
type OperationAt<Way extends Route> = Contract['operations'][Contract['routes'][Way]];
type ParametersAt<Way extends Route, Place extends string> =
  OperationAt<Way>['parameters'] extends Readonly<Record<Place, infer Given>> ? Given : never;

/** What a request of an operation has. */
export type CallParts<Way extends Route> = Part<'path', ParametersAt<Way, 'path'>> &
  Part<'query', ParametersAt<Way, 'query'>> &
  BodyPart<OperationAt<Way>['body']>;

/** Optional where all of it is. */
type Part<Name extends string, Given> = [Given] extends [never]
  ? { readonly [_ in Name]?: never }
  : object extends Given
    ? { readonly [_ in Name]?: Given }
    : { readonly [_ in Name]: Given };

type BodyPart<Body> = undefined extends Body ? { readonly body?: Body } : { readonly body: Body };

export type SuccessBody<Way extends Route> =
  OperationAt<Way> extends {
    readonly success: infer Status extends keyof OperationAt<Way>['replies'];
    readonly replies: infer Replies;
  }
    ? Status extends keyof Replies
      ? Replies[Status] extends { readonly body: infer Body }
        ? Body
        : never
      : never
    : never;

/** The server refused a request of the client, or none answers. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** 0: no server answers, or it redirects in a browser, which shows nothing of that. */
  readonly status: number;
  /** The kind of refusal, as docs/errors.md lists them; undefined where it was no server of this kind. */
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

/** Where the server is, and how to be let in. */
export interface ServerPlace {
  /** Its base URL. */
  readonly url: string;
  /** Its control token, where it has one. */
  readonly controlToken?: string | undefined;
  /** Default: `/_mock`. */
  readonly controlPrefix?: string | undefined;
  /** Sends the requests. Default: the one of the environment. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** That of the environment, before a test puts another one in its place. */
export const usualFetch: typeof globalThis.fetch = globalThis.fetch;

export function createCalls(place: ServerPlace, world?: string): Calls {
  assertPlace(place, world);
  const { url, controlToken: token, controlPrefix = '/_mock', fetch: send = usualFetch } = place;
  const home = `${url.replace(/\/+$/, '')}${controlPrefix}`;
  const headers = {
    Accept: 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...nameInHeader(place, world),
  };
  return {
    async call(way, ...parts) {
      // The types hold the parts to the way.
      const [{ path, query, body } = {}] = parts as readonly AnyParts[];
      const [method = '', template = ''] = way.split(' ');
      const target = `${home}${fillPath(template, path)}${writeQuery(query)}`;
      const reply = await reach(send, target, {
        method,
        // A server elsewhere gets no token and no body.
        redirect: 'manual',
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      assertHere(reply, target);
      if (!reply.ok) throw readRefusal(reply.status, text, target);
      try {
        // A trust edge: the server has held the reply to its contract.
        return text === '' ? undefined : JSON.parse(text);
      } catch (error) {
        throw refuseText(reply.status, target, error);
      }
    },
    within: (other) => createCalls(place, other),
  };
}

/** The header of a world. Also the default one is named: a page may have the cookie of another. */
export function nameInHeader(
  { url }: ServerPlace,
  world: string | undefined,
): Readonly<Record<string, string>> {
  // Where the base URL names a world, that one is meant, and a header would have to agree.
  if (world === undefined && /\/(?:~|%7E)[^/]+\/*$/i.test(url)) return {};
  return { 'X-Stuntdouble-World': world ?? 'default' };
}

/** Throws a TypeError for what no request can say, which `fetch` does in words of its own. */
function assertPlace({ url, controlToken }: ServerPlace, world: string | undefined): void {
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) {
    throw new TypeError(
      `${JSON.stringify(url)} is no URL of a server, such as http://127.0.0.1:4010`,
    );
  }
  const { username, password, origin, pathname } = new URL(url);
  if (username !== '' || password !== '' || /[?#]/.test(url)) {
    throw new TypeError(
      `the URL of a server has no user, query or fragment: give ${origin}${pathname}`,
    );
  }
  assertSendable('the control token', controlToken);
  assertSendable('the name of the world', world);
}

/** Line breaks at the end, as files have them, are left out by `fetch`. */
function assertSendable(what: string, text = ''): void {
  const at = text.replace(/[\r\n]+$/, '').search(/[^\x20-\x7e]/);
  if (at === -1) return;
  throw new TypeError(
    `${what} can't be sent in a header: character ${at + 1} is not one of printable ASCII`,
  );
}

async function reach(
  send: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await send(url, init);
  } catch (error) {
    throw new Refusal(
      0,
      `no server answers at ${url} (${reasonOf(error)}): is it running, and is that its address?`,
      undefined,
      { cause: error },
    );
  }
}

/** `fetch` puts what has happened into the cause of its error. */
function reasonOf(error: unknown): string {
  const isWrapped = typeof error === 'object' && error !== null && 'cause' in error;
  const fault = isWrapped ? (error.cause ?? error) : error;
  const [code, message] = [codeOf(fault), messageOf(fault)];
  if (code === undefined || message.includes(code)) return message;
  // Where several addresses were tried, there is no message.
  return message === '' ? code : `${code}: ${message}`;
}

/** Throws where the server sends the client elsewhere. */
function assertHere({ type, status, headers }: Response, url: string): void {
  const location = headers.get('Location');
  const isRedirect = status >= 300 && status < 400 && location !== null;
  // A browser hides all of it.
  if (!isRedirect && type !== 'opaqueredirect') return;
  const there = location !== null && URL.canParse(location, url) ? new URL(location, url) : null;
  const where = there === null ? 'elsewhere' : `to ${there.origin}${there.pathname}`;
  throw new Refusal(
    status,
    `${url} redirects ${where}, and the client follows no redirect, since it would take the control token along: give it the address of the server itself`,
  );
}

type Values = Readonly<Record<string, JsonValue | undefined>>;

interface AnyParts {
  readonly path?: Values;
  readonly query?: Values;
  readonly body?: unknown;
}

function fillPath(template: string, values: Values = {}): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`${template} needs the path parameter "${name}"`);
    return encodeSegment(textOf(value), name);
  });
}

/** A part of a path. URLs drop parts of dots alone, also encoded ones, and lead elsewhere then. */
export function encodeSegment(text: string, name: string): string {
  if (!/^\.{0,2}$/.test(text)) return encodeURIComponent(text);
  throw new TypeError(`no URL can have ${JSON.stringify(text)} as the path parameter "${name}"`);
}

function writeQuery(values: Values = {}): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    // The keys of parents stand there by their own names.
    isJsonObject(value)
      ? Object.entries(value).map(([key, one]): [string, string] => [key, textOf(one)])
      : [value ?? []].flat().map((one): [string, string] => [name, textOf(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** Some other server has a page for each path. */
function refuseText(status: number, url: string, cause: unknown): Refusal {
  const detail = `${url} answered ${status} without JSON: is that the address of the server, and the prefix of its control API?`;
  return new Refusal(status, detail, undefined, { cause });
}

function readRefusal(status: number, text: string, url: string): Refusal {
  const parsed = tryParseJson(text);
  const { detail, type }: JsonObject = isJsonObject(parsed) ? parsed : {};
  const [, code] = /^urn:problem-type:(.+)$/.exec(textOf(type)) ?? [];
  if (typeof detail === 'string' && code !== undefined) return new Refusal(status, detail, code);
  // Another server answered, or a proxy in front of this one.
  const said = typeof detail === 'string' ? detail : text.slice(0, 200);
  return new Refusal(status, `${url} answered ${status}: ${said}`);
}
