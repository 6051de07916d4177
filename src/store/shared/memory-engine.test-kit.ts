import type { Claimant, Claimed, LivingReplica, StoreEngine, StoreFiles } from './engine.ts';
import { byUrl, leaseLife, mostReplicas } from './engine.ts';
import { fullStore, StoreFailure } from './failure.ts';

/** A store in memory, which does what the scripts do, and its connections. */
export interface MemoryStore {
  /** A connection. What it is asked comes there and back by `route`. */
  connect(route: Route): StoreEngine;
  /** Begins empty, as after the loss of a disk. */
  clear(): void;
  /** Goes back to what was there, as after a failover. */
  save(): () => void;
  /** As if its time had passed. */
  endLease(): void;
  /** The last word of each replica is older than a lease. */
  endLives(): void;
  /** From now on it takes no writes. */
  isFull: boolean;
}

/** Carries a step to the store, and its answer back. It may call `step` later, twice or never. */
export type Route = <T>(step: () => T) => Promise<T>;

interface Content {
  id: string;
  epoch: string;
  lease: Lease | undefined;
  /** By their last word, the oldest first. */
  replicas: Map<string, { readonly by: Claimant; readonly until: number }>;
  generation: { readonly number: number; readonly fingerprint: string };
  newestUntil: number;
  changes: number;
  turns: Map<string, number>;
  files: Map<string, { readonly id: string; readonly bytes: Buffer }>;
}

interface Lease {
  readonly by: Claimant;
  readonly epoch: string;
  readonly since: number;
  readonly until: number;
}

export function createMemoryStore(uptime: () => number): MemoryStore {
  let made = 0;
  const begin = (): Content => ({
    id: `store-${(made += 1)}`,
    epoch: '0',
    lease: undefined,
    replicas: new Map(),
    generation: { number: 0, fingerprint: '' },
    newestUntil: 0,
    changes: 0,
    turns: new Map(),
    files: new Map(),
  });
  let content = begin();
  const store: MemoryStore = {
    isFull: false,
    endLease: () => void (content.lease = undefined),
    endLives: () => content.replicas.clear(),
    clear: () => void (content = begin()),
    save() {
      const kept = { ...content, files: new Map(content.files) };
      return () => void (content = { ...kept, files: new Map(kept.files) });
    },
    connect: (route) => connect(route),
  };
  const connect = (route: Route): StoreEngine => {
    let seen = 0;
    return {
      isUp: () => true,
      async claim(by) {
        const { changes, ...claimed } = await route(() => ({
          ...claim(content, by, `fresh-${(made += 1)}`, uptime()),
          changes: content.changes,
        }));
        if (claimed.outcome === 'taken') seen = changes;
        return claimed;
      },
      renew: (by, epoch) =>
        route(() => {
          if (content.epoch !== epoch || content.changes < seen) return false;
          extend(content, by, uptime());
          hear(content, by, uptime());
          return true;
        }),
      release: (epoch) =>
        route(() => {
          if (content.epoch === epoch) content.lease = undefined;
        }),
      takeTurn: (task, turn) =>
        route(() => {
          const last = content.turns.get(task) ?? turn;
          content.turns.set(task, Math.max(last, turn));
          return last < turn;
        }),
      replicas: () => route(() => listReplicas(content, uptime())),
      files: createFiles(route, () => content, {
        assertRoom() {
          if (store.isFull) throw new StoreFailure('refused', fullStore);
        },
        note(changes) {
          if (changes > 0 && changes <= seen)
            throw new StoreFailure('lost', 'the store has lost changes');
          seen = Math.max(seen, changes);
        },
      }),
      findRisks: () => Promise.resolve([]),
      close: () => undefined,
    };
  };
  return store;
}

function claim(content: Content, by: Claimant, fresh: string, now: number): Claimed {
  const { generation, lease } = content;
  let own = by.generation;
  if (own === 0 || own > generation.number) {
    own = generation.number;
    if (own === 0 || generation.fingerprint !== by.fingerprint) {
      own += 1;
      content.generation = { number: own, fingerprint: by.fingerprint };
    }
  }
  const { number } = content.generation;
  if (own === number) content.newestUntil = now + leaseLife;
  hear(content, by, now);
  if (own === -1) content.replicas.delete(by.replica);
  const told = { storeId: content.id, secret: content.id, generation: own };
  if (lease && lease.until > now && lease.by.replica !== by.replica)
    return {
      ...told,
      outcome: 'held',
      url: lease.by.url,
      epoch: lease.epoch,
      fingerprint: lease.by.fingerprint,
    };
  if (own === -1 || (own < number && content.newestUntil > now))
    return { ...told, outcome: 'outdated', url: '', epoch: '', fingerprint: '' };
  content.epoch = `${Number.parseInt(content.epoch, 10) + 1}:${fresh}`;
  extend(content, by, now);
  return {
    ...told,
    outcome: 'taken',
    url: by.url,
    epoch: content.epoch,
    fingerprint: by.fingerprint,
  };
}

