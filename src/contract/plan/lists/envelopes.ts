import type { ResponseHeader } from '../../bodies/headers.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { outlineMembers, outlineTypes } from '../../schema/outlines.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import type { EnvelopeMeaning, EnvelopeMember, ListHeader, QueryMeaning } from './list-meanings.ts';
import { hasWord, queryWordsOf } from './list-words.ts';

type MeaningKinds = ReadonlySet<QueryMeaning['kind']>;

/** Finds the members around the records whose values follow from the list. */
export function readEnvelope(
  documents: Documents,
  body: Part,
  arraySteps: readonly string[],
  kinds: MeaningKinds,
): readonly EnvelopeMember[] {
  if (arraySteps.length === 0) return [];
  const leaves = surveyLeaves(documents, body, arraySteps);
  const members = leaves.flatMap((leaf) => {
    const meaning = meaningOf(leaf, kinds);
    return meaning ? [{ steps: leaf.steps, meaning }] : [];
  });
  return settleCounts(members, ({ steps }) => steps.at(-1) ?? '');
}

/** Finds the headers of a reply whose values follow from the list. */
export function readHeaders(
  documents: Documents,
  headers: readonly ResponseHeader[],
  kinds: MeaningKinds,
): readonly ListHeader[] {
  const found = headers.flatMap(({ name, schema }): readonly ListHeader[] => {
    if (/^link$/i.test(name)) return [{ name, meaning: 'links' }];
    const words = bareWordsOf(name);
    if (/rate|retry|content/.test(words)) return [];
    const declared = schema ? typeOf(documents, schema) : 'any';
    // A header is always a text, so the type `string` in its schema tells nothing.
    const isNumber = declared === 'number' || hasWord(words, 'page', 'pages');
    const type = declared === 'string' || declared === 'any' ? 'any' : declared;
    const leaf = { steps: [name], words, above: 'pagination', isLink: false, isOfPage: false };
    const meaning = meaningOf({ ...leaf, type: isNumber ? 'number' : type }, kinds);
    return meaning ? [{ name, meaning }] : [];
  });
  return settleCounts(found, ({ name }) => name);
}

type LeafType = 'number' | 'string' | 'boolean' | 'any';

/** A member that is neither an object nor an array. */
interface EnvelopeLeaf {
  readonly steps: readonly string[];
  readonly words: string;
  /** The words of the members that it is in. */
  readonly above: string;
  readonly type: LeafType;
  readonly isLink: boolean;
  /** Whether its siblings describe a page, so that `number` and `size` mean those of the page. */
  readonly isOfPage: boolean;
}

/** How deep members of the envelope may be, and which objects beside the records may hold them. */
const deepest = 3;
const holders =
  /(^|_)(meta|metadata|pag\w*|links?|cursors?|info|summary|list|navigation|nav|next|prev|previous|first|last|self|search_metadata|response_metadata)$/;

const ofPages = /^(total_pages|page_size|per_page|next_page_ur[il])$/;

function surveyLeaves(
  documents: Documents,
  schema: Part,
  arraySteps: readonly string[],
  above: readonly string[] = [],
): readonly EnvelopeLeaf[] {
  const { members } = outlineMembers(documents, schema);
  const isOfPage = [...members.keys()].some((name) => ofPages.test(queryWordsOf(name)));
  return [...members].flatMap(([name, [part]]): readonly EnvelopeLeaf[] => {
    const steps = [...above, name];
    if (!part || steps.join('\0') === arraySteps.join('\0')) return [];
    const types = outlineTypes(documents, part);
    const words = queryWordsOf(name);
    const context = above.map(queryWordsOf).join('_');
    if (types?.has('object') === true && !types.has('string')) {
      const isAround = arraySteps[above.length] === name && steps.length < arraySteps.length;
      if (steps.length >= deepest + 1 || (!isAround && !holders.test(words))) return [];
      return surveyLeaves(documents, part, arraySteps, steps);
    }
    if (types?.has('array') === true) return [];
    const type = typeOf(documents, part);
    const format = keywordOf(documents, part, 'format');
    const isAddress = typeof format === 'string' && /^(uri|url|iri|uri-reference)$/i.test(format);
    const isLink = isAddress || hasWord(words, ...addressWords);
    return [{ steps, words, above: context, type, isLink, isOfPage }];
  });
}

