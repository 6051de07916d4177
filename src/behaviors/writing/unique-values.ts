import { ApiError, describeViolation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isSameJson, memberAt, stepDown } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Item } from '../../store/record.ts';
import { mostSearched } from '../records/links.ts';
import { placingMembers, referredBy } from '../records/reference-members.ts';
import type { UniqueMember } from '../records/unique-members.ts';
import { uniqueMembersOf } from '../records/unique-members.ts';
import { declaresOneOf } from './declared-refusals.ts';
import type { RecordMaking } from './new-records.ts';
import type { Saying } from './required-records.ts';

/** Where the contract has a status for it, a body can't repeat what only one stored record may have. */
export function requireUnique(making: RecordMaking, operation: Operation, saying: Saying): void {
  const { target, tools, context } = making;
  const { collection, given } = target;
  const members = uniqueMembersOf(tools.contractIndex, collection);
  if (members.length === 0 || !declaresOneOf(operation, [409, 422, 400])) return;
  const { filing, sent, before } = saying;
  const { parents } = filing;
  for (const member of members) {
    const value = toComparable(memberAt(sent, member.steps), member);
    const isNews =
      value !== undefined &&
      value !== toComparable(before && memberAt(before, member.steps), member);
    if (!isNews || context.world.count(collection.name, parents) > mostSearched) continue;
    const other = context.world
      .list(collection.name, parents)
      .find(
        (one) =>
          !isOwn(one, saying) &&
          toComparable(memberAt(one.body, member.steps), member) === value &&
          (!member.isWithin || namesTheSame(making, { ...before, ...sent }, one.body)),
      );
    if (!other) continue;
    const pointer = [...(given?.steps ?? []), ...member.steps].reduce(stepDown, '');
    const called = JSON.stringify(memberAt(sent, member.steps));
    const message = `must be another than ${called}, which "${other.key}" of ${collection.name} has: ${member.why}`;
    const violation = { in: 'body', pointer, message, keyword: 'unique' } as const;
    const detail = `${describeViolation(violation)}.`;
    throw new ApiError('record-exists', detail, { violations: [violation] });
  }
}

/** Undefined for what tells no record from others. The letters of an address may be large or small. */
function toComparable(
  value: JsonValue | undefined,
  { isAddress }: UniqueMember,
): string | number | undefined {
  if (typeof value === 'number') return value === 0 ? undefined : value;
  if (typeof value !== 'string' || value === '') return undefined;
  return isAddress ? value.toLowerCase() : value;
}

function isOwn({ key, parents }: Item, { filing }: Saying): boolean {
  return key === filing.key && isSameJson(known(parents), known(filing.parents));
}

function known(parents: readonly (string | undefined)[]): readonly (string | null)[] {
  return parents.map((parent) => parent ?? null);
}

/** Whether two records name the same records of other collections: the same project, say. */
function namesTheSame(
  { target: { collection }, tools: { contractIndex } }: RecordMaking,
  one: JsonObject,
  other: JsonObject,
): boolean {
  const own = placingMembers({ ...collection, parents: [] });
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names
    .filter((name) => !own.has(name) && referredBy(contractIndex, collection, name) !== undefined)
    .every((name) => isSameJson(one[name] ?? null, other[name] ?? null));
}
