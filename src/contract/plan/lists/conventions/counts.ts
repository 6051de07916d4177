import { hasWord } from '../list-words.ts';
import type { Convention, ListedPage, MemberRule } from './convention.ts';
import { hasPrevious, namesIn, numberNamed, parameterOf } from './convention.ts';

/** How many records there are, are on the page, and may be on one; which conventions of pages share. */
export const counts: Convention<
  'limit',
  | 'limit'
  | 'total'
  | 'count'
  | 'has-previous'
  | 'has-more'
  | 'is-first'
  | 'is-last'
  | 'is-empty'
  | 'first-number'
  | 'last-number'
> = {
  findSure: ({ words }) => (limitNames.has(words) ? { kind: 'limit' } : undefined),
  findUnsure: ({ words, isNumber }, kinds) =>
    weakLimitNames.has(words) && isNumber && !kinds.has('limit') ? { kind: 'limit' } : undefined,
  members: [
    {
      meaning: 'limit',
      form: 'number',
      fits: ({ words, isOfPage }) =>
        /^(limit|per_page|page_size|page_limit|items_per_page|results_per_page|max_results|page_length|pagelen|max_items|maximum)$/.test(
          words,
        ) ||
        (isOfPage && words === 'size'),
      value: ({ limit, count }) => limit ?? count,
    },
    numberNamed(
      'total',
      /^(odata_count|total|full_count|num_found|nb_hits|total_rows|overall_count|x_total|records_filtered)$|^total_(count|num|number|size|items?|item_count|elements|results?|result_count|records?|record_count|hits|entries|objects|matches|docs|available|rows)$|^(count|items?|results?|records?|elements|entries|rows)_total$/,
      ({ list }) => list.total,
    ),
    {
      meaning: 'count',
      form: 'number',
      fits: ({ words }) =>
        /^(returned|number_of_elements|count_returned|items_returned|total_returned|page_items|current_count)$/.test(
          words,
        ) || isCountOrTotal(words),
      value: ({ count }) => count,
    },
    flagNamed(
      'is-last',
      /^(is_)?(last|last_page|done|end|finished|complete|end_of_list)$/,
      isAtEnd,
    ),
    flagNamed('is-first', /^(is_)?(first|first_page)$/, ({ start }) => start === 0),
    flagNamed('is-empty', /^(is_)?empty$/, ({ count }) => count === 0),
    {
      meaning: 'has-previous',
      form: 'flag',
      fits: ({ words }) => isFlag(words) && hasWord(words, 'prev', 'previous', 'before'),
      value: hasPrevious,
    },
    {
      meaning: 'has-more',
      form: 'flag',
      fits: ({ words }) => isFlag(words) && hasWord(words, 'more', 'next', 'truncated'),
      value: (page) => !isAtEnd(page),
    },
    {
      meaning: 'first-number',
      form: 'number',
      fits: ({ words, isOfPage }) => isOfPage && words === 'from',
      value: ({ start, count }) => (count === 0 ? undefined : start + 1),
      pretence: numberOfFirst,
    },
    {
      meaning: 'last-number',
      form: 'number',
      fits: ({ words, isOfPage }) => isOfPage && words === 'to',
      value: ({ start, count }) => (count === 0 ? undefined : start + count),
      pretence: numberOfFirst,
    },
  ],
};

const limitNames =
  namesIn(`limit per_page perpage page_size pagesize page_limit max_results maxresults
  pagelen max_items max_keys max_entries results_per_page items_per_page max_page_size num_results odata_top
  number_of_results max_result_count record_limit pagination_limit pagination_page_size`);
const weakLimitNames = namesIn('count first size top take rows max length num n');

/** Whether a name says how many records the page has or, without a total, how many there are. */
export function isCountOrTotal(words: string): boolean {
  return /^(count|size|length|(results?|items?|records?|row|entries|hits)_count|num_items|num_results)$/.test(
    words,
  );
}

function flagNamed<Meaning extends string>(
  meaning: Meaning,
  names: RegExp,
  value: MemberRule['value'],
): MemberRule<Meaning> {
  return { meaning, form: 'flag', fits: ({ words }) => names.test(words), value };
}

function isFlag(words: string): boolean {
  return /^(has|is|more|contains|next)/.test(words) || hasWord(words, 'truncated', 'more');
}

function isAtEnd({ start, count, list }: ListedPage): boolean {
  return start + count >= list.total;
}

function numberOfFirst(page: ListedPage): number {
  return parameterOf(page, 'page')?.meaning.first ?? 1;
}
