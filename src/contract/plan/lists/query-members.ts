import { amountNames, singular } from '../../../base/names.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { outlineMembers, outlineTypes } from '../../schema/outlines.ts';
import { keywordOf, possibleOf } from '../../schema/schema-walk.ts';
import { plainOf, queryWordsOf } from './list-words.ts';
import type { Listed, NamedMember, SchemaMembers } from './query-list-members.ts';
import { findInLists, findInNamedList } from './query-list-members.ts';

/**
 * Finds a member by its name, by the singular of a list's name, `x` by `x_id`, `x_id` by `x`, `x.id`
 * by either, `tags` by `tag`.
 */
export function findMember(
  listed: Listed,
  name: string,
  schema: Part | undefined,
): NamedMember | undefined {
  const { documents, members } = listed;
  const byPlain = new Map([...members.keys()].map((member) => [plainOf(member), member]));
  const isList = schema !== undefined && outlineTypes(documents, schema)?.has('array') === true;
  const isPlural = isList || /ids$/i.test(name);
  const forms = isPlural
    ? [name, name.replace(/s$/i, ''), name.replace(/es$/i, ''), singular(name)]
    : [name];
  const [attributes] = members.get('attributes') ?? [];
  for (const form of forms) {
    const own = byPlain.get(plainOf(form));
    // Beside attributes that have a `type`, too, another one is the kind of the resource.
    const held = own !== 'id' && attributes && findBelow(documents, attributes, 'attributes', form);
    if (held && own !== undefined) return held;
    if (own !== undefined && !isKindOfResource(members, own)) return memberOf(listed, own);
  }
  return (
    findInHolder(listed, byPlain, name) ??
    forms.map((form) => findAlike(listed, byPlain, form, schema)).find((found) => found) ??
    findInNamedList(listed, name) ??
    findInLists(listed, name)
  );
}

const partsOfResource = new Set(['type', 'id', 'attributes', 'relationships', 'links', 'meta']);

/** The `type` of a JSON:API resource is the same for all records. */
function isKindOfResource(members: SchemaMembers, own: string): boolean {
  return (
    own === 'type' &&
    members.has('attributes') &&
    [...members.keys()].every((name) => partsOfResource.has(name))
  );
}

