import { singular, wordsOf } from '../../base/names.ts';
import { wholeName } from '../../base/resource-names.ts';
import { createRecentlyUsed, weighBody } from '../../base/recently-used.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import { memberOf, possibleOf } from '../../contract/schema/schema-walk.ts';
import type { Parents } from '../../store/record.ts';
import { hashOf } from '../values/chance.ts';
import type { Generate } from '../values/generate.ts';
import { Unsatisfiable } from '../values/generate.ts';
import { identifierOf, numberIn } from './identifiers.ts';
import type { KeyParameters } from './key-parameters.ts';
import type { KnownExamples } from './known-examples.ts';

/** The keys of the generated records that a list shows. */
export type MadeUpKeys = (collection: Collection, parents: Parents) => readonly string[];

/** How many tries may give no new key. */
const patience = 8;
const mostKept = 1000;

interface MadeUpKeyOptions {
  readonly formsOf: (collection: Collection) => readonly KeyForm[];
  readonly generate: Generate;
  readonly examplesOf: (collection: Collection) => KnownExamples;
  readonly pageSizeOf: (collection: Collection) => number | undefined;
  /** How many records a list shows; undefined: as many as a demo needs. */
  readonly records: number | undefined;
}

/** The keys of the contract's examples, else generated ones; equal parents get equal keys. */
export function createMadeUpKeys(options: MadeUpKeyOptions): MadeUpKeys {
  const { formsOf, generate, examplesOf, pageSizeOf, records } = options;
  const kept = createRecentlyUsed<readonly string[]>(mostKept, weighBody);
  const make = (collection: Collection, parents: Parents): readonly string[] => {
    const { listed, readKey } = examplesOf(collection);
    if (listed.size > 0) return [...listed.keys()].slice(0, records);
    const wanted = records ?? countFor(collection, pageSizeOf(collection));
    const keys = new Set(readKey === undefined || wanted === 0 ? [] : [readKey]);
    const forms = formsOf(collection);
    const place = `${collection.name}#${JSON.stringify(parents).replaceAll('/', '~1')}`;
    const member = keyHint(collection);
    const whole = (key: string): string => wholeName(collection.nameForm, key, parents);
    const fits = ({ allows, direction }: KeyForm, key: string): boolean =>
      allows(direction === 'rest' ? whole(key) : key);
    const making = collection.nameForm ? forms.filter(isOfPath) : forms;
    const first = firstNumber(collection, parents);
    for (let tried = 0; keys.size < wanted && tried < keys.size + patience; tried += 1) {
      const small = first + tried;
      const made = making.flatMap((form) =>
        makeKey(generate, form, `${place}${tried}/${member}`, small),
      );
      const plain = made.map(collection.nameForm ? asPartOfName : joinWords);
      const candidates = [...plain, ...made, String(small)];
      const key =
        candidates.find((one) => forms.every((form) => fits(form, one))) ??
        // Where the schema of the record and the path to it disagree, the path decides.
        candidates.find((one) => forms.slice(-1).some((form) => fits(form, one)));
      if (key !== undefined) keys.add(whole(key));
    }
    return [...keys];
  };
  return (collection, parents) => {
    const name = JSON.stringify([collection.name, ...parents]);
    const before = kept.get(name);
    if (before) return before;
    const keys = make(collection, parents);
    kept.set(name, keys);
    return keys;
  };
}

/** Lists of these are short, and other records choose from them. */
const short =
  /(categor|role|tag|label|team|group|status|type|plan|region|currenc|language|setting|permission|tax|method|channel|template|webhook|key|token)[a-z]*$/i;

/** Where a page has few records, a third of it stays free: clients look there for what they make. */
function countFor(collection: Collection, pageSize = Infinity): number {
  const lot = hashOf(collection.name);
  const usual = usualCount(collection, lot);
  const most = Math.floor((pageSize * 2) / 3);
  const spread = Math.max(1, Math.floor(most / 5));
  return usual <= most ? usual : Math.max(fewest, most - (lot % spread));
}

