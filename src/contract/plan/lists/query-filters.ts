import type { JsonValue } from '../../../base/json.ts';
import { singulars } from '../../../base/names.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { typeOf } from '../../schema/keywords.ts';
import { outlineTypes } from '../../schema/outlines.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import { descriptionOf, queryWordsOf } from './list-words.ts';
import type { Listed, NamedMember } from './query-list-members.ts';
import { findMember, isFlag, isTime, isTimeMember } from './query-members.ts';
import type { Comparison } from './query-ranges.ts';
import { describedBound, findComparison, isPartial } from './query-ranges.ts';

export interface FilterMeaning {
  readonly kind: 'filter';
  /** The steps to the compared member: the filter keeps records that have the given value there. */
  readonly steps: readonly string[];
  /** How the filter compares the member with the value. Default: both must be equal. */
  readonly compare?: Comparison;
  /** Whether commas in the value separate several, one of which is enough. */
  readonly isOfSeveral?: true;
  /** Values for which the filter keeps every record. */
  readonly everything?: readonly string[];
}

interface Query {
  readonly name: string;
  readonly schema: Part | undefined;
}

/** Finds the member of the records to which a parameter is compared: the one with its name. */
export function findFilter(listed: Listed, query: Query): FilterMeaning | undefined {
  const { documents } = listed;
  const { schema } = query;
  const { name, own, isIn } = findNamed(listed, query);
  if (!own) {
    const found = findComparison(listed, name, schema);
    return found && { kind: 'filter', steps: found.steps, compare: found.compare };
  }
  const { steps, part, isInList } = own;
  if ((steps.length === 1 || isInList) && !isComparable(documents, part, query)) return undefined;
  if (isInList && !isMeant(documents, own, query)) return undefined;
  // `from` may be the begin of a period here, and a sender there.
  if (isTime(documents, schema) && !isTimeMember(documents, own)) return undefined;
  const compare = comparisonFor(listed, own, schema);
  if (compare) return { kind: 'filter', steps, compare };
  const everything = findEverything(documents, part, query);
  return {
    kind: 'filter',
    steps,
    ...(everything.length > 0 && { everything }),
    ...((isIn || isOfSeveral(documents, part, schema)) && { isOfSeveral: true }),
  };
}

interface NamedQuery {
  readonly name: string;
  readonly own: NamedMember | undefined;
  /** Whether the name says that one of several values is enough: `state_in`. */
  readonly isIn?: boolean;
}

/** Also the member of `filter[state]`, `q[state_eq]` and `state__in`. */
function findNamed(listed: Listed, { name: declared, schema }: Query): NamedQuery {
  const name = declared.replace(/^(?:filters?|where|q)\[([^\]]+)\]/i, '$1').replace(/\[\]$/, '');
  if (/[<>]=?$/.test(name)) return { name, own: undefined };
  const own = findMember(listed, name, schema);
  const [, stem, word] = /^(.+?)(?:_{1,2}|\[)(eq|exact|iexact|in|any)\]?$/.exec(name) ?? [];
  if (own || stem === undefined) return { name, own };
  return { name, own: findMember(listed, stem, schema), isIn: word === 'in' || word === 'any' };
}

/** Many things have a name or a type: the description, or the same values, say which are meant. */
function isMeant(documents: Documents, { steps, part }: NamedMember, query: Query): boolean {
  const { name, schema } = query;
  const types = schema && outlineTypes(documents, documents.own(schema, 'items') ?? schema);
  const own = part && outlineTypes(documents, part);
  if (types && own && ![...types].some((type) => own.has(type))) return false;
  if (!common.test(queryWordsOf(name))) return true;
  const offered = schema && keywordOf(documents, schema, 'enum');
  if (Array.isArray(offered) && part && Array.isArray(keywordOf(documents, part, 'enum')))
    return true;
  const told = queryWordsOf(schema ? descriptionOf(documents, schema) : '').split('_');
  const holder = queryWordsOf(steps.at(-2) ?? '');
  return [holder, ...singulars(holder)].some((word) => told.includes(word));
}

const common =
  /^(id|ids|uuid|key|name|title|label|type|kind|status|state|value|code|number|date|time|user|(is_)?(active|default|enabled))$/;

/** A comparison that types and descriptions tell, where the names are the same. */
function comparisonFor(
  listed: Listed,
  member: NamedMember,
  schema: Part | undefined,
): Comparison | undefined {
  const { documents } = listed;
  const { part } = member;
  if (isFlag(documents, schema) && isTimeMember(documents, member)) return 'present';
  const bound = describedBound(listed, member, schema);
  if (bound || !part) return bound;
  const isText = outlineTypes(documents, part)?.has('string') === true;
  const isFree = isText && !Array.isArray(keywordOf(documents, part, 'enum'));
  return isFree && isPartial(listed, schema) ? 'contains' : undefined;
}

/** Whether a text with commas means several values: such a member has none of its own. */
function isOfSeveral(
  documents: Documents,
  member: Part | undefined,
  schema: Part | undefined,
): boolean {
  if (!schema || outlineTypes(documents, schema)?.has('string') !== true) return false;
  const isSaid = /\bcomma|\bseparated\b|\bone or more\b|\bmultiple\b/i.test(
    descriptionOf(documents, schema),
  );
  const isClosed = Array.isArray(keywordOf(documents, schema, 'enum'));
  const isListed = member !== undefined && Array.isArray(keywordOf(documents, member, 'enum'));
  return isSaid || (isListed && !isClosed);
}

/** Some parameters choose a representation of the records, and only share a member's name. */
function isComparable(documents: Documents, member: Part | undefined, { schema }: Query): boolean {
  if (!schema || !member) return true;
  const items = documents.own(schema, 'items');
  if (items && outlineTypes(documents, items)?.has('object') === true) return false;
  const offered = keywordOf(documents, schema, 'enum');
  if (!Array.isArray(offered)) return true;
  const held = keywordOf(documents, member, 'enum');
  if (Array.isArray(held)) return offered.some((value: JsonValue) => held.includes(value));
  const types = outlineTypes(documents, member);
  return types === undefined || types.has('array') || types.has('object')
    ? true
    : offered.some((value: JsonValue) => types.has(typeOf(value)));
}

/** The values of a parameter that keep all records: words like `all` that the member cannot have. */
function findEverything(
  documents: Documents,
  member: Part | undefined,
  { schema }: Query,
): readonly string[] {
  if (!schema) return [];
  const offered = keywordOf(documents, schema, 'enum');
  const usual = keywordOf(documents, schema, 'default');
  const held = member && keywordOf(documents, member, 'enum');
  const isAny = (value: JsonValue, pattern: RegExp): value is string =>
    typeof value === 'string' &&
    pattern.test(value) &&
    !(Array.isArray(held) && held.includes(value));
  return [
    ...(Array.isArray(offered) ? offered : []).filter((value: JsonValue) =>
      isAny(value, /^(all|any|both|everything|\*)$/i),
    ),
    // A request without the parameter gets all records.
    ...[usual ?? null].filter((value) => isAny(value, /^(all|any|both|none|everything|\*)$/i)),
  ].filter((value) => typeof value === 'string');
}
