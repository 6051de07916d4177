/** How a body was refused. */
export interface Refused {
  readonly status: number;
  readonly problem: { readonly errors?: readonly { readonly pointer: string; message: string }[] };
}

export async function sendBody(
  url: string,
  line: string,
  type: string,
  body: string | Uint8Array,
): Promise<Refused> {
  const [method = '', path = ''] = line.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { 'Content-Type': type },
    body: Buffer.from(body),
  });
  // A trust edge: a refusal is a problem document.
  return { status: response.status, problem: (await response.json()) as Refused['problem'] };
}

/** A multipart body of one part, whose boundary is `b`. */
export function partOf(name: string, body: string, ...headers: readonly string[]): Buffer {
  const head = [`Content-Disposition: form-data; name="${name}"`, ...headers].join('\r\n');
  return Buffer.from(`--b\r\n${head}\r\n\r\n${body}\r\n--b--\r\n`, 'latin1');
}
