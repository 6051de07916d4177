import { wordsOf } from '../../../base/names.ts';
import type { CollectionView } from './views.ts';

/**
 * Whether the service itself works out what the place lists: `/songs/{id}/similar` is no list of what
 * requests put there, and `/screens/{id}/availableFields` has what is not there yet.
 */
export function isWorkedOut({ site, hasItems }: CollectionView, home: CollectionView): boolean {
  if (hasItems || site.steps.at(-1)?.kind !== 'text') return false;
  const words = wordsOf(site.segment).map((word) => word.toLowerCase());
  if (offers.test(site.segment)) return !offers.test(home.site.segment);
  const isWritten = site.whole.some(({ operation }) => operation.method !== 'GET');
  return !isWritten && workedOut.test(words.at(-1) ?? '');
}

const offers = /^available./i;

const workedOut =
  /^(?:similar|mix|suggested|suggestions|recommended|recommendations|related|latest)$/;

/** Whether a word of the path says that a person chose these records: `/users/{id}/favorites`. */
export function isChosen({ site }: CollectionView, home: CollectionView): boolean {
  return marksIn(site) && !marksIn(home.site);
}

function marksIn({ steps }: CollectionView['site']): boolean {
  return steps.some((step) => step.kind === 'text' && marks.test(step.text));
}

const marks =
  /^(?:favou?rites?|likes?|liked|starred|bookmarks?|bookmarked|saved|watched|watchlist)$/i;
