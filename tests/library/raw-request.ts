import { rawRequest, sendRaw } from '../cli/raw-connection.ts';

export interface RawReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Sends a request whose headers no client changes, `Origin`, `Host` and `Sec-Fetch-Site` included. */
export async function sendRequest(
  url: string,
  line: string,
  headers: readonly string[] = [],
  body = '',
): Promise<RawReply> {
  const reply = await sendRaw(url, rawRequest(line, headers, body));
  const [head = '', ...rest] = reply.split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const pairs = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  return { status, headers: new Headers(pairs), body: rest.join('\r\n\r\n') };
}
