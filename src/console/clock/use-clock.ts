import { useEffect, useState } from 'preact/hooks';

import type { Clock } from '../api/documents.ts';
import type { Answer } from '../api/use-answer.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole, useLive } from '../shell/console.ts';
import type { HeardClock } from './times.ts';
import { isStill, shownBy } from './times.ts';

/** The clock of the chosen world, also after another client has set it. */
export function useClock(): Answer<HeardClock> {
  const { api, recording } = useConsole();
  const answer = useAnswer<HeardClock>(async () => {
    const clock = await api.get<Clock>('clock');
    return recording
      ? { ...clock, heardAt: Date.parse(recording.made_at), isRecorded: true }
      : { ...clock, heardAt: Date.now() };
  }, [api]);
  useLive('clock', (data) => (data === undefined || data.world === api.world) && answer.reload(), [
    api,
  ]);
  return answer;
}

/** Draws the component again, every so many milliseconds, while it is on. */
export function useBeat(isOn: boolean, pause: number): void {
  const [, setBeat] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => setBeat((beat) => beat + 1), pause);
    return () => clearInterval(timer);
  }, [isOn, pause]);
}

/** The time of the world; it draws again only when the clock passes one of the marks. */
export function useMoment(clock: HeardClock, marks: readonly number[]): number {
  const [, setPassed] = useState(0);
  useEffect(() => {
    if (isStill(clock)) return undefined;
    const count = (): number => {
      const now = shownBy(clock, Date.now());
      return marks.filter((mark) => mark <= now).length;
    };
    const timer = setInterval(() => setPassed(count()), 1000);
    return () => clearInterval(timer);
  }, [clock, marks.join(' ')]);
  return shownBy(clock, Date.now());
}
