import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { Outcome, Validated } from '../../pipeline/exchange.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { OperationAct } from '../world-context.ts';

/**
 * `fields=id,name` shows these members of each record alone, beside its key and what the contract
 * requires. A word that is none of its members means something else: then all are shown.
 */
export function withChosenMembers(
  act: OperationAct,
  { fields, shown, collection }: Stateful,
  { contractIndex: { study } }: SeedTools,
): OperationAct {
  if (fields === undefined || !shown?.schema || shown.wrapper) return act;
  const { names, required } = study(shown.schema);
  const byPlain = new Map([...names].map((name) => [plainName(name), name]));
  const always = [...required, ...(collection.key?.slice(0, 1) ?? [])];
  const chosenBy = (request: Validated): ReadonlySet<string> | undefined => {
    const asked = [request.parameters.query[fields] ?? []].flat().flatMap(wordsIn);
    const known = asked.flatMap((word) => byPlain.get(plainName(word)) ?? []);
    if (asked.length === 0 || known.length < asked.length) return undefined;
    return new Set([...known, ...always]);
  };
  return (request, context) => {
    const outcome = act(request, context);
    const chosen = chosenBy(request);
    return chosen ? narrow(outcome, shown.steps, chosen) : outcome;
  };
}

function wordsIn(value: JsonValue): readonly string[] {
  const words = textOf(value).split(',');
  return words.map((word) => word.trim().replace(/[.(].*$/, '')).filter((word) => word !== '');
}

function narrow(outcome: Outcome, steps: readonly string[], chosen: ReadonlySet<string>): Outcome {
  const { item, ...rest } = outcome;
  const body = rest.body ?? item?.body ?? null;
  const found = steps.length === 0 ? body : isJsonObject(body) ? memberAt(body, steps) : undefined;
  const pick = (record: JsonValue): JsonValue =>
    isJsonObject(record) ? only(record, chosen) : record;
  const told = Array.isArray(found)
    ? found.map(pick)
    : isJsonObject(found)
      ? pick(found)
      : undefined;
  if (told === undefined) return outcome;
  const { spare } = outcome;
  return {
    ...rest,
    body: steps.length > 0 && isJsonObject(body) ? withMember(body, steps, told) : told,
    isLasting: false,
    spare: () => (spare ? spare() : outcome),
  };
}

function only(record: JsonObject, chosen: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => chosen.has(name)));
}
