import { randomUUID } from 'node:crypto';

import { messageOf } from '../../base/errors.ts';
import type { Claimed, FileFacts, LivingReplica, StoreEngine, StoreFiles } from './engine.ts';
import { byUrl, leaseLife, mostReplicas } from './engine.ts';
import { StoreFailure } from './failure.ts';
import type { StoreAddress, Steps, TellConnection, Word } from './redis-steps.ts';
import { openRedisSteps } from './redis-steps.ts';
import type { Script } from './scripts.ts';
import {
  begin,
  claim,
  cut,
  list,
  listReplicas,
  look,
  put,
  release,
  remove,
  rename,
  renew,
  takeTurn,
  write,
} from './scripts.ts';

/** A store in Redis or Valkey. */
export async function openRedisEngine(
  address: StoreAddress,
  tell: TellConnection,
): Promise<StoreEngine> {
  return createEngine(await openRedisSteps(address, tell), address.name);
}

function createEngine(steps: Steps, name: string): StoreEngine {
  const key = (part: string): string => `{sd:${name}}:${part}`;
  const lease = key('lease');
  const epochKey = key('epoch');
  const [generation, newest] = [key('generation'), key('newest')];
  const changes = key('changes');
  const replicas = key('replicas');
  const [life, most] = [String(leaseLife), String(mostReplicas)];
  // How many changes the store has told of.
  let seen = 0;
  // Answers come in the order of the steps.
  const note = (count: number): void => {
    if (count > 0 && count <= seen) throw new StoreFailure('lost', 'the store has lost changes');
    seen = Math.max(seen, count);
  };
  return {
    isUp: () => steps.isUp(),
    async claim({ replica, url, fingerprint, generation: own }) {
      const keys = [
        lease,
        epochKey,
        key('id'),
        key('secret'),
        generation,
        newest,
        changes,
        replicas,
      ];
      const fresh = [randomUUID(), randomUUID()];
      const words = [replica, url, life, fingerprint, String(own), ...fresh, most];
      const reply = (await steps.run(claim, keys, words)) as readonly unknown[];
      const claimed = toClaimed(reply);
      if (claimed.outcome === 'taken') seen = Number(reply[7]);
      return claimed;
    },
    async renew({ replica, url, fingerprint, generation: own }, epoch) {
      const keys = [lease, epochKey, generation, newest, changes, replicas];
      const words = [epoch, replica, url, life, fingerprint, String(own), String(seen), most];
      return Number(await steps.run(renew, keys, words)) === 1;
    },
    async release(epoch) {
      await steps.run(release, [lease, epochKey], [epoch]);
    },
    takeTurn: async (task, turn) =>
      Number(await steps.run(takeTurn, [key(`turn:${task}`)], [String(turn)])) === 1,
    replicas: async () => toReplicas(await steps.run(listReplicas, [lease, replicas], [])),
    files: createFiles(steps, key, note),
    findRisks: (isSynced) => findRisks(steps, isSynced),
    close: () => steps.close(),
  };
}

/** A trust edge: the scripts answer so. */
function toClaimed(reply: readonly unknown[]): Claimed {
  const [outcome, storeId = '', secret = '', generation, url = '', epoch = '', fingerprint = ''] =
    reply.map(String);
  return {
    outcome: outcome as Claimed['outcome'],
    storeId,
    secret,
    generation: Number(generation),
    url,
    epoch,
    fingerprint,
  };
}

/** A trust edge: the script answers so. */
function toReplicas(reply: unknown): readonly LivingReplica[] {
  const [owner, living] = reply as readonly [readonly (string | null)[], readonly string[]];
  const all = new Map(
    living.map((text): [string, LivingReplica] => {
      const [replica = '', fingerprint = '', url = ''] = text.split(' ');
      return [replica, { replica, url, fingerprint, term: undefined }];
    }),
  );
  const [replica, url, fingerprint, epoch, since] = owner.map((text) => text ?? '');
  // It is there as long as its lease is.
  if (replica) {
    const term = { epoch: epoch ?? '', since: Number(since) };
    all.set(replica, { replica, url: url ?? '', fingerprint: fingerprint ?? '', term });
  }
  return [...all.values()].toSorted(byUrl);
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
    async list(front) {
      const words = [fileKey(''), front];
      const found = ((await steps.run(list, [ids], words)) as readonly unknown[]).map(String);
      const files = new Map<string, FileFacts>();
      for (let at = 0; at < found.length; at += 3) {
        const [path = '', id = '', size] = found.slice(at, at + 3);
        files.set(path, { id, size: Number(size) });
      }
      return files;
    },
    async look(path) {
      const [id, size] = (await steps.run(look, [ids, fileKey(path)], [path])) as readonly (
        | string
        | number
      )[];
      return id === undefined ? undefined : { id: String(id), size: Number(size) };
    },
    read: (path, from, length) =>
      steps.read(['GETRANGE', fileKey(path), String(from), String(from + length - 1)]),
    put: (epoch, path, id, bytes) => change(put, [path], [epoch, path, id, toBuffer(bytes)]),
    begin: (epoch, path, id) => change(begin, [path], [epoch, path, id]),
    write: (epoch, { path, id, position, bytes }) =>
      change(write, [path], [epoch, path, id, String(position), toBuffer(bytes)]),
    cut: (epoch, path, length) => change(cut, [path], [epoch, String(length)]),
    rename: (epoch, from, to) => change(rename, [from, to], [epoch, from, to]),
    remove: (epoch, path, id = '') => change(remove, [path], [epoch, path, id]),
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
      ...(only === 'yes'
        ? []
        : [
            'what is stored does not survive its end (appendonly no): start it with --appendonly yes --appendfsync always',
          ]),
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
