import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { stringify } from 'yaml';

import { ApiError } from '../../src/base/errors.ts';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { Received, Reply } from '../../src/pipeline/exchange.ts';
import type { OperationHandlers } from '../../src/index.ts';
import { loadHandlers } from '../../src/server/handlers.ts';
import { respond } from '../../src/pipeline/respond.ts';
import { loadBlueprint, resolvePlaces } from '../../src/server/blueprint.ts';
import type { RuntimeOptions } from '../../src/server/runtime.ts';
import { inMemory, createRuntime } from '../../src/server/runtime.ts';
import type { World } from '../../src/store/worlds/world.ts';

export interface RoadSetup {
  readonly paths: JsonObject;
  readonly components?: JsonObject;
  readonly fixtures?: Readonly<Record<string, JsonValue>>;
  readonly runtime?: Partial<RuntimeOptions>;
  readonly behaviors?: string | OperationHandlers;
  readonly isLenient?: boolean;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** Sent as it is where it is a text or bytes, else as JSON with its media type. */
  readonly body?: JsonValue | Uint8Array;
}

export interface OpenRoad {
  readonly world: World;
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
  readonly bytes: Uint8Array | undefined;
  readonly json: JsonValue | undefined;
  readonly verdict: Reply['verdict']['kind'];
  readonly forced: Reply['forced'];
  /** Whether the road asked for the body. */
  readonly wasBodyRead: boolean;
}

/** A road for a contract made up on the spot: no socket, no server, no files left behind. */
export async function openRoad(setup: RoadSetup): Promise<OpenRoad> {
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-road-'));
  try {
    const { paths, components = {}, fixtures = {} } = setup;
    const contract = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, components };
    await writeFile(join(folder, 'openapi.yaml'), stringify(contract));
    await mkdir(join(folder, 'fixtures'));
    for (const [name, records] of Object.entries(fixtures)) {
      await writeFile(join(folder, 'fixtures', `${name}.json`), JSON.stringify(records));
    }
    const read = await loadBlueprint(
      resolvePlaces([join(folder, 'openapi.yaml')], join(folder, 'fixtures')),
      {
        isLenient: setup.isLenient ?? false,
        isComplete: false,
        allowRemoteRefs: false,
        allowRefs: [],
        overlays: [],
      },
    );
    const { behaviors } = setup;
    const handling = behaviors && (await loadHandlers(behaviors, read.contract)).handling;
    const blueprint = handling ? { ...read, handling } : read;
    const runtime = createRuntime(blueprint, inMemory(blueprint), {
      seed: 'test',
      onBreach: undefined,
      auth: undefined,
      unknownKeys: 'known',
      // Small lists are easier to reason about; `records: undefined` is what users get.
      records: 3,
      locale: 'en',
      unknownQuery: 'allow',
      visitorWorlds: false,
      queryPreferences: false,
      hideKnown: (text) => text,
      stateless: false,
      ignoreExamples: false,
      maxWorlds: 10,
      worldIdle: 60_000,
      directIn: () => () => undefined,
      onLeave: () => undefined,
      ...setup.runtime,
    });
    return {
      world: runtime.worlds.main,
      async send(method, path, sent = {}) {
        const { received, wasBodyRead } = receive(method, path, sent);
        const { reply } = await respond(received, runtime.roadIn(runtime.worlds.main));
        return toAnswer(reply, wasBodyRead());
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function receive(
  method: string,
  path: string,
  { headers = {}, query = '', body }: Sent,
): { received: Received; wasBodyRead: () => boolean } {
  let isRead = false;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const bytes = Buffer.from(isRaw ? body : JSON.stringify(body) || '');
  const own: Record<string, string> =
    body === undefined ? {} : { 'content-length': String(bytes.length) };
  if (body !== undefined && !isRaw) own['content-type'] = 'application/json';
  const received: Received = {
    method,
    prefix: '',
    path,
    query,
    headers: { ...own, ...headers },
    world: undefined,
    isLocal: true,
    findPeer: () => undefined,
    readBody(limit) {
      isRead = true;
      if (bytes.length > limit) throw new ApiError('content-too-large', `${bytes.length}`);
      const chunks = (): Readable => Readable.from(bytes.byteLength > 0 ? [bytes] : []);
      const whole = (): Promise<Uint8Array> => Promise.resolve(bytes);
      return { kind: 'stream', chunks, whole, take: () => undefined, turn: () => undefined };
    },
  };
  return { received, wasBodyRead: () => isRead };
}

function toAnswer(reply: Reply, wasBodyRead: boolean): Answer {
  const headers: Record<string, string> = {};
  for (let at = 0; at < reply.headers.length; at += 2) {
    headers[(reply.headers[at] ?? '').toLowerCase()] = reply.headers[at + 1] ?? '';
  }
  const { body } = reply;
  if (typeof body === 'object' && Symbol.asyncIterator in body) throw new Error('it has no end');
  const text = body === undefined ? undefined : Buffer.from(body).toString();
  const isJson = headers['content-type']?.includes('json') === true;
  return {
    status: reply.status,
    headers,
    text,
    bytes: body === undefined ? undefined : Buffer.from(body),
    json: isJson && text !== undefined ? JSON.parse(text) : undefined,
    verdict: reply.verdict.kind,
    forced: reply.forced,
    wasBodyRead,
  };
}
