import type { JsonValue } from '../../base/json.ts';
import { stepDown, valueAt } from '../../base/json.ts';
import { noteSeveral } from '../schema/ambiguous-faults.ts';
import type { LibraryError } from './fault-words.ts';
import { describe, shorten } from './fault-words.ts';
import { earlier } from './verdicts.ts';

/** One thing that is wrong with a value: where, what, and by which keyword of the schema. */
export interface SchemaFault {
  readonly pointer: string;
  readonly message: string;
  readonly keyword: string;
}

/** An error in its list. If it sums up alternatives, their errors end at index `at`. */
interface ErrorGroup {
  readonly error: LibraryError;
  readonly errors: readonly LibraryError[];
  readonly at: number;
}

const mostFaults = 50;
const mostInSummary = 3;
const longestPointer = 500;

/** After this many findings, the rest is not read: these tell enough. */
const mostFindings = 2000;

/** How often findings are compared to choose the nearest alternative, at all levels together. */
const mostLooks = 30_000;

/** The work on one value. What several alternatives share is arranged and described once. */
interface FaultReading {
  readonly root: JsonValue;
  readonly arranged: Map<readonly LibraryError[], readonly ErrorGroup[]>;
  readonly described: Map<ErrorGroup, readonly SchemaFault[]>;
  readonly summaries: Map<SchemaFault, Summary>;
  /** The number of steps in the path of each error. */
  readonly depths: Map<LibraryError, number>;
  /** How many errors may still be described. */
  left: number;
  /** How many findings may still be compared. */
  looks: number;
  /** Whether something was left out, so that there may be more faults. */
  isCut: boolean;
}

/** The faults of the nearest alternative. Those of nested alternatives replace their summary. */
interface Summary {
  readonly shown: readonly SchemaFault[];
  readonly count: number;
}

/** Turns errors into faults: each once, at most `mostFaults`, then one that tells of more. */
export function toFaults(
  errors: readonly LibraryError[],
  root: JsonValue,
  isCut: boolean,
): readonly SchemaFault[] {
  const reading: FaultReading = {
    root,
    isCut,
    arranged: new Map(),
    described: new Map(),
    summaries: new Map(),
    depths: new Map(),
    left: mostFindings,
    looks: mostLooks,
  };
  const findings = arrange(errors, 0, errors.length, reading);
  const faults = withoutTwins(describeAll(findings, reading));
  const rest = faults.length - mostFaults;
  if (rest <= 0 && !reading.isCut) return faults;
  const more = { pointer: '', message: tellOfMore(rest, reading.isCut), keyword: 'limit' };
  return [...faults.slice(0, mostFaults), more];
}

function tellOfMore(rest: number, isCut: boolean): string {
  if (rest <= 0) return 'may have further faults';
  return `has ${isCut ? 'more than ' : ''}${rest} further faults`;
}

/** Groups a flat list: the errors of alternatives stand before the error that sums them up. */
function arrange(
  errors: readonly LibraryError[],
  from: number,
  to: number,
  reading: FaultReading,
): readonly ErrorGroup[] {
  const findings: ErrorGroup[] = [];
  for (let at = to - 1; at >= from; at -= 1) {
    const error = errors[at];
    if (!error) continue;
    findings.push({ error, errors, at });
    for (const count of countsOf(error)) at -= count;
  }
  return findings.length > 1 || findings[0]?.error.keyword === earlier
    ? withEarlier(findings.toReversed(), reading)
    : findings;
}

function branchesOf(
  { error, errors, at }: ErrorGroup,
  reading: FaultReading,
): (readonly ErrorGroup[])[] {
  let end = at;
  const branches = countsOf(error)
    .toReversed()
    .map((count) => {
      end -= count;
      return arrange(errors, end, end + count, reading);
    });
  return branches.toReversed();
}

/** Replaces `earlier` errors by what they lead to, which may be the same for several of them. */
function withEarlier(
  findings: readonly ErrorGroup[],
  reading: FaultReading,
): readonly ErrorGroup[] {
  const all = new Set<ErrorGroup>();
  for (const finding of findings) {
    const { error } = finding;
    if (error.keyword !== earlier) all.add(finding);
    else for (const one of arrangeEarlier(error, reading)) all.add(one);
    if (all.size <= mostFindings) continue;
    reading.isCut = true;
    break;
  }
  return [...all];
}

function arrangeEarlier({ params }: LibraryError, reading: FaultReading): readonly ErrorGroup[] {
  const given: unknown = params['errors'];
  const errors: readonly LibraryError[] = Array.isArray(given) ? given : [];
  const known = reading.arranged.get(errors) ?? arrange(errors, 0, errors.length, reading);
  reading.arranged.set(errors, known);
  return known;
}

function countsOf({ params }: LibraryError): readonly number[] {
  const counts: unknown = params['counts'];
  return Array.isArray(counts) ? counts.filter((count) => typeof count === 'number') : [];
}

/** Errors that only say that there are others. */
const saysNothing = new Set(['if', 'propertyNames']);

