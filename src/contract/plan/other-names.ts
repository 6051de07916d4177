import { plainName, wordsOf } from '../../base/names.ts';
import type { Part } from '../load/documents.ts';
import { holders } from './keys.ts';
import type { ViewGroup } from './views/groups.ts';
import type { Records } from './views/records.ts';
import type { ItemSite } from './views/sites.ts';

/**
 * The members besides the key that the paths of a collection mean, too: the parameter has the
 * member's name (`/tags/{tag}`, `{id_or_slug}`), or its description offers it ("ID or name").
 */
export function findOtherNames(
  records: Records,
  { views }: ViewGroup,
  schema: Part,
  key: readonly string[],
): readonly (readonly string[])[] {
  const meant = views.flatMap(({ site: { item }, evidence: { name } }) =>
    item ? [createMeaning(item, name.short)] : [],
  );
  if (meant.length === 0) return [];
  return nameMembers(records, schema).filter((steps) => {
    const plain = plainName(steps.at(-1) ?? '');
    return steps.join() !== key.join() && meant.some((isMeant) => isMeant(plain));
  });
}

/** Whether a path's parameter may have the value of a member of this plain name. */
function createMeaning({ parameter, entries }: ItemSite, short: string): (name: string) => boolean {
  // Other operations at the same place may call it otherwise: `/groups/{name}` beside `/groups/{id}`.
  const others = entries.map(({ pathPattern }) => pathPattern.references.at(-1)?.parameter ?? '');
  const called = new Set([...others, short, ...alternativesIn(parameter)].map(plainName));
  const offered = new Set(
    entries.flatMap(({ operation }) => {
      const own = operation.parameters.find(
        ({ name, in: place }) => place === 'path' && name === parameter,
      );
      return namesOffered(own?.description ?? '');
    }),
  );
  return (name) => called.has(name) || offered.has(name);
}

/** `id_or_slug` and `idOrSlug` are two names. */
function alternativesIn(parameter: string): readonly string[] {
  const words = wordsOf(parameter).map((word) => word.toLowerCase());
  return words.includes('or')
    ? words
        .join(' ')
        .split(/ or /)
        .map((part) => part.replaceAll(' ', ''))
    : [];
}

/** "ID or slug of the post", "either the name or the ID": a choice, and no other mention. */
function namesOffered(description: string): readonly string[] {
  const [sentence = ''] = description.split(/[.\n]/);
  if (!/\bor\b|\//i.test(sentence)) return [];
  const words = wordsOf(sentence.replaceAll(/[`'"]/g, '')).map((word) => word.toLowerCase());
  return words.filter((word) => nameWords.has(word));
}

const nameWords = new Set(
  'id slug name code username login handle email uuid number sku key alias identifier'.split(' '),
);

function nameMembers(records: Records, schema: Part): readonly (readonly string[])[] {
  return [...records.members(schema)].flatMap(([name, part]): readonly (readonly string[])[] => {
    if (holders.has(plainName(name)) && records.isRecord(part)) {
      return [...records.members(part)]
        .filter(([, inner]) => isName(records, inner))
        .map(([inner]) => [name, inner]);
    }
    return isName(records, part) ? [[name]] : [];
  });
}

function isName(records: Records, part: Part): boolean {
  const types = records.types(part);
  return types.has('string') || types.has('integer');
}
