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
  /** The members by which requests name the record, where they can't send its key. */
  readonly namedBy: readonly string[];
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
   * What requests may send of it, besides a key: the members of each. A list in a PUT tells little:
   * clients send with it what they were shown.
   */
  const sentOf = (name: string): readonly SchemaFacts[] =>
    deedsOf(own).flatMap(({ target: { given, role } }) => {
      const body = given?.schema && study(given.schema);
      const outer = holder === undefined ? body : body?.member(holder);
      const sent = (outer?.items() ?? outer)?.member(name);
      const one = sent?.items() ?? sent;
      const isEcho = role === 'replace' && hasCreate && one !== sent;
      return sent && one && !isEcho && isTold(sent, one) ? [one] : [];
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
    if (!target || (target === own && !isBriefOf(index, one, own))) return [];
    const sent = sentOf(name);
    const namedBy = isPartOf(index, target, own) ? [] : namingIn(sent, one, target);
    const isOnlyShown = sent.length === 0;
    const isRecord = hasKey(one, target) && (isOnlyShown || namedBy.length > 0);
    if (beside === undefined && !isRecord) return [];
    const spot = { steps: [], schema: one.part };
    return [{ name, beside, isList: one !== member, isOnlyShown, namedBy, target, spot }];
  });
}

/** Whether a request may say something of it, or of one of its items. */
function isTold({ isReadOnly }: SchemaFacts, { names }: SchemaFacts): boolean {
  return !isReadOnly && names.size > 0;
}

/** The records of the same component, or of the one of which it is a brief form, before those of the same name. */
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
  const whole = shown && wholeName(shown);
  const isWhole = (one: Collection): boolean =>
    schemaName(settled(one) ?? part)?.replace(directed, '') === whole;
  const brief = whole === undefined ? undefined : likeliest(items.filter(isWhole));
  const [alike, named] = [items.filter(isSame), [...new Set(able)]].map(likeliest);
  // Without a key the name says more than the component, which different records may share.
  return same ?? brief ?? (hasKeyBeside ? (alike ?? named) : (named ?? alike));
}

/** The component of which another one is a brief form: `Site` for `BriefSite` and `SiteSummary`. */
function wholeName(shown: Part): string | undefined {
  const name = schemaName(shown) ?? '';
  const found = briefBefore.exec(name) ?? briefBehind.exec(name);
  return found?.[1];
}

/** Some generators name a component apart for requests and replies. */
const directed = /-(?:Input|Output)$/;
const briefBefore = /^(?:Brief|Nested|Simple|Basic|Mini|Minimal|Short|Lite|Compact)_?(\w{3,})$/;
const briefBehind =
  /^(\w{3,}?)_?(?:Brief|Summary|Short|Simple|Basic|Mini|Minimal|Nested|Lite|Compact|Reference|Ref)$/;

/** Whether it shows another record of the same kind: `parent` in a brief form. */
function isBriefOf(
  { contract: { documents } }: EmbeddingIndex,
  { part }: SchemaFacts,
  { schema }: Collection,
): boolean {
  const [shown, own] = [part, schema].map((one) => one && settleSchema(documents, one));
  const name = own && schemaName(own);
  return shown !== undefined && name !== undefined && wholeName(shown) === name;
}

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

/** Whether requests make these records below the record itself: then it names none that is there. */
function isPartOf({ deedsOf }: EmbeddingIndex, child: Collection, { name }: Collection): boolean {
  const at = child.parents.findIndex(({ collection }) => collection === name);
  if (at === -1) return false;
  const isMade = deedsOf(child).some(
    ({ target: { role, parents } }) => role === 'create' && parents[at] !== undefined,
  );
  return isMade || child.parents[at]?.isOptional === false;
}

/**
 * The members by which requests name a record instead of its key: one of them calls it, and all are
 * those of the record. Other members are the values of a new one.
 */
function namingIn(
  sent: readonly SchemaFacts[],
  shown: SchemaFacts,
  { key }: Collection,
): readonly string[] {
  const sendable = [...new Set(sent.flatMap(sendableIn))];
  const calls = (name: string): boolean =>
    callings.test(plainName(name)) && sent.some((one) => isKeys(one.member(name) ?? one));
  const isNaming = sendable.some(calls) && sendable.every((name) => shown.names.has(name));
  return isNaming && !sendable.includes(key?.[0] ?? '') ? sendable : [];
}

const callings =
  /^(?:name|slug|title|code|login|email|username|label|model|handle|sku|identifier|(?:mac)?address|[a-z]?id)$/;

function sendableIn(facts: SchemaFacts): readonly string[] {
  return [...facts.names].filter((name) => facts.member(name)?.isReadOnly !== true);
}

function hasKey({ names }: SchemaFacts, { key }: Collection): boolean {
  return key?.length === 1 && names.has(key[0] ?? '');
}
