import { randomUUID } from 'node:crypto';

import { ApiError } from '../../base/errors.ts';
import type { KeptText } from '../worlds/kept-world.ts';
import type { FileFacts, StoreEngine, StoreFiles } from './engine.ts';
import { describeFailure, explainFailure, failureIn, StoreFailure } from './failure.ts';
import { describeDoubt } from './shared-disk.ts';

/** Small files of the store, below one folder. The owner knows what each has. */
export interface KeptFiles {
  /** Why nothing can be stored, where that was refused, and is so again; undefined: it can. */
  problem(this: void): Promise<string | undefined>;
  /** A file to make, which takes the place of one that is there when it is written. */
  open(this: void, path: string): KeptFile;
  /** The paths of those that are stored. */
  paths(this: void): readonly string[];
  /** One that is stored, or is about to be. */
  find(this: void, path: string): KeptFile | undefined;
  /**
   * Reads those that are not as this process knows them: all at first, others after a step of which
   * it is not known how it ended.
   */
  readNews(this: void, take: (news: FileNews) => void): Promise<void>;
}

export interface KeptFile extends KeptText {
  readonly path: string;
  remove(this: void): Promise<void>;
}

export interface FileNews {
  readonly file: KeptFile;
  /** Undefined: it is gone. */
  readonly text: string | undefined;
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
  const front = `${options.folder}/`;
  const known = new Map<string, OpenFile>();
  const coming = new Map<string, OpenFile>();
  const change = createChange(options);
  const open = (path: string, facts?: FileFacts): OpenFile =>
    new OpenFile({ path, front, files, known, coming, find, change: change.run }, facts);
  const find = (path: string): OpenFile | undefined => known.get(path) ?? coming.get(path);
  const takeGone = (
    found: ReadonlyMap<string, FileFacts>,
    take: (news: FileNews) => void,
  ): void => {
    for (const file of known.values()) {
      if (found.has(front + file.path)) continue;
      file.facts = undefined;
      known.delete(file.path);
      take({ file, text: undefined });
    }
  };
  return {
    async problem() {
      if (change.refusal() === undefined) return undefined;
      const probe = open(`${draftsFront}probe`);
      await probe.replace('').then(probe.remove).catch(leaveToNext);
      return change.refusal();
    },
    open: (path) => open(path),
    find,
    paths: () => [...known.keys()],
    async readNews(take) {
      change.settle();
      const found = new Map(await files.list(front));
      for (const path of found.keys()) {
        if (!path.startsWith(front + draftsFront)) continue;
        found.delete(path);
        files.remove(options.epoch(), path).catch(leaveToNext);
      }
      takeGone(found, take);
      const news = [...found].filter(
        ([path, facts]) => !isSame(known.get(path.slice(front.length))?.facts, facts),
      );
      for (let at = 0; at < news.length; at += mostAtOnce) {
        const some = news.slice(at, at + mostAtOnce);
        const texts = await Promise.all(
          some.map(([path, { size }]) => readWhole(files, path, size)),
        );
        for (const [index, [key, facts]] of some.entries()) {
          const path = key.slice(front.length);
          const file = known.get(path) ?? open(path);
          file.facts = facts;
          known.set(path, file);
          take({ file, text: texts[index] });
        }
      }
    },
  };
}

interface Place {
  readonly path: string;
  readonly front: string;
  readonly files: StoreFiles;
  /** Those that the store has. */
  readonly known: Map<string, OpenFile>;
  /** Those that are on their way there. */
  readonly coming: Map<string, OpenFile>;
  find(this: void, path: string): OpenFile | undefined;
  readonly change: Change['run'];
}

class OpenFile implements KeptFile {
  readonly path: string;
  facts: FileFacts | undefined;
  /** Whether it was removed, or another file takes its place: what is still to be written is not. */
  private isGone = false;
  /** That of a text which is on its way. */
  private comingId: string | undefined;
  private readonly place: Place;

  constructor(place: Place, facts: FileFacts | undefined) {
    this.place = place;
    this.path = place.path;
    this.facts = facts;
  }

