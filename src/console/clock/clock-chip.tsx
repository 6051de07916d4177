import type { ComponentChild } from 'preact';

import '../style/clock.css';
import { useConsole } from '../shell/console.ts';
import { describeDifference, formatLocal, isOfMachine, isStill, shownBy } from './times.ts';
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
  return (
    <a
      class="clock-chip"
      href={linkTo(['clock'])}
      title={
        clock.isRecorded
          ? 'The clock of the world when the recording was made'
          : `The clock of this world is ${describeDifference(clock, present)}`
      }
    >
      {clock.frozen ? 'frozen' : 'clock'} {formatLocal(shownBy(clock, present)).slice(0, 16)}
    </a>
  );
}
