import { textOf } from '../../../base/json.ts';
import { plainName, singulars, wordsOf } from '../../../base/names.ts';
import { keywordOf } from '../../schema/schema-walk.ts';
import { isWorldwide } from '../keys.ts';
import type { Lens } from './evidence.ts';
import { findEntry, findList, parameterOf } from './evidence.ts';
import { bodyOf, replyOf } from './record-spots.ts';
import type { ItemSite, PathSite } from './sites.ts';

/** Whether the parameter behind a place is the key of one of its records, and nothing else. */
export function hasKeyedItems(lens: Lens, site: PathSite): boolean {
  return site.item !== undefined && !namesKind(lens, site) && !namesParent(lens, site);
}

/**
 * `GET /team_members/{team_id}` lists members, and a body sent to `/team_members` has the `team_id`
 * beside a list of them: it is the key of a team.
 */
function namesParent(lens: Lens, { item, whole, segment }: PathSite): boolean {
  const { records } = lens;
  const [reading, another] = item?.entries ?? [];
  if (!item || reading?.operation.method !== 'GET' || another || !findList(lens, reading))
    return false;
  const plain = plainName(item.parameter);
  const isOther = wordsOf(item.parameter).length > 1 && isWorldwide([item.parameter]);
  if (!isOther || singulars(segment).some((one) => plain.startsWith(plainName(one)))) return false;
  return whole.some(({ operation }) => {
    const body = bodyOf(operation);
    const isNamed = body !== undefined && records.plainMembers(body).has(plain);
    return isNamed && [...records.members(body).values()].some((part) => records.isList(part));
  });
}

/**
 * Whether the parameter behind a place says of which kind something is, or what is to be done, and
 * is no key: its values are words of a list, or its name says so, and no record is read or listed by it.
 */
export function namesKind(lens: Lens, { item, whole }: PathSite): boolean {
  if (!item || item.entries.length === 0) return false;
  const isWord = hasWords(lens, item);
  const reading = findEntry(item.entries, 'GET');
  // `GET /reports/{format}` gives a file.
  if (reading) return isWord === true && item.entries.length === 1 && !replyOf(reading.operation);
  const listing = findEntry(whole, 'GET');
  if (listing && findList(lens, listing)) return false;
  const last = wordsOf(item.parameter).at(-1) ?? '';
  return isWord ?? /^(?:type|kind|mode|command|action)$/i.test(last);
}

/** Whether all values are words; undefined where there may be others than those of a list. */
function hasWords({ documents }: Lens, item: ItemSite): boolean | undefined {
  const schema = parameterOf(item);
  const values = schema && keywordOf(documents, schema, 'enum');
  return Array.isArray(values)
    ? values.length > 1 && values.every((one) => /^[a-z]/i.test(textOf(one)))
    : undefined;
}