/** Between ten and thirty; some records have others below them, which are fewer. */
function usualCount({ name, parents }: Collection, lot: number): number {
  if (parents.some(({ isOptional }) => !isOptional)) return 10 + (lot % 4);
  return short.test(name) ? 10 + (lot % 5) : 20 + (lot % 11);
}

const fewest = 3;

/**
 * How many records the first page has of a list in which clients look for what they made: the one at
 * the path where records are made, else any. Undefined where it has all, or the newest come first.
 */
export function findPageSize(
  deeds: readonly { readonly operation: Operation; readonly target: Stateful }[],
): number | undefined {
  const paths = deeds.flatMap(({ operation, target: { role } }) =>
    role === 'create' || role === 'link' ? [operation.path] : [],
  );
  if (paths.length === 0) return undefined;
  const lists = deeds.filter(({ target: { role } }) => role === 'list');
  const near = lists.filter(({ operation }) => paths.includes(operation.path));
  const sizes = (near.length > 0 ? near : lists).flatMap(({ target: { list } }) =>
    list?.isNewestFirst === true ? [] : (list?.pageSize ?? []),
  );
  return sizes.length > 0 ? Math.min(...sizes) : undefined;
}

/** What the schema of the record, or of a path parameter, says of a key. */
export interface KeyForm {
  readonly schema: Part;
  readonly direction: 'rest' | 'request';
  readonly allows: (key: string) => boolean;
}

/** Where keys are numbers, they are small ones. */
function makeKey(
  generate: Generate,
  { schema, direction, allows }: KeyForm,
  place: string,
  small: number,
): readonly string[] {
  try {
    const made = generate(schema, place, { direction, examples: 'never' });
    if (typeof made === 'number' && allows(String(small))) return [String(small)];
    return [identifierOf(made) ?? []].flat();
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}

function isOfPath({ direction }: KeyForm): boolean {
  return direction === 'request';
}

/** The name of a member that says what keys look like. */
export function keyHint({ name, key, namedBy }: Collection): string {
  const kind = singular(wordsOf(name).at(-1) ?? '');
  return namedBy ?? [kind, key?.at(-1)].join('_');
}

/** A title with spaces would make a bad path. */
function joinWords(text: string): string {
  return /\s/.test(text) ? asPartOfName(text) : text;
}

/** The parts of a name have small letters. */
export function asPartOfName(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, '-');
}

/** The record's own form first, that of the path to it last. */
export function findMadeUpForms(
  { documents, validators }: Pick<Contract, 'documents' | 'validators'>,
  collection: Collection,
  { own, passing }: KeyParameters,
): readonly KeyForm[] {
  const toForm = (schema: Part, direction: KeyForm['direction']): KeyForm => {
    const check = validators.check(schema, direction);
    const allows = (key: string): boolean => {
      const number = numberIn(key);
      if (check(key).length === 0) return true;
      return number !== undefined && check(number).length === 0;
    };
    return { schema, direction, allows };
  };
  const inRecord = ({ schema, key = [] }: Collection): readonly Part[] =>
    key.reduce<readonly Part[]>(
      (schemas, step) =>
        memberOf(
          documents,
          possibleOf(documents, schemas, { choose: firstOf, hasKinds: false }),
          step,
        ),
      schema && key.length > 0 ? [schema] : [],
    );
  return [
    ...inRecord(collection).map((schema) => toForm(schema, 'rest')),
    ...[...passing, ...own.toReversed()].flatMap(({ schema }) =>
      schema ? [toForm(schema, 'request')] : [],
    ),
  ];
}

function firstOf(alternatives: readonly Part[]): readonly Part[] {
  return alternatives.slice(0, 1);
}

/** Where a path can leave parents out, a number used under two parents would name one record. */
function firstNumber({ name, parents: declared }: Collection, parents: Parents): number {
  const isAlone = parents.every((parent) => parent === undefined);
  if (isAlone || declared.every(({ isOptional }) => !isOptional)) return 1;
  return (1 + (hashOf(name, JSON.stringify(parents)) % 9000)) * 100 + 1;
}
