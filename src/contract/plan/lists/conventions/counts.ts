import { hasWord } from '../list-words.ts';
import type { Convention, ListedPage, MemberRule } from './convention.ts';
import { hasPrevious, namesIn, numberRule } from './convention.ts';
import { firstPage } from './pages.ts';

/** How many records a page may have and has, and how many there are: all kinds of pages share it. */
export const counts: Convention<
  'limit',
  | 'limit'
  | 'total'
  | 'count'
  | 'remaining'
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
    numberRule(
      'limit',
      {
        names:
          /^(limit|per_page|page_size|page_limit|items_per_page|results_per_page|max_results|page_length|pagelen|max_items|maximum)$/,
        ofPage: /^size$/,
      },
      ({ limit, count }) => limit ?? count,
    ),
    numberRule(
      'total',
      {
        names:
          /^(odata_count|total|full_count|num_found|nb_hits|total_rows|overall_count|x_total|records_filtered|total_(count|num|number|size|items?|item_count|elements|results?|result_count|records?|record_count|hits|entries|objects|matches|docs|available|rows)|(count|items?|results?|records?|elements|entries|rows)_total)$/,
      },
      ({ list }) => list.total,
    ),
    {
      meaning: 'count',
      form: 'number',
      fits: ({ words }) =>
        isCountOrTotal(words) ||
        /^(returned|number_of_elements|(items?|records?|results?|count|total)_(returned|(in|on)_(current_|this_)?page)|returned_(items?|records?|results?|count)|page_items|current_count)$/.test(
          words,
        ),
      value: ({ count }) => count,
    },
    numberRule(
      'remaining',
      {
        names:
          /^(remaining|(remaining|left)_(items?|records?|results?|count)|(items?|records?|results?)_(remaining|left))$/,
      },
      ({ start, count, list }) => Math.max(0, list.total - start - count),
    ),
    flagRule('is-last', /^(is_)?(last|last_page|done|end|finished|complete|end_of_list)$/, isAtEnd),
    flagRule('is-first', /^(is_)?(first|first_page)$/, ({ start }) => start === 0),
    flagRule('is-empty', /^(is_)?empty$/, ({ count }) => count === 0),
    flagRule('has-previous', ['prev', 'previous', 'before'], hasPrevious),
    flagRule('has-more', ['more', 'next', 'truncated'], (page) => !isAtEnd(page)),
    numberRule(
      'first-number',
      { ofPage: /^from$/ },
      ({ start, count }) => (count === 0 ? undefined : start + 1),
      firstPage,
    ),
    numberRule(
      'last-number',
      { ofPage: /^to$/ },
      ({ start, count }) => (count === 0 ? undefined : start + count),
      firstPage,
    ),
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

/** A flag with one of these names or, named like a flag, with one of these words. */
function flagRule<Meaning extends string>(
  meaning: Meaning,
  names: RegExp | readonly string[],
  value: MemberRule['value'],
): MemberRule<Meaning> {
  const fits: MemberRule['fits'] = ({ words }) =>
    names instanceof RegExp ? names.test(words) : isFlag(words) && hasWord(words, ...names);
  return { meaning, form: 'flag', fits, value };
}

function isFlag(words: string): boolean {
  return /^(has|is|more|contains|next)/.test(words) || hasWord(words, 'truncated', 'more');
}

function isAtEnd({ start, count, list }: ListedPage): boolean {
  return start + count >= list.total;
}
