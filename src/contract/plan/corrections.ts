import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import type { CompileContext } from '../compile-context.ts';
import type { Part } from '../load/documents.ts';
import type { Operation } from '../operations.ts';
import { memberRules } from './lists/conventions/conventions.ts';
import type { EnvelopeMember } from './lists/envelopes.ts';
import type { StatefulRole, UnknownKeys } from './plan.ts';

/** What a contract itself says of an operation's target, where inference would go wrong. */
export interface Correction {
  /** Where the correction is, for complaints. */
  readonly part: Part;
  readonly collection?: string;
  readonly key?: readonly string[];
  /** For each parameter before the key: the collection that it names a record of, or undefined. */
  readonly parents?: readonly (string | undefined)[];
  readonly role?: StatefulRole | 'improvised';
  readonly unknownKeys?: UnknownKeys;
  /** The members to step down to the record, or to the array of records. */
  readonly records?: readonly string[];
  readonly envelope?: readonly EnvelopeMember[];
}

/** Where contracts have corrections. */
export const correctionMember = 'x-stuntdouble';

/** Reads the corrections of paths and operations; those of an operation take precedence. */
export function readCorrections(
  context: CompileContext,
  operations: readonly Operation[],
): ReadonlyMap<Operation, Correction> {
  const corrections = new Map<Operation, Correction>();
  for (const operation of operations) {
    const parts = correctionsOf(context, operation).filter((part) => !saysTransitionsOnly(part));
    const [first, second] = parts.map((part) => readCorrection(context, part));
    if (first) corrections.set(operation, { ...second, ...first });
  }
  return corrections;
}

/** The corrections of an operation and of its path, where they have one. */
export function correctionsOf(context: CompileContext, operation: Operation): readonly Part[] {
  const holders = [operation.part, ...pathsOf(context, operation)];
  return holders.flatMap((holder) => context.documents.own(holder, correctionMember) ?? []);
}

/** Transitions change records, and nothing of what is inferred. */
function saysTransitionsOnly({ value }: Part): boolean {
  if (!isJsonObject(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => name === 'transitions');
}

/** The entry below `paths`, or the Path Item that it refers to, if it holds a correction. */
function pathsOf({ documents, root }: CompileContext, { path, part }: Operation): readonly Part[] {
  const place = [path, path.slice(1)]
    .map((declared) => documents.at(root, 'paths', declared))
    .find((found) => found !== undefined);
  return [place, place && documents.follow(place)]
    .flatMap((holder) => (holder && holder !== part ? [holder] : []))
    .filter((holder) => documents.own(holder, correctionMember) !== undefined)
    .slice(0, 1);
}

const known = ['collection', 'key', 'parents', 'role', 'envelope', 'unknown-keys', 'transitions'];

function readCorrection(context: CompileContext, part: Part): Correction {
  const { value } = part;
  if (value === false) return { part, role: 'improvised' };
  if (!isJsonObject(value)) {
    context.complain(part, `"${correctionMember}" must be an object, or false`);
    return { part };
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) complainOfName(context, below(part, name), name, known);
  }
  const collection = readText(context, part, 'collection');
  const key = stepsOf(readText(context, part, 'key'));
  const parents = readParents(context, part);
  const role = readWord(context, part, 'role', roles);
  const unknownKeys = readWord(context, part, 'unknown-keys', unknownKeyRules);
  return {
    part,
    ...(collection !== undefined && { collection }),
    ...(key && { key }),
    ...(parents && { parents }),
    ...(role && { role }),
    ...(unknownKeys && { unknownKeys }),
    ...readEnvelope(context, part),
  };
}

/** Complains about an unknown name, and suggests similar known ones. */
export function complainOfName(
  context: CompileContext,
  place: Pick<Part, 'uri' | 'pointer'>,
  name: string,
  names: readonly string[],
): void {
  context.complain(place, `"${name}" isn't known here: ${suggestNames(name, names)}`);
}

export function below({ uri, pointer }: Part, name: string): Pick<Part, 'uri' | 'pointer'> {
  return { uri, pointer: `${pointer}/${name}` };
}

function memberOf(part: Part, name: string): JsonValue | undefined {
  const { value } = part;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function readText(context: CompileContext, part: Part, name: string): string | undefined {
  const value = memberOf(part, name);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  context.complain(below(part, name), `"${name}" must be a text`);
  return undefined;
}

function stepsOf(path: string | undefined): readonly string[] | undefined {
  return path?.split('.');
}

function readParents(context: CompileContext, part: Part): Correction['parents'] | undefined {
  const value = memberOf(part, 'parents');
  if (value === undefined) return undefined;
  const isList = Array.isArray(value);
  if (isList && value.every((each) => each === null || typeof each === 'string')) {
    return value.map((each) => (typeof each === 'string' ? each : undefined));
  }
  context.complain(below(part, 'parents'), '"parents" must be a list of names, and null for none');
  return undefined;
}

const roles = [
  'read',
  'replace',
  'merge',
  'delete',
  'list',
  'create',
  'link',
  'action',
  'improvised',
] as const satisfies readonly Correction['role'][];

const unknownKeyRules = ['improvise', 'known', 'refuse'] as const satisfies readonly UnknownKeys[];

function readWord<Word extends string>(
  context: CompileContext,
  part: Part,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = readText(context, part, name);
  const word = words.find((each) => each === text);
  if (text !== undefined && !word) complainOfName(context, below(part, name), text, words);
  return word;
}

const meanings = [...memberRules.values()].map(({ meaning }) => meaning);

function readEnvelope(
  context: CompileContext,
  part: Part,
): Pick<Correction, 'records' | 'envelope'> {
  const value = memberOf(part, 'envelope');
  if (value === undefined) return {};
  const place = below(part, 'envelope');
  if (!isJsonObject(value)) {
    context.complain(place, '"envelope" must be an object');
    return {};
  }
  const inside: Part = { ...place, value };
  const envelope = Object.keys(value).flatMap((name): readonly EnvelopeMember[] => {
    if (name === 'records') return [];
    const meaning = meanings.find((each) => each === name);
    if (!meaning) complainOfName(context, below(inside, name), name, ['records', ...meanings]);
    const steps = stepsOf(readText(context, inside, name));
    return meaning && steps ? [{ meaning, steps }] : [];
  });
  const isWhole = memberOf(inside, 'records') === '';
  const records = isWhole ? [] : stepsOf(readText(context, inside, 'records'));
  return { ...(records && { records }), ...(envelope.length > 0 && { envelope }) };
}
