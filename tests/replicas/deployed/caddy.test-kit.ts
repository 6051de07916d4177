import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { vi } from 'vitest';

import { patience } from '../../patience.ts';
import { findFixedPort } from '../fixed-port.test-kit.ts';
import type { Process } from './process.test-kit.ts';
import { startProcess } from './process.test-kit.ts';

const places = [process.env['CADDY'], '/usr/bin/caddy', '/usr/local/bin/caddy'];

/** The `caddy` of this machine; undefined: there is none. */
export function findCaddy(): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}

export const hasCaddy: boolean = findCaddy() !== undefined;

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Caddy with TLS on a port of 127.0.0.1, as it is asked for localhost. */
export interface Caddy {
  readonly port: number;
  /** Where it sends clients on to TLS. */
  readonly plainUrl: string;
  /** Over a connection of its own, to a server that the certificate authority of this Caddy must know. */
  ask(path: string, asked?: Asked): Promise<Reply>;
  stop(): Promise<number | null>;
  close(): Promise<void>;
}

export interface CaddyOptions {
  readonly program: string;
  readonly caddyfile: string;
  /** An empty folder. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The addresses of the replicas. */
  readonly upstreams: readonly string[];
}

export async function openCaddy(options: CaddyOptions): Promise<Caddy> {
  const { program, caddyfile, folder } = options;
  const [port, plainPort] = [await findFixedPort(), await findFixedPort()];
  const started = startProcess(program, ['run', '--adapter', 'caddyfile', '--config', caddyfile], {
    cwd: folder,
    env: {
      ...options.environment,
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      BIND: '127.0.0.1',
      HTTP_PORT: String(plainPort),
      HTTPS_PORT: String(port),
      REPLICAS: options.upstreams.join(' '),
    },
  });
  const authority = join(folder, 'data', 'caddy', 'pki', 'authorities', 'local', 'root.crt');
  const ask = async (path: string, asked: Asked = {}): Promise<Reply> =>
    send(port, await readFile(authority), path, asked);
  const close = async (): Promise<void> => {
    await started.end('SIGKILL');
  };
  try {
    await vi.waitUntil(() => isServing(started, ask), patience);
  } catch (error) {
    await close();
    throw error;
  }
  const plainUrl = `http://127.0.0.1:${plainPort}`;
  return { port, plainUrl, ask, stop: () => started.end('SIGTERM'), close };
}

async function isServing(
  started: Process,
  ask: (path: string) => Promise<Reply>,
): Promise<boolean> {
  if (started.hasEnded()) throw new Error(`Caddy did not start: ${started.log()}`);
  try {
    return (await ask('/_mock/health')).status === 200;
  } catch {
    return false;
  }
}

async function send(
  port: number,
  ca: Buffer,
  path: string,
  { method = 'GET', headers = {}, body }: Asked,
): Promise<Reply> {
  const isJson = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      method,
      ca,
      agent: false,
      headers: { Host: `localhost:${port}`, ...isJson, ...headers },
    });
    sent.on('error', reject).on('response', (response) => {
      text(response).then(
        (read) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
        reject,
      );
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