function describeAll(
  findings: readonly ErrorGroup[],
  reading: FaultReading,
): readonly SchemaFault[] {
  const [only] = findings;
  if (only && findings.length === 1) return describeFinding(only, reading);
  const telling = findings.filter(({ error }) => !saysNothing.has(error.keyword));
  const faults = new Set<SchemaFault>();
  for (const finding of telling.length > 0 ? telling : findings) {
    for (const fault of describeFinding(finding, reading)) faults.add(fault);
    if (reading.left > 0) continue;
    reading.isCut = true;
    break;
  }
  return [...faults];
}

function withoutTwins(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  if (faults.length < 2) return faults;
  const byText = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const text = `${fault.pointer}\0${fault.message}`;
    if (!byText.has(text)) byText.set(text, fault);
  }
  return [...byText.values()];
}

function describeFinding(finding: ErrorGroup, reading: FaultReading): readonly SchemaFault[] {
  const { error } = finding;
  if (countsOf(error).length === 0) return [describeError(error, reading)];
  const known = reading.described.get(finding) ?? describeAlternatives(finding, reading);
  reading.described.set(finding, known);
  return known;
}

function describeError(error: LibraryError, reading: FaultReading): SchemaFault {
  reading.left -= 1;
  const pointer = faultyPointer(error);
  const message = describe(error, valueAt(reading.root, pointer));
  return { pointer: shorten(pointer, longestPointer), message, keyword: error.keyword };
}

function describeAlternatives(finding: ErrorGroup, reading: FaultReading): readonly SchemaFault[] {
  const { keyword, params, instancePath } = finding.error;
  const branches = branchesOf(finding, reading);
  const passing: unknown = params['passing'];
  const count = branches.length;
  const what = keyword === 'oneOf' ? 'exactly one of' : 'one of';
  const pointer = shorten(instancePath, longestPointer);
  if (Array.isArray(passing)) {
    const positions = passing.map((index) => Number(index) + 1).join(' and ');
    const message = `must match exactly one of the schemas, but matches number ${positions}`;
    const fault = { pointer, message, keyword };
    noteSeveral(fault);
    return [fault];
  }
  for (const branch of branches) reading.looks -= branch.length;
  if (reading.looks < 0) {
    reading.isCut = true;
    return [{ pointer, message: `must match ${what} ${count} schemas`, keyword }];
  }
  // If only one alternative is for values of this type, it is the one that the client meant.
  const fitting = branches.filter((branch) => !isOfOtherType(branch, instancePath));
  const [only] = fitting;
  if (only && fitting.length === 1) return describeAll(only, reading);
  const [nearest = []] = branches
    // An alternative without errors was skipped, because the value is of another kind.
    .filter((branch) => branch.length > 0)
    .map((branch) => ({ branch, rank: rankOf(branch, instancePath, reading) }))
    .toSorted((left, right) => compareRanks(left.rank, right.rank))
    .map(({ branch }) => branch);
  const summary = summarise(describeAll(nearest, reading), reading);
  const texts = summary.shown.map((fault) =>
    `${fault.pointer.slice(instancePath.length)} ${fault.message}`.trim(),
  );
  const rest = summary.count - texts.length;
  if (rest > 0) texts.push(`and ${rest} more`);
  const told = texts.length > 0 ? `; nearest: ${texts.join('; ')}` : '';
  const message = `must match ${what} ${count} schemas${told}`;
  const fault = { pointer, message, keyword };
  reading.summaries.set(fault, summary);
  return [fault];
}

/** Shows the faults of the innermost alternatives in place of those that sum them up. */
function summarise(faults: readonly SchemaFault[], reading: FaultReading): Summary {
  const { summaries } = reading;
  reading.looks -= faults.length;
  let count = 0;
  const all = withoutTwins(faults).flatMap((fault) => {
    const inner = summaries.get(fault);
    count += inner?.count ?? 1;
    return inner?.shown ?? fault;
  });
  const shown = withoutTwins(all).slice(0, mostInSummary);
  return { shown, count: Math.min(count, mostFindings) };
}

function isOfOtherType(branch: readonly ErrorGroup[], place: string): boolean {
  return branch.some(({ error }) => error.keyword === 'type' && error.instancePath === place);
}

/**
 * Nearest: of the value's type, then of its kind, then with fewer faults, then with deeper ones.
 */
function rankOf(
  branch: readonly ErrorGroup[],
  place: string,
  { depths }: FaultReading,
): readonly number[] {
  const isOther = isOfOtherType(branch, place);
  const isOfOtherKind = branch.some(
    ({ error: { keyword, instancePath } }) =>
      (keyword === 'const' || keyword === 'enum') && instancePath.lastIndexOf('/') <= place.length,
  );
  let deepest = 0;
  for (const { error } of branch) deepest = Math.max(deepest, depthOf(error, depths));
  return [Number(isOther), Number(isOfOtherKind), branch.length, -deepest];
}

function depthOf(error: LibraryError, depths: FaultReading['depths']): number {
  const depth = depths.get(error) ?? error.instancePath.split('/').length;
  depths.set(error, depth);
  return depth;
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, at) => value !== right[at]);
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}

/** A fault about a member points to that member, even if it is missing. */
function faultyPointer({ instancePath, params, propertyName }: LibraryError): string {
  const member: unknown =
    params['additionalProperty'] ??
    params['unevaluatedProperty'] ??
    params['missingProperty'] ??
    params['tag'] ??
    propertyName;
  return typeof member === 'string' ? stepDown(instancePath, member) : instancePath;
}
