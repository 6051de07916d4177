import type { DeliveryProgress } from '../../pipeline/delivery-progress.ts';

/** The moment from which many notes count, in milliseconds since 1970. */
export interface Epoch {
  readonly start: number;
}

/** When a request was answered, and how long that took. */
interface NoteTime {
  readonly epoch: Epoch;
  /** In milliseconds since `epoch`. */
  readonly tick: number;
  readonly microseconds: number;
}

/** In milliseconds since 1970. */
export function answeredAt({ epoch, tick }: Pick<NoteTime, 'epoch' | 'tick'>): number {
  return epoch.start + tick;
}

export function receivedAt(note: NoteTime): number {
  return Math.round(answeredAt(note) - note.microseconds / 1000);
}

/** In milliseconds: until the reply was made, or until a delivery of it was over. */
export function durationOf({
  microseconds,
  progress,
}: Pick<NoteTime, 'microseconds'> & { readonly progress: DeliveryProgress | undefined }): number {
  const whole = progress?.milliseconds;
  return whole === undefined ? microseconds / 1000 : Math.round(whole * 1000) / 1000;
}

/** In milliseconds (11 days): the platform would keep larger numbers as objects. */
const longestEpoch = 1_000_000_000;

export function createClock(): { readonly epoch: Epoch; tick(): number } {
  const clock = {
    epoch: { start: Date.now() },
    tick() {
      const tick = Date.now() - clock.epoch.start;
      if (tick >= 0 && tick < longestEpoch) return tick;
      clock.epoch = { start: clock.epoch.start + tick };
      return 0;
    },
  };
  return clock;
}
