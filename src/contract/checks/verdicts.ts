import type { DataValidationCxt as At } from 'ajv/dist/types/index.js';

import type { DirectionMarks } from '../schema/directions.ts';
import type { Identities } from './unique-items.ts';

/** What one run of a check knows besides the value: `this` in the code that the library makes. */
export interface CheckRun {
  readonly direction: 'request' | 'response' | 'rest';
  /** How many references may still be followed before there must be more. */
  fuel: number;
  /** Gives more where the value is large, and throws a RangeError where it isn't. */
  refuel(): void;
  /** How much is remembered of each schema to see whether it looks at anything twice. */
  readonly trial: number;
  /** How much may be looked at after that before what is found out is remembered again. */
  looks: number;
  /** How much more; 0 where that was enough. */
  lookOn(): number;
  /** What is being held to a subtype, whose base must not choose that subtype again. */
  part: unknown;
  lent: Lent | undefined;
  /** Whether errors are told of, and not only that there are any. */
  readonly tells: boolean;
  /** Whether all of them are looked for; no longer where there are too many. */
  explains: boolean;
  /** How many more may be found until then. */
  room: number;
  /** Whether not all errors were looked for. */
  isCut: boolean;
  /** What is not looked at twice. */
  verdicts: Verdicts | undefined;
  identities: Identities | undefined;
}

/** Marks that a value's members have by the company of a schema that is only referred to. */
interface Lent {
  readonly data: unknown;
  readonly marks: ReadonlyMap<string, DirectionMarks>;
  readonly outer: Lent | undefined;
}

/** What the library makes of a schema. */
interface Judge {
  (this: unknown, value: unknown, at: At): unknown;
  readonly errors?: object[] | null;
  readonly evaluated?: Evaluated;
}

/** Which members and items have been looked at, where the library keeps account of that. */
interface Evaluated {
  readonly props?: unknown;
  readonly items?: unknown;
}

/** Where the check of a schema is; it may be put there later, and changed. */
export interface CheckHolder {
  validate?: Judge;
}

/** What has been found out in a run: by schema, and by value. */
export interface Verdicts {
  readonly anchors: number;
  readonly byHolder: Map<CheckHolder, KeptVerdict>;
}

/** What has been found out by one schema. */
interface KeptVerdict {
  /** How much more is remembered to see whether it looks at anything twice; all, once it did. */
  trial: number;
  readonly byValue: Map<unknown, JudgedValue>;
}

interface JudgedValue {
  readonly isValid: boolean;
  /** Whether all errors are there. */
  readonly isExplained: boolean;
  readonly errors: readonly object[];
  readonly evaluated: Evaluated | undefined;
  /** A record may hold one and the same value in several places. */
  readonly place: string;
}

/** A check that looks at a value once in a run, and stands in for the one that does the work. */
export interface Recall {
  (this: CheckRun, value: unknown, at: At): boolean;
  errors: object[] | null;
  evaluated: Evaluated | undefined;
}

/** The error of a check that was asked before: it leads to the errors that were found then. */
export const earlier = 'earlier';

/**
 * Where several schemas hold for one value, each of them looks at what is in it, and so do those in
 * there: two of them double the work at each level, and the errors. So what has been found out of a
 * value is kept for the run, and the errors are passed on as one that leads to them. To look once costs less
 * than to remember it, and where a schema looked at nothing twice for a while, no more is remembered until a run has looked
 * more often than one way through the value takes.
 */
export function createRecall(holder: CheckHolder): Recall {
  const recall: Recall = Object.assign(
    function look(this: CheckRun, value: unknown, at: At): boolean {
      // Who asks makes a difference where a part is checked, or marks are lent; they ask once.
      const isOthers = this.part === value || this.lent?.data === value;
      const kept = isOthers ? undefined : findKept(this, holder, at);
      let known = findVerdict(kept, this, value, at);
      if (!known && (isOthers || !mayHoldMore(this, kept, value))) {
        const isValid = holder.validate?.call(this, value, at) === true;
        recall.errors = holder.validate?.errors ?? null;
        recall.evaluated = holder.validate?.evaluated;
        return isValid;
      }
      known ??= judge(this, holder, value, at);
      if (!known.isValid && !known.isExplained) this.isCut = true;
      recall.errors = known.isValid || !this.tells ? null : [errorOf(known)];
      recall.evaluated = copyOf(known.evaluated);
      return known.isValid;
    },
    { errors: null, evaluated: undefined },
  );
  return recall;
}

