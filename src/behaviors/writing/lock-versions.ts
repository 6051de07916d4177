import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { Operation } from '../../contract/operations.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Validators } from '../../contract/checks/validators.ts';

const lockNames = /^(?:lock|row|record|optlock|object)?version$|^optlock$|^revision$/;
const surely = /^(?:lock|row|record|object)version$|^optlock$/;
const told = /\b(?:optimistic|concurren|lock|stale|outdated|conflict|up[- ]to[- ]date)/i;

/** The number by which a record tells that it has changed since a client read it. */
function lockMemberIn(facts: SchemaFacts): string | undefined {
  return [...facts.names].find((name) => {
    const plain = plainName(name);
    const member = lockNames.test(plain) ? facts.member(name) : undefined;
    if (!member?.types.has('integer') || member.listed.length > 0) return false;
    const texts = member.schemas.map(({ description }) => textOf(description ?? ''));
    return surely.test(plain) || member.isReadOnly || texts.some((text) => told.test(text));
  });
}

interface VersionMoment {
  readonly isNew: boolean;
  readonly before: JsonObject | undefined;
  readonly validators: Pick<Validators, 'check'>;
}

/** A new record begins at 0 or 1, and each change counts one more. */
export function countVersion(
  record: JsonObject,
  facts: SchemaFacts,
  { isNew, before, validators }: VersionMoment,
): JsonObject {
  const name = lockMemberIn(facts);
  const member = name === undefined ? undefined : facts.member(name);
  if (name === undefined || !member) return record;
  const last = before?.[name];
  const first = surely.test(plainName(name)) ? [0, 1] : [1, 0];
  const next = isNew ? first : typeof last === 'number' ? [last + 1] : [];
  const allowed = next.find((one) => validators.check(member.part, 'rest')(one).length === 0);
  return allowed === undefined ? record : { ...record, [name]: allowed };
}

/** Refuses a change that was made from an older version, where the contract declares a refusal. */
export function requireCurrent(
  { responses }: Pick<Operation, 'responses'>,
  facts: SchemaFacts | undefined,
  before: JsonObject,
  sent: JsonObject,
): void {
  const name = facts && lockMemberIn(facts);
  if (name === undefined || !['409', '412'].some((status) => responses.has(status))) return;
  const [own, version] = [before[name], sent[name]];
  const isSent = typeof version === 'number' || typeof version === 'string';
  if (typeof own !== 'number' || !isSent || Number(version) === own) return;
  throw new ApiError(
    'precondition-failed',
    `The record has changed since: its "${name}" is ${own}, and the request was made from ${textOf(version)}. Read it again, and send the change with that.`,
  );
}