/** A member in an object: `owner.name` by `owner_name`, `owner__name` and `name_by_owner`. */
function findInHolder(
  { documents, members }: Listed,
  byPlain: ReadonlyMap<string, string>,
  name: string,
): NamedMember | undefined {
  const words = queryWordsOf(name).split('_');
  for (let cut = words.length - 1; cut > 0; cut -= 1) {
    const outer = byPlain.get(words.slice(0, cut).join(''));
    const inner = words.slice(words[cut] === 'by' ? cut + 1 : cut).join('');
    const [part] = members.get(outer ?? '') ?? [];
    const found = outer !== undefined && part && findBelow(documents, part, outer, inner);
    if (found) return found;
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
): NamedMember | undefined {
  const items = documents.own(part, 'items');
  const below = outlineMembers(documents, items ?? part).members;
  const found = [...below.keys()].find((member) => plainOf(member) === plainOf(inner));
  if (found !== undefined) return { steps: [outer, found], part: below.get(found)?.[0] };
  const isScalar = outlineTypes(documents, items ?? part)?.has('object') !== true;
  return inner === 'id' && isScalar ? { steps: [outer], part } : undefined;
}

/** Members whose names say a little more than the parameter's. */
function findAlike(
  listed: Listed,
  byPlain: ReadonlyMap<string, string>,
  name: string,
  schema: Part | undefined,
): NamedMember | undefined {
  const { documents } = listed;
  const plain = plainOf(name);
  const types = schema && outlineTypes(documents, schema);
  const isOfFlag = isFlag(documents, schema);
  const find = (
    endings: readonly string[],
    isFit: (member: NamedMember) => boolean,
  ): NamedMember | undefined =>
    endings
      .flatMap((one) => byPlain.get(one) ?? [])
      .map((member) => memberOf(listed, member))
      .find(isFit);
  const typesOf = ({ part }: NamedMember): ReadonlySet<string> | undefined =>
    part && outlineTypes(documents, part);
  const flags = [`is${plain}`, `has${plain}`, plain.replace(/^(is|has)(?=...)/, '')];
  const flag = isOfFlag && find(flags, (one) => typesOf(one)?.has('boolean') === true);
  if (flag) return flag;
  const stem = plain.replace(/^(is|has)(?=...)/, '');
  const moment =
    isOfFlag && find([`${stem}at`, `${stem}on`], (one) => isTimeMember(documents, one));
  if (moment) return moment;
  if (isOfFlag) return undefined;
  const plural = [...byPlain.keys()].find((one) => singular(one) === plain);
  const lists = [plural ?? plain, `${plain}list`, `${plain}s`, `${plain}names`, `${plain}ids`];
  const list = find(lists, (one) => typesOf(one)?.has('array') === true);
  if (list) return list;
  // A text may be a name or a key; a number or UUID is a key.
  const isText = types === undefined || types.has('string');
  const isKey = (one: NamedMember): boolean => {
    const own = typesOf(one);
    if (own === undefined || own.has('object') || own.has('array')) return false;
    return own.has('string') ? isText : saysNumber(documents, schema);
  };
  return find(
    ['id', 'uuid', 'slug', 'key', 'code'].map((end) => plain + end),
    isKey,
  );
}

/** Whether a parameter takes numbers, as its type or pattern says. */
function saysNumber(documents: Documents, schema: Part | undefined): boolean {
  if (!schema) return false;
  const isNumeric = outlineTypes(documents, schema)?.has('number') === true;
  return isNumeric || isOfDigits(documents, schema);
}

/** Whether a parameter takes only numbers, as numbers or as texts of digits. */
export function isOfNumbers(documents: Documents, schema: Part | undefined): boolean {
  if (!schema) return false;
  const types = outlineTypes(documents, schema);
  return isOfDigits(documents, schema) || (types?.has('number') === true && !types.has('string'));
}

/** Whether the pattern of a text allows digits only. */
function isOfDigits(documents: Documents, schema: Part): boolean {
  const pattern = keywordOf(documents, schema, 'pattern');
  return typeof pattern === 'string' && /^\^?(\\d|\[0-9\])[+*]\$?$/.test(pattern);
}

function memberOf({ members }: Listed, name: string): NamedMember {
  return { steps: [name], part: members.get(name)?.[0] };
}

export function isTime(documents: Documents, part: Part | undefined): boolean {
  const [format] = part
    ? possibleOf(documents, [part]).flatMap(({ value }) => value['format'] ?? [])
    : [];
  return typeof format === 'string' && /^(date|date-?time(-rfc-?2822)?|timestamp)$/i.test(format);
}

/** Whether a member holds a time, by its format or, without one, by its name. */
export function isTimeMember(documents: Documents, { steps, part }: NamedMember): boolean {
  if (!part || isTime(documents, part)) return part !== undefined;
  const types = outlineTypes(documents, part);
  const isFree = ['format', 'enum'].every((word) => keywordOf(documents, part, word) === undefined);
  const isText = types?.has('string') === true && isFree;
  return (
    isText && /_(at|on|date|time|timestamp)$|^(date|time)_/.test(queryWordsOf(steps.at(-1) ?? ''))
  );
}

export function isFlag(documents: Documents, schema: Part | undefined): boolean {
  return schema !== undefined && outlineTypes(documents, schema)?.has('boolean') === true;
}

export function isNumber(documents: Documents, part: Part | undefined): boolean {
  const types = part && outlineTypes(documents, part);
  return types?.has('number') === true && !types.has('string') && !types.has('object');
}

/** The number in an object that says an amount: `price.amount` for `price`. */
export function amountIn(documents: Documents, member: NamedMember): NamedMember {
  const { steps, part } = member;
  if (!part || outlineTypes(documents, part)?.has('object') !== true) return member;
  const below = outlineMembers(documents, part).members;
  const name = [...below.keys()].find((one) => amountNames.has(plainOf(one)));
  return name === undefined ? member : { steps: [...steps, name], part: below.get(name)?.[0] };
}
