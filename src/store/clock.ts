import { ApiError } from '../errors.ts';

/** The time of a world: that of this machine, or one that somebody has set. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** As it was set; undefined: it shows the machine's time. */
  readonly setting: ClockSetting | undefined;
  set(setting: ClockSetting | undefined): void;
  /** Back to how it was set first, and to the time that it showed then. */
  reset(): void;
}

export interface ClockSetting {
  /** The time that it shows when it is set, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether it stands still. */
  readonly isFrozen: boolean;
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
    reset: () => clock.set(first),
  };
  return clock;
}

/** How somebody wishes a clock to be set; undefined: not at all. */
export interface ClockWish {
  /** A date and time, or milliseconds since the epoch. Default: the present. */
  readonly now?: string | number | Date | undefined;
  /** Whether it stands still. Default: it goes on from there. */
  readonly frozen?: boolean | undefined;
}

export function readClockWish(
  { now, frozen = false }: ClockWish,
  present: number,
): ClockSetting | undefined {
  if (now === undefined) return frozen ? { now: present, isFrozen: true } : undefined;
  const time = new Date(now).getTime();
  if (time >= earliest && time <= latest) return { now: time, isFrozen: frozen };
  const message = 'must be a moment between the years 0 and 9000, and no leap second';
  throw new ApiError('invalid-request', `body /now: ${message}.`, {
    violations: [{ in: 'body', pointer: '/now', message, keyword: 'format' }],
  });
}

/** Clocks go on, and times have four digits for the year. */
const earliest = Date.parse('0000-01-01T00:00:00Z');
const latest = Date.parse('9000-01-01T00:00:00Z');
