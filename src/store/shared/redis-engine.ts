import { createHash, randomUUID } from 'node:crypto';

import { messageOf, StartError } from '../../base/errors.ts';
import type { Claimed, StoreEngine, StoreFiles } from './engine.ts';
import { leaseLife } from './engine.ts';
import { StoreFailure } from './failure.ts';
import type { Script } from './scripts.ts';
import { begin, claim, cut, look, release, remove, rename, renew, write } from './scripts.ts';

/** A store that several processes share, as an option names it. */
export interface StoreAddress {
  /** For the client, which knows the schemes of Redis alone. */
  readonly url: string;
  /** Keeps the mock servers of one store apart. */
  readonly name: string;
  /** For people: without user and password. */
  readonly shown: string;
}

type Library = typeof import('@redis/client');
type Word = string | Buffer;

/** Of the client, what is used here. */
interface Client {
  readonly isReady: boolean;
  readonly isOpen: boolean;
  on(event: string, listener: (error: unknown) => void): unknown;
  once(event: string, listener: () => void): unknown;
  connect(): Promise<unknown>;
  sendCommand(words: readonly Word[], options?: object): Promise<unknown>;
  destroy(): void;
}

/** In milliseconds. A step that takes longer has an unknown outcome. */
const longestStep = 1500;
const longestSilence = 2500;
const longestConnect = 1000;
/** How long a start waits for the store. */
const longestStart = 5000;

/** Connects to Redis or Valkey. Where it is not there yet, it is tried again and again. */
export async function openRedisEngine(
  address: StoreAddress,
  tell: (message: string) => void,
): Promise<StoreEngine> {
  const library = await loadLibrary();
  const client: Client = library.createClient({
    url: address.url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: longestConnect,
      socketTimeout: longestSilence,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1000),
    },
    name: 'stuntdouble',
    maintNotifications: 'disabled',
  });
  await watchConnection(client, address, tell);
  return createEngine(createSteps(client, library), address.name);
}

async function loadLibrary(): Promise<Library> {
  try {
    return await import('@redis/client');
  } catch (error) {
    const message = `a shared store needs a package that is not installed (${messageOf(error)}): npm install @redis/client`;
    throw new StartError([{ file: '--store', message }]);
  }
}

/** Tells when the store is gone, and when it is back. Resolves when it is there, or after a while. */
async function watchConnection(
  client: Client,
  { shown }: StoreAddress,
  tell: (message: string) => void,
): Promise<void> {
  let isGone = false;
  client.on('error', (error: unknown) => {
    if (!isGone)
      tell(`the store ${shown} can not be reached: ${describe(error)}; it is tried again`);
    isGone = true;
  });
  client.on('ready', () => {
    if (isGone) tell(`the store ${shown} is reached again`);
    isGone = false;
  });
  const refused = new Promise<never>((_resolve, reject) => {
    client.connect().catch((error: unknown) => {
      reject(new StartError([{ file: shown, message: `refuses this server: ${describe(error)}` }]));
    });
  });
  refused.catch(ignoreClosed);
  const isReady = new Promise<void>((resolve) => void client.once('ready', resolve));
  await Promise.race([isReady, refused, afterAWhile(longestStart)]);
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return describe(error.errors[0]);
  return messageOf(error);
}

function ignoreClosed(): void {
  // After the start, the client itself tries again.
}

function afterAWhile(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}

/** Asks the store for single steps. */
interface Steps {
  isUp(): boolean;
  run(script: Script, keys: readonly string[], words: readonly Word[]): Promise<unknown>;
  command(words: readonly Word[]): Promise<unknown>;
  read(words: readonly Word[]): Promise<Buffer>;
  close(): void;
}

