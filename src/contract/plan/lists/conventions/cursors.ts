import { ApiError } from '../../../../base/errors.ts';
import { stepDown, textOf } from '../../../../base/json.ts';
import { hasWord } from '../list-words.ts';
import type {
  DeclaredQuery,
  EnvelopeLeaf,
  FoundRecord,
  GivenParameter,
  ListedPage,
  PagedList,
  Pager,
  ParameterMeaning,
  Slice,
} from './convention.ts';
import { firstIn, hasNext, hasPrevious, namesIn, parameterOf } from './convention.ts';

/** Texts or keys that name a place: `cursor=…`, `starting_after=…`, and `next_cursor` in replies. */
export const cursors: Pager<
  'after' | 'before' | 'offset',
  'next-cursor' | 'previous-cursor' | 'first-key' | 'last-key'
> = {
  kinds: ['after', 'before'],
  findSure: (query) => (query.isTime ? undefined : meaningOf(query)),
  isUsed: (given) => given.has('after') || given.has('before'),
  cut: (slice, given, list) => {
    let cut = slice;
    for (const kind of ['after', 'before'] as const) {
      const parameter = given.get(kind);
      if (parameter) cut = cutAt(cut, list, parameter, kind);
    }
    return cut;
  },
  turn: (page, turn) => {
    if (turn === 'first') return [];
    const after = parameterOf(page, 'after');
    const before = parameterOf(page, 'before');
    const name = (turn === 'previous' ? before?.name : undefined) ?? after?.name;
    const text = { next: cursorAfter, previous: cursorBefore, last: cursorOfLast }[turn](page);
    if (text !== undefined) return name === undefined ? undefined : [[name, text]];
    // Without a cursor before them, the records on the previous page are the first.
    return turn === 'last' || (turn === 'previous' && !before) ? [] : undefined;
  },
  members: [
    {
      meaning: 'first-key',
      form: 'key',
      fits: ({ words }) => /^first_(id|key)$/.test(words),
      value: firstKey,
      pretence: () => '-',
    },
    {
      meaning: 'last-key',
      form: 'key',
      fits: ({ words }) => /^last_(id|key)$/.test(words),
      value: lastKey,
      pretence: () => '-',
    },
    {
      meaning: 'previous-cursor',
      form: 'cursor',
      fits: (leaf) =>
        isCursor(leaf) && /^(prev|previous|before|start|ending|first)(_|$)/.test(leaf.words),
      value: (page) => (hasPrevious(page) ? cursorBefore(page) : undefined),
      pretence: (page) => cursorBefore(page) ?? 'none',
      short: firstKey,
    },
    {
      meaning: 'next-cursor',
      form: 'cursor',
      fits: isCursor,
      value: (page) => (hasNext(page) ? cursorAfter(page) : undefined),
      pretence: (page) => cursorAfter(page) ?? 'none',
      short: lastKey,
    },
  ],
};

const afterNames =
  namesIn(`cursor after starting_after start_after page_token pagetoken next_token nexttoken
  next_page_token continue continuation continuation_token since_id next_cursor page_cursor page_after
  after_id after_cursor cursor_after start_cursor start_token start_key start_id exclusive_start_key
  exclusive_start_id marker next_marker bookmark pagination_token paging_token scroll_id page_key next_key
  page_state pagination_cursor odata_skiptoken`);
const beforeNames =
  namesIn(`before ending_before end_before before_id before_cursor cursor_before page_before
  prev_cursor previous_cursor end_cursor`);
const keyedNames = namesIn(`starting_after start_after since_id after_id start_id exclusive_start_id
  ending_before end_before before_id since`);

function meaningOf(
  query: DeclaredQuery,
): ParameterMeaning<'after' | 'before' | 'offset'> | undefined {
  const { words, isNumber, isUuid, description } = query;
  const isAfter = afterNames.has(words) || (words === 'since' && isNumber);
  if (!isAfter && !beforeNames.has(words)) return undefined;
  const isNamedByKey = keyedNames.has(words);
  // A numeric cursor is an offset.
  if (isAfter && isNumber && !isNamedByKey) return { kind: 'offset', first: firstIn(query, 0) };
  const kind = isAfter ? 'after' : 'before';
  const isKey = isNamedByKey || isUuid || /\b(ids?|uuid|identifier)\b/i.test(description);
  return isKey ? { kind, isKey } : { kind };
}

