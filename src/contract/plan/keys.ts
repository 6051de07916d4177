import type { Part } from '../documents.ts';
import type { Records } from './records.ts';
import { plainName, singulars, wordsOf } from './singulars.ts';

interface Naming {
  readonly segment: string;
  readonly parameter: string;
  /** What the parameter's values are, where its schema says so. */
  readonly types: ReadonlySet<string>;
}

/** What a path calls the key of the records below a segment. */
export interface KeyName extends Naming {
  /** The parameter without the collection's name: what the key is called where records don't have it. */
  readonly short: string;
  /** What one of the records may be called, plainly. */
  readonly singulars: ReadonlySet<string>;
  /** What the key may be called, the likeliest first. */
  readonly candidates: readonly Candidate[];
  /** The component that reading a record shows. */
  readonly identity?: string | undefined;
}

interface Candidate {
  readonly name: string;
  readonly plain: string;
}

export function createKeyName(naming: Naming): KeyName {
  const ones = singulars(naming.segment);
  const short = shortName(naming, ones);
  const plain = new Set(ones.map(plainName));
  const names = candidatesOf(naming.parameter, short, plain);
  const candidates = [...new Set(names)].map((name) => ({ name, plain: plainName(name) }));
  return { ...naming, short, singulars: plain, candidates };
}

const usualKeys = [
  'id',
  'uuid',
  'guid',
  'gid',
  'sid',
  'uid',
  'slug',
  'key',
  'login',
  'name',
  'number',
];

/** Names of one thing. */
const synonyms = [['username', 'login', 'handle', 'screenname']];

/** Members that hold what identifies a record beside what the record says. */
const holders = new Set(['metadata', 'meta', 'attributes', 'sys', 'system']);

/** The member of a record that a path's parameter means, stepwise; undefined where it has none. */
export function findKey(
  records: Records,
  schema: Part | undefined,
  name: KeyName,
): readonly string[] | undefined {
  return schema && records.keys(schema, name, () => lookForKey(records, schema, name));
}

function lookForKey(records: Records, schema: Part, name: KeyName): readonly string[] | undefined {
  const found = findAmong(records, schema, name);
  if (found !== undefined) return [found];
  for (const [holder, part] of records.members(schema)) {
    if (!holders.has(plainName(holder)) || !records.isRecord(part)) continue;
    const below = findAmong(records, part, name);
    if (below !== undefined) return [holder, below];
  }
  return undefined;
}

/** What is left of a name behind its first words, and what stands between them. */
function behind(name: string, words: readonly string[]): string {
  let rest = name;
  for (const word of words) rest = rest.slice(rest.indexOf(word) + word.length);
  return rest.replace(/^[^\p{L}\p{N}]+/u, '');
}

/** Whether values of a key tell records apart wherever they stand, not only among their siblings. */
export function isWorldwide(key: readonly string[]): boolean {
  const last = wordsOf(key.at(-1) ?? '').at(-1) ?? '';
  return /^(u|gu|uu|g|s)?id$/i.test(last);
}

function findAmong(records: Records, schema: Part, name: KeyName): string | undefined {
  const members = records.members(schema);
  const byPlain = records.plainMembers(schema);
  const able = name.candidates
    .map((wanted) => (members.has(wanted.name) ? wanted.name : byPlain.get(wanted.plain)))
    .filter((member) => member !== undefined && isScalar(records, members.get(member)));
  const [first] = able;
  // A text in a path may say a number: where the names agree, that is what it says.
  if (first !== undefined && isCalled(first, name) && name.types.has('string')) return first;
  const fitting = able.find((member) => fits(records, members.get(member ?? ''), name.types));
  if (first === undefined) return undefined;
  if (isWorldwide([first]) && isWorldwide([name.parameter])) return first;
  if (fitting !== undefined) return fitting;
  // What is no number can't be found by one, unless the contract itself calls it so.
  return name.types.has('string') || isCalled(first, name) ? first : undefined;
}

/** Whether a key is called as no other record's is. */
export function isOwnName(key: readonly string[], name: KeyName): boolean {
  const [only, ...others] = key;
  if (only === undefined || others.length > 0 || usualKeys.includes(plainName(only))) return false;
  return isCalled(only, name);
}

/** Whether a member bears the parameter's name, or that without the collection's. */
function isCalled(member: string, name: KeyName): boolean {
  const plain = plainName(member);
  return plain === plainName(name.parameter) || plain === plainName(name.short);
}

function candidatesOf(
  parameter: string,
  short: string,
  ones: ReadonlySet<string>,
): readonly string[] {
  const words = wordsOf(parameter);
  const plain = plainName(parameter);
  const same = synonyms.find((group) => group.includes(plain)) ?? [];
  // `promotion_code` is the whole of a promotion code, and not the code of something.
  const isWhole = ones.has(plain);
  const last = words.length > 1 ? [words.at(-1) ?? ''] : [];
  const [sooner, later] = isWhole ? [[], last] : [last, []];
  return [parameter, short, ...sooner, ...same, ...usualKeys, ...later];
}

function shortName({ parameter }: Naming, ones: readonly string[]): string {
  const words = wordsOf(parameter);
  for (const one of ones) {
    const count = wordsOf(one).length;
    const front = plainName(words.slice(0, count).join(''));
    if (words.length > count && front === plainName(one)) {
      const rest = behind(parameter, words.slice(0, count));
      return /^\p{Lu}\p{Ll}/u.test(rest) && /^\p{Ll}/u.test(parameter)
        ? rest.charAt(0).toLowerCase() + rest.slice(1)
        : rest;
    }
  }
  return parameter;
}

function isScalar(records: Records, member: Part | undefined): boolean {
  const types = member ? records.types(member) : new Set<string>();
  return !types.has('object') && !types.has('array') && !types.has('boolean');
}

/** A text can't be found among numbers, nor a number among texts. */
function fits(records: Records, member: Part | undefined, types: ReadonlySet<string>): boolean {
  const own = member ? records.types(member) : new Set<string>();
  if (own.size === 0 || types.size === 0) return true;
  return own.has('string') === types.has('string') || isNumeric(own) === isNumeric(types);
}

function isNumeric(types: ReadonlySet<string>): boolean {
  return types.has('integer') || types.has('number');
}
