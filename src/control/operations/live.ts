// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearInterval, setInterval } from 'node:timers';

import type { JsonObject } from '../../base/json.ts';
import type { HeldOverride } from '../../traffic/interventions/override-list.ts';
import type { EventFollower, EventSource } from '../event-streams.ts';
import { createEventStreams } from '../event-streams.ts';
import type { Behaviors, ControlPorts, LiveLook, LivePorts } from '../ports.ts';

/** The behaviour that tells clients of changes. */
export function createLiveBehaviors({
  live,
  prefix,
  access,
}: Pick<ControlPorts, 'live' | 'prefix' | 'access'>): Behaviors {
  const streams = createEventStreams(
    access,
    `ask again and again for what you need, such as GET ${prefix}/worlds`,
  );
  const watch = createWatch(live);
  return { followServer: (request) => streams.open(request, () => tellChanges(watch)) };
}

/** What clients can ask for, and what it is made of: it has changed where one of the parts has. */
interface Matter {
  readonly event: string;
  /** Undefined: it belongs to no world. */
  readonly world: string | undefined;
  readonly parts: readonly unknown[];
  readonly data: JsonObject;
}

type Matters = ReadonlyMap<string, Matter>;

/** Looks at the server as long as there are listeners. */
interface Watch {
  look(): Matters;
  /** What the last look has seen. */
  seen(): Matters;
  follow(follower: EventFollower): () => void;
}

/** Milliseconds between two looks: a client has so many events of a kind at most. */
const pause = 200;

function createWatch({ look, untilEnd }: LivePorts): Watch {
  const followers = new Set<EventFollower>();
  let timer: NodeJS.Timeout | undefined;
  let seen: Matters = new Map();
  const lookAgain = (): Matters => (seen = listMatters(look()));
  return {
    look: lookAgain,
    seen: () => seen,
    follow(follower) {
      followers.add(follower);
      timer ??= setInterval(() => {
        lookAgain();
        for (const one of followers) one.rouse();
      }, pause).unref();
      const stop = untilEnd(() => follower.end());
      return () => {
        stop();
        followers.delete(follower);
        if (followers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

/** Compares the last look with what the listener was told: a slow one hears of the latest only. */
function tellChanges(watch: Watch): EventSource {
  let told: Matters | undefined;
  return {
    read() {
      const before = told;
      if (!before) {
        told = watch.look();
        return writeEvent('hello', describeAll(told));
      }
      told = watch.seen();
      return findChanges(before, told)
        .map(({ event, data }) => writeEvent(event, data))
        .join('');
    },
    follow: (follower) => watch.follow(follower),
  };
}

function listMatters(look: LiveLook): Matters {
  const { journal, coverage, worlds, overrides, snapshots, fingerprint } = look;
  const { lastId } = journal;
  const counted = coverage?.clearings();
  const cleared = journal.clearings();
  const delivered = journal.deliveries();
  const matters: Matter[] = [
    ofServer('requests', [lastId, cleared, delivered], { last_id: lastId, cleared, delivered }),
    ...(counted === undefined ? [] : [ofServer('coverage', [counted], { cleared: counted })]),
    ofServer('worlds', worlds, { count: worlds.length }),
    ofServer('snapshots', [snapshots, snapshots.version], { count: snapshots.count }),
    ofServer('contract', [fingerprint], { fingerprint }),
  ];
  for (const world of worlds) {
    const { name, version, clock, credentials } = world;
    matters.push(
      ofWorld('state', name, [world, version], { version }),
      ofWorld('clock', name, [clock, clock.setting]),
      ofWorld('credentials', name, [credentials, credentials.version]),
    );
  }
  for (const [name, held] of groupByWorld(overrides))
    matters.push(ofWorld('overrides', name, held));
  return new Map(matters.map((matter) => [`${matter.event} ${matter.world ?? ''}`, matter]));
}

function ofServer(event: string, parts: readonly unknown[], data: JsonObject): Matter {
  return { event, world: undefined, parts, data };
}

function ofWorld(
  event: string,
  world: string,
  parts: readonly unknown[],
  more: JsonObject = {},
): Matter {
  return { event, world, parts, data: { world, ...more } };
}

function groupByWorld(
  overrides: readonly HeldOverride[],
): ReadonlyMap<string, readonly HeldOverride[]> {
  const groups = new Map<string, HeldOverride[]>();
  for (const held of overrides) {
    const world = held.world ?? '*';
    const group = groups.get(world);
    if (group) group.push(held);
    else groups.set(world, [held]);
  }
  return groups;
}

function findChanges(before: Matters, now: Matters): readonly Matter[] {
  if (before === now) return [];
  const changed = [...now].flatMap(([name, matter]) => {
    const known = before.get(name);
    return known && areSame(known.parts, matter.parts) ? [] : [matter];
  });
  // A world that is gone is told by `worlds`; overrides may be gone while their world stays.
  const gone = [...before].flatMap(([name, matter]) =>
    matter.event === 'overrides' && !now.has(name) ? [matter] : [],
  );
  return [...changed, ...gone];
}

function areSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((part, index) => part === right[index]);
}

/** All data by event; those of worlds as a list. */
function describeAll(matters: Matters): JsonObject {
  const lists: Record<string, JsonObject[]> = {
    state: [],
    clock: [],
    credentials: [],
    overrides: [],
  };
  const single: Record<string, JsonObject> = {};
  for (const { event, world, data } of matters.values()) {
    if (world === undefined) single[event] = data;
    else lists[event]?.push(data);
  }
  return { ...single, ...lists };
}

function writeEvent(event: string, data: JsonObject): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
