import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import { createEmbedding } from '../replies/embedded-records.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { OperationAct } from '../world-context.ts';

/** Puts the record of the operation into the list that the reply has for it, and leaves the others empty. */
export function withOutcomeLists(
  act: OperationAct,
  { collection, outcomeLists }: Stateful,
  tools: SeedTools,
): OperationAct {
  if (!outcomeLists) return act;
  const { holds, empty, items } = outcomeLists;
  const spot = { steps: [], schema: items };
  const embed = createEmbedding(tools, spot, collection);
  return (request, context) => {
    const outcome = act(request, context);
    const { body: around, record } = outcome;
    if (!isJsonObject(around) || !record) return outcome;
    const isKnown = context.existing.isKnown(collection);
    const plain = tools.represent(record, collection, spot, isKnown);
    const value = embed?.(plain, record, context) ?? plain;
    const none = Object.fromEntries(empty.map((name) => [name, []]));
    const body: JsonObject = { ...around, ...none, [holds]: [value] };
    return {
      ...outcome,
      body,
      isExample: false,
      isLasting: false,
      showsOthers: embed !== undefined,
    };
  };
}
