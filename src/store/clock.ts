/** The time of a world: that of this machine, or one that somebody has set. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** As it was set; undefined: it shows the machine's time. */
  readonly setting: ClockSetting | undefined;
  set(setting: ClockSetting | undefined): void;
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
  return {
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
  };
}
