import { Readable } from 'node:stream';

import { ApiError } from '../../src/base/errors.ts';
import type { Contract } from '../../src/contract/compile.ts';
import type { Received } from '../../src/pipeline/exchange.ts';
import { respond } from '../../src/pipeline/respond.ts';
import { loadBlueprint, resolvePlaces } from '../../src/server/blueprint.ts';
import { inMemory, createRuntime } from '../../src/server/runtime.ts';
import type { World } from '../../src/store/worlds/world.ts';
import type { Question } from '../contracts/ask.ts';

/** A contract that is played, wherever its server is. */
export interface PlayedContract {
  readonly contract: Contract;
  readonly send: (question: Question) => Promise<ContractAnswer>;
}

/** A contract that is played without a socket. */
export interface OpenContract extends PlayedContract {
  readonly world: World;
}

export interface ContractAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface ContractSetup {
  readonly fixtures?: string | undefined;
  readonly seed?: string;
}

/** Loads a contract as anybody's would be, and opens its road. */
export async function openContract(file: string, setup: ContractSetup = {}): Promise<OpenContract> {
  const blueprint = await loadBlueprint(resolvePlaces([file], setup.fixtures), {
    isLenient: true,
    isComplete: false,
    allowRemoteRefs: false,
    allowRefs: [],
    overlays: [],
  });
  const runtime = createRuntime(blueprint, inMemory(blueprint), {
    seed: setup.seed ?? 'flows',
    onBreach: undefined,
    auth: undefined,
    unknownKeys: 'improvise',
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
  });
  return {
    contract: blueprint.contract,
    world: runtime.worlds.main,
    async send(question) {
      const { reply } = await respond(receive(question), runtime.roadIn(runtime.worlds.main));
      const headers: Record<string, string> = {};
      for (let at = 0; at < reply.headers.length; at += 2) {
        headers[(reply.headers[at] ?? '').toLowerCase()] = reply.headers[at + 1] ?? '';
      }
      const { body = '' } = reply;
      if (typeof body === 'object' && Symbol.asyncIterator in body) throw new Error('no end');
      const text = Buffer.from(body).toString();
      return { status: reply.status, headers, text };
    },
  };
}

function receive({ method, path, headers, body }: Question): Received {
  const mark = path.indexOf('?');
  const bytes = Buffer.from(body ?? '');
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const length = body === undefined ? {} : { 'content-length': String(bytes.length) };
  return {
    method,
    prefix: '',
    path: mark === -1 ? path : path.slice(0, mark),
    query: mark === -1 ? '' : path.slice(mark + 1),
    headers: { host: 'flows.test', ...length, ...Object.fromEntries(given) },
    world: undefined,
    isLocal: true,
    findPeer: () => undefined,
    readBody(limit) {
      if (bytes.length > limit) throw new ApiError('content-too-large', `${bytes.length}`);
      const chunks = (): Readable => Readable.from(bytes.length > 0 ? [bytes] : []);
      const whole = (): Promise<Uint8Array> => Promise.resolve(bytes);
      return { kind: 'stream', chunks, whole, take: () => undefined, turn: () => undefined };
    },
  };
}
