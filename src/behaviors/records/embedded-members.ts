import { plainName } from '../../base/names.ts';
import type { Contract } from '../../contract/compile.ts';
import type { BodySpot, Collection, Stateful } from '../../contract/plan/plan.ts';
import type { SchemaFacts, StudySchema } from '../../contract/schema/schema-facts.ts';
import type { Part } from '../../contract/load/documents.ts';
import { schemaName } from '../../contract/schema/schema-names.ts';
import { settleSchema } from '../../contract/schema/settling.ts';
import type { References } from './references.ts';

export interface EmbeddingIndex {
  readonly study: StudySchema;
  readonly contract: Pick<Contract, 'collections' | 'documents'>;
  readonly references: () => References;
  readonly deedsOf: (collection: Collection) => readonly { readonly target: Stateful }[];
  readonly people: () => { readonly collection: Collection } | undefined;
}

/** A member that shows a record of another collection: `owner` beside `owner_id`. */
export interface EmbeddedMember {
  readonly name: string;
  /** The member that has the key, or the keys. */
  readonly beside: string | undefined;
  readonly isList: boolean;
  /** Whether no request may send more of it than its key. */
  readonly isOnlyShown: boolean;
  readonly target: Collection;
  readonly spot: BodySpot;
}

export function findEmbedded(
  index: EmbeddingIndex,
  facts: SchemaFacts,
  own: Collection,
  /** The member of the records that the objects with these facts stand in. */
  holder?: string,
): readonly EmbeddedMember[] {
  const { study, references, deedsOf } = index;
  const plain = new Map([...facts.names].map((name) => [plainName(name), name]));
  const hasCreate = deedsOf(own).some(({ target: { role } }) => role === 'create');
  /**
   * Whether a request may send what another record says of it, too: then that is kept. A PUT tells
   * little: clients send with it what they were shown.
   */
  const isSendable = (name: string): boolean =>
    deedsOf(own).some(({ target: { given, role } }) => {
      if (role === 'replace' && hasCreate) return false;
      const body = given?.schema && study(given.schema);
      const outer = holder === undefined ? body : body?.member(holder);
      const sent = (outer?.items() ?? outer)?.member(name);
      return sent !== undefined && !sent.isReadOnly && (sent.items() ?? sent).names.size > 0;
    });
  const named = (word: string): readonly Collection[] =>
    (references().get(word) ?? []).map(({ collection }) => collection);
  return [...facts.names].flatMap((name): readonly EmbeddedMember[] => {
    const member = facts.member(name);
    const one = member?.items() ?? member;
    if (!one || one.names.size === 0) return [];
    const stem = plainName(name).replace(/(?<=..)(obj|objects?|details?|data|info|set)$/, '');
    const words = ['', 'id', 'pk', 'uuid', 'slug', 'key', 'ids', 'code'].map((end) => stem + end);
    const beside = words
      .map((word) => plain.get(word))
      .find((each) => {
        const other = each === undefined || each === name ? undefined : facts.member(each);
        return other !== undefined && isKeys(other);
      });
    const able = [...named(stem), ...(beside === undefined ? [] : named(plainName(beside)))];
    const target = targetOf(index, one, able, beside !== undefined);
    if (!target || target === own) return [];
    const isOnlyShown = !isSendable(name);
    if (beside === undefined && !(hasKey(one, target) && isOnlyShown)) return [];
    const isList = one !== member;
    return [{ name, beside, isList, isOnlyShown, target, spot: { steps: [], schema: one.part } }];
  });
}

/** The records of the same component before those of the same name; beside a key also of a brief form of it. */
function targetOf(
  { contract: { collections, documents }, people }: EmbeddingIndex,
  { part, alternatives }: SchemaFacts,
  able: readonly Collection[],
  hasKeyBeside: boolean,
): Collection | undefined {
  const shown = alternatives.length > 0 ? documents.follow(part) : settleSchema(documents, part);
  const items = collections.filter(({ kind }) => kind === 'items');
  const settled = ({ schema }: Collection): Part | undefined =>
    schema && settleSchema(documents, schema);
  const isSame = (one: Collection): boolean =>
    shown !== undefined && settled(one)?.value === shown.value;
  const person = people()?.collection;
  const same = person && isSame(person) ? person : able.find(isSame);
  const [alike, named] = [items.filter(isSame), [...new Set(able)]].map(likeliest);
  // Without a key the name says more than the component, which different records may share.
  const found = same ?? (hasKeyBeside ? (alike ?? named) : (named ?? alike));
  const [, whole] = briefName.exec((shown && schemaName(shown)) ?? '') ?? [];
  if (found || !hasKeyBeside || whole === undefined) return found;
  return likeliest(
    items.filter((one) => schemaName(settled(one) ?? part)?.replace(directed, '') === whole),
  );
}

/** Some generators name a component apart for requests and replies. */
const directed = /-(?:Input|Output)$/;
const briefName =
  /^(\w{3,}?)_?(?:Brief|Summary|Short|Simple|Basic|Mini|Minimal|Nested|Lite|Compact|Reference|Ref)$/;

/** Of several lists of the same things (`users`, `public.users`, `teams.users`), the outermost. */
function likeliest(alike: readonly Collection[]): Collection | undefined {
  const names = new Set(alike.map(({ name }) => name.replace(/^.*\.|-\d+$/g, '')));
  if (names.size !== 1) return undefined;
  return alike.toSorted(outerFirst)[0];
}

function outerFirst(one: Collection, other: Collection): number {
  return one.parents.length - other.parents.length || one.name.length - other.name.length;
}

function isKeys(facts: SchemaFacts): boolean {
  const { types } = facts.items() ?? facts;
  return facts.names.size === 0 && (types.has('string') || types.has('integer'));
}

function hasKey({ names }: SchemaFacts, { key }: Collection): boolean {
  return key?.length === 1 && names.has(key[0] ?? '');
}
