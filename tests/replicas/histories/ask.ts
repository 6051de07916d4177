import { request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In milliseconds. */
  readonly patience: number;
}

/** Undefined: no reply, or not all of it. On a connection of its own, so that a balancer spreads the requests. */
export function ask(
  url: string,
  { method, path, headers, body, patience }: Asked,
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const outgoing = request(new URL(path, url), {
      method,
      agent: false,
      headers: {
        ...(text === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
        ...headers,
      },
    });
    const settle = (reply?: Reply): void => {
      clearTimeout(limit);
      resolve(reply);
      outgoing.destroy();
    };
    const limit = setTimeout(settle, patience);
    outgoing.on('error', () => settle());
    outgoing.on('close', () => settle());
    outgoing.on('response', (incoming) => {
      let received = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => void (received += part));
      incoming.on('error', () => settle());
      incoming.on('end', () => {
        const { statusCode = 0, headers: got } = incoming;
        settle({ status: statusCode, etag: got.etag, body: received });
      });
    });
    outgoing.end(text);
  });
}
