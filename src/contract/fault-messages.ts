import type { JsonValue } from '../json.ts';
import { isJsonObject, stepDown, valueAt } from '../json.ts';

/** One thing that is wrong with a value: where in it, what, and by which rule. */
export interface Fault {
  readonly pointer: string;
  readonly message: string;
  readonly keyword: string;
}

/** What the schema library says of a value. The errors of alternatives stand before their own. */
export interface LibraryError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
  /** Where it is about the name of a member. */
  readonly propertyName?: string | undefined;
}

/** An error together with those of the alternatives that it sums up. */
interface Finding {
  readonly error: LibraryError;
  readonly branches: readonly (readonly Finding[])[];
}

const mostFaults = 50;
const mostInSummary = 3;
const longestPointer = 500;

/** What is wrong in words, each thing once, and no more of it than anybody reads. */
export function toFaults(
  errors: readonly LibraryError[],
  root: JsonValue,
  isCut: boolean,
): readonly Fault[] {
  const findings = arrange(errors, 0, errors.length);
  const faults = describeAll(findings, root);
  const rest = faults.length - mostFaults;
  if (rest <= 0 && !isCut) return faults;
  const count = isCut ? `more than ${Math.max(0, rest)}` : String(rest);
  const more = { pointer: '', message: `has ${count} further faults`, keyword: 'limit' };
  return [...faults.slice(0, mostFaults), more];
}

/** Gives the errors of alternatives, which stand in one list with all others, back to their own. */
function arrange(errors: readonly LibraryError[], from: number, to: number): readonly Finding[] {
  const findings: Finding[] = [];
  let at = to - 1;
  while (at >= from) {
    const error = errors[at];
    at -= 1;
    if (!error) continue;
    const counts = countsOf(error);
    const branches: (readonly Finding[])[] = [];
    for (const count of counts.toReversed()) {
      branches.push(arrange(errors, at + 1 - count, at + 1));
      at -= count;
    }
    findings.push({ error, branches: branches.toReversed() });
  }
  return findings.toReversed();
}

function countsOf({ params }: LibraryError): readonly number[] {
  const counts: unknown = params['counts'];
  return Array.isArray(counts) ? counts.filter((count) => typeof count === 'number') : [];
}

function describeAll(findings: readonly Finding[], root: JsonValue): readonly Fault[] {
  const [only] = findings;
  if (only && findings.length === 1) return describeFinding(only, root);
  const telling = findings.filter(({ error }) => !saysNothing.has(error.keyword));
  const faults = new Map<string, Fault>();
  for (const finding of telling.length > 0 ? telling : findings) {
    for (const fault of describeFinding(finding, root)) {
      const key = `${fault.pointer}\0${fault.message}`;
      if (!faults.has(key)) faults.set(key, fault);
    }
  }
  return [...faults.values()];
}

/** Errors that only say that there are others. */
const saysNothing = new Set(['if', 'propertyNames']);

function describeFinding(finding: Finding, root: JsonValue): readonly Fault[] {
  const { error, branches } = finding;
  if (branches.length > 0) return describeAlternatives(finding, root);
  const pointer = faultyPointer(error);
  const message = describe(error, valueAt(root, pointer));
  return [{ pointer: shorten(pointer, longestPointer), message, keyword: error.keyword }];
}

function describeAlternatives({ error, branches }: Finding, root: JsonValue): readonly Fault[] {
  const { keyword, params, instancePath } = error;
  const passing: unknown = params['passing'];
  const count = branches.length;
  const what = keyword === 'oneOf' ? 'exactly one of' : 'one of';
  const pointer = shorten(instancePath, longestPointer);
  if (Array.isArray(passing)) {
    const positions = passing.map((index) => Number(index) + 1).join(' and ');
    const message = `must match exactly one of the schemas, but matches number ${positions}`;
    return [{ pointer, message, keyword }];
  }
  // The one that is for a value of this kind at all is the one that was meant.
  const fitting = branches.filter((branch) => !isOfOtherType(branch, instancePath));
  const [only] = fitting;
  if (only && fitting.length === 1) return describeAll(only, root);
  const [nearest = []] = branches
    .map((branch) => ({ branch, rank: rankOf(branch, instancePath) }))
    .toSorted((left, right) => compareRanks(left.rank, right.rank))
    .map(({ branch }) => describeAll(branch, root));
  const summary = nearest
    .slice(0, mostInSummary)
    .map((fault) => `${fault.pointer.slice(instancePath.length)} ${fault.message}`.trim());
  const rest = nearest.length - summary.length;
  if (rest > 0) summary.push(`and ${rest} more`);
  return [
    {
      pointer,
      message: `must match ${what} ${count} schemas; nearest: ${summary.join('; ')}`,
      keyword,
    },
  ];
}

function isOfOtherType(branch: readonly Finding[], place: string): boolean {
  return branch.some(({ error }) => error.keyword === 'type' && error.instancePath === place);
}

