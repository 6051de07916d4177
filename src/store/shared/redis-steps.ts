import { createHash } from 'node:crypto';
// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

import type * as Redis from '@redis/client';

import { messageOf, StartError } from '../../base/errors.ts';
import { fullStore, StoreFailure } from './failure.ts';
import type { Script } from './scripts.ts';
import { describeConnectionFault, isLasting } from './store-faults.ts';

/** A store that several processes share, as an option names it. */
export interface StoreAddress {
  /** For the client, which knows the schemes of Redis alone. */
  readonly url: string;
  /** Keeps the mock servers of one store apart. */
  readonly name: string;
  /** For people: without user and password. */
  readonly shown: string;
}

type Library = typeof Redis;
export type Word = string | Buffer;

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
/** Longer than between two renewals: an owner that has nothing to write says nothing else. */
const longestSilence = 5000;
const longestConnect = 1000;
/** How long a start waits for the store. */
const longestStart = 5000;

/** Asks the store for single steps. */
export interface Steps {
  isUp(): boolean;
  run(script: Script, keys: readonly string[], words: readonly Word[]): Promise<unknown>;
  command(words: readonly Word[]): Promise<unknown>;
  read(words: readonly Word[]): Promise<Buffer>;
  close(): void;
}

/** Hears of the connection. */
export type TellConnection = (level: 'info' | 'warning', message: string) => void;

/** Connects to Redis or Valkey. Where it is not there yet, it is tried again and again. */
export async function openRedisSteps(address: StoreAddress, tell: TellConnection): Promise<Steps> {
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
  await watchConnection(client, { address, library, tell });
  return createSteps(client, library);
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
  { address: { shown }, library, tell }: Watched,
): Promise<void> {
  // Each reason once, until it is reached.
  const told = new Set<string>();
  let wasReached = false;
  let refuse: ((error: StartError) => void) | undefined;
  client.on('error', (error: unknown) => {
    const plain = describe(error);
    const message = describeConnectionFault(plain, shown);
    // A password, a number of a database or a port does not get right by itself.
    if (refuse && (error instanceof library.ErrorReply || isLasting(plain))) {
      refuse(new StartError([{ file: shown, message: `can not be used: ${message}` }]));
      return;
    }
    if (!told.has(message))
      tell('warning', `the store ${shown} can not be reached: ${message}; it is tried again`);
    told.add(message);
  });
  client.on('ready', () => {
    if (told.size > 0)
      tell('info', `the store ${shown} is reached ${wasReached ? 'again' : 'now'}`);
    told.clear();
    wasReached = true;
  });
  const started = new Promise<void>((resolve, reject) => {
    client.once('ready', resolve);
    refuse = (error) => {
      client.destroy();
      reject(error);
    };
  });
  client.connect().catch(ignoreClosed);
  await Promise.race([started, afterAWhile(longestStart)]);
  refuse = undefined;
}

interface Watched {
  readonly address: StoreAddress;
  readonly library: Library;
  readonly tell: TellConnection;
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
    return new StoreFailure('refused', describeRefusal(message), { cause: error });
  return new StoreFailure('unknown', message, { cause: error });
}

function describeRefusal(message: string): string {
  if (message.startsWith('OOM ')) return fullStore;
  // Redis adds where in a script it was.
  return `the store refuses it: ${message.replace(/\s*script: .*$/s, '').replace(/\.$/, '')}`;
}
