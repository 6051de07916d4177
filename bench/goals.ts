/** All that was to be reached, by the names that the report and the reasons use. */
export const goalNames = [
  'GET 200 beside bare node:http',
  'GET 200, human log to a pipe, beside node:http',
  'GET 200, mounted in another app',
  'GET 200 beside the best validating peer',
  'GET 200, p99 beside bare Express',
  'RSS after the GETs',
  'PATCH 204 beside bare node:http',
  'PATCH 204, mounted in another app',
  'PATCH 204 beside the best validating peer',
  'PATCH 204, p99 beside bare Express',
  'RSS after the PATCHes',
  'CPU of the start beside bare Express',
  'GitHub’s contract to the first validated answer',
  'GitHub’s contract, memory then',
  'first use of any further operation',
  '401 beside 200',
  '403 beside 200',
  '400 beside 204',
  'GET with 1,100 operations beside 2',
  'GET with 100,000 records beside 100',
  'PATCH with 100,000 records beside 100',
  'GET with 1,000,000 records beside 100',
  'PATCH with 1,000,000 records beside 100',
  'generated, one page',
  'generated, 100,000 pages',
  'a list of 20 of 100,000 records with filter and sort',
  'GET 200, journal and coverage on beside off',
  'PATCH 204, journal and coverage on beside off',
  'longest pause in a minute, by the clock',
  'longest pause in a minute, of its own CPU',
  'the heap after the load beside that before',
  'p99 of another client’s GET under the worst attack',
] as const;

export type GoalName = (typeof goalNames)[number];

/** What was to be reached, and what was. */
export interface Goal {
  readonly what: GoalName;
  readonly target: string;
  readonly measured: string;
  /** Undefined: it could not be measured. */
  readonly isReached: boolean | undefined;
}

export function atLeast(
  what: GoalName,
  target: number,
  measured: number | undefined,
  show: (value: number) => string = showTimes,
): Goal {
  return toGoal(what, `≥ ${show(target)}`, measured, show, (value) => value >= target);
}

export function atMost(
  what: GoalName,
  target: number,
  measured: number | undefined,
  show: (value: number) => string = showTimes,
): Goal {
  return toGoal(what, `≤ ${show(target)}`, measured, show, (value) => value <= target);
}

function toGoal(
  what: GoalName,
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
