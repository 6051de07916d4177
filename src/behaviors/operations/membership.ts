import { once } from '../../base/once.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { EmbeddedMember } from '../records/embedded-members.ts';
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
  if (!membership) return (body) => body;
  const change = createListChange(collection, membership.member, tools);
  return (body, { operation, parameters }, context) => {
    const key = parameters.path[operation.pathNames[membership.key] ?? ''];
    return key === undefined ? body : change(body, { key, to: membership.to }, context);
  };
}

interface ListStep {
  readonly key: string;
  readonly to: 'with' | 'without';
}

export type ChangeList = (body: JsonObject, step: ListStep, context: WorldContext) => JsonObject;

/** Puts the record with a key into a list of another, or takes it out; the same object if nothing changes. */
export function createListChange(
  collection: Collection,
  member: string,
  tools: SeedTools,
): ChangeList {
  const { schema } = collection;
  if (!schema) return (body) => body;
  const facts = tools.contractIndex.study(schema);
  const embedded = once(() =>
    findEmbedded(tools.contractIndex, facts, collection).find(({ name }) => name === member),
  );
  return (body, { key, to }, context) => {
    const steps = embedded()?.target.key ?? ['id'];
    const before = body[member];
    const all: readonly JsonValue[] = Array.isArray(before) ? before : [];
    const others = all.filter((one) => !isOne(one, steps, key));
    const isThere = others.length < all.length;
    if (isThere === (to === 'with')) return body;
    const made =
      to === 'with' ? newMembers(key, { embedded: embedded(), tools, context, steps }) : [];
    const lists = to === 'with' ? made.map((one) => [...all, one]) : [others];
    const changed = lists.map((list) => withMember(body, [member], list));
    const fitting = changed.find((next) => (collection.check?.(next) ?? []).length === 0);
    return freezeJson(fitting ?? body);
  };
}

interface Membership {
  readonly embedded: EmbeddedMember | undefined;
  readonly tools: SeedTools;
  readonly context: WorldContext;
  /** Where the records of the list have their keys. */
  readonly steps: readonly string[];
}

/** What the list may hold of the record with this key, best first. */
function newMembers(
  text: string,
  { embedded, tools, context: { existing }, steps }: Membership,
): readonly JsonValue[] {
  const number = numberIn(text);
  const plain: readonly JsonValue[] = number === undefined ? [text] : [number, text];
  const bare = plain.map((one) => withMember({}, steps, one));
  if (!embedded) return [...plain, ...bare];
  const { target, spot } = embedded;
  const anywhere = target.parents.map(() => undefined);
  const found = existing.find(target, text, anywhere);
  const shown = found && tools.represent(found, target, spot, existing.isKnown(target));
  return shown === undefined ? [...bare, ...plain] : [shown, ...bare, ...plain];
}

function isOne(value: JsonValue, steps: readonly string[], key: string): boolean {
  const own = isJsonObject(value) ? memberAt(value, steps) : value;
  return (typeof own === 'string' || typeof own === 'number') && textOf(own) === key;
}