function extend(content: Content, by: Claimant, now: number): void {
  if (by.generation === content.generation.number) content.newestUntil = now + leaseLife;
  const { lease } = content;
  const isHeld = lease !== undefined && lease.until > now && lease.by.replica === by.replica;
  const since = isHeld ? lease.since : now;
  content.lease = { by, epoch: content.epoch, since, until: now + leaseLife };
}

function hear({ replicas }: Content, by: Claimant, now: number): void {
  replicas.delete(by.replica);
  replicas.set(by.replica, { by, until: now + leaseLife });
  for (const [replica, { until }] of replicas)
    if (until <= now || replicas.size > mostReplicas) replicas.delete(replica);
}

function listReplicas({ replicas, lease }: Content, now: number): readonly LivingReplica[] {
  const living = [...replicas.values()].filter(({ until }) => until > now).map(({ by }) => by);
  const held = lease && lease.until > now ? lease : undefined;
  const others = living.filter(({ replica }) => replica !== held?.by.replica);
  const all = others.map((by) => toLiving(by, undefined));
  if (held) all.push(toLiving(held.by, { epoch: held.epoch, since: held.since }));
  return all.toSorted(byUrl);
}

function toLiving(
  { replica, url, fingerprint }: Claimant,
  term: LivingReplica['term'],
): LivingReplica {
  return { replica, url, fingerprint, term };
}

interface Effects {
  assertRoom(this: void): void;
  /** Hears of each answer how many changes there were. */
  note(this: void, changes: number): void;
}

function createFiles(
  route: Route,
  present: () => Content,
  { assertRoom, note }: Effects,
): StoreFiles {
  const change = (epoch: string, step: (content: Content) => number | void): Promise<void> =>
    route(() => {
      const content = present();
      if (content.epoch !== epoch)
        throw new StoreFailure('fenced', 'another replica has taken over');
      return step(content) ?? 0;
    }).then(note);
  const add = (epoch: string, step: (files: Content['files']) => void): Promise<void> =>
    change(epoch, (content) => {
      assertRoom();
      step(content.files);
      return (content.changes += 1);
    });
  const find = (files: Content['files'], path: string): { id: string; bytes: Buffer } => {
    const file = files.get(path);
    if (!file) throw new StoreFailure('lost', 'the store has lost what was stored');
    return file;
  };
  return {
    list: (front) =>
      route(() => {
        const found = [...present().files].filter(([path]) => path.startsWith(front));
        return new Map(found.map(([path, { id, bytes }]) => [path, { id, size: bytes.length }]));
      }),
    look: (path) =>
      route(() => {
        const file = present().files.get(path);
        return file && { id: file.id, size: file.bytes.length };
      }),
    read: (path, from, length) =>
      route(
        () =>
          present()
            .files.get(path)
            ?.bytes.subarray(from, from + length) ?? Buffer.alloc(0),
      ),
    put: (epoch, path, id, bytes) =>
      add(epoch, (files) => void files.set(path, { id, bytes: Buffer.from(bytes) })),
    begin: (epoch, path, id) =>
      add(epoch, (files) => void files.set(path, { id, bytes: Buffer.alloc(0) })),
    write: (epoch, { path, id, position, bytes }) =>
      add(epoch, (files) => {
        const file = find(files, path);
        if (file.id !== id || file.bytes.length < position)
          throw new StoreFailure('lost', 'the store has lost what was stored');
        const rest = file.bytes.subarray(position + bytes.byteLength);
        files.set(path, {
          id,
          bytes: Buffer.concat([file.bytes.subarray(0, position), bytes, rest]),
        });
      }),
    cut: (epoch, path, length) =>
      change(epoch, ({ files }) => {
        const file = files.get(path);
        if (file) files.set(path, { ...file, bytes: file.bytes.subarray(0, length) });
      }),
    rename: (epoch, from, to) =>
      add(epoch, (files) => {
        files.set(to, find(files, from));
        files.delete(from);
      }),
    remove: (epoch, path, id) =>
      change(epoch, (content) => {
        if (id !== undefined && content.files.get(path)?.id !== id) return 0;
        content.files.delete(path);
        return (content.changes += 1);
      }),
  };
}
