import { hasWord } from '../list-words.ts';
import type { Convention, EnvelopeLeaf, ListedPage, MemberRule, PageTurn } from './convention.ts';
import { absolute, linkAnyway, linkTo } from './pagers.ts';

/** Addresses of pages: members such as `next`, and the `Link` header (RFC 8288). */
export const links: Convention<
  never,
  'next-link' | 'previous-link' | 'first-link' | 'last-link' | 'self-link',
  'links'
> = {
  members: [
    linkRule('next-link', 'next'),
    linkRule('previous-link', 'previous'),
    linkRule('first-link', 'first'),
    linkRule('last-link', 'last'),
    linkRule('self-link', 'self'),
  ],
  headers: [{ meaning: 'links', fits: (name) => /^link$/i.test(name), text: writeLinks }],
};

type Turn = PageTurn | 'self';

function linkRule<Meaning extends string>(meaning: Meaning, turn: Turn): MemberRule<Meaning> {
  return {
    meaning,
    form: 'link',
    fits: (leaf) => turnOf(leaf) === turn,
    value: (page) => linkTo(turn, page),
    pretence: (page) => linkAnyway(turn === 'next' ? 'next' : 'first', page),
  };
}

/** The page that a link leads to. */
function turnOf({ words, above, isLink, isOfReply, kinds }: EnvelopeLeaf): Turn | undefined {
  const direction = directionOf(words);
  if (!isLink) {
    const isStep = /^(next|prev|previous)(_(page|results))?$/.test(words);
    return isStep && !kinds.has('after') ? direction : undefined;
  }
  // A link object may also say what kind of link it is: only its address is the link.
  const isAddress = direction !== undefined || hasWord(words, ...addressWords);
  const led = direction ?? directionOf(above.split('_').at(-1) ?? '');
  if (led) return isAddress ? led : undefined;
  const isSelf =
    /^(self|current|this)(_|$)/.test(words) || (isOfReply && /^(url|href|uri)$/.test(words));
  return isSelf ? 'self' : undefined;
}

export const addressWords = ['link', 'url', 'href', 'uri'] as const;

function directionOf(words: string): PageTurn | undefined {
  if (hasWord(words, 'next')) return 'next';
  if (hasWord(words, 'prev', 'previous')) return 'previous';
  if (hasWord(words, 'first')) return 'first';
  return hasWord(words, 'last') ? 'last' : undefined;
}

const relations = [
  ['prev', 'previous'],
  ['next', 'next'],
  ['first', 'first'],
  ['last', 'last'],
] as const;

/** A list of one page has links, too: a header that is left out would be generated. */
function writeLinks(page: ListedPage): string {
  const written = relations.flatMap(([relation, turn]) => {
    const path = linkTo(turn, page);
    if (path === undefined) return [];
    return [{ relation, text: `<${absolute(path, page.request)}>; rel="${relation}"` }];
  });
  const kept = new Set<string>();
  let length = 0;
  for (const relation of byUse) {
    length += written.find((link) => link.relation === relation)?.text.length ?? 0;
    if (length <= longestLinks) kept.add(relation);
  }
  const fitting = written.filter(({ relation }) => kept.has(relation));
  return fitting.map(({ text }) => text).join(', ');
}

/**
 * Many clients read at most 16 KiB of headers. A link repeats the query, which may be that long, so
 * the server leaves out the least useful links.
 */
const longestLinks = 8192;
const byUse = ['next', 'prev', 'first', 'last'] as const;