/**
 * Whether anything in a value may be looked at on several ways. What holds plain values alone costs less to look at again
 * than to remember, and there may be a hundred thousand of them.
 */
function mayHoldMore(run: CheckRun, kept: KeptVerdict | undefined, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let count = 0;
  let isPlain = true;
  for (const name in value) {
    count += 1;
    if (count > fewMembers) return true;
    const member: unknown = Reflect.get(value, name);
    isPlain &&= typeof member !== 'object' || member === null;
  }
  return !isPlain && isLong(run, kept);
}

/** To look at more of them costs more than to remember. */
const fewMembers = 8;

/** Whether a run has to remember what it finds by a schema. */
function isLong(run: CheckRun, kept: KeptVerdict | undefined): boolean {
  if (run.trial === Infinity || (kept?.trial ?? run.trial) > 0) return true;
  run.looks -= 1;
  if (run.looks < 0) run.looks = run.lookOn();
  return run.looks <= 0;
}

function errorOf({ isExplained, place, errors }: JudgedValue): object {
  return isExplained ? { instancePath: place, keyword: earlier, params: { errors } } : unexplained;
}

/** The error of a check that was only asked whether there are any. */
const unexplained = { instancePath: '', keyword: earlier, params: { errors: [] } };

/**
 * Adds what a reference has found to what was found before. The library would make a new list of
 * both each time, so that a list of errors took the square of its length.
 */
export function passOn(
  run: CheckRun,
  before: object[] | null,
  found: object[] | null,
): readonly object[] {
  const more = run.tells && found ? found : [unexplained];
  if (!before) return more;
  for (const error of more) before.push(error);
  spend(run, more.length);
  return before;
}

/** Takes note of errors that were found, or of what costs as much. */
export function spend(run: CheckRun, count: number): void {
  run.room -= count;
  if (run.room < 0) run.explains = false;
}

/** The same of what is only found in the run. */
export function recallOf(validate: Judge): Recall {
  const known = recalls.get(validate) ?? createRecall({ validate });
  recalls.set(validate, known);
  return known;
}

const recalls = new WeakMap<Judge, Recall>();

function findKept({ verdicts }: CheckRun, holder: CheckHolder, at: At): KeptVerdict | undefined {
  return verdicts?.anchors === countAnchors(at) ? verdicts.byHolder.get(holder) : undefined;
}

function findVerdict(
  kept: KeptVerdict | undefined,
  { explains }: CheckRun,
  value: unknown,
  at: At,
): JudgedValue | undefined {
  const known = kept?.byValue.get(value);
  const isEnough =
    known?.isValid === true ||
    !explains ||
    (known?.isExplained === true && known.place === at.instancePath);
  if (!kept || !known || !isEnough) return undefined;
  kept.trial = Infinity;
  return known;
}

function judge(run: CheckRun, holder: CheckHolder, value: unknown, at: At): JudgedValue {
  const anchors = countAnchors(at);
  const isValid = holder.validate?.call(run, value, at) === true;
  const { errors, evaluated } = holder.validate ?? {};
  const verdict = isValid
    ? evaluated
      ? { ...good, evaluated }
      : good
    : run.tells
      ? { ...bad, isExplained: true, errors: errors ?? [], place: at.instancePath }
      : bad;
  // What came before a name was known doesn't hold after it.
  if (countAnchors(at) !== anchors) return verdict;
  if (run.verdicts?.anchors !== anchors) run.verdicts = { anchors, byHolder: new Map() };
  const { byHolder } = run.verdicts;
  const kept = byHolder.get(holder) ?? { trial: run.trial, byValue: new Map() };
  kept.trial -= 1;
  kept.byValue.set(value, verdict);
  byHolder.set(holder, kept);
  return verdict;
}

/** Most verdicts are these, and there may be one for each value and schema. */
const bad = { isValid: false, isExplained: false, errors: [], evaluated: undefined, place: '' };
const good = { ...bad, isValid: true };

/** Of those that dynamic references may lead to; while a run lasts there only come more. */
function countAnchors({ dynamicAnchors }: Partial<At>): number {
  return dynamicAnchors ? Object.keys(dynamicAnchors).length : 0;
}

/** The library adds to what it is given. */
function copyOf(evaluated: Evaluated | undefined): Evaluated | undefined {
  if (!evaluated) return undefined;
  const { props, items } = evaluated;
  return { props: typeof props === 'object' ? { ...props } : props, items };
}
