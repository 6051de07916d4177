import type { JsonObject } from '../../base/json.ts';
import { plainName, singulars, wordsOf } from '../../base/names.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { ContractIndex } from '../contract-index.ts';

/** A member of which no two records have the same value. */
export interface UniqueMember {
  readonly steps: readonly string[];
  /** What tells it, as the end of a sentence. */
  readonly why: string;
  readonly isAddress: boolean;
  /** Whether it is unique only among records that name the same others. */
  readonly isWithin: boolean;
}

type Index = Pick<ContractIndex, 'contract' | 'deedsOf' | 'people' | 'references' | 'study'>;

const known = new WeakMap<Collection, readonly UniqueMember[]>();

export function uniqueMembersOf(index: Index, collection: Collection): readonly UniqueMember[] {
  const before = known.get(collection);
  if (before) return before;
  const found = new Map<string, UniqueMember>();
  for (const member of [
    ...namedByPaths(collection),
    ...namesOfPeople(index, collection),
    ...toldByDescriptions(index, collection),
  ]) {
    const place = member.steps.join('/');
    if (place !== collection.key?.join('/') && !found.has(place)) found.set(place, member);
  }
  const members = [...found.values()];
  known.set(collection, members);
  return members;
}

/** What paths call a record by, if it is a name: many records may have the same `type`. */
const nameWords = new Set(
  'slug name code username login handle email number sku key alias identifier permalink externalid'.split(
    ' ',
  ),
);

function namedByPaths({ name: collection, otherNames }: Collection): readonly UniqueMember[] {
  const ones = new Set(singulars(collection.split(/[/.]/).at(-1) ?? '').map(plainName));
  return otherNames.flatMap((steps) => {
    const name = steps.at(-1) ?? '';
    const last = (wordsOf(name).at(-1) ?? '').toLowerCase();
    const isName = [plainName(name), last].some((one) => nameWords.has(one));
    return isName || ones.has(plainName(name))
      ? [uniqueMember(steps, 'paths name these records by it')]
      : [];
  });
}

const userNames = new Set(['username', 'userlogin', 'login']);
const addresses = new Set(['email', 'emailaddress', 'useremail']);

/** The name of a user, and the address where people log in with it. */
function namesOfPeople(
  { people, contract, study }: Index,
  collection: Collection,
): readonly UniqueMember[] {
  if (people()?.collection !== collection || !collection.schema) return [];
  const entered = [...contract.targets.values()].flatMap((target) =>
    target.role !== 'improvised' && target.account?.kind === 'log-in'
      ? target.account.names.map((steps) => plainName(steps.at(-1) ?? ''))
      : [],
  );
  const hasAddress = entered.some((name) => addresses.has(name));
  return [...study(collection.schema).names].flatMap((name) => {
    const plain = plainName(name);
    const isName = userNames.has(plain) || (hasAddress && addresses.has(plain));
    return isName ? [uniqueMember([name], 'it tells users apart')] : [];
  });
}

/** Texts and numbers that requests may write, and of which a description says that they are unique. */
function toldByDescriptions(index: Index, collection: Collection): readonly UniqueMember[] {
  const { deedsOf, study } = index;
  const record = collection.schema && study(collection.schema);
  const given = deedsOf(collection).flatMap(({ target: { role, given: spot } }) =>
    ['create', 'replace', 'merge'].includes(role) && spot?.schema ? study(spot.schema) : [],
  );
  return given.flatMap((facts) =>
    [...facts.names].flatMap((name) => {
      const [sent, own] = [facts.member(name), record?.member(name)];
      const isPlain = sent && !sent.isReadOnly && isNameLike(sent);
      if (!isPlain || secret.test(plainName(name)) || isOfAnother(index, collection, name))
        return [];
      const told = [sent, own].flatMap((one) => one?.schemas.flatMap(descriptionOf) ?? []);
      const saying = told.map((text) => sayUnique(text, name, collection.name)).find(Boolean);
      const why = 'the contract says that it is unique';
      return saying ? [{ ...uniqueMember([name], why), isWithin: saying === 'within' }] : [];
    }),
  );
}

/** No refusal tells what another record has there. */
const secret = /pass(?:word|wd|phrase|code)|secret|token|pin$/;

/** The `coupon_code` of an order is the code of another record. */
function isOfAnother({ references }: Index, own: Collection, name: string): boolean {
  const stem = wordsOf(name).slice(0, -1).join('');
  return [name, stem].some((word) =>
    references()
      .get(plainName(word))
      ?.some(({ collection }) => collection !== own),
  );
}

function isNameLike({ types, listed }: SchemaFacts): boolean {
  const isOther = ['boolean', 'object', 'array'].some((type) => types.has(type));
  const isPlain = ['string', 'integer', 'number'].some((type) => types.has(type));
  return isPlain && !isOther && listed.length === 0;
}

function descriptionOf({ description }: JsonObject): readonly string[] {
  return typeof description === 'string' ? [description] : [];
}

/**
 * Whether a description says that a member is unique, or unique within something. A "unique
 * identifier" says nothing of what clients may send, nor does "the unique name of the shop" in `shop`.
 */
export function sayUnique(
  description: string,
  name: string,
  collection: string,
): 'everywhere' | 'within' | undefined {
  // A repeated key of a request asks for the first reply again.
  if (/idempoten/i.test(`${name} ${description}`)) return undefined;
  const sentences = description.split(/[.;\n]+/).filter((one) => /\bunique\b/i.test(one));
  const said = sentences.find(
    (one) => !denied.test(one) && (demanded.test(one) || isNamedUnique(one, name, collection)),
  );
  if (said === undefined) return undefined;
  return scoped.test(said) ? 'within' : 'everywhere';
}

const denied = /(?:\b(?:not?|non|never|without|whether|if|ensure\w*)|n't)\b[^,]*\bunique\b/i;

const scoped =
  /\bunique\b.*\b(?:within|per|inside|under|active|for (?:a|each|every|one)|in (?:the|a|an|each|its|this|one)|across (?:the|its|this))\b/i;

const demanded =
  /\b(?:must|should|has to|have to|needs? to)\s+(?:also\s+)?be\s+(?:\w+\s+)?unique\b|^\s*unique\s*$|(?:^|,)\s*unique (?:per|within|across|among)\b/i;

const toldNames =
  'slug name code handle username login email title sku alias label tag number permalink'.split(
    ' ',
  );

/** "Unique slug" of a slug, "unique project code" of a project's code. */
function isNamedUnique(sentence: string, name: string, collection: string): boolean {
  const words = /\bunique\s+(\w+)(?:\s+(\w+))?/i.exec(sentence)?.slice(1) ?? [];
  const [first = '', second = ''] = words.map((word) => (word || '').toLowerCase());
  const last = (wordsOf(name).at(-1) ?? '').toLowerCase();
  if (!toldNames.includes(last)) return false;
  const about = new Set(
    [...wordsOf(collection).flatMap(singulars), ...wordsOf(name)].map(plainName),
  );
  return first === last || (second === last && about.has(first));
}

function uniqueMember(steps: readonly string[], why: string): UniqueMember {
  const isAddress = addresses.has(plainName(steps.at(-1) ?? ''));
  return { steps, why, isAddress, isWithin: false };
}