  readonly size = (): number | undefined => this.facts?.size;

  readonly replace = async (text: string): Promise<void> => {
    const { known, coming, change } = this.place;
    const former = this.place.find(this.path);
    if (former !== this) former?.leave(true);
    coming.set(this.path, this);
    try {
      await change(async (epoch) => {
        this.assertThere();
        await this.put(epoch, Buffer.from(text));
      });
      if (!this.isGone) known.set(this.path, this);
    } catch (error) {
      if (former !== this) former?.leave(false);
      throw error;
    } finally {
      if (coming.get(this.path) === this) coming.delete(this.path);
      this.comingId = undefined;
    }
  };

  readonly append = (text: string): Promise<void> =>
    this.place.change(async (epoch) => {
      this.assertThere();
      const { id, size: position } = this.facts ?? { id: '', size: 0 };
      const bytes = Buffer.from(text);
      await this.place.files.write(epoch, { path: this.key, id, position, bytes });
      this.facts = { id, size: position + bytes.byteLength };
    });

  /** From now on another file may be made in its place. */
  readonly remove = async (): Promise<void> => {
    const { known, change, files } = this.place;
    const isKnown = known.get(this.path) === this;
    const id = this.comingId ?? this.facts?.id;
    this.leave(true);
    if (isKnown) known.delete(this.path);
    if (id === undefined) return;
    try {
      await change((epoch) => files.remove(epoch, this.key, id));
    } catch (error) {
      this.leave(false);
      if (isKnown && !known.has(this.path)) known.set(this.path, this);
      throw error;
    }
  };

  private get key(): string {
    return this.place.front + this.path;
  }

  private leave(isGone: boolean): void {
    this.isGone = isGone;
  }

  private assertThere(): void {
    if (this.isGone) throw new StoreFailure('unsent', 'it was dropped, or made anew');
  }

  private async put(epoch: string, bytes: Buffer): Promise<void> {
    const { files, front } = this.place;
    const id = randomUUID();
    this.comingId = id;
    if (bytes.byteLength <= pieceLength) await files.put(epoch, this.key, id, bytes);
    else
      await putInPieces(files, { epoch, id, bytes, to: this.key, draft: front + draftsFront + id });
    this.facts = { id, size: bytes.byteLength };
  }
}

const draftsFront = 'drafts/';

interface LargeFile {
  readonly epoch: string;
  readonly id: string;
  readonly bytes: Buffer;
  readonly to: string;
  readonly draft: string;
}

/** It has its name when it is whole. */
async function putInPieces(
  files: StoreFiles,
  { epoch, id, bytes, to, draft }: LargeFile,
): Promise<void> {
  await files.begin(epoch, draft, id);
  for (let position = 0; position < bytes.byteLength; position += pieceLength) {
    const piece = bytes.subarray(position, position + pieceLength);
    await files.write(epoch, { path: draft, id, position, bytes: piece });
  }
  await files.rename(epoch, draft, to);
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

function leaveToNext(): void {
  // The next reading finds it again.
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
  /** Why it took nothing the last time; undefined: it did. */
  refusal(this: void): string | undefined;
}

function createChange({ epoch, problem, onDoubt }: KeptFilesOptions): Change {
  let isDoubtful = false;
  let refused: string | undefined;
  return {
    async run(task) {
      const refusal = problem();
      if (refusal) throw refusal;
      const asked = epoch();
      try {
        // What would follow can't be told from what may still come.
        if (isDoubtful) throw new StoreFailure('unsent', 'the state has to be read again first');
        await task(asked);
        refused = undefined;
      } catch (error) {
        const kind = failureIn(error)?.kind;
        if (kind === 'refused') refused = describeFailure(error);
        if (kind !== 'unsent' && kind !== 'refused') {
          // What was asked in a former epoch says nothing of this one.
          isDoubtful ||= asked === epoch();
          onDoubt(describeDoubt(kind), asked);
        }
        throw kind === 'refused' ? refuseStorage(error) : explainFailure(error, kind === 'unknown');
      }
    },
    settle: () => void (isDoubtful = false),
    refusal: () => refused,
  };
}
