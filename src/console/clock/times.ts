import type { Clock } from '../api/documents.ts';
import { formatMoment } from '../parts/moment.ts';

/** A clock of the server, and when this browser heard of it, or a recording was made. */
export interface HeardClock extends Clock {
  readonly heardAt: number;
  /** Whether it is that of a recording, which shows one moment. */
  readonly isRecorded?: boolean;
}

const minute = 60_000;

const units = [
  ['year', 31_536_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', minute],
  ['second', 1000],
] as const;

/** Milliseconds: a clock that differs by less is taken for that of the machine. */
const tolerance = 5000;

/** What the clock shows by now. */
export function shownBy(clock: HeardClock, present: number): number {
  return Date.parse(clock.now) + (isStill(clock) ? 0 : present - clock.heardAt);
}

export function isStill({ frozen, isRecorded = false }: HeardClock): boolean {
  return frozen || isRecorded;
}

export function isOfMachine(clock: HeardClock, present: number): boolean {
  const beside = clock.isRecorded ? clock.heardAt : present;
  return !clock.frozen && Math.abs(shownBy(clock, present) - beside) < tolerance;
}

/** A length of time that runs while it is told, in its two largest units, rounded: `1 day 2 hours`. */
export function describeSpan(milliseconds: number): string {
  return writeSpan(roundSpan(Math.abs(milliseconds)));
}

/** How far a clock was moved, in its two largest units, the rest cut off. */
export function describeMove(milliseconds: number): string {
  // Of a clock that runs, the question costs some milliseconds.
  return writeSpan(roundTo(Math.abs(milliseconds), 1000));
}

function writeSpan(span: number): string {
  let rest = span;
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`);
    // Two neighbours: a year and a second would be a riddle.
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

/** Time runs on while a user reads: an hour less a few seconds is an hour. */
function roundSpan(span: number): number {
  const minutes = roundTo(span, minute);
  const isNear = minutes >= 10 * minute && Math.abs(span - minutes) < tolerance;
  const rest = isNear ? minutes : roundTo(span, 1000);
  const sizes = units.map(([, size]) => size);
  const largest = sizes.findIndex((size) => size <= rest);
  return roundTo(rest, sizes[largest + 1] ?? 1000);
}

function roundTo(span: number, size: number): number {
  return Math.round(span / size) * size;
}

/** How the clock differs from that of the machine. */
export function describeDifference(clock: HeardClock, present: number): string {
  const difference = shownBy(clock, present) - present;
  if (Math.abs(difference) < tolerance) return 'as this machine’s';
  return `${describeSpan(difference)} ${difference > 0 ? 'ahead of' : 'behind'} this machine’s`;
}

export function formatUtc(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** As an input of the type `datetime-local` has it. */
export function toInput(moment: number): string {
  return formatMoment(moment).replace(' ', 'T');
}

/** Undefined: the text is no date and time. */
export function fromInput(text: string): string | undefined {
  const moment = new Date(text);
  return text === '' || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

export interface Expiry {
  readonly isOver: boolean;
  readonly text: string;
}

/** When a credential expires, by the clock of the world. */
export function describeExpiry(expiresAt: string | undefined, now: number): Expiry {
  if (expiresAt === undefined) return { isOver: false, text: 'never expires' };
  const left = Date.parse(expiresAt) - now;
  return left > 0
    ? { isOver: false, text: `expires in ${describeSpan(left)}` }
    : { isOver: true, text: `expired ${describeSpan(left)} ago` };
}
