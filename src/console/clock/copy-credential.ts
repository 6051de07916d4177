import type { CarriedCredential, SentCredential } from '../api/documents.ts';
import { escapeHidden, quoteForShell } from '../parts/hidden-signs.ts';

/** The line of the header, or the query where the credential is one. */
export function writeLine(send: CarriedCredential): string {
  const [header] = headersOf(send);
  if (header) return `${header[0]}: ${header[1]}`;
  return `?${new URLSearchParams({ ...send.query }).toString()}`;
}

/** Where a request goes that shows the credential. */
export interface Destination {
  /** Without a query. */
  readonly url: string;
  /** Undefined: the default one, which needs no header. */
  readonly world: string | undefined;
}

/** A command for a POSIX shell. */
export function writeCurl({ send, value }: SentCredential, { url, world }: Destination): string {
  const inWorld = world === undefined ? [] : [['X-Stuntdouble-World', world] as const];
  const headers = [...(send ? headersOf(send) : []), ...inWorld].map(
    ([name, text]) => `-H ${quoteForShell(`${name}: ${text}`)}`,
  );
  const digest = send ? [] : [`--digest -u ${quoteForShell(value)}`];
  return ['curl', ...digest, ...headers, quoteForShell(`${url}${send ? queryOf(send) : ''}`)].join(
    ' ',
  );
}

/** The headers as JavaScript; a query is the address that has it. */
export function writeScript(send: CarriedCredential, { url }: Destination): string {
  const headers = headersOf(send);
  if (headers.length === 0)
    return escapeHidden(`fetch(${JSON.stringify(`${url}${queryOf(send)}`)})`);
  const members = headers.map(([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`);
  return escapeHidden(`{ headers: { ${members.join(', ')} } }`);
}

function headersOf({
  headers,
  cookies,
}: CarriedCredential): readonly (readonly [string, string])[] {
  const shown = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return [
    ...Object.entries(headers),
    ...(shown.length > 0 ? [['Cookie', shown.join('; ')] as const] : []),
  ];
}

function queryOf({ query }: CarriedCredential): string {
  const text = new URLSearchParams({ ...query }).toString();
  return text === '' ? '' : `?${text}`;
}
