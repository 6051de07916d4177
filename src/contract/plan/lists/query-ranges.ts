import type { Part } from '../../load/documents.ts';
import { outlineTypes } from '../../schema/outlines.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import { descriptionOf, plainOf, queryWordsOf } from './list-words.ts';
import type { Listed, NamedMember } from './query-list-members.ts';
import { amountIn, findMember, isFlag, isNumber, isTime, isTimeMember } from './query-members.ts';

export type Comparison =
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'not'
  | 'contains'
  | 'starts'
  | 'ends'
  | 'present'
  | 'absent'
  /** The member, a list, has each of several values. */
  | 'all';

/** Which member a parameter compares, and how. */
interface FoundComparison {
  readonly steps: readonly string[];
  readonly compare: Comparison;
}

/** Words that say the comparison alone, wherever they stand behind a member's name. */
const operators = new Map<string, Comparison>([
  ['gt', 'gt'],
  ['gte', 'gte'],
  ['ge', 'gte'],
  ['lt', 'lt'],
  ['lte', 'lte'],
  ['le', 'lte'],
  ['ne', 'not'],
  ['neq', 'not'],
  ['not', 'not'],
  ['contains', 'contains'],
  ['icontains', 'contains'],
  ['cont', 'contains'],
  ['like', 'contains'],
  ['ilike', 'contains'],
  ['startswith', 'starts'],
  ['istartswith', 'starts'],
  ['prefix', 'starts'],
  ['endswith', 'ends'],
  ['iendswith', 'ends'],
  ['isnull', 'absent'],
  ['none', 'not'],
  ['all', 'all'],
]);

/** Words before a member's name that keep the records without its value. */
const excluding = new Set(['exclude', 'excluded', 'excluding', 'without', 'not']);

/** Names such as `DateCreated>` and `DateCreated<`, with an `=` behind them in the query. */
const signs = new Map<string, Comparison>([
  ['>', 'gte'],
  ['>=', 'gte'],
  ['<', 'lte'],
  ['<=', 'lte'],
]);

/** Words that compare only numbers and times: `from` and `to` may be cities. */
const bounds = new Map<string, Comparison>([
  ['after', 'gt'],
  ['since', 'gte'],
  ['from', 'gte'],
  ['min', 'gte'],
  ['minimum', 'gte'],
  ['start', 'gte'],
  ['before', 'lt'],
  ['until', 'lte'],
  ['to', 'lte'],
  ['till', 'lte'],
  ['max', 'lte'],
  ['maximum', 'lte'],
  ['end', 'lte'],
]);

/**
 * Finds comparisons such as `total_gte`, `total[gte]`, `total.gte`, `min_total`, `total_from`,
 * `created_after`, `since`, `name__icontains`.
 */
export function findComparison(
  listed: Listed,
  name: string,
  schema: Part | undefined,
): FoundComparison | undefined {
  const { documents } = listed;
  const sign = signs.get(/[<>]=?$/.exec(name)?.[0] ?? '');
  if (sign) return boundOf(listed, queryWordsOf(name), sign, schema);
  // In `created__date__gte`, the middle only says what of a time is compared.
  const words = queryWordsOf(name.replace(/__date(?=__)/, ''))
    .replace(/_(starts|ends)_with$/, '_$1with')
    .replace(/_is_?null$/, '_isnull')
    .split('_');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const operator = words.length > 1 && operators.get(last);
  if (operator) return operatorOf(listed, words.slice(0, -1).join('_'), operator, schema);
  if (words.length > 1) {
    if (excluding.has(first) && !isFlag(documents, schema))
      return operatorOf(listed, words.slice(1).join('_'), 'not', schema);
    const behind = bounds.get(last);
    const found = behind && boundOf(listed, words.slice(0, -1).join('_'), behind, schema);
    if (found) return found;
    const before = bounds.get(first);
    const own = before && boundOf(listed, words.slice(1).join('_'), before, schema);
    if (own) return own;
  }
  return findPeriod(listed, words, schema);
}

function operatorOf(
  listed: Listed,
  stem: string,
  compare: Comparison,
  schema: Part | undefined,
): FoundComparison | undefined {
  const member = findMember(listed, stem, schema) ?? findMoment(listed, stem);
  if (!member) return undefined;
  const isOfAmounts = ['gt', 'gte', 'lt', 'lte'].includes(compare);
  const { steps } = isOfAmounts ? amountIn(listed.documents, member) : member;
  return { steps, compare };
}

function boundOf(
  listed: Listed,
  stem: string,
  compare: Comparison,
  schema: Part | undefined,
): FoundComparison | undefined {
  const { documents } = listed;
  const found = findMember(listed, stem, schema) ?? findMoment(listed, stem);
  if (!found) return undefined;
  const member = amountIn(documents, found);
  if (isTimeMember(documents, member))
    return mayBeTime(listed, schema) ? { ...member, compare } : undefined;
  const isOfNumbers = isNumber(documents, member.part) && isNumber(documents, schema);
  return isOfNumbers ? { steps: member.steps, compare } : undefined;
}

