import { isJsonObject } from '../../base/json.ts';
import { isShortOf, plainName, singulars } from '../../base/names.ts';
import type { Part } from '../load/documents.ts';
import { isWorldwide } from './keys.ts';
import type { GroupParent } from './parents.ts';
import type { Lens } from './views/evidence.ts';
import { givenTo } from './views/evidence.ts';
import type { ViewGroup } from './views/groups.ts';

/** Whose parent is looked for: the records of the group, and the member with their own key. */
interface ChildRecords {
  readonly group: ViewGroup;
  readonly key: readonly string[] | undefined;
}

/**
 * The member of a record that names a parent: `project_id`, `projectId` or `project`, whatever the
 * path calls it.
 */
export function memberNaming(
  lens: Lens,
  schema: Part | undefined,
  parent: Omit<GroupParent, 'identity'> & { readonly name: string | undefined },
  child: ChildRecords,
): string | undefined {
  if (!schema) return undefined;
  const { records } = lens;
  const { parameter, name, group } = parent;
  const members = records.members(schema);
  const isAble = (member: string | undefined): member is string => {
    const part =
      member === undefined || member === child.key?.[0] ? undefined : members.get(member);
    const types = part && records.types(part);
    return types !== undefined && !types.has('object') && !types.has('array');
  };
  if (isAble(parameter)) return parameter;
  const parentKey = plainName(group?.views[0]?.key?.at(-1) ?? '');
  const written = nounsOf(name);
  const ones = written.map(plainName);
  const byPlain = records.plainMembers(schema);
  const found = [plainName(parameter), ...namesOf(parameter, ones, parentKey)]
    .map((one) => byPlain.get(one))
    .filter(isAble)
    .find(
      (member) => !ones.includes(plainName(member)) || isKeyOf(lens, parent, members.get(member)),
    );
  if (found !== undefined) {
    const named = ones.filter((one) => plainName(parameter).includes(one));
    const isTold = namesOf(parameter, named, parentKey).includes(plainName(found));
    return !isTold && isSentApart(lens, parent, child, found) ? undefined : found;
  }
  if (parentKey === '') return undefined;
  // `app_id` for an application: the beginning of its name, where no other member begins so.
  const short = [...byPlain].flatMap(([plain, member]) => {
    const isShort = plain.endsWith(parentKey) && written.some((one) => isShortOf(plain, one));
    return isShort && isAble(member) ? [member] : [];
  });
  return short.length === 1 ? short[0] : undefined;
}

function nounsOf(name: string | undefined): readonly string[] {
  return name === undefined ? [] : singulars(name.split(/[./]/).at(-1) ?? '');
}

/** What a member may be called that has the parent's key, the best first. */
function namesOf(parameter: string, ones: readonly string[], parentKey: string): readonly string[] {
  const isOfId = isWorldwide([parameter]);
  // Where a path has the id, a member `room_name` has another value.
  const keyed = isOfId && callings.test(parentKey) ? [] : [parentKey];
  const ends = [...keyed, ...(isOfId || parentKey === '' ? ['id'] : []), ''];
  return ones.flatMap((one) => ends.map((end) => `${one}${end}`));
}

const callings = /(?:name|title|label)$/;

/**
 * Whether a member that only has the parent's name has its key, too: not where the parent itself has
 * another member of that name, or a key of another type.
 */
function isKeyOf(
  { records }: Lens,
  { group, name }: Pick<GroupParent, 'group'> & { readonly name: string | undefined },
  member: Part | undefined,
): boolean {
  const [main] = group?.views ?? [];
  const ones = nounsOf(name).map(plainName);
  if (!main?.schema || !member) return true;
  const above = records.plainMembers(main.schema);
  const key = main.key?.at(-1) ?? '';
  if (ones.some((one) => one !== plainName(key) && above.has(one))) return false;
  const own = records.members(main.schema).get(key);
  const [types, others] = [own ? records.types(own) : new Set<string>(), records.types(member)];
  const known = [...types].filter((type) => type !== 'null');
  return known.length === 0 || others.size === 0 || known.some((type) => others.has(type));
}

/**
 * Whether a request below the parent has this member in a schema of its own: it may say something else
 * than the path, unless it is an id.
 */
function isSentApart(
  { records }: Lens,
  { isOptional }: Pick<GroupParent, 'isOptional'>,
  { group }: ChildRecords,
  member: string,
): boolean {
  if (isOptional || isWorldwide([member])) return false;
  return group.views.some(({ site, evidence, identity }) =>
    [...site.whole, ...(site.item?.entries ?? [])].some((entry) => {
      const given = givenTo(records, entry, evidence.name);
      const sent = given && records.members(given.schema).get(member);
      const isApart = given?.identity === undefined || given.identity !== identity;
      return sent !== undefined && isApart && !isReadOnly(sent);
    }),
  );
}

function isReadOnly({ value }: Part): boolean {
  return isJsonObject(value) && value['readOnly'] === true;
}