function createSteps(client: Client, library: Library): Steps {
  const asBytes = { typeMapping: { [library.RESP_TYPES.BLOB_STRING]: Buffer } };
  const send = async (words: readonly Word[], options?: object): Promise<unknown> => {
    try {
      return await inTime(client.sendCommand(words, options));
    } catch (error) {
      throw toFailure(error, library);
    }
  };
  return {
    isUp: () => client.isReady,
    command: (words) => send(words),
    read: async (words) => (await send(words, asBytes)) as Buffer,
    async run(script, keys, words) {
      const rest = [String(keys.length), ...keys, ...words];
      try {
        return await send(['EVALSHA', hashOf(script), ...rest]);
      } catch (error) {
        if (!messageOf(error).includes('NOSCRIPT')) throw error;
        return await send(['EVAL', script.text, ...rest]);
      }
    },
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}

const hashes = new WeakMap<Script, string>();

function hashOf(script: Script): string {
  const hash = hashes.get(script) ?? createHash('sha1').update(script.text).digest('hex');
  hashes.set(script, hash);
  return hash;
}

async function inTime<T>(step: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the store has not answered within ${longestStep} ms`)),
      longestStep,
    );
  });
  try {
    return await Promise.race([step, late]);
  } finally {
    clearTimeout(timer);
  }
}

function toFailure(error: unknown, library: Library): StoreFailure {
  const message = describe(error);
  const isUnsent =
    error instanceof library.ClientOfflineError || error instanceof library.ClientClosedError;
  if (isUnsent) return new StoreFailure('unsent', 'the store can not be reached', { cause: error });
  if (error instanceof library.ErrorReply)
    return new StoreFailure('refused', `the store refuses it: ${message}`, { cause: error });
  return new StoreFailure('unknown', message, { cause: error });
}

function createEngine(steps: Steps, name: string): StoreEngine {
  const key = (part: string): string => `{sd:${name}}:${part}`;
  const lease = key('lease');
  const epochKey = key('epoch');
  const [generation, newest] = [key('generation'), key('newest')];
  const changes = key('changes');
  const life = String(leaseLife);
  // How many changes the store has told of.
  let seen = 0;
  const note = (count: number): void => void (seen = Math.max(seen, count));
  return {
    isUp: () => steps.isUp(),
    async claim({ replica, url, fingerprint, generation: own }) {
      const keys = [lease, epochKey, key('id'), key('secret'), generation, newest, changes];
      const words = [replica, url, life, randomUUID(), fingerprint, String(own)];
      const reply = (await steps.run(claim, keys, words)) as readonly unknown[];
      const claimed = toClaimed(reply);
      if (claimed.outcome === 'taken') seen = Number(reply[6]);
      return claimed;
    },
    async renew({ replica, url, generation: own }, epoch) {
      const keys = [lease, epochKey, generation, newest, changes];
      const words = [epoch, replica, url, life, String(own), String(seen)];
      return Number(await steps.run(renew, keys, words)) === 1;
    },
    async release(epoch) {
      await steps.run(release, [lease, epochKey], [epoch]);
    },
    files: createFiles(steps, key, note),
    findRisks: (isSynced) => findRisks(steps, isSynced),
    close: () => steps.close(),
  };
}

/** A trust edge: the scripts answer so. */
function toClaimed(reply: readonly unknown[]): Claimed {
  const [outcome, storeId = '', secret = '', generation, url = '', epoch = ''] = reply.map(String);
  return {
    outcome: outcome as Claimed['outcome'],
    storeId,
    secret,
    generation: Number(generation),
    url,
    epoch,
  };
}

function createFiles(
  steps: Steps,
  key: (part: string) => string,
  note: (changes: number) => void,
): StoreFiles {
  const [epochKey, changes, ids] = [key('epoch'), key('changes'), key('files')];
  const fileKey = (path: string): string => key(`file:${path}`);
  const change = async (
    script: Script,
    paths: readonly string[],
    words: readonly Word[],
  ): Promise<void> => {
    const keys = [epochKey, changes, ids, ...paths.map(fileKey)];
    const reply = await steps.run(script, keys, words);
    if (reply === 'fenced') throw new StoreFailure('fenced', 'another replica has taken over');
    if (reply === 'lost') throw new StoreFailure('lost', 'the store has lost what was stored');
    note(Number(reply));
  };
  return {
    list: async () => ((await steps.command(['HKEYS', ids])) as readonly unknown[]).map(String),
    async look(path) {
      const [id, size] = (await steps.run(
        look,
        [ids, fileKey(path)],
        [path],
      )) as readonly unknown[];
      return id === undefined ? undefined : { id: String(id), size: Number(size) };
    },
    read: (path, from, length) =>
      steps.read(['GETRANGE', fileKey(path), String(from), String(from + length - 1)]),
    begin: (epoch, path, id) => change(begin, [path], [epoch, path, id]),
    write: (epoch, { path, id, position, bytes }) =>
      change(write, [path], [epoch, path, id, String(position), toBuffer(bytes)]),
    cut: (epoch, path, length) => change(cut, [path], [epoch, String(length)]),
    rename: (epoch, from, to) => change(rename, [from, to], [epoch, from, to]),
    remove: (epoch, path) => change(remove, [path], [epoch, path]),
  };
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Managed servers may refuse to tell their settings. */
async function findRisks(steps: Steps, isSynced: boolean): Promise<readonly string[]> {
  const setting = async (name: string): Promise<string> => {
    const reply = await steps.command(['CONFIG', 'GET', name]);
    const pair = Array.isArray(reply) ? reply : Object.entries(reply as object).flat();
    return String(pair[1]);
  };
  try {
    const [policy, only, sync] = await Promise.all(
      ['maxmemory-policy', 'appendonly', 'appendfsync'].map(setting),
    );
    return [
      ...(policy === 'noeviction'
        ? []
        : [
            `it may drop what is stored when it is full (maxmemory-policy ${policy}, and not noeviction)`,
          ]),
      ...(only === 'yes' ? [] : ['what is stored does not survive its end (appendonly no)']),
      ...(isSynced && only === 'yes' && sync !== 'always'
        ? [
            `a change that was answered may be lost in a power cut (appendfsync ${sync}, and --durability sync asks for always)`,
          ]
        : []),
    ];
  } catch (error) {
    return [
      `it does not tell its settings (${messageOf(error)}): see that they keep what is stored`,
    ];
  }
}
