import type { Goal } from './section.ts';

export function atLeast(
  what: string,
  target: number,
  measured: number | undefined,
  show: (value: number) => string = showTimes,
): Goal {
  return toGoal(what, `≥ ${show(target)}`, measured, show, (value) => value >= target);
}

export function atMost(
  what: string,
  target: number,
  measured: number | undefined,
  show: (value: number) => string = showTimes,
): Goal {
  return toGoal(what, `≤ ${show(target)}`, measured, show, (value) => value <= target);
}

function toGoal(
  what: string,
  target: string,
  measured: number | undefined,
  show: (value: number) => string,
  isReached: (value: number) => boolean,
): Goal {
  if (measured === undefined || Number.isNaN(measured)) {
    return { what, target, measured: 'not measured', isReached: undefined };
  }
  return { what, target, measured: show(measured), isReached: isReached(measured) };
}

function showTimes(value: number): string {
  return `${value.toFixed(2)}×`;
}
