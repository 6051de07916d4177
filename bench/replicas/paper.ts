import type { Section } from '../section.ts';
import type { Table } from '../table.ts';
import { showCount } from '../table.ts';
import type { Cost } from './costs.ts';
import type { Figures, Recovery } from './figures.ts';

/** What a visitor does, on paper. */
const visitor = {
  /** One request in so many seconds. */
  seconds: 10,
  /** One request of so many is a write. */
  requestsForWrite: 10,
} as const;

/** Bytes in a second: a network of 1 Gbit/s. */
const network = 125e6;

/** What is full at some number of visitors, or of replicas. */
export interface Limit {
  readonly what: string;
  /** How many there can be. */
  readonly most: number;
}

const millionVisitors = 1e6;
const thousandReplicas = 1000;

/** The least comes first: it breaks first. All requests come by a standby, as nearly all do among many replicas. */
export function limitVisitors({ passedRead, passedWrite, memory }: Figures): readonly Limit[] {
  const writes = 1 / visitor.requestsForWrite;
  const mixed = (read: (cost: Cost) => number): number =>
    read(passedRead) * (1 - writes) + read(passedWrite) * writes;
  const full = (amount: number, each: number): number => (amount / each) * visitor.seconds;
  const limits: readonly (readonly [string, number])[] = [
    ['memory of the owner: a quarter of its heap', memory.heapLimit / 4 / memory.world],
    [
      'CPU of the owner: one core',
      full(
        1e6,
        mixed(({ answers }) => answers),
      ),
    ],
    [
      'CPU of the store: one core',
      full(
        1e6,
        mixed(({ stores }) => stores),
      ),
    ],
    [
      'what the store is sent: 1 Gbit/s',
      full(
        network,
        mixed(({ received }) => received),
      ),
    ],
  ];
  return limits.map(toLimit).toSorted(byMost);
}

/** How many replicas can do something, where each has a core of its own. */
export function limitReplicas({ passedRead, passedWrite, idle }: Figures): readonly Limit[] {
  // So many standbys that work all the time keep the owner at work all the time.
  const busy = ({ answers, passesOn }: Cost): number => 1 + passesOn / answers;
  const limits: readonly (readonly [string, number])[] = [
    ['core of the owner: reads that standbys pass on, each as fast as it can', busy(passedRead)],
    ['core of the owner: writes that standbys pass on, each as fast as it can', busy(passedWrite)],
    ['core of the store: idle replicas that ask who is the owner', 1e6 / idle.store],
  ];
  return limits.map(toLimit).toSorted(byMost);
}

function toLimit([what, most]: readonly [string, number]): Limit {
  return { what, most };
}

function byMost(left: Limit, right: Limit): number {
  return left.most - right.most;
}

/** Microseconds of CPU for a request, of all processes, where so many replicas are asked evenly. */
export function costWith(replicas: number, own: Cost, passed: Cost): number {
  return (own.all + (replicas - 1) * passed.all) / replicas;
}

/** Milliseconds that a request waits for an owner at most, and that a lease lasts: docs/replicas.md has them. */
const [longestWait, lease] = [9000, 6000];
/** Bytes of one value, and so of db.json. */
const longestValue = 512 * 2 ** 20;

/** Records with which requests are still answered after a kill, and with which db.json is one value of the store. */
export function limitRecords({ loading, storedRecord }: Recovery): {
  readonly inTime: number;
  readonly inOneValue: number;
} {
  return {
    inTime: ((longestWait - lease) * 1000) / loading,
    inOneValue: longestValue / storedRecord,
  };
}

/** The section that is derived from the others. */
export function writePaper(figures: Figures): Section {
  const visitors = limitVisitors(figures);
  return {
    title: 'On paper',
    text: [
      'Derived from the medians above: each replica has a core of its own like these, and the network no latency.',
      [
        ...writeOwner(figures),
        ...writeStore(figures),
        ...writeThousand(figures),
        ...writeMillion(figures, visitors[0]),
      ].join('\n'),
    ].join('\n\n'),
    tables: [
      writeLimits('visitors', visitors, millionVisitors),
      writeLimits('replicas', limitReplicas(figures)),
    ],
  };
}

function writeOwner({ read, write, passedRead, passedWrite }: Figures): readonly string[] {
  const rate = ({ answers }: Cost): string => showRough(1e6 / answers);
  const added = (own: Cost, passed: Cost): string => (passed.all - own.all).toFixed(0);
  return [
    `- **One owner is one core.** In a second it answers ${rate(read)} reads or ${rate(write)} writes that clients send to it, or ${rate(passedRead)} or ${rate(passedWrite)} that`,
    '  standbys pass on. More replicas add nothing to that.',
    `- **Hops.** Of n replicas that are asked evenly, n − 1 of n requests make one, which adds ${added(read, passedRead)} µs of CPU to a read and ${added(write, passedWrite)} to a write.`,
    `  With 1, 8 and 1,000 replicas a read takes ${showCosts(read, passedRead)} µs, a write ${showCosts(write, passedWrite)}.`,
  ];
}