function typeOf(documents: Documents, schema: Part): LeafType {
  const types = outlineTypes(documents, schema);
  const known = (['number', 'string', 'boolean'] as const).filter((type) => types?.has(type));
  const [only] = known;
  return known.length === 1 && only ? only : 'any';
}

function meaningOf(leaf: EnvelopeLeaf, kinds: MeaningKinds): EnvelopeMeaning | undefined {
  if (leaf.type === 'boolean') return flagMeaning(leaf);
  const isHref = hasWord(leaf.words, 'href') && hasWord(leaf.above, 'links', 'link');
  if (leaf.type === 'number') return numberMeaning(leaf, kinds);
  if (leaf.type === 'any') {
    return (
      numberMeaning(leaf, kinds) ?? textMeaning({ ...leaf, isLink: leaf.isLink || isHref }, kinds)
    );
  }
  // APIs often write 64-bit numbers as texts.
  const total = /^total|_total$/.test(leaf.words) ? numberMeaning(leaf, kinds) : undefined;
  return total ?? textMeaning(leaf, kinds);
}

function flagMeaning({ words }: EnvelopeLeaf): EnvelopeMeaning | undefined {
  if (/^(is_)?(last|last_page|done|end|finished|complete|end_of_list)$/.test(words))
    return 'is-last';
  if (/^(is_)?(first|first_page)$/.test(words)) return 'is-first';
  if (/^(is_)?empty$/.test(words)) return 'is-empty';
  if (/^(has|is|more|contains|next)/.test(words) || hasWord(words, 'truncated', 'more')) {
    if (hasWord(words, 'prev', 'previous', 'before')) return 'has-previous';
    if (hasWord(words, 'more', 'next', 'truncated')) return 'has-more';
  }
  return undefined;
}

const numbers: readonly (readonly [RegExp, EnvelopeMeaning])[] = [
  [
    /^(total|num|number_of|nb|max)_pages?$|^(page_count|pages|pages_count|pages_total|total_page_count|max_page)$/,
    'pages',
  ],
  [/^(odata_count|total|full_count|num_found|nb_hits|total_rows|overall_count|x_total)$/, 'total'],
  [
    /^total_(count|num|number|size|items?|item_count|elements|results?|result_count|records?|record_count|hits|entries|objects|matches|docs|available|rows)$/,
    'total',
  ],
  [/^(count|items?|results?|records?|elements|entries|rows)_total$|^records_filtered$/, 'total'],
  [
    /^(returned|number_of_elements|count_returned|items_returned|total_returned|page_items|current_count)$/,
    'count',
  ],
  [/^(page|page_number|current_page|page_index|page_no|page_num|this_page|page_current)$/, 'page'],
  [
    /^(limit|per_page|page_size|page_limit|items_per_page|results_per_page|max_results|page_length|pagelen|max_items|maximum)$/,
    'limit',
  ],
  [/^(offset|skip|start_at|start_index|first_result|start_offset)$/, 'offset'],
  [/^next_page(_number|_no|_num|_index)?$/, 'next-page'],
  [/^prev(ious)?_page(_number|_no|_num|_index)?$/, 'previous-page'],
  [/^first_page$/, 'first-page'],
  [/^last_page$/, 'last-page'],
  [/^next_(offset|skip|start|start_at|cursor|index)$/, 'next-offset'],
  [/^prev(ious)?_(offset|skip|start|start_at|cursor)$/, 'previous-offset'],
];
/** These names mean something only among members that describe a page. */
const numbersOfPages: readonly (readonly [RegExp, EnvelopeMeaning])[] = [
  [/^(number|current)$/, 'page'],
  [/^size$/, 'limit'],
  [/^start$/, 'offset'],
  [/^end$/, 'last-offset'],
  [/^from$/, 'first-number'],
  [/^to$/, 'last-number'],
  [/^first$/, 'first-page'],
  [/^last$/, 'last-page'],
];

function numberMeaning(leaf: EnvelopeLeaf, kinds: MeaningKinds): EnvelopeMeaning | undefined {
  const { words, above, type, isOfPage } = leaf;
  const isAmongPages = isOfPage || /(^|_)(meta|pag\w*)$/.test(above);
  const rules = isAmongPages ? [...numbers, ...numbersOfPages] : numbers;
  const found = rules.find(([pattern]) => pattern.test(words))?.[1];
  // A `next` or `previous` that may be a text is more likely a cursor or a link.
  if (found) return type !== 'number' && /^(next|previous)-/.test(found) ? undefined : found;
  if (countPattern.test(words)) return 'count';
  return type === 'number' ? stepMeaning(words, kinds) : undefined;
}

