import { hostOf, isBelow } from './addresses.ts';

/** The origin of a page, as browsers send it in `Origin`, in lower case. */
export interface PageOrigin {
  readonly scheme: string;
  /** Without the brackets of an IPv6 address; empty for an app without one, such as `app://`. */
  readonly host: string;
  /** Empty for the default port of the scheme. */
  readonly port: string;
}

/** The configured origins whose pages may call the API. */
export interface AllowedOrigins {
  /** Whether `*` is among them. */
  readonly hasAny: boolean;
  /** Whether `null` is among them: files and sandboxed frames. */
  readonly hasNull: boolean;
  includes(this: void, origin: PageOrigin): boolean;
}

/** Reads an `Origin` header; undefined for `null`, several origins, or one with a path. */
export function readOrigin(text: string): PageOrigin | undefined {
  const [, scheme = '', host = '', port = ''] = form.exec(text.toLowerCase()) ?? [];
  if (scheme === '') return undefined;
  const origin = { scheme, host: hostOf(host), port: port === usualPorts.get(scheme) ? '' : port };
  return isWeb(origin) && !isHost(origin.host) ? undefined : origin;
}

/** Whether a page came over the network, and is not part of an app or of the browser. */
export function isWeb({ scheme }: Pick<PageOrigin, 'scheme'>): boolean {
  return usualPorts.has(scheme);
}

/** Whether an origin is that of an authority such as `localhost:4010`, by http or https. */
export function isServedAt(origin: PageOrigin, authority: string): boolean {
  const [, port = ''] = /:(\d+)$/.exec(authority) ?? [];
  const plain = port === usualPorts.get(origin.scheme) ? '' : port;
  return isWeb(origin) && origin.host === hostOf(authority) && origin.port === plain;
}

/**
 * Reads origins such as `https://app.example`, and patterns such as `https://*.preview.example`,
 * whose asterisk stands for one or more labels; also `*` and `null`. Throws for any other text.
 */
export function readAllowedOrigins(texts: readonly string[]): AllowedOrigins {
  const patterns = texts.filter((text) => text !== '*' && text !== 'null').map(readPattern);
  return {
    hasAny: texts.includes('*'),
    hasNull: texts.includes('null'),
    includes: ({ scheme, host, port }) =>
      patterns.some(
        ({ origin, hasWildcard }) =>
          origin.scheme === scheme &&
          origin.port === port &&
          (hasWildcard ? isBelow(host, origin.host) : origin.host === host),
      ),
  };
}

// A host name has at most 253 characters.
const form = /^([a-z][a-z0-9+.-]{0,63}):\/\/(\[[0-9a-f:.]+\]|[\w.~-]{0,255})(?::(\d{1,5}))?$/;

/** The default ports of schemes with network hosts (the special schemes of the URL standard). */
const usualPorts: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['https', '443'],
  ['ws', '80'],
  ['wss', '443'],
  ['ftp', '21'],
]);

function isHost(host: string): boolean {
  return host !== '' && !host.startsWith('.') && !host.includes('..');
}

interface Pattern {
  readonly origin: PageOrigin;
  readonly hasWildcard: boolean;
}

function readPattern(text: string): Pattern {
  const plain = text.replace('://*.', '://');
  const origin = readOrigin(plain);
  const hasWildcard = plain !== text;
  const isFault = !origin || Number(origin.port) > 65_535 || (hasWildcard && origin.host === '');
  if (!isFault && hasWildcard && !origin.host.includes('.')) {
    throw new TypeError(
      `must have at least two labels behind the asterisk, such as https://*.preview.example; "${text}" would allow every host below a top-level domain`,
    );
  }
  // Browsers send `null` as the origin of all files.
  if (!isFault && origin.scheme !== 'file') return { origin, hasWildcard };
  throw new TypeError(
    `must be an origin such as https://app.example or http://10.0.0.7:5173, a pattern such as https://*.preview.example, "*", or "null" for files: scheme, host and port, without a path; not "${text}"`,
  );
}
