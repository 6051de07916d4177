/** A part of a multipart body; a file where it has a name of its own. */
export interface MultipartPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly fileName?: string;
  readonly type?: string;
}

/** The body of RFC 7578 by hand, and the header that goes with it. */
export function multipart(parts: readonly MultipartPart[]): {
  readonly headers: { readonly 'Content-Type': string };
  readonly body: Buffer;
} {
  const boundary = '----stuntdouble-boundary';
  const pieces = parts.flatMap(({ name, content, fileName, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece))),
  };
}
