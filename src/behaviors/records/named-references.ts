import { isSameForm, nameWordsOf, wordsOfForm } from '../../base/resource-names.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { RecordReference } from './references.ts';

/** The members whose text says the form of the names that they have: `Format: gardeners/{gardener}`. */
export function namedReferences(
  facts: SchemaFacts,
  own: Collection,
  collections: readonly Collection[],
): readonly (readonly [string, readonly RecordReference[]])[] {
  const named = collections.filter(({ kind, nameForm }) => nameForm && kind === 'items');
  if (named.length === 0) return [];
  return [...facts.names].flatMap((name) => {
    const member = facts.member(name);
    if (!member || name === own.key?.[0]) return [];
    const told = nameWordsOf([...member.schemas, ...(member.items()?.schemas ?? [])]);
    const targets = named.filter(({ nameForm }) => {
      const words = nameForm ? wordsOfForm(nameForm) : [];
      return told.some((one) => isSameForm(one, words));
    });
    const form = 'named' as const;
    const all = targets.map((collection) => ({ collection, form, stem: name }));
    return all.length === 0 ? [] : [[name, all] as const];
  });
}
