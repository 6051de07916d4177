import type { ComponentChild, TargetedInputEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

import type { Api } from '../api/client.ts';
import { Refusal } from '../api/client.ts';
import type { Clock, SecurityPlan } from '../api/documents.ts';
import { ServerOnly } from '../parts/server-only.tsx';
import { say } from '../parts/said.tsx';
import { formatMoment } from '../parts/moment.ts';
import { useConsole, useKeys } from '../shell/console.ts';
import { MoveReport } from './move-report.tsx';
import type { HeardClock } from './times.ts';
import {
  describeDifference,
  formatUtc,
  fromInput,
  isOfMachine,
  isStill,
  shownBy,
  toInput,
} from './times.ts';
import { useBeat } from './use-clock.ts';
import type { Moves } from './use-moves.ts';
import { useMoves } from './use-moves.ts';

interface ClockCardProps {
  readonly clock: HeardClock;
  readonly plan: SecurityPlan;
}

/** The clock of the world, and all that moves it. */
export function ClockCard({ clock, plan }: ClockCardProps): ComponentChild {
  const { api, complain } = useConsole();
  const moves = useMoves(plan);
  const setFrozen = (): void =>
    void api
      .send('PUT', 'clock', { frozen: !clock.frozen })
      .then(() => say(clock.frozen ? 'The clock goes on' : 'The clock is frozen'), complain);
  const move = (act: () => Promise<unknown>): void =>
    void moves.run(act).then((fault) => fault !== undefined && complain(new Error(fault)));
  useKeys(
    [
      {
        keys: 'f',
        label: clock.frozen ? 'Let the clock go on' : 'Freeze the clock',
        isServerOnly: true,
        run: setFrozen,
      },
    ],
    [clock.frozen, api],
  );
  return (
    <section class="clock-card" aria-label="Clock">
      <Face clock={clock} />
      <ServerOnly>
        <div class="row">
          <button aria-pressed={clock.frozen} onClick={setFrozen} title="f">
            {clock.frozen ? 'Let it go on' : 'Freeze'}
          </button>
          {steps.map(([label, by]) => (
            <button
              key={by}
              disabled={moves.isBusy}
              onClick={() => move(() => api.send('POST', 'clock/advance', { by }))}
            >
              {label}
            </button>
          ))}
          <button
            disabled={moves.isBusy || isOfMachine(clock, Date.now())}
            onClick={() => move(() => goBack(api))}
          >
            Back to the machine’s clock
          </button>
        </div>
        <div class="clock-forms">
          <AdvanceForm moves={moves} clock={clock} />
          <JumpForm moves={moves} clock={clock} />
        </div>
      </ServerOnly>
      {/* There before its text, so that the first report is read aloud, too. */}
      <div class="move-place" role="status">
        {moves.last && <MoveReport move={moves.last} onClose={moves.forget} />}
      </div>
    </section>
  );
}

/** A world may have begun with a time of its own, to which the server goes back. */
async function goBack(api: Api): Promise<void> {
  await api.send('DELETE', 'clock');
  const clock = await api.get<Clock>('clock');
  const present = Date.now();
  if (isOfMachine({ ...clock, heardAt: present }, present)) return;
  const now = new Date(present).toISOString();
  await api.send('PUT', 'clock', { now, frozen: false });
}

const steps = [
  ['+ 1 min', '1m'],
  ['+ 1 h', '1h'],
  ['+ 1 day', '1d'],
] as const;

function Face({ clock }: Pick<ClockCardProps, 'clock'>): ComponentChild {
  useBeat(!isStill(clock), 1000);
  const present = Date.now();
  const now = shownBy(clock, present);
  const { isRecorded = false } = clock;
  return (
    <div class="clock-face">
      <p>
        <time class="clock-time" dateTime={new Date(now).toISOString()}>
          {formatMoment(now)}
        </time>{' '}
        {clock.frozen && <b class="frozen-mark">frozen</b>}
      </p>
      <p class="soft">
        {formatUtc(now)} ·{' '}
        {isRecorded ? 'when the recording was made' : tellRunning(clock, present)}
      </p>
    </div>
  );
}

function tellRunning(clock: HeardClock, present: number): string {
  if (isOfMachine(clock, present)) return 'the machine’s clock';
  return `${describeDifference(clock, present)}${clock.frozen ? '' : ', and going on'}`;
}

interface FormProps {
  readonly moves: Moves;
  readonly clock: HeardClock;
}

interface FieldFormProps extends FormProps {
  readonly label: string;
  readonly button: string;
  readonly isDate?: boolean;
  /** Stands below the field, and is all that is said of a mistake that it tells of. */
  readonly hint: string;
  readonly value: string;
  onInput(this: void, value: string): void;
  /** Undefined: it went well. */
  send(this: void): Promise<string | undefined>;
  /** Puts back what the field has at first. */
  onReset(this: void): void;
}

/** One field and one button; a mistake is told beside the field until the clock is set otherwise. */
function FieldForm(props: FieldFormProps): ComponentChild {
  const { moves, clock, label, button, isDate = false, hint, value, onInput, send } = props;
  const id = useId();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    // A text that was not sent yet stays: the user may go on with it.
    if (fault === undefined) return;
    setFault(undefined);
    props.onReset();
  }, [moves.count, clock.frozen]);
  const shared = {
    id,
    value,
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${id}-hint`,
    onInput({ currentTarget }: TargetedInputEvent<HTMLInputElement>) {
      setFault(undefined);
      onInput(currentTarget.value);
    },
  };
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!moves.isBusy) void send().then(setFault);
      }}
    >
      <label for={id}>{label}</label>
      <span class="row">
        {isDate ? (
          <input type="datetime-local" step={1} {...shared} />
        ) : (
          <input type="text" autocomplete="off" {...shared} />
        )}
        <button disabled={moves.isBusy}>{button}</button>
      </span>
      <span
        id={`${id}-hint`}
        role={fault === undefined ? undefined : 'alert'}
        class={fault === undefined ? 'soft' : 'fault'}
      >
        {fault ?? hint}
      </span>
    </form>
  );
}

function AdvanceForm({ moves, clock }: FormProps): ComponentChild {
  const { api } = useConsole();
  const [by, setBy] = useState('');
  return (
    <FieldForm
      moves={moves}
      clock={clock}
      label="Advance by"
      button="Advance"
      hint={durations}
      value={by}
      onInput={setBy}
      onReset={() => setBy('')}
      send={() =>
        by.trim() === '' ? Promise.resolve(durations) : moves.run(() => advance(api, by.trim()))
      }
    />
  );
}

const durations = 'Write 90s, 15m, 2h or PT1H';

/** The server knows what a duration is; its words are those of the API. */
async function advance(api: Api, by: string): Promise<unknown> {
  try {
    return await api.send('POST', 'clock/advance', { by });
  } catch (error) {
    const isOfField =
      error instanceof Refusal && error.problem.errors.some(({ pointer }) => pointer === '/by');
    throw isOfField ? new Error(durations) : error;
  }
}

function JumpForm({ moves, clock }: FormProps): ComponentChild {
  const { api } = useConsole();
  const [to, setTo] = useState('');
  /** What the user typed and has not sent: the clock never writes over it. */
  const typed = useRef<string | undefined>(undefined);
  // Of a clock that goes on, only a step counts, and no second.
  const step = isStill(clock)
    ? clock.now
    : Math.round((Date.parse(clock.now) - clock.heardAt) / 10_000);
  const reset = (): void => {
    typed.current = undefined;
    setTo(toInput(shownBy(clock, Date.now())));
  };
  useEffect(() => {
    if (typed.current === undefined) reset();
  }, [step]);
  return (
    <FieldForm
      moves={moves}
      clock={clock}
      label="Jump to (local time)"
      button="Jump"
      hint="The clock stays frozen, or goes on from there"
      isDate
      value={to}
      onInput={(text) => {
        typed.current = text;
        setTo(text);
      }}
      onReset={reset}
      send={async () => {
        const now = fromInput(to);
        if (now === undefined) return 'Choose a date and a time';
        const why = await moves.run(() => api.send('PUT', 'clock', { now, frozen: clock.frozen }));
        if (why === undefined && typed.current === to) typed.current = undefined;
        return why;
      }}
    />
  );
}
