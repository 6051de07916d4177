import { singulars } from '../../../base/names.ts';
import type { ResponseHeader } from '../../bodies/headers.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { outlineMembers, outlineTypes } from '../../schema/outlines.ts';
import type { EnvelopeLeaf, MemberRule } from './conventions/convention.ts';
import type { EnvelopeMeaning, HeaderMeaning } from './conventions/conventions.ts';
import { headerRules, memberRules } from './conventions/conventions.ts';
import { isCountOrTotal } from './conventions/counts.ts';
import { addressWords } from './conventions/links.ts';
import { pagers } from './conventions/pagers.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import { hasWord, queryWordsOf } from './list-words.ts';

export interface EnvelopeMember {
  readonly steps: readonly string[];
  readonly meaning: EnvelopeMeaning;
}

export interface ListHeader {
  readonly name: string;
  readonly meaning: HeaderMeaning;
}

type Kinds = EnvelopeLeaf['kinds'];

/** Finds the members around the records whose values follow from the list. */
export function readEnvelope(
  documents: Documents,
  body: Part,
  arraySteps: readonly string[],
  kinds: Kinds,
): readonly EnvelopeMember[] {
  if (arraySteps.length === 0) return [];
  const members = surveyLeaves({ documents, arraySteps, kinds }, body).flatMap((leaf) => {
    const meaning = meaningOf(leaf);
    return meaning ? [{ steps: leaf.steps, meaning }] : [];
  });
  return settleCounts(members, ({ steps }) => steps.at(-1) ?? '');
}

/** Finds the headers of a reply whose values follow from the list. */
export function readHeaders(
  documents: Documents,
  headers: readonly ResponseHeader[],
  kinds: Kinds,
): readonly ListHeader[] {
  const found = headers.flatMap(({ name, schema }): readonly ListHeader[] => {
    const rule = [...headerRules.values()].find(({ fits }) => fits(name));
    if (rule) return [{ name, meaning: rule.meaning }];
    const words = bareWordsOf(name);
    if (/rate|retry|content/.test(words)) return [];
    const declared = schema ? typeOf(documents, schema) : 'any';
    // A header is always a text, so the type `string` in its schema tells nothing.
    const type = declared === 'string' ? 'any' : declared;
    const meaning = meaningOf({
      words,
      above: 'pagination',
      type: hasWord(words, 'page', 'pages') ? 'number' : type,
      isOfReply: true,
      isLink: false,
      isOfPage: true,
      kinds,
    });
    return meaning ? [{ name, meaning }] : [];
  });
  return settleCounts(found, ({ name }) => name);
}

/** How deep members of the envelope may be, and which objects beside the records may hold them. */
const deepest = 3;
const holders =
  /(^|_)(meta|metadata|pag\w*|links?|cursors?|info|summary|list|navigation|nav|next|prev|previous|first|last|self|search_metadata|response_metadata)$/;

const ofPages = /^(total_pages|page_size|per_page|next_page_ur[il])$/;

interface Survey {
  readonly documents: Documents;
  readonly arraySteps: readonly string[];
  readonly kinds: Kinds;
}

interface SurveyedLeaf extends EnvelopeLeaf {
  readonly steps: readonly string[];
}

function surveyLeaves(
  survey: Survey,
  schema: Part,
  holder: readonly string[] = [],
): readonly SurveyedLeaf[] {
  const { documents, arraySteps, kinds } = survey;
  const { members } = outlineMembers(documents, schema);
  const above = holder.map(queryWordsOf).join('_');
  const isOfPage =
    /(^|_)(meta|pag\w*)$/.test(above) ||
    [...members.keys()].some((name) => ofPages.test(queryWordsOf(name)));
  return [...members].flatMap(([name, [part]]): readonly SurveyedLeaf[] => {
    const steps = [...holder, name];
    if (!part || steps.join('\0') === arraySteps.join('\0')) return [];
    const types = outlineTypes(documents, part);
    const words = inItems(queryWordsOf(name), arraySteps);
    if (types?.has('object') === true && !types.has('string')) {
      const isAround = arraySteps[holder.length] === name && steps.length < arraySteps.length;
      if (steps.length >= deepest + 1 || (!isAround && !holders.test(words))) return [];
      return surveyLeaves(survey, part, steps);
    }
    if (types?.has('array') === true) return [];
    const type = typeOf(documents, part);
    const format = keywordOf(documents, part, 'format');
    const isAddress = typeof format === 'string' && /^(uri|url|iri|uri-reference)$/i.test(format);
    const isLink = isAddress || hasWord(words, ...addressWords) || hasWord(above, 'links', 'link');
    const isOfReply = holder.length === 0 || holder.at(-1) === 'self';
    return [{ steps, words, above, type, isOfReply, isLink, isOfPage, kinds }];
  });
}

/** `articles_count` beside `articles` says how many there are, as `total_items` does. */
function inItems(words: string, arraySteps: readonly string[]): string {
  const own = queryWordsOf(arraySteps.at(-1) ?? '');
  const names = own === '' ? [] : [own, ...singulars(own)];
  const isCount = names.some((name) =>
    [
      `${name}_count`,
      `${name}_total`,
      `total_${name}`,
      `num_${name}`,
      `number_of_${name}`,
    ].includes(words),
  );
  return isCount ? 'total_items' : words;
}

function typeOf(documents: Documents, schema: Part): EnvelopeLeaf['type'] {
  const types = outlineTypes(documents, schema);
  const known = (['number', 'string', 'boolean'] as const).filter((type) => types?.has(type));
  const [only] = known;
  return known.length === 1 && only ? only : 'any';
}

function meaningOf(leaf: EnvelopeLeaf): EnvelopeMeaning | undefined {
  const { type, words } = leaf;
  if (type === 'boolean') return find(leaf, ['flag']);
  if (type === 'number') return find({ ...leaf, words: wordsOfStep(leaf) }, ['number']);
  // APIs often write numbers as texts.
  const isNumber = type === 'any' || numbersInTexts.test(words);
  const number = isNumber ? find(leaf, ['number']) : undefined;
  // A `next` or `previous` that may be a text is more likely a cursor or a link.
  if (number && !/^(next|previous)-/.test(number)) return number;
  return find(leaf, ['key', 'cursor', 'link']);
}

const numbersInTexts =
  /^(total.*|.*_total|(.*_)?(count|pages)|per_page|current_page|page_(number|size)|limit|offset)$/;

function find(
  leaf: EnvelopeLeaf,
  forms: readonly MemberRule['form'][],
): EnvelopeMeaning | undefined {
  const rules = [...memberRules.values()];
  return rules.find(({ form, fits }) => forms.includes(form) && fits(leaf))?.meaning;
}

/** A number named `next` is the number of a page, or of a record where only records are counted. */
function wordsOfStep({ words, kinds }: EnvelopeLeaf): string {
  const isByOffset =
    !kinds.has('page') &&
    pagers.some(({ countsRecords, kinds: [kind] }) => countsRecords && kinds.has(kind));
  return /^(next|prev|previous)$/.test(words)
    ? `${words}_${isByOffset ? 'offset' : 'page'}`
    : words;
}

/** A count is the total, where no other member is. */
function settleCounts<T extends { readonly meaning: HeaderMeaning }>(
  members: readonly T[],
  nameOf: (member: T) => string,
): readonly T[] {
  if (members.some(({ meaning }) => meaning === 'total')) return members;
  return members.map((member) =>
    member.meaning === 'count' && isCountOrTotal(bareWordsOf(nameOf(member)))
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