/** Alternatives of another type come last, then of another kind, then those with more or higher faults. */
function rankOf(branch: readonly Finding[], place: string): readonly number[] {
  const isOther = isOfOtherType(branch, place);
  const isOfOtherKind = branch.some(
    ({ error: { keyword, instancePath } }) =>
      (keyword === 'const' || keyword === 'enum') && instancePath.lastIndexOf('/') <= place.length,
  );
  const depths = branch.map(({ error }) => error.instancePath.split('/').length);
  return [Number(isOther), Number(isOfOtherKind), branch.length, -Math.max(0, ...depths)];
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, at) => value !== right[at]);
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}

/** A fault about a member stands at that member, also where it is missing. */
function faultyPointer({ instancePath, params, propertyName }: LibraryError): string {
  const member: unknown =
    params['additionalProperty'] ??
    params['unevaluatedProperty'] ??
    params['missingProperty'] ??
    params['tag'] ??
    propertyName;
  return typeof member === 'string' ? stepDown(instancePath, member) : instancePath;
}

function describe(error: LibraryError, value: JsonValue | undefined): string {
  const { keyword, params, propertyName } = error;
  if (propertyName !== undefined) {
    const found = JSON.stringify(shorten(propertyName, 60));
    return `has a name that breaks the rule "${keyword}": ${found}`;
  }
  switch (keyword) {
    case 'type':
      return `must be ${withArticle(params['type'])}, but is ${describeValue(value)}`;
    case 'required':
      return 'is required, but missing';
    case 'dependentRequired':
      return `is required where "${textOf(params['property'])}" is present, but missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a member that the contract knows';
    case 'enum':
      return `must be one of ${listText(params['allowedValues'])}, but is ${describeValue(value)}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}, but is ${describeValue(value)}`;
    case 'oneOf':
    case 'anyOf':
      return describeTag(params, value);
    case 'format':
      return `must be of the format "${textOf(params['format'])}", but is ${describeValue(value)}`;
    case 'pattern':
      return `must match the pattern ${textOf(params['pattern'])}, but is ${describeValue(value)}`;
    case 'false schema':
      return 'must not be here';
    default:
      return describeBound(error, value);
  }
}

function describeTag({ allowed }: LibraryError['params'], value: JsonValue | undefined): string {
  return value === undefined
    ? `is missing, and tells which schema applies: one of ${listText(allowed)}`
    : `must be one of ${listText(allowed)}, but is ${describeValue(value)}`;
}

function describeBound(error: LibraryError, value: JsonValue | undefined): string {
  const { keyword, params, message } = error;
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'minItems':
      return `must have at least ${countOf(limit, 'item')}, but has ${sizeOf(value)}`;
    case 'maxItems':
      return `must have at most ${countOf(limit, 'item')}, but has ${sizeOf(value)}`;
    case 'items':
    case 'unevaluatedItems':
      return `must have at most ${countOf(Number(params['len'] ?? limit), 'item')}, but has ${sizeOf(value)}`;
    case 'minProperties':
      return `must have at least ${countOf(limit, 'member')}, but has ${sizeOf(value)}`;
    case 'maxProperties':
      return `must have at most ${countOf(limit, 'member')}, but has ${sizeOf(value)}`;
    case 'uniqueItems':
      return `must not have an item twice, but those at ${textOf(params['first'])} and ${textOf(params['second'])} are the same`;
    case 'multipleOf':
      return `must be a multiple of ${textOf(params['multipleOf'])}, but is ${describeValue(value)}`;
    case 'contains':
      return describeContains(params);
    case 'not':
      return `must not match the schema under "not", but is ${describeValue(value)}`;
    case 'minLength':
      return `must NOT have fewer than ${limit} characters`;
    case 'maxLength':
      return `must NOT have more than ${limit} characters`;
    case 'dependencies':
      return describeDependencies(params);
    default:
      return message ?? describeLimit(error);
  }
}

function describeDependencies({ property, deps, depsCount }: LibraryError['params']): string {
  const noun = depsCount === 1 ? 'property' : 'properties';
  return `must have ${noun} ${textOf(deps)} when property ${textOf(property)} is present`;
}

/** Of numbers, and of texts of a format. */
function describeLimit({ keyword, params: { comparison, limit } }: LibraryError): string {
  if (typeof comparison !== 'string') return `breaks the rule "${keyword}"`;
  const verb = keyword.startsWith('format') ? 'should' : 'must';
  return `${verb} be ${comparison} ${textOf(limit)}`;
}

function describeContains({ minContains, maxContains }: LibraryError['params']): string {
  const least = `at least ${countOf(Number(minContains), 'item')}`;
  const most = maxContains === undefined ? '' : ` and at most ${textOf(maxContains)}`;
  return `must have ${least}${most} of the kind that "contains" describes`;
}

function withArticle(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names
    .map((name) =>
      name === 'null' ? 'null' : `${/^[aio]/.test(String(name)) ? 'an' : 'a'} ${name}`,
    )
    .join(' or ');
}

const mostListed = 50;

function listText(values: unknown): string {
  if (!Array.isArray(values) || values.length <= mostListed) return JSON.stringify(values);
  return `${JSON.stringify(values.slice(0, mostListed))} or ${values.length - mostListed} others`;
}

function describeValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `the ${typeof value} ${shorten(JSON.stringify(value), 60)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sizeOf(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