/** Finds `created_at` for `created`, and `modified` for `updated`. */
function findMoment({ members, documents }: Listed, stem: string): NamedMember | undefined {
  const plain = plainOf(queryWordsOf(stem).replace(/_(at|on|date|time)$/, ''));
  const synonyms = moments.find((words) => words.includes(plain)) ?? [];
  for (const words of [[plain], synonyms]) {
    const wanted = new Set(
      words.flatMap((word) => [
        ...['', 'at', 'on', 'date', 'time'].map((end) => word + end),
        `date${word}`,
      ]),
    );
    for (const [name, [part]] of members) {
      const member = { steps: [name], part };
      if (wanted.has(plainOf(name)) && isTimeMember(documents, member)) return member;
    }
  }
  return undefined;
}

const moments = [
  ['created', 'creation', 'inserted', 'added'],
  ['updated', 'modified', 'changed', 'edited', 'lastupdated', 'lastmodified'],
];

/** A parameter of a time may leave its format out. */
function mayBeTime({ documents }: Listed, schema: Part | undefined): boolean {
  if (!schema || isTime(documents, schema)) return true;
  const types = outlineTypes(documents, schema);
  if (types?.has('number') === true)
    return /\b(timestamp|epoch|unix)\b/i.test(descriptionOf(documents, schema));
  const isFree = !Array.isArray(keywordOf(documents, schema, 'enum'));
  return isFree && (types === undefined || types.has('string'));
}

/** A text whose description says that it is a time. */
function isToldTime(listed: Listed, schema: Part | undefined): boolean {
  const told = schema ? descriptionOf(listed.documents, schema) : '';
  return mayBeTime(listed, schema) && /\b(date|time|datetime|timestamp|iso[- ]?8601)\b/i.test(told);
}

/** `from` and `to`, `start_date` and `end_date`: of the one time that a record is about. */
function findPeriod(
  listed: Listed,
  words: readonly string[],
  schema: Part | undefined,
): FoundComparison | undefined {
  const { documents } = listed;
  const bare = words.filter(
    (word) => !['date', 'time', 'datetime', 'day', 'timestamp', 'at'].includes(word),
  );
  const compare =
    bare.length === 1 ? (bounds.get(bare[0] ?? '') ?? periods.get(bare[0] ?? '')) : undefined;
  const isNamed = bare.length < words.length;
  if (!compare || !(isTime(documents, schema) || (isNamed && isToldTime(listed, schema))))
    return undefined;
  const isOfUpdates =
    schema && /\b(updated|modified|changed)\b/i.test(descriptionOf(documents, schema));
  const member = (isOfUpdates && findMoment(listed, 'updated')) || timeOf(listed);
  return member && { steps: member.steps, compare };
}

const periods = new Map<string, Comparison>([
  ['begin', 'gte'],
  ['finish', 'lte'],
]);

/** The time that a record is about: its only one, its date, its start, else that of its creation. */
function timeOf(listed: Listed): NamedMember | undefined {
  const { documents, members } = listed;
  const times = [...members].flatMap(([name, [part]]): readonly NamedMember[] =>
    isTime(documents, part) ? [{ steps: [name], part }] : [],
  );
  if (times.length === 1) return times[0];
  const named = (pattern: RegExp): NamedMember | undefined =>
    times.find(({ steps: [name = ''] }) => pattern.test(plainOf(name)));
  return (
    named(/^(date|day|time|timestamp|datetime|occurredat|occurred)$/) ??
    named(/^(begin|start)(s|sat|at|date|time|datetime)?$/) ??
    findMoment(listed, 'created')
  );
}

/** A parameter named like a time or number of the records, whose description says a bound. */
export function describedBound(
  { documents }: Listed,
  member: NamedMember,
  schema: Part | undefined,
): Comparison | undefined {
  const text = schema ? (descriptionOf(documents, schema).split(/[.(]/)[0] ?? '') : '';
  const isMoment = isTimeMember(documents, member);
  const [low, high] = isMoment
    ? [
        /\b(after|since|later|newer|onwards?|starting from)\b/i,
        /\b(before|until|earlier|older|up to)\b/i,
      ]
    : [/\b(at least|minimum|greater|more than)\b/i, /\b(at most|maximum|less than|fewer|up to)\b/i];
  if (!isMoment && !isNumber(documents, member.part)) return undefined;
  if (low.test(text) === high.test(text)) return undefined;
  return low.test(text) ? 'gte' : 'lte';
}

/** Whether the description of a text says that a part of it is enough. */
export function isPartial({ documents }: Listed, schema: Part | undefined): boolean {
  const text = schema ? descriptionOf(documents, schema) : '';
  return /^\W*search(es)?\b|\bsearch term\b|\b(partial(ly)?|substring|fuzzy|(whose|where|with) [^.]{0,40}\bcontain(s|ing)?)\b/i.test(
    text,
  );
}
