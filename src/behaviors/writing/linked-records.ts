import type { JsonObject } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import { inFormOf } from '../../contract/schema/schema-facts.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import { addressOf } from '../records/addressing.ts';
import type { WorldContext } from '../world-context.ts';
import { putChanges, withChanges } from './changes.ts';

/** What was sent, and the record above in the member that has it: `parent`, `parent_id`. */
export function withRecordAbove(
  client: JsonObject,
  { linking }: Stateful,
  facts: SchemaFacts | undefined,
  request: Validated,
): JsonObject {
  const above = linking && addressOf(request, { ...linking, key: undefined }).parents.at(-1);
  const name = [...(facts?.names ?? [])].find((one) => parentNames.test(plainName(one)));
  const member = name === undefined ? undefined : facts?.member(name);
  const isOpen = name !== undefined && member?.names.size === 0 && !Object.hasOwn(client, name);
  return isOpen && above !== undefined ? { ...client, [name]: inFormOf(member, above) } : client;
}

const parentNames = /^parent(?:id|uuid|key|name)?$/;

/** Puts a new record among those that belong to what the path names. */
export function withLinking(
  outcome: Outcome,
  { linking }: Stateful,
  request: Validated,
  context: WorldContext,
): Outcome {
  const { record } = outcome;
  if (!linking || !record) return outcome;
  const { parents } = addressOf(request, { ...linking, key: undefined });
  const link = { key: record.key, parents, body: {} };
  return withChanges(outcome, context, () =>
    putChanges(context.world, linking.collection, link, link),
  );
}
