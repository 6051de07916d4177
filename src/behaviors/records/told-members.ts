import { plainName, singulars, wordsOf } from '../../base/names.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { EmbeddingIndex } from './embedded-members.ts';

/** A member that says what another record is: `coupon_name` beside `coupon_code`. */
export interface ToldMember {
  readonly name: string;
  /** The member that has the key of the other record. */
  readonly beside: string;
  readonly target: Collection;
  /** What it is called in the other record. */
  readonly source: string;
}

/**
 * Finds the members that repeat what a referenced record says. Evidence is a member with the key of that
 * record, its noun in both names, a member of that record with the rest of the name, and that no request
 * sends it.
 */
export function findTold(
  { study, references, deedsOf, contract }: EmbeddingIndex,
  facts: SchemaFacts,
  own: Collection,
): readonly ToldMember[] {
  const keys = findKeyMembers(facts, own, contract.collections, references());
  if (keys.length === 0) return [];
  const given = deedsOf(own).flatMap(({ target }) =>
    target.given?.schema ? [study(target.given.schema)] : [],
  );
  const isSendable = (name: string): boolean =>
    given.some((sent) => sent.names.has(name) && sent.member(name)?.isReadOnly === false);
  return [...facts.names].flatMap((name): readonly ToldMember[] => {
    const member = facts.member(name);
    const isOpen = name !== own.key?.[0] && !own.parents.some((parent) => parent.member === name);
    if (!member || !isOpen || !isPlain(member) || isSendable(name)) return [];
    const words = wordsOf(name).map((word) => word.toLowerCase());
    for (const { beside, target, noun } of keys) {
      const rest = beside === name ? undefined : without(words, noun);
      const source = rest && sourceIn(target, rest, study);
      if (source === undefined || !isAlike(member, source.facts)) continue;
      return [{ name, beside, target, source: source.name }];
    }
    return [];
  });
}

interface KeyMember {
  readonly beside: string;
  readonly target: Collection;
  /** The words that name the record: `coupon` in `coupon_code`. */
  readonly noun: readonly string[];
}

function findKeyMembers(
  facts: SchemaFacts,
  own: Collection,
  collections: readonly Collection[],
  references: ReadonlyMap<
    string,
    readonly { readonly collection: Collection; readonly form: string }[]
  >,
): readonly KeyMember[] {
  return [...facts.names].flatMap((beside): readonly KeyMember[] => {
    const member = facts.member(beside);
    if (!member || !isPlain(member)) return [];
    const parent = own.parents.find((one) => one.member === beside)?.collection;
    const above = collections.filter(({ name }) => name === parent);
    const named = (references.get(plainName(beside)) ?? []).flatMap(({ collection, form }) =>
      form === 'one' ? [collection] : [],
    );
    const targets = [...new Set(parent === undefined ? named : above)];
    const [target, ...others] = targets;
    if (!target || others.length > 0 || target === own || target.kind !== 'items') return [];
    const words = wordsOf(beside).map((word) => word.toLowerCase());
    const noun = nounsOf(target).find(
      (one) => without(words, one)?.length !== 0 && without(words, one),
    );
    return noun ? [{ beside, target, noun }] : [];
  });
}

function nounsOf({ name }: Collection): readonly (readonly string[])[] {
  const last = name.split(/[/.\s]/).findLast((word) => word !== '') ?? name;
  return singulars(last.replace(/-\d+$/, '')).map((one) =>
    wordsOf(one).map((word) => word.toLowerCase()),
  );
}

/** The other words, where these stand among them in a row; undefined where they don't. */
function without(words: readonly string[], noun: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((_, index) =>
    noun.every((word, next) => words[index + next] === word),
  );
  if (at === -1 || noun.length === 0) return undefined;
  return [...words.slice(0, at), ...words.slice(at + noun.length)];
}

function sourceIn(
  { schema, key }: Collection,
  rest: readonly string[],
  study: EmbeddingIndex['study'],
): { readonly name: string; readonly facts: SchemaFacts } | undefined {
  if (!schema || rest.length === 0 || (key?.length ?? 0) > 1) return undefined;
  const whole = study(schema);
  const name = [...whole.names].find((one) => plainName(one) === rest.join(''));
  const facts = name === undefined ? undefined : whole.member(name);
  return name !== undefined && facts && isPlain(facts) ? { name, facts } : undefined;
}

function isPlain({ names, types }: SchemaFacts): boolean {
  return names.size === 0 && !types.has('object') && !types.has('array');
}

function isAlike(one: SchemaFacts, other: SchemaFacts): boolean {
  return [...one.types].some((type) => type !== 'null' && other.types.has(type));
}
