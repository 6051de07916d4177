import type { ComponentChild } from 'preact';

import '../style/clock.css';
import { formatMoment } from '../parts/moment.ts';
import { useConsole } from '../shell/console.ts';
import { describeDifference, isOfMachine, isStill, shownBy } from './times.ts';
import { useBeat, useClock } from './use-clock.ts';

/** Milliseconds; the chip shows minutes. */
const beat = 10_000;

/** Says in the header that the clock of the world is not that of the machine. */
export function ClockChip(): ComponentChild {
  const { linkTo } = useConsole();
  const { value: clock } = useClock();
  useBeat(clock !== undefined && !isStill(clock), beat);
  const present = Date.now();
  if (!clock || isOfMachine(clock, present)) return null;
  const shown = formatMoment(shownBy(clock, present));
  const [day, time = ''] = shown.slice(0, 16).split(' ');
  const text = `${clock.frozen ? 'frozen' : 'clock'} ${day} ${time}`;
  return (
    <a
      class={clock.frozen ? 'clock-chip frozen' : 'clock-chip'}
      href={linkTo(['clock'])}
      aria-label={text}
      title={`${text}: ${
        clock.isRecorded
          ? 'the clock of the world when the recording was made'
          : `the clock of this world is ${describeDifference(clock, present)}`
      }`}
    >
      {/* The time of the day says nothing of another day. */}
      {formatMoment(present).startsWith(day ?? '') ? time : day}
    </a>
  );
}
