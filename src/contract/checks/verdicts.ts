import type { DataValidationCxt as At } from 'ajv/dist/types/index.js';

import type { DirectionMarks } from '../schema/directions.ts';
import type { DynamicScope } from '../schema/dynamic-scope.ts';
import type { Identities } from './value-keywords.ts';

/** The state of one run of a check: `this` in the code that the library makes. */
export interface CheckRun {
  readonly direction: 'request' | 'response' | 'rest';
  /** How many references the run may follow before it calls `refuel`. */
  fuel: number;
  /** Allows more references, by the size of the value; throws a RangeError the second time. */
  refuel(): void;
  /** How many verdicts of a schema are kept at first, to see whether it checks a value twice. */
  readonly trial: number;
  /** After that, how many values may be checked before verdicts are kept again. */
  looks: number;
  /** How many more, by the size of the value; 0 when all of it is counted. */
  lookOn(): number;
  /** The value that is being checked as a subtype: its base must not select that subtype again. */
  part: unknown;
  lent: Lent | undefined;
  /** Whether the run returns errors, and not only a verdict. */
  readonly tells: boolean;
  /** Whether it looks for all errors. It stops doing so when there are too many. */
  explains: boolean;
  /** How many more errors it may find until then. */
  room: number;
  /** Whether it did not look for all errors. */
  isCut: boolean;
  /** The verdicts that were kept. */
  verdicts: Verdicts | undefined;
  /** Where dynamic references lead; undefined: the run has entered no resource yet. */
  scope: DynamicScope | undefined;
  identities: Identities | undefined;
}

/** Marks that the members of a value have from the schemas around a reference. */
interface Lent {
  readonly data: unknown;
  readonly marks: ReadonlyMap<string, DirectionMarks>;
  readonly outer: Lent | undefined;
}

/** A check that the library compiled. */
interface Judge {
  (this: unknown, value: unknown, at: At): unknown;
  readonly errors?: object[] | null;
}

/** Holds the check of a schema, which may come later and be replaced. */
export interface CheckHolder {
  validate?: Judge;
}

/** What a run has found out, by scope, schema and value. */
export type Verdicts = Map<DynamicScope | undefined, Map<CheckHolder, KeptVerdict>>;

/** What a run has found out with one schema. */
interface KeptVerdict {
  /** How many more verdicts are kept at first; all of them, once one was of use. */
  trial: number;
  readonly byValue: Map<unknown, JudgedValue>;
}

interface JudgedValue {
  readonly isValid: boolean;
  /** Whether `errors` was collected, and not only the verdict. */
  readonly isExplained: boolean;
  readonly errors: readonly object[];
  /** Where the value stood: a record may hold the same object in several places. */
  readonly place: string;
}

/** A check around another check. It judges each value at most once in a run. */
export interface Recall {
  (this: CheckRun, value: unknown, at: At): boolean;
  errors: object[] | null;
}

/** The error of a value that was judged before. It leads to the errors that were found then. */
export const earlier = 'earlier';

/**
 * If several schemas hold for one value, each of them checks all that is inside, and so do the
 * schemas below: two of them double the work, and the errors, at each level. So a run keeps its
 * verdicts, and passes kept errors on as one error that leads to them. Checking once costs less
 * than keeping the verdict. So if a schema checks no value twice for a while, the run keeps no
 * more, until it has checked more values than one way through the input would.
 */
export function createRecall(holder: CheckHolder): Recall {
  const recall: Recall = Object.assign(
    function look(this: CheckRun, value: unknown, at: At): boolean {
      // With a subtype in check or with lent marks, the verdict depends on the schema that asks, so
      // it is not kept.
      const isOthers = this.part === value || this.lent?.data === value;
      const kept = isOthers ? undefined : findKept(this, holder);
      let known = findVerdict(kept, this, value, at);
      if (!known && (isOthers || !mayHoldMore(this, kept, value))) {
        const isValid = holder.validate?.call(this, value, at) === true;
        recall.errors = holder.validate?.errors ?? null;
        return isValid;
      }
      known ??= judge(this, holder, value, at);
      if (!known.isValid && !known.isExplained) this.isCut = true;
      recall.errors = known.isValid || !this.tells ? null : [errorOf(known)];
      return known.isValid;
    },
    { errors: null },
  );
  return recall;
}

/**
 * Whether several ways may lead to something inside a value. A value that holds only plain values
 * costs less to check again than to keep, and there may be a hundred thousand of them.
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

/** A value with more members costs more to check again than to keep. */
const fewMembers = 8;

/** Whether the run has to keep the verdicts of a schema. */
function isLong(run: CheckRun, kept: KeptVerdict | undefined): boolean {
  if (run.trial === Infinity || (kept?.trial ?? run.trial) > 0) return true;
  run.looks -= 1;
  if (run.looks < 0) run.looks = run.lookOn();
  return run.looks <= 0;
}

function errorOf({ isExplained, place, errors }: JudgedValue): object {
  return isExplained ? { instancePath: place, keyword: earlier, params: { errors } } : unexplained;
}

/** The error of a check that was asked only for a verdict. */
const unexplained = { instancePath: '', keyword: earlier, params: { errors: [] } };

/**
 * Adds the errors from behind a reference to the list. The library would copy the list each time,
 * so that the time grows with the square of its length.
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

/** Counts errors, or work that costs as much. */
export function spend(run: CheckRun, count: number): void {
  run.room -= count;
  if (run.room < 0) run.explains = false;
}

function findKept({ verdicts, scope }: CheckRun, holder: CheckHolder): KeptVerdict | undefined {
  return verdicts?.get(scope)?.get(holder);
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
  const isValid = holder.validate?.call(run, value, at) === true;
  const errors = holder.validate?.errors ?? [];
  const told = { isValid: false, isExplained: true, errors, place: at.instancePath };
  const verdict = isValid ? good : run.tells ? told : bad;
  const verdicts = (run.verdicts ??= new Map());
  const byHolder = verdicts.get(run.scope) ?? new Map<CheckHolder, KeptVerdict>();
  const kept = byHolder.get(holder) ?? { trial: run.trial, byValue: new Map() };
  kept.trial -= 1;
  kept.byValue.set(value, verdict);
  verdicts.set(run.scope, byHolder.set(holder, kept));
  return verdict;
}

/** Shared objects, because a run may keep a verdict for each value and schema. */
const bad: JudgedValue = { isValid: false, isExplained: false, errors: [], place: '' };
const good: JudgedValue = { ...bad, isValid: true };
