import type { CollectionShape } from '../../store/record.ts';
import type { StoreEngine } from '../../store/shared/engine.ts';
import type { MemoryStore } from '../../store/shared/memory-engine.test-kit.ts';
import { createMemoryStore } from '../../store/shared/memory-engine.test-kit.ts';
import { createBook } from '../../store/credentials/book.ts';
import type { State } from '../../store/state/state.ts';
import { beginState } from '../../store/state/state.ts';
import { createTables } from '../../store/tables/tables.ts';
import { createClock } from '../../store/worlds/clock.ts';
import type { World } from '../../store/worlds/world.ts';
import { createWorld } from '../../store/worlds/world.ts';
import { ApiError } from '../../base/errors.ts';
import type { Ownership, Term } from './roles.ts';
import { createOwnership } from './ownership.ts';
import type { ReplicaClock } from './replica-clock.ts';
import type { SharedFolder } from './shared-folder.ts';
import { openSharedFolder } from './shared-folder.ts';
import type { Link, Time } from './simulated-process.test-kit.ts';
import { createGate, createRoute, createTime } from './simulated-process.test-kit.ts';

/** Replicas and their store, in a time that tests move. */
export interface Cluster {
  readonly store: MemoryStore;
  readonly replicas: readonly SimulatedReplica[];
  readonly notices: readonly string[];
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>;
  now(): number;
}

export interface SimulatedReplica {
  readonly url: string;
  readonly ownership: Ownership;
  /** What a step that is under way may meet. */
  link: Link;
  /** From now on nothing happens here, until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends the process at once: what it knows is gone. */
  kill(): void;
  start(): void;
  /** Adds a key. Resolves when it is acknowledged, and rejects where it is refused. */
  add(key: string): Promise<void>;
  /** The keys that a client sees. */
  read(): Promise<readonly string[]>;
  leave(): Promise<void>;
}

const collection = 'things';
const shape: CollectionShape = {
  name: collection,
  key: ['id'],
  parents: [],
  check: undefined,
  hasMember: () => true,
};

function stateOfThings(): State {
  const madeFor = { shapes: [shape], fingerprints: { contract: 'c', fixtures: 'f' } };
  return beginState(madeFor, createTables([collection]), new Set([collection]));
}

export interface ClusterOptions {
  readonly count?: number;
  readonly random?: () => number;
  readonly fingerprints?: readonly string[];
}

export function createCluster({
  count = 3,
  random = () => 0.5,
  fingerprints = [],
}: ClusterOptions = {}): Cluster {
  const time = createTime();
  const store = createMemoryStore(time.now);
  const notices: string[] = [];
  const replicas = Array.from({ length: count }, (_, at) =>
    createReplica({
      time,
      store,
      random,
      name: `r${at + 1}`,
      fingerprint: fingerprints[at] ?? 'same',
      tell: (message) => notices.push(message),
    }),
  );
  return { store, replicas, notices, pass: time.pass, now: time.now };
}

interface ReplicaOptions {
  readonly time: Time;
  readonly store: MemoryStore;
  readonly random: () => number;
  readonly name: string;
  readonly fingerprint: string;
  tell(this: void, message: string): void;
}

function createReplica(options: ReplicaOptions): SimulatedReplica {
  const { store, name } = options;
  let incarnation = 0;
  const start = (): Process => {
    incarnation += 1;
    return startProcess(options, store, () => replica.link, incarnation);
  };
  const replica: SimulatedReplica = {
    url: `http://${name}`,
    get ownership() {
      return process.ownership;
    },
    link: 'up',
    pause: () => process.pause(),
    resume: () => process.resume(),
    kill: () => process.kill(),
    start() {
      process.kill();
      process = start();
    },
    add: (key) => process.add(key),
    read: () => process.read(),
    leave: () => process.ownership.leave(),
  };
  let process = start();
  return replica;
}

interface Process extends Pick<
  SimulatedReplica,
  'ownership' | 'pause' | 'resume' | 'kill' | 'add' | 'read'
> {}

function startProcess(
  { time, random, name, fingerprint, tell }: ReplicaOptions,
  store: MemoryStore,
  link: () => Link,
  incarnation: number,
): Process {
  const gate = createGate();
  const clock: ReplicaClock = {
    uptime: time.now,
    after: (milliseconds, task) => time.after(milliseconds, () => gate.run(task)),
  };
  const engine = store.connect(createRoute({ time, random, link, gate }));
  let home: { readonly folder: SharedFolder; readonly world: World } | undefined;
  let refuseLate: (() => ApiError | undefined) | undefined;
  const begin = async (term: Term): Promise<void> => {
    refuseLate = () => (term.isHeld() ? undefined : new ApiError('no-owner', 'not the owner'));
    home = await openHome({
      engine,
      term,
      refuseLate,
      doubt: (reason, epoch) => ownership.doubt(reason, epoch),
      tell,
    });
  };
  const ownership = createOwnership({
    engine,
    clock,
    replica: `${name}-${incarnation}`,
    fingerprint,
    duties: {
      begin,
      async renew(reason) {
        await home?.folder.readAgain(new ApiError('no-owner', 'read again'));
        tell(reason);
      },
      end(reason) {
        home = undefined;
        tell(reason);
      },
      finish: async () => home?.folder.close(),
      follow: () => undefined,
      tell,
    },
  });
  gate.run(() => ownership.join(`http://${name}`));
  const here = (): World => {
    if (!home || ownership.place().kind !== 'here' || gate.isShut())
      throw new ApiError('no-owner', 'not here');
    return home.world;
  };
  return {
    ownership,
    pause: gate.shut,
    resume: gate.open,
    kill: gate.end,
    async add(key) {
      const after = { key, parents: [], body: { id: key } };
      const change = here().commit([{ collection, before: undefined, after }]);
      await gate.pass(change ?? Promise.resolve());
    },
    async read() {
      const world = here();
      const keys = world.items(collection).map(({ key: one }) => one);
      const refusal = refuseLate?.();
      if (refusal) throw refusal;
      await gate.pass(world.durable() ?? Promise.resolve());
      return keys;
    },
  };
}

interface HomeOptions {
  readonly engine: StoreEngine;
  readonly term: Term;
  refuseLate(this: void): ApiError | undefined;
  doubt(this: void, reason: string, epoch: string): void;
  tell(this: void, message: string): void;
}

async function openHome({
  engine,
  term,
  refuseLate,
  doubt,
  tell,
}: HomeOptions): Promise<{ folder: SharedFolder; world: World }> {
  const base = stateOfThings();
  const folder = await openSharedFolder({
    engine,
    term,
    base,
    refuseLate,
    onDoubt: doubt,
    onNotice: tell,
  });
  const world = createWorld({
    name: 'default',
    seed: 's',
    clock: createClock(),
    credentials: createBook([]),
    base,
    database: folder.database,
  });
  return { folder, world };
}