function writeStore({ read, write, aloneWrite, recovery }: Figures): readonly string[] {
  const most = 1e6 / write.answers;
  const { inTime, inOneValue } = limitRecords(recovery);
  return [
    `- **The store.** A read makes ${read.roundTrips.toFixed(2)} round trips. A write makes ${aloneWrite.roundTrips.toFixed(1)} where it is alone, and ${write.roundTrips.toFixed(2)} where 32 clients write, since the writes of one turn go`,
    `  together: ${showRough(write.roundTrips * most)} in a second and ${((write.received * most) / 1e6).toFixed(1)} MB/s at the owner’s most. With \`always\` the disk bounds the wait of a client (${(aloneWrite.p50 / 1000).toFixed(1)} ms here, alone), and less`,
    '  the number of writes: a slower disk makes larger turns.',
    `- **Records.** Each adds ${recovery.loading.toFixed(0)} µs to the wait after a kill. From about ${showRough(inTime)} on, or fewer on a busy machine, requests are 503 then, since none waits longer than`,
    `  ${longestWait / 1000} s. \`db.json\` is one value of the store, which has 512 MB at most by default: ${showRough(inOneValue)} such records.`,
  ];
}

function writeThousand({ idle, memory }: Figures): readonly string[] {
  const cores = (microseconds: number): string =>
    ((microseconds * thousandReplicas) / 1e6).toFixed(1);
  return [
    `- **1,000 replicas** take ${showGigabytes(memory.standby * thousandReplicas)} and ${cores(idle.standby)} cores while they are idle, and ask the store ${showRough(idle.roundTrips * thousandReplicas)} times in a second who is the owner, which takes ${cores(idle.store)}`,
    '  of its core. Each may open 1,024 connections to the owner: its limit of open files comes first.',
  ];
}

function writeMillion({ memory }: Figures, first: Limit | undefined): readonly string[] {
  const { world, storedWorld, making } = memory;
  const stored =
    storedWorld < 100
      ? 'and nothing of the store'
      : `and ${showGigabytes(storedWorld * millionVisitors)} of the store`;
  return [
    `- **A million visitors**, each with a world, take ${showGigabytes(world * millionVisitors)} of heap in one process ${stored}. To make the worlds takes the owner ${showRough((making * millionVisitors) / 6e7)} minutes.`,
    `  With a request in ${visitor.seconds} s each, one of ${visitor.requestsForWrite} a write, this breaks first: ${first?.what}, at ${showRough(first?.most ?? 0)} visitors. \`--max-worlds\` (1,000) refuses more before that.`,
    '  Only owners of some of the worlds each, instead of one owner of all, would change it.',
  ];
}

function showGigabytes(bytes: number): string {
  return `${showRough(bytes / 1e9)} GB`;
}

function showCosts(own: Cost, passed: Cost): string {
  const values = [1, 8, 1000].map((count) => showCount(costWith(count, own, passed)));
  return `${values.slice(0, 2).join(', ')} and ${values[2]}`;
}

/** Where a number is wanted, also how often each has to be there for it. */
function writeLimits(many: string, all: readonly Limit[], wanted?: number): Table {
  const needed = wanted === undefined ? [] : [`of these for ${showCount(wanted)}`];
  return {
    columns: ['what is full', `at so many ${many}`, ...needed],
    rows: all.map(({ what, most }) => [
      what,
      showRough(most),
      ...(wanted === undefined ? [] : [showNeeded(wanted / most)]),
    ]),
  };
}

/** Two digits: more of them would say what was not measured. */
export function showRough(value: number): string {
  if (!Number.isFinite(value)) return 'no limit';
  return Number(value.toPrecision(2)).toLocaleString('en');
}

function showNeeded(value: number): string {
  return value < 0.1 ? '< 0.1' : Number(value.toPrecision(2)).toLocaleString('en');
}

/** All of them, or nothing where a scene gave none. */
export function gatherFigures(sections: readonly Section[]): Figures | undefined {
  const found: Partial<Figures> = Object.assign(
    {},
    ...sections.map(({ figures }) => figures ?? {}),
  );
  const { read, write, passedRead, passedWrite, aloneWrite, idle, recovery, memory } = found;
  return read && write && passedRead && passedWrite && aloneWrite && idle && recovery && memory
    ? { read, write, passedRead, passedWrite, aloneWrite, idle, recovery, memory }
    : undefined;
}
