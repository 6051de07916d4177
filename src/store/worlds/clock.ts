import { readDuration } from '../../base/durations.ts';
import { refuseInBody } from '../../base/errors.ts';

/** The time of a world: that of this machine, or one that a test has set. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The last setting; undefined: the clock shows the machine's time. */
  readonly setting: ClockSetting | undefined;
  set(setting: ClockSetting | undefined): void;
  /** What another clock needs to show the same; undefined: the machine's time. */
  save(): SavedClock | undefined;
  take(saved: SavedClock | undefined): void;
  /** Goes back to the first setting, and to the time that it showed then. */
  reset(): void;
}

export interface ClockSetting {
  /** The time that the clock shows when it is set, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether the clock stands still. */
  readonly isFrozen: boolean;
}

/** A setting, and the time of the machine then. */
export interface SavedClock extends ClockSetting {
  readonly setAt: number;
}

export function createClock(first?: ClockSetting, machine: () => number = Date.now): Clock {
  let setting = first;
  let setAt = machine();
  const clock: Clock = {
    now() {
      if (!setting) return machine();
      return setting.isFrozen ? setting.now : setting.now + machine() - setAt;
    },
    get setting() {
      return setting;
    },
    set(next) {
      setting = next;
      setAt = machine();
    },
    save: () => setting && { ...setting, setAt },
    take(saved) {
      setting = saved && { now: saved.now, isFrozen: saved.isFrozen };
      setAt = saved?.setAt ?? machine();
    },
    reset: () => clock.set(first),
  };
  return clock;
}

/** How to set a clock. Without members, it shows the machine's time. */
export interface ClockInput {
  /** A date and time, or milliseconds since the epoch. Default: the present time. */
  readonly now?: string | number | Date | undefined;
  /** Whether the clock stands still. Default: it goes on from `now`. */
  readonly frozen?: boolean | undefined;
}

/** The setting that an input means; undefined: the machine's time. */
export function readClockInput(
  { now, frozen = false }: ClockInput,
  present: number,
): ClockSetting | undefined {
  if (now === undefined) return frozen ? { now: present, isFrozen: true } : undefined;
  const time = new Date(now).getTime();
  if (time >= earliest && time <= latest) return { now: time, isFrozen: frozen };
  throw refuseInBody('/now', `must be ${rule}, and no leap second`, 'format');
}

/**
 * The setting that moves a clock forward: by a number of milliseconds, or by a text such as `90s`,
 * `1d` or `PT1H` (ISO 8601). A frozen clock stays frozen.
 */
export function advanceClock(clock: Clock, by: string | number): ClockSetting {
  const milliseconds = typeof by === 'number' ? by : readDuration(by);
  if (milliseconds === undefined || !(milliseconds >= 0)) {
    const example = 'such as "90s", "15m", "1h", "1d", "PT1H", or milliseconds from 0 on';
    const hint = 'years and months have no fixed length, and PUT sets a clock back';
    throw refuseInBody('/by', `must be a duration ${example} (${hint})`, 'format');
  }
  const now = Math.round(clock.now() + milliseconds);
  if (now > latest) throw refuseInBody('/by', `must lead to ${rule}`, 'format');
  return { now, isFrozen: clock.setting?.isFrozen ?? false };
}

const rule = 'a moment between the years 0 and 9000';

/** Texts of times have four digits for the year, and a clock goes on after it was set. */
const earliest = Date.parse('0000-01-01T00:00:00Z');
const latest = Date.parse('9000-01-01T00:00:00Z');
