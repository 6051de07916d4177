import { plainName, singulars, wordsOf } from '../../base/names.ts';

interface KeyNaming {
  readonly segment: string;
  readonly parameter: string;
  /** The types of the parameter's values; empty where its schema does not tell. */
  readonly types: ReadonlySet<string>;
  /** The parameters before it in the path. */
  readonly above?: readonly string[];
}

/** What a path calls the key of the records below a segment. */
export interface KeyName extends KeyNaming {
  /** The parameter without the collection's name: the key's name if records have no such member. */
  readonly short: string;
  /** The plain names that one of the records may have. */
  readonly singulars: ReadonlySet<string>;
  /** The names that the key may have, the likeliest first. */
  readonly candidates: readonly Candidate[];
  /** The component that reading a record shows. */
  readonly identity?: string | undefined;
}

interface Candidate {
  readonly name: string;
  readonly plain: string;
}

export function createKeyName(naming: KeyNaming): KeyName {
  const ones = singulars(naming.segment);
  const short = shortName(naming, ones);
  const plain = new Set(ones.map(plainName));
  return { ...naming, short, singulars: plain, candidates: listCandidates(naming, short, plain) };
}

export const usualKeys: readonly string[] = [
  'id',
  'pk',
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

const usualCandidates = usualKeys.map((name): Candidate => ({ name, plain: name }));

const synonyms = [
  ['username', 'login', 'handle', 'screenname'],
  ['index', 'number', 'iid', 'sequence'],
];

function listCandidates(
  { parameter, above = [] }: KeyNaming,
  short: string,
  ones: ReadonlySet<string>,
): readonly Candidate[] {
  const words = wordsOf(parameter);
  const plain = plainName(parameter);
  const same = synonyms.find((group) => group.includes(plain)) ?? [];
  // Below `promotion_codes`, `promotion_code` names the record itself, not its member `code`.
  const isWhole = ones.has(plain);
  const last = words.length > 1 ? [words.at(-1) ?? ''] : [];
  const [sooner, later] = isWhole ? [[], last] : [last, []];
  const taken = new Set(above.map(plainName));
  const bare = withoutNoun(words, ones).filter((name) => !taken.has(plainName(name)));
  const own = [parameter, short, ...bare, ...sooner, ...same].map(asCandidate);
  return [...own, ...usualCandidates, ...later.map(asCandidate)];
}

/** `external_customer_id` of `customers` is their `external_id`. */
function withoutNoun(words: readonly string[], ones: ReadonlySet<string>): readonly string[] {
  const at = words.findIndex((word, index) => index > 0 && ones.has(plainName(word)));
  return at === -1 || at === words.length - 1 ? [] : [words.toSpliced(at, 1).join('_')];
}

function asCandidate(name: string): Candidate {
  return { name, plain: plainName(name) };
}

function shortName({ parameter }: KeyNaming, ones: readonly string[]): string {
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

/** The rest of a name after its first words and the separator. */
function behind(name: string, words: readonly string[]): string {
  let rest = name;
  for (const word of words) rest = rest.slice(rest.indexOf(word) + word.length);
  return rest.replace(/^[^\p{L}\p{N}]+/u, '');
}
