import { randomUUID } from 'node:crypto';

import { ApiError } from '../../base/errors.ts';
import type { FileFacts, StoreEngine } from './engine.ts';
import { describeFailure, explainFailure, failureIn, StoreFailure } from './failure.ts';
import { describeDoubt } from './shared-disk.ts';

/** Small files of the store, below one folder. The owner knows what each has. */
export interface KeptFiles {
  /** In bytes; undefined: there is none. */
  size(this: void, path: string): number | undefined;
  put(this: void, path: string, text: string): Promise<void>;
  append(this: void, path: string, text: string): Promise<void>;
  remove(this: void, path: string): Promise<void>;
  /**
   * Reads those that are not as this process knows them: all at first, others after a step of which
   * it is not known how it ended. Undefined: such a file is gone.
   */
  readNews(this: void, take: (path: string, text: string | undefined) => void): Promise<void>;
}

export interface KeptFilesOptions {
  readonly engine: Pick<StoreEngine, 'files'>;
  readonly folder: string;
  /** That of the present term. The store refuses what a former owner writes. */
  epoch(this: void): string;
  /** Why this process may not write now; undefined: it may. */
  problem(this: void): ApiError | undefined;
  onDoubt(this: void, reason: string, epoch: string): void;
}

export function openKeptFiles(options: KeptFilesOptions): KeptFiles {
  const { files } = options.engine;
  const known = new Map<string, FileFacts>();
  const toKey = (path: string): string => `${options.folder}/${path}`;
  const change = createChange(options);
  return {
    size: (path) => known.get(path)?.size,
    put: (path, text) =>
      change.run(async (epoch) => {
        const [id, bytes] = [randomUUID(), Buffer.from(text)];
        await files.put(epoch, toKey(path), id, bytes);
        known.set(path, { id, size: bytes.byteLength });
      }),
    append: (path, text) =>
      change.run(async (epoch) => {
        const { id, size } = known.get(path) ?? { id: '', size: 0 };
        const bytes = Buffer.from(text);
        await files.write(epoch, { path: toKey(path), id, position: size, bytes });
        known.set(path, { id, size: size + bytes.byteLength });
      }),
    remove: (path) =>
      change.run(async (epoch) => {
        await files.remove(epoch, toKey(path));
        known.delete(path);
      }),
    async readNews(take) {
      change.settle();
      const front = toKey('');
      const found = new Map(
        [...(await files.list(front))].map(([path, facts]) => [path.slice(front.length), facts]),
      );
      for (const path of known.keys()) {
        if (found.has(path)) continue;
        known.delete(path);
        take(path, undefined);
      }
      const news = [...found].filter(([path, facts]) => !isSame(known.get(path), facts));
      for (let at = 0; at < news.length; at += mostAtOnce) {
        const some = news.slice(at, at + mostAtOnce);
        const texts = await Promise.all(
          some.map(([path, { size }]) => readWhole(files, toKey(path), size)),
        );
        for (const [index, [path, facts]] of some.entries()) {
          known.set(path, facts);
          take(path, texts[index]);
        }
      }
    },
  };
}

/** So many are asked for in one turn; then the lease is renewed, if it is time. */
const mostAtOnce = 100;

/** In bytes. No step takes long, so that none is given up. */
const pieceLength = 1 << 20;

async function readWhole(files: StoreEngine['files'], path: string, size: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < size; at += pieceLength)
    pieces.push(await files.read(path, at, Math.min(pieceLength, size - at)));
  return Buffer.concat(pieces).toString();
}

function isSame(left: FileFacts | undefined, right: FileFacts): boolean {
  return left?.id === right.id && left.size === right.size;
}

function refuseStorage(cause: unknown): ApiError {
  const detail = `It could not be stored, and nothing was changed: ${describeFailure(cause)}.`;
  return new ApiError('storage-failed', detail, { cause });
}

interface Change {
  /** Each task is a single step of the store. */
  run(this: void, task: (epoch: string) => Promise<void>): Promise<void>;
  /** What the store has is read again. */
  settle(this: void): void;
}

function createChange({ epoch, problem, onDoubt }: KeptFilesOptions): Change {
  let isDoubtful = false;
  return {
    async run(task) {
      const refusal = problem();
      if (refusal) throw refusal;
      const asked = epoch();
      try {
        // What would follow can't be told from what may still come.
        if (isDoubtful) throw new StoreFailure('unsent', 'the state has to be read again first');
        await task(asked);
      } catch (error) {
        const kind = failureIn(error)?.kind;
        if (kind !== 'unsent' && kind !== 'refused') {
          isDoubtful = true;
          onDoubt(describeDoubt(kind), asked);
        }
        throw kind === 'refused' ? refuseStorage(error) : explainFailure(error, kind === 'unknown');
      }
    },
    settle: () => void (isDoubtful = false),
  };
}
