import { request } from 'node:http';

/** One request as it goes out: nothing is added, escaped or put in order. */
export interface Question {
  readonly method: string;
  /** Path and query, as they stand in the request line. */
  readonly path: string;
  /** A list stands for a header that comes several times. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface Answer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Asks over a connection of its own. */
export function ask(origin: string, question: Question): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const { method, path, body } = question;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const given = Object.entries(question.headers).map(
    ([name, value]): [string, string | string[]] => [
      name,
      typeof value === 'string' ? value : [...value],
    ],
  );
  const headers = { ...length, ...Object.fromEntries(given) };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers, agent: false });
    outgoing.setTimeout(20_000, () =>
      outgoing.destroy(new Error(`no answer to ${method} ${path}`)),
    );
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const lines = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          Array.isArray(value) ? value.join(', ') : (value ?? ''),
        ]);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(lines),
          bytes,
          text: bytes.toString('utf8'),
        });
      });
    });
    outgoing.end(body);
  });
}
