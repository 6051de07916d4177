import { isShortOf, plainName, singulars } from '../../base/names.ts';
import type { Part } from '../load/documents.ts';
import type { GroupParent } from './parents.ts';
import type { Lens } from './views/evidence.ts';

/**
 * The member of a record that names a parent: `project_id`, `projectId` or `project`, whatever the
 * path calls it.
 */
export function memberNaming(
  { records }: Lens,
  schema: Part | undefined,
  {
    parameter,
    name,
    group,
  }: Pick<GroupParent, 'parameter' | 'group'> & { readonly name: string | undefined },
  own: readonly string[] | undefined,
): string | undefined {
  if (!schema) return undefined;
  const members = records.members(schema);
  const isAble = (member: string | undefined): member is string => {
    const part = member === undefined || member === own?.[0] ? undefined : members.get(member);
    const types = part && records.types(part);
    return types !== undefined && !types.has('object') && !types.has('array');
  };
  if (isAble(parameter)) return parameter;
  const parentKey = plainName(group?.views[0]?.key?.at(-1) ?? '');
  const ones = singulars(name?.split(/[./]/).at(-1) ?? '').map(plainName);
  const wanted = [plainName(parameter), ...ones.flatMap((one) => [`${one}${parentKey}`, one])];
  const byPlain = records.plainMembers(schema);
  const found = wanted
    .filter((one) => one !== '')
    .map((one) => byPlain.get(one))
    .find(isAble);
  if (found !== undefined || parentKey === '') return found;
  // `app_id` for an application: the beginning of its name, where no other member begins so.
  const short = [...byPlain].flatMap(([plain, member]) => {
    const isShort = plain.endsWith(parentKey) && ones.some((one) => isShortOf(plain, one));
    return isShort && isAble(member) ? [member] : [];
  });
  return short.length === 1 ? short[0] : undefined;
}