function isCursor({ words, above, isLink, kinds }: EnvelopeLeaf): boolean {
  if (isLink) return false;
  // A token for later changes does not lead to another page.
  const isOfChanges = hasWord(words, 'sync', 'delta');
  const isNamed =
    hasWord(`${above}_${words}`, ...cursorWords) ||
    /^(after|before|continue|starting_after|ending_before)$/.test(words) ||
    /^(next|prev|previous)_(key|id|state|after|before)$/.test(words);
  const isStep = kinds.has('after') && /^(next|prev|previous)(_(page|results))?$/.test(words);
  return (isNamed && !isOfChanges) || isStep;
}

const cursorWords = ['cursor', 'cursors', 'token', 'marker', 'continuation', 'bookmark'] as const;

function cutAt(
  slice: Slice,
  list: PagedList,
  parameter: GivenParameter,
  kind: 'after' | 'before',
): Slice {
  const count = countedBy(list, parameter);
  if (count !== undefined) return { ...slice, skip: slice.skip + count };
  // A text may be a time, though nothing says so: `after=2026-05-01` asks for other records.
  if (isDay(parameter) && list.find(textOf(parameter.value)) === undefined) return slice;
  const { before, upTo, isBefore = kind === 'before' } = findRecord(list, parameter);
  return isBefore ? { ...slice, end: before } : { ...slice, start: upTo };
}

function isDay({ value }: GivenParameter): boolean {
  return /^\d{4}-\d\d-\d\d(?!\d)/.test(textOf(value));
}

/** A client may count records where the contract speaks of a cursor, but calls it an offset. */
function countedBy(list: PagedList, { name, value }: GivenParameter): number | undefined {
  const text = textOf(value);
  const isCount = /offset$|start$/i.test(name) && /^\d{1,9}$/.test(text);
  return isCount && list.find(text) === undefined ? Number(text) : undefined;
}

function findRecord(list: PagedList, { name, value }: GivenParameter): FoundRecord {
  const found = list.find(textOf(value));
  if (found === 'other-order') throw refuse(name, 'belongs to a list in another order');
  if (!found) throw refuse(name, 'is no cursor that this list has given out');
  return found;
}

function refuse(name: string, message: string): ApiError {
  const pointer = stepDown('', name);
  const violations = [{ in: 'query', pointer, message, keyword: 'cursor' } as const];
  return new ApiError('invalid-request', `The query parameter "${name}" ${message}.`, {
    violations,
  });
}

function firstKey({ list, start, count }: ListedPage): string | undefined {
  return count === 0 ? undefined : list.keyAt(start);
}

function lastKey({ list, start, count }: ListedPage): string | undefined {
  return count === 0 ? undefined : list.keyAt(start + count - 1);
}

/** The cursor to the records after the page. */
function cursorAfter(page: ListedPage): string | undefined {
  return page.count === 0 ? undefined : cursorFrom(page, page.start + page.count - 1);
}

/** The cursor to the records before the page. */
function cursorBefore(page: ListedPage): string | undefined {
  const { list, start, count, limit } = page;
  if (count === 0) return undefined;
  const after = parameterOf(page, 'after');
  const before = parameterOf(page, 'before');
  if (!before && after?.meaning.isKey === true) {
    // Only "after this key" is possible: this is the record just before the previous page.
    return list.keyAt(start - (limit ?? 0) - 1);
  }
  return before?.meaning.isKey === true ? list.keyAt(start) : list.cursorAt(start, true);
}

/** The cursor to the last page; undefined where that is the first. */
function cursorOfLast(page: ListedPage): string | undefined {
  const { limit = 0, list } = page;
  if (limit === 0 || list.total <= limit || !parameterOf(page, 'after')) return undefined;
  return cursorFrom(page, Math.ceil(list.total / limit) * limit - limit - 1);
}

/** The cursor to the records after a place. */
function cursorFrom(page: ListedPage, place: number): string | undefined {
  const isKey = parameterOf(page, 'after')?.meaning.isKey === true;
  return isKey ? page.list.keyAt(place) : page.list.cursorAt(place, false);
}
