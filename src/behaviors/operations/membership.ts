import { once } from '../../base/once.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import type { Stateful } from '../../contract/plan/plan.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import { findEmbedded } from '../records/embedded-members.ts';
import { numberIn } from '../records/identifiers.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { WorldContext } from '../world-context.ts';

export type ChangeMembership = (
  body: JsonObject,
  request: Validated,
  context: WorldContext,
) => JsonObject;

/** Puts the one that the path names into a list of the record, or takes it out. */
export function createMembership(
  { membership, collection }: Stateful,
  tools: SeedTools,
): ChangeMembership {
  const { schema } = collection;
  if (!membership || !schema) return (body) => body;
  const { member, to } = membership;
  const facts = tools.contractIndex.study(schema);
  const embedded = once(() =>
    findEmbedded(tools.contractIndex, facts, collection).find(({ name }) => name === member),
  );
  return (body, request, context) => {
    const { operation, parameters } = request;
    const key = parameters.path[operation.pathNames[membership.key] ?? ''];
    if (key === undefined) return body;
    const steps = embedded()?.target.key ?? ['id'];
    const before = body[member];
    const all: readonly JsonValue[] = Array.isArray(before) ? before : [];
    const others = all.filter((one) => !isOne(one, steps, key));
    const isThere = others.length < all.length;
    if (isThere === (to === 'with')) return body;
    const made = to === 'with' ? newMembers(key) : [undefined];
    const isAllowed = (next: JsonObject): boolean => (collection.check?.(next) ?? []).length === 0;
    const lists = made.map((one) =>
      withMember(body, [member], one === undefined ? others : [...all, one]),
    );
    return freezeJson(lists.find(isAllowed) ?? body);

    function newMembers(text: string): readonly JsonValue[] {
      const { target, spot } = embedded() ?? {};
      const number = numberIn(text);
      const plain: readonly JsonValue[] = number === undefined ? [text] : [number, text];
      const bare = plain.map((one) => withMember({}, steps, one));
      if (!target || !spot) return [...plain, ...bare];
      const anywhere = target.parents.map(() => undefined);
      const found = context.existing.find(target, text, anywhere);
      const isKnown = context.existing.isKnown(target);
      const shown = found && tools.represent(found, target, spot, isKnown);
      return shown === undefined ? [...bare, ...plain] : [shown, ...bare, ...plain];
    }
  };
}

function isOne(value: JsonValue, steps: readonly string[], key: string): boolean {
  const own = isJsonObject(value) ? memberAt(value, steps) : value;
  return (typeof own === 'string' || typeof own === 'number') && textOf(own) === key;
}