/** A number named `next` is the number of a page, or the offset of a record. */
function stepMeaning(words: string, kinds: MeaningKinds): EnvelopeMeaning | undefined {
  const isByOffset = kinds.has('offset') && !kinds.has('page');
  if (words === 'next') return isByOffset ? 'next-offset' : 'next-page';
  if (!/^prev(ious)?$/.test(words)) return undefined;
  return isByOffset ? 'previous-offset' : 'previous-page';
}

/** Names for the number of records on the page or, without a total, of all records. */
const countPattern =
  /^(count|size|length|(results?|items?|records?|row|entries|hits)_count|num_items|num_results)$/;

function textMeaning(leaf: EnvelopeLeaf, kinds: MeaningKinds): EnvelopeMeaning | undefined {
  const { words, above, isLink } = leaf;
  if (/^first_(id|key)$/.test(words)) return 'first-key';
  if (/^last_(id|key)$/.test(words)) return 'last-key';
  const direction = directionOf(words) ?? directionOf(above.split('_').at(-1) ?? '');
  if (isLink || hasWord(above, 'links', 'link')) return linkMeaning(leaf, direction);
  if (isCursor(leaf)) {
    const isBack = /^(prev|previous|before|start|ending|first)(_|$)/.test(words);
    return isBack && words !== 'starting_after' ? 'previous-cursor' : 'next-cursor';
  }
  if (!/^(next|prev|previous)(_(page|results))?$/.test(words)) return undefined;
  const kind = direction === 'previous' ? 'previous' : 'next';
  return kinds.has('after') ? `${kind}-cursor` : `${kind}-link`;
}

function linkMeaning(
  { words, steps }: EnvelopeLeaf,
  direction: ReturnType<typeof directionOf>,
): EnvelopeMeaning | undefined {
  // A link object may also say what kind of link it is: only its address is the link.
  const isAddress = directionOf(words) !== undefined || hasWord(words, ...addressWords);
  if (direction) return isAddress ? `${direction}-link` : undefined;
  const isOwn = steps.length === 1 || steps.at(-2) === 'self';
  const isSelf =
    /^(self|current|this)(_|$)/.test(words) || (isOwn && /^(url|href|uri)$/.test(words));
  return isSelf ? 'self-link' : undefined;
}

const addressWords = ['link', 'url', 'href', 'uri'] as const;
const cursorWords = ['cursor', 'cursors', 'token', 'marker', 'continuation', 'bookmark'] as const;

function isCursor({ words, above }: EnvelopeLeaf): boolean {
  // A token for later changes does not lead to another page.
  if (hasWord(words, 'sync', 'delta')) return false;
  return (
    hasWord(`${above}_${words}`, ...cursorWords) ||
    /^(after|before|continue|starting_after|ending_before)$/.test(words) ||
    /^(next|prev|previous)_(key|id|state|after|before)$/.test(words)
  );
}

function directionOf(words: string): 'next' | 'previous' | 'first' | 'last' | undefined {
  if (hasWord(words, 'next')) return 'next';
  if (hasWord(words, 'prev', 'previous')) return 'previous';
  if (hasWord(words, 'first')) return 'first';
  return hasWord(words, 'last') ? 'last' : undefined;
}

/** A count is the total, where no other member is. */
function settleCounts<T extends { readonly meaning: EnvelopeMeaning | 'links' }>(
  members: readonly T[],
  nameOf: (member: T) => string,
): readonly T[] {
  if (members.some(({ meaning }) => meaning === 'total')) return members;
  return members.map((member) =>
    member.meaning === 'count' && countPattern.test(bareWordsOf(nameOf(member)))
      ? { ...member, meaning: 'total' as const }
      : member,
  );
}

/** The words of a header's name without common prefixes such as `x_` and `pagination_`. */
function bareWordsOf(name: string): string {
  return queryWordsOf(name).replace(
    /^(?:x_)?(?:(?:wp|pagination|paging|list|collection|result)_)?/,
    '',
  );
}
