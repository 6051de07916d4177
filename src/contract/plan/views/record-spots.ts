import type { Media } from '../../bodies/bodies.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import type { KeyName } from '../key-names.ts';
import { findKey, findResourceName } from '../keys.ts';
import type { BodySpot } from '../plan.ts';
import { plainName } from '../../../base/names.ts';
import type { Records, RecordSpot } from './records.ts';

/** The schema of the reply when the operation succeeds. */
export function replyOf({ success }: Operation): Part | undefined {
  if (!success || !/^(2..|default)$/.test(success.status)) return undefined;
  return schemaOf(success.media);
}

export function bodyOf({ body }: Operation): Part | undefined {
  return body && schemaOf(body.media);
}

/** The record in a body: the body itself, or the one object that it wraps. */
export function findRecord(
  records: Records,
  schema: Part,
  name: KeyName,
  depth = 0,
): RecordSpot | undefined {
  if (!records.isRecord(schema)) return undefined;
  const holder = depth === mostWrappers ? undefined : findHolder(records, schema, name);
  const isOwn = depth === mostWrappers || findKey(records, schema, name) !== undefined;
  const inner = holder ?? (isOwn ? undefined : findInner(records, schema, name));
  const found = inner && findRecord(records, inner.schema, name, depth + 1);
  if (inner && found) return { ...found, steps: [inner.name, ...found.steps] };
  return { steps: [], schema, identity: records.identity(schema) };
}

/** The record in a request body: where the reply shows it, or in a member, or the body itself. */
export function findGiven(
  records: Records,
  schema: Part,
  name: KeyName,
  shown: BodySpot | undefined,
): RecordSpot | undefined {
  const isAround = shown && shown.steps.length > 0 && !isOwnMember(records, schema, shown);
  const like = isAround ? stepInto(records, schema, shown.steps) : undefined;
  if (like) return like;
  const holder = findHolder(records, schema, name);
  if (holder) return stepInto(records, schema, [holder.name]);
  const [only, ...others] = records.members(schema);
  const isForeign = only !== undefined && isForeignWrapper(records, only, shown);
  const isWrapped = only && others.length === 0 && (isNamedLikeRecord(only[0], name) || isForeign);
  const own = findOwn(records, schema, name);
  return (
    (own === undefined ? undefined : stepInto(records, schema, [own])) ??
    (isWrapped ? stepInto(records, schema, [only[0]]) : undefined) ??
    stepInto(records, schema, [])
  );
}

/** `{"name": "…", "data": {…}}` that is answered by `{"data": {"name": "…", "data": {…}}}`. */
function isOwnMember(records: Records, sent: Part, { steps, schema }: BodySpot): boolean {
  const [first = ''] = steps;
  const isKnown = schema !== undefined && records.members(schema).has(first);
  return isKnown && records.members(sent).size > 1 && isLike(records, sent, schema, 'half');
}

/** The member of the record's name whose value tells the form of its own: what stands beside it is no part of it. */
function findHolder(
  records: Records,
  schema: Part,
  name: KeyName,
): { readonly name: string; readonly schema: Part } | undefined {
  if (findResourceName(records, schema, name) !== undefined) return undefined;
  const found = [...records.members(schema)].find(
    ([member, part]) =>
      isSingular(member, name) &&
      records.isRecord(part) &&
      findResourceName(records, part, name) !== undefined,
  );
  return found && { name: found[0], schema: found[1] };
}

/** Whether a member has a record's members and is no member of the record itself. */
function isForeignWrapper(
  records: Records,
  [member, part]: readonly [string, Part],
  shown: BodySpot | undefined,
): boolean {
  if (!shown?.schema || !records.isRecord(part)) return false;
  return (
    !records.plainMembers(shown.schema).has(plainName(member)) &&
    isLike(records, part, shown.schema, 'half')
  );
}

/** The only member with the component that reading shows, if the others tell nothing of it. */
function findOwn(records: Records, schema: Part, { identity }: KeyName): string | undefined {
  if (identity === undefined || records.identity(schema) === identity) return undefined;
  const members = [...records.members(schema)];
  const own = members.filter(([, part]) => records.identity(part) === identity);
  const [first, second] = own;
  if (!first || second) return undefined;
  const known = records.members(first[1]);
  return members.some((member) => member !== first && known.has(member[0])) ? undefined : first[0];
}

/** The record with the name of the place, or with the component that reading an item shows. */
export function findNamesake(records: Records, schema: Part, name: KeyName): string | undefined {
  const objects = [...records.members(schema)].filter(([, part]) => records.isRecord(part));
  const named = objects.find(
    ([member, part]) =>
      isSingular(member, name) &&
      !wrappers.has(plainName(member)) &&
      records.members(part).size > 1,
  );
  return named?.[0] ?? findOwn(records, schema, name);
}

function stepInto(
  records: Records,
  schema: Part,
  steps: readonly string[],
): RecordSpot | undefined {
  let current: Part | undefined = schema;
  for (const step of steps) current = current && records.members(current).get(step);
  if (!current || !records.isRecord(current)) return undefined;
  return { steps, schema: current, identity: records.identity(current) };
}

/** Whether the records have most members of a request body, or half of them. */
export function isLike(
  records: Records,
  sent: Part,
  schema: Part | undefined,
  share: 'half' | 'most' = 'most',
): boolean {
  const known = schema ? records.plainMembers(schema) : new Map<string, string>();
  const members = [...records.members(sent).keys()];
  const shared = members.filter((member) => known.has(plainName(member)));
  const isHalf = shared.length * 2 === members.length;
  return shared.length * 2 > members.length || (share === 'half' && isHalf);
}

const mostWrappers = 2;

/** Prefers JSON; a file tells nothing of records. */
function schemaOf(media: readonly Media[]): Part | undefined {
  const structured = media.filter(({ format, schema }) => schema && format.content === 'members');
  return (structured.find(({ isJson }) => isJson) ?? structured[0])?.schema;
}

/** Members that hold a record without being a part of it. */
const wrappers = new Set(['data', 'result', 'item', 'record', 'entity', 'resource', 'payload']);

/** Members beside a record that tell nothing of it. */
const asides =
  /^(meta|metadata|links|errors?|warnings?|included|jsonapi|paging|pagination|responsemetadata|ok|success|status|statuscode|code|messages?|requestid|took|time|attributes)$/;

function findInner(
  records: Records,
  schema: Part,
  name: KeyName,
): { readonly name: string; readonly schema: Part } | undefined {
  const members = [...records.members(schema)];
  const others = members.filter(([member]) => !asides.test(plainName(member)));
  const objects = others.filter(([, part]) => records.isRecord(part));
  const own = findOwn(records, schema, name);
  const namesakes = objects.filter(([member]) => isSingular(member, name) || member === own);
  const [inner] = namesakes.length > 0 ? namesakes : objects;
  if (!inner || (namesakes.length === 0 && objects.length > 1)) return undefined;
  const isKeyed = findKey(records, inner[1], name) !== undefined;
  const isOnly = others.length === 1;
  const isNamed = namesakes.length > 0 || wrappers.has(plainName(inner[0]));
  const isWrapped = isNamed ? isKeyed || isOnly : isOnly && isKeyed;
  return isWrapped ? { name: inner[0], schema: inner[1] } : undefined;
}

function isSingular(member: string, name: KeyName): boolean {
  return name.singulars.has(plainName(member));
}

function isNamedLikeRecord(member: string, name: KeyName): boolean {
  return isSingular(member, name) || wrappers.has(plainName(member));
}
