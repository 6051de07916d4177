/** What a replica asks of the store. Each step is done as a whole or not at all; it rejects with a `StoreFailure`. */
export interface StoreEngine {
  /** Whether it can be asked now. */
  isUp(this: void): boolean;
  /** Makes a replica the owner, also anew, if no other one is. */
  claim(this: void, claimant: Claimant): Promise<Claimed>;
  /**
   * Resolves with whether this is the present epoch, and the store has all that this process has
   * changed: then the lease goes on.
   */
  renew(this: void, claimant: Claimant, epoch: string): Promise<boolean>;
  /** Ends the lease of this epoch. */
  release(this: void, epoch: string): Promise<void>;
  /**
   * Resolves with whether this turn of a repeated task has come, and no replica has taken it. The
   * first turn of all is only noted.
   */
  takeTurn(this: void, task: string, turn: number): Promise<boolean>;
  /** The replicas that were heard of within a lease, by their URLs; a hundred at most, and the owner. */
  replicas(this: void): Promise<readonly LivingReplica[]>;
  readonly files: StoreFiles;
  /** What of its settings may lose changes. */
  findRisks(this: void, isSynced: boolean): Promise<readonly string[]>;
  close(this: void): void;
}

export interface Claimant {
  /** Another one for each process. */
  readonly replica: string;
  /** Where other replicas reach it. */
  readonly url: string;
  /** Of all that decides what it serves. */
  readonly fingerprint: string;
  /** The number that the last claim has told; 0: none yet; -1: it only looks. */
  readonly generation: number;
}

/** `outdated`: a replica of a newer generation lives, and is to take it. */
export interface Claimed {
  readonly outcome: 'taken' | 'held' | 'outdated';
  /** Another one after the store was emptied. */
  readonly storeId: string;
  /** What all replicas know. */
  readonly secret: string;
  readonly generation: number;
  /** Of the owner; empty where it is outdated. */
  readonly url: string;
  readonly epoch: string;
  readonly fingerprint: string;
}

export interface LivingReplica extends Omit<Claimant, 'generation'> {
  /** Undefined: it is not the owner. */
  readonly term: OwnTerm | undefined;
}

interface OwnTerm {
  readonly epoch: string;
  /** Since when it has held its lease, by the clock of the store, in milliseconds. */
  readonly since: number;
}

/** What the store keeps of replicas has a bound, however many start and end. */
export const mostReplicas = 100;

export function byUrl(one: LivingReplica, other: LivingReplica): number {
  return one.url < other.url ? -1 : 1;
}

/** Files by their paths. What changes them names the epoch of the owner. */
export interface StoreFiles {
  /** Those whose paths begin with a text. */
  list(this: void, front: string): Promise<ReadonlyMap<string, FileFacts>>;
  /** Undefined: there is none. */
  look(this: void, path: string): Promise<FileFacts | undefined>;
  read(this: void, path: string, from: number, length: number): Promise<Uint8Array>;
  /** Makes a file with all that it has, or replaces one. */
  put(this: void, epoch: string, path: string, id: string, bytes: Uint8Array): Promise<void>;
  /** Makes a file, or empties it. */
  begin(this: void, epoch: string, path: string, id: string): Promise<void>;
  write(this: void, epoch: string, written: WrittenPiece): Promise<void>;
  cut(this: void, epoch: string, path: string, length: number): Promise<void>;
  rename(this: void, epoch: string, from: string, to: string): Promise<void>;
  /** With an id: if this file is still there. */
  remove(this: void, epoch: string, path: string, id?: string): Promise<void>;
}

export interface FileFacts {
  /** Another one for each file of the same path. */
  readonly id: string;
  /** In bytes. */
  readonly size: number;
}

export interface WrittenPiece {
  readonly path: string;
  /** That of the file which is meant. */
  readonly id: string;
  readonly position: number;
  readonly bytes: Uint8Array;
}

/** In milliseconds. For so long no other replica takes over from an owner that is not heard of. */
export const leaseLife = 6000;
