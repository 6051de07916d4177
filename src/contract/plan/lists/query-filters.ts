import type { JsonValue } from '../../../base/json.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { typeOf } from '../../schema/keywords.ts';
import { outlineMembers, outlineTypes } from '../../schema/outlines.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import { descriptionOf, plainOf, queryWordsOf } from './list-words.ts';

export interface FilterMeaning {
  readonly kind: 'filter';
  /** The steps to the compared member: the filter keeps records that have the given value there. */
  readonly steps: readonly string[];
  /** How the filter compares the member with the value. Default: both must be equal. */
  readonly compare?: Comparison;
  /** Values for which the filter keeps every record. */
  readonly everything?: readonly string[];
}

export type Comparison = 'gt' | 'gte' | 'lt' | 'lte';

interface Query {
  readonly name: string;
  readonly schema: Part | undefined;
}

/** The members of a schema's objects, with all schemas that describe each. */
type SchemaMembers = ReadonlyMap<string, readonly Part[]>;

/** Finds the member of the records to which a parameter is compared: the one with its name. */
export function findFilter(
  documents: Documents,
  members: SchemaMembers,
  query: Query,
): FilterMeaning | undefined {
  const name = query.name.replace(/^(?:filters?|where)\[([^\]]+)\]/i, '$1').replace(/\[\]$/, '');
  const own = findMember(documents, members, name, query.schema);
  if (!own) return findComparison(documents, members, name, query.schema);
  const [member] = members.get(own[0] ?? '') ?? [];
  if (own.length === 1 && !isComparable(documents, member, query)) return undefined;
  const everything = findEverything(documents, member, query);
  return everything.length === 0
    ? { kind: 'filter', steps: own }
    : { kind: 'filter', steps: own, everything };
}

/** Finds comparisons such as `total_gte`, `total[gte]`, `total.gte`, `created_after`, `since`. */
function findComparison(
  documents: Documents,
  members: SchemaMembers,
  name: string,
  schema: Part | undefined,
): FilterMeaning | undefined {
  const isOfUpdates =
    name === 'since' && schema !== undefined && /updated/i.test(descriptionOf(documents, schema));
  const [, stem = '', word = ''] = isOfUpdates
    ? ['', 'updated', 'since']
    : (/^(.+?)(?:\[|[._]{1,2})(gte|gt|lte|lt|after|before|since|until)\]?$/i.exec(name) ?? []);
  const compare = comparisons.get(word.toLowerCase());
  if (!compare) return undefined;
  const moment = findMoment(members, stem);
  const steps = findMember(documents, members, stem, schema) ?? (moment ? [moment] : undefined);
  return steps && { kind: 'filter', steps, compare };
}

const comparisons: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ['gt', 'gt'],
  ['gte', 'gte'],
  ['lt', 'lt'],
  ['lte', 'lte'],
  ['after', 'gt'],
  ['since', 'gte'],
  ['before', 'lt'],
  ['until', 'lte'],
]);

/** Finds `created_at` for `created`. */
function findMoment(members: SchemaMembers, stem: string): string | undefined {
  const wanted = new Set(['at', 'on', 'date', 'time'].map((end) => plainOf(stem) + end));
  return [...members.keys()].find((name) => wanted.has(plainOf(name)));
}

/** Finds a member by its name, by the singular of a list's name, or `x.id` or `x` by `x_id`. */
function findMember(
  documents: Documents,
  members: SchemaMembers,
  name: string,
  schema: Part | undefined,
): readonly string[] | undefined {
  const byPlain = new Map([...members.keys()].map((member) => [plainOf(member), member]));
  const isList = schema !== undefined && outlineTypes(documents, schema)?.has('array') === true;
  const isPlural = isList || /ids$/i.test(name);
  const forms = isPlural ? [name, name.replace(/s$/i, ''), name.replace(/es$/i, '')] : [name];
  for (const form of forms) {
    const own = byPlain.get(plainOf(form));
    if (own !== undefined) return [own];
  }
  const [, holder, inner] = /^(.+)_([a-z]+)$/.exec(queryWordsOf(name)) ?? [];
  const outer = holder === undefined ? undefined : byPlain.get(plainOf(holder));
  const [part] = members.get(outer ?? '') ?? [];
  if (outer !== undefined && inner !== undefined && part) {
    return findBelow(documents, part, outer, inner);
  }
  // JSON:API puts the members of a record into `attributes`.
  const [attributes] = members.get('attributes') ?? [];
  return attributes && findBelow(documents, attributes, 'attributes', name);
}

function findBelow(
  documents: Documents,
  part: Part,
  outer: string,
  inner: string,
): readonly string[] | undefined {
  const below = outlineMembers(documents, part).members;
  const found = [...below.keys()].find((member) => plainOf(member) === plainOf(inner));
  if (found !== undefined) return [outer, found];
  const isScalar = outlineTypes(documents, part)?.has('object') !== true;
  return inner === 'id' && isScalar ? [outer] : undefined;
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
