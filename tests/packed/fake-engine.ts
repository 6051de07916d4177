import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json, text } from 'node:stream/consumers';

/** What the body of `POST /containers/create` says. */
interface CreateBody {
  readonly Image: string;
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly ExposedPorts: object;
  readonly HostConfig: object;
}

/** A "container": its files in a folder, and the command line as a process of this machine. */
export interface FakeContainer {
  readonly id: string;
  readonly asked: CreateBody;
  /** Its file system. */
  readonly root: string;
  process: ChildProcess | undefined;
  port: number;
  log: string;
  isRemoved: boolean;
}

export interface FakeEngine {
  /** For `DOCKER_HOST`. */
  readonly host: string;
  readonly containers: readonly FakeContainer[];
  /** Requests that it didn't know. */
  readonly unknown: readonly string[];
  close(): Promise<void>;
}

/**
 * As much of Docker's API as a container needs to be made, filled, started, asked and removed. It has
 * one image, whose entry point is the command line `cli`.
 */
export async function startFakeEngine(image: string, cli: string): Promise<FakeEngine> {
  const containers: FakeContainer[] = [];
  const unknown: string[] = [];
  const routes = createRoutes(image, cli, containers);
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) =>
      send(response, 500, { message: String(error) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `tcp://127.0.0.1:${port}`,
    containers,
    unknown,
    async close() {
      for (const container of containers) await remove(container);
      server.closeAllConnections();
      server.close();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://engine.example');
    const path = url.pathname.replace(/^\/v[\d.]+/, '');
    const name = `${request.method} ${path}`;
    for (const [pattern, handle] of routes) {
      const found = pattern.exec(name);
      if (found) return handle({ request, response, url, id: decodeURIComponent(found[1] ?? '') });
    }
    unknown.push(name);
    return send(response, 501, { message: `the fake engine does not know ${name}` });
  }
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly id: string;
}

type Route = readonly [pattern: RegExp, handle: (call: Call) => Promise<void> | void];

function createRoutes(image: string, cli: string, containers: FakeContainer[]): readonly Route[] {
  const find = (id: string): FakeContainer => {
    const found = containers.find((one) => one.id === id);
    if (!found) throw new Error(`there is no container ${id}`);
    return found;
  };
  return [
    [/^GET \/containers\/json$/, ({ response }) => send(response, 200, [])],
    [/^GET \/info$/, ({ response }) => send(response, 200, engineInfo)],
    [
      /^GET \/images\/(.+)\/json$/,
      ({ response, id }) =>
        id === image ? send(response, 200, { Id: 'image' }) : send(response, 404, { message: id }),
    ],
    [/^POST \/images\/create$/, ({ response }) => send(response, 404, { message: noSuchImage })],
    [
      /^POST \/containers\/create$/,
      async ({ request, response }) => {
        const asked = (await json(request)) as CreateBody;
        const id = `fake-${containers.length + 1}`;
        const root = await mkdtemp(join(tmpdir(), 'stuntdouble-container-'));
        // Nothing listens there as long as nothing is started.
        const made = { process: undefined, port: 1, log: '', isRemoved: false };
        containers.push({ id, asked, root, ...made });
        send(response, 201, { Id: id, Warnings: [] });
      },
    ],
    [
      /^PUT \/containers\/([^/]+)\/archive$/,
      async ({ request, response, url, id }) => {
        const target = join(find(id).root, url.searchParams.get('path') ?? '');
        await mkdir(target, { recursive: true });
        const tar = spawn('tar', ['-x', '-f', '-', '-C', target]);
        request.pipe(tar.stdin);
        const [code] = await once(tar, 'exit');
        response.writeHead(code === 0 ? 200 : 500).end();
      },
    ],
    [
      /^POST \/containers\/([^/]+)\/start$/,
      async ({ response, id }) => {
        await start(find(id), cli);
        response.writeHead(204).end();
      },
    ],
    [
      /^GET \/containers\/([^/]+)\/json$/,
      ({ response, id }) => send(response, 200, show(find(id))),
    ],
    [
      /^GET \/containers\/([^/]+)\/logs$/,
      ({ response, id }) => {
        const line = Buffer.from(find(id).log);
        const head = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]);
        head.writeUInt32BE(line.length, 4);
        // A real engine looks for more before it ends.
        response.flushHeaders();
        setTimeout(() => response.end(Buffer.concat([head, line])), 100);
      },
    ],
    [
      /^POST \/containers\/([^/]+)\/stop$/,
      async ({ response, id }) => {
        await stop(find(id));
        response.writeHead(204).end();
      },
    ],
    [
      /^DELETE \/containers\/([^/]+)$/,
      async ({ response, id }) => {
        await remove(find(id));
        response.writeHead(204).end();
      },
    ],
  ];
}

const engineInfo = {
  ServerVersion: '28.0.0',
  OperatingSystem: 'fake',
  OSType: 'linux',
  Architecture: 'x86_64',
  NCPU: 2,
  MemTotal: 2 ** 31,
  Labels: [],
};

const noSuchImage =
  'pull access denied for stuntdouble, repository does not exist or may require docker login';

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Runs until it is ready, or has ended. */
async function start(container: FakeContainer, cli: string): Promise<void> {
  const { asked, root } = container;
  const here = (word: string): string =>
    word.startsWith('/') && existsSync(join(root, word)) ? join(root, word) : word;
  const given = Object.fromEntries(
    asked.Env.map((pair): [string, string] => [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1),
    ]),
  );
  // The variables of the image, but for an address and a port that open nothing.
  const variables = {
    PATH: process.env['PATH'],
    STUNTDOUBLE_HOST: '127.0.0.1',
    STUNTDOUBLE_PORT: '0',
    STUNTDOUBLE_DATA: join(root, 'data'),
    STUNTDOUBLE_LOG: 'json',
  };
  const child = spawn(process.execPath, [cli, ...asked.Cmd.map(here)], {
    cwd: root,
    env: { ...variables, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  container.process = child;
  const errors = text(child.stderr);
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit'),
  ]);
  if (child.exitCode === null) container.port = Number(new URL(JSON.parse(String(line)).url).port);
  else container.log = await errors;
}

function show(container: FakeContainer): object {
  const isRunning = container.process?.exitCode === null && container.process.signalCode === null;
  return {
    Id: container.id,
    Name: `/${container.id}`,
    Config: { Hostname: container.id, Labels: {} },
    HostConfig: container.asked.HostConfig,
    State: {
      Status: isRunning ? 'running' : 'exited',
      Running: isRunning,
      StartedAt: '2030-01-01T00:00:00Z',
      FinishedAt: '0001-01-01T00:00:00Z',
    },
    NetworkSettings: {
      Ports: { '4010/tcp': [{ HostIp: '127.0.0.1', HostPort: String(container.port) }] },
      Networks: {},
    },
  };
}

async function stop({ process: child }: FakeContainer): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function remove(container: FakeContainer): Promise<void> {
  await stop(container);
  // oxlint-disable-next-line no-param-reassign
  container.isRemoved = true;
  await rm(container.root, { recursive: true, force: true });
}
