import { once } from '../../base/once.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, memberAt, textOf, withMember } from '../../base/json.ts';
import { plainName } from '../../base/names.ts';
import type { BodySpot, Collection } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { SeedTools } from '../seed-tools.ts';
import type { WorldContext } from '../world-context.ts';

/** Shows stored records where another record embeds them: `owner` beside `owner_id`. */
export type ShowEmbedded = (
  value: JsonValue,
  context: Pick<WorldContext, 'world' | 'existing'>,
) => JsonValue;

/** For replies that show a record of the collection at this place; undefined where it embeds none. */
export function createEmbedding(
  tools: Pick<SeedTools, 'contractIndex' | 'represent'>,
  { schema }: BodySpot,
  collection: Collection,
): ShowEmbedded | undefined {
  const { contractIndex, represent } = tools;
  const members = schema ? findMembers(contractIndex, contractIndex.study(schema), collection) : [];
  if (!schema || members.length === 0) return undefined;
  const check = once(() => contractIndex.contract.validators.check(schema, 'response'));
  return (value, { world, existing }) => {
    if (!isJsonObject(value)) return value;
    let body = value;
    for (const { name, beside, target, spot } of members) {
      const show = (key: string | undefined): JsonValue | undefined => {
        const anywhere = target.parents.map(() => undefined);
        const item = key === undefined ? undefined : world.find(target.name, key, anywhere);
        if (!item) return undefined;
        const shown = { ...item, body: target.readable(item.body) };
        return represent(shown, target, spot, existing.isKnown(target));
      };
      const before = body[name];
      const told = beside === undefined ? undefined : body[beside];
      const next = Array.isArray(before)
        ? showMany(before, told, target, show)
        : show(keyOf(told) ?? keyWithin(before, target));
      if (next !== undefined && next !== before) body = withMember(body, [name], next);
    }
    return body === value || check()(body).length > 0 ? value : body;
  };
}

interface EmbeddedMember {
  readonly name: string;
  /** The member that has the key, or the keys. */
  readonly beside: string | undefined;
  readonly target: Collection;
  readonly spot: BodySpot;
}

function findMembers(
  { study, contract, references, deedsOf }: SeedTools['contractIndex'],
  facts: SchemaFacts,
  own: Collection,
): readonly EmbeddedMember[] {
  const plain = new Map([...facts.names].map((name) => [plainName(name), name]));
  /** Whether a request may send what another record says of it, too: then that is kept. */
  const isSendable = (name: string): boolean =>
    deedsOf(own).some(({ target: { given } }) => {
      const sent = given?.schema && study(given.schema).member(name);
      return sent !== undefined && !sent.isReadOnly && (sent.items() ?? sent).names.size > 0;
    });
  const named = (word: string): readonly Collection[] =>
    (references().get(word) ?? []).map(({ collection }) => collection);
  return [...facts.names].flatMap((name): readonly EmbeddedMember[] => {
    const member = facts.member(name);
    const one = member?.items() ?? member;
    if (!one || one.names.size === 0) return [];
    const stem = plainName(name).replace(/(?<=..)(obj|objects?|details?|data|info|set)$/, '');
    const words = ['', 'id', 'pk', 'uuid', 'slug', 'key', 'ids', 'code'].map((end) => stem + end);
    const beside = words
      .map((word) => plain.get(word))
      .find((each) => {
        const other = each === undefined || each === name ? undefined : facts.member(each);
        return other !== undefined && isKeys(other);
      });
    const able = [...named(stem), ...(beside === undefined ? [] : named(plainName(beside)))];
    const isSame = ({ schema }: Collection): boolean =>
      schema !== undefined && study(schema).part.value === one.part.value;
    const alike = contract.collections.filter((each) => each.kind === 'items' && isSame(each));
    const target = able.find(isSame) ?? only(new Set(able)) ?? only(new Set(alike));
    const isHeld =
      target !== undefined && (beside !== undefined || (hasKey(one, target) && !isSendable(name)));
    if (!target || !isHeld || target === own) return [];
    return [{ name, beside, target, spot: { steps: [], schema: one.part } }];
  });
}

function only<T>(all: ReadonlySet<T>): T | undefined {
  const [first] = all;
  return all.size === 1 ? first : undefined;
}

function isKeys(facts: SchemaFacts): boolean {
  const { types } = facts.items() ?? facts;
  return facts.names.size === 0 && (types.has('string') || types.has('integer'));
}

function hasKey({ names }: SchemaFacts, { key }: Collection): boolean {
  return key?.length === 1 && names.has(key[0] ?? '');
}

function keyOf(value: JsonValue | undefined): string | undefined {
  const isKey = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isKey ? textOf(value) : undefined;
}

function keyWithin(value: JsonValue | undefined, { key }: Collection): string | undefined {
  return isJsonObject(value) && key ? keyOf(memberAt(value, key)) : undefined;
}

/** The records that the keys beside them name; else each that is stored, as it is now. */
function showMany(
  before: readonly JsonValue[],
  told: JsonValue | undefined,
  target: Collection,
  show: (key: string | undefined) => JsonValue | undefined,
): readonly JsonValue[] | undefined {
  if (Array.isArray(told)) {
    const shown = told.map((one: JsonValue) => show(keyOf(one)));
    return shown.every((one) => one !== undefined) && shown.length > 0 ? shown : undefined;
  }
  const shown = before.map((one) => show(keyWithin(one, target)));
  if (shown.every((one) => one === undefined)) return undefined;
  return before.map((one, index) => shown[index] ?? one);
}

/** What was sent as `owner_id`, where a record only shows `owner`, has the key in `owner`. */
export function embedKeys(client: JsonObject, facts: SchemaFacts | undefined): JsonObject {
  const others = facts ? Object.keys(client).filter((name) => !facts.names.has(name)) : [];
  if (!facts || others.length === 0) return client;
  const plain = new Map([...facts.names].map((name) => [plainName(name), name]));
  const added = others.flatMap((sent): readonly [string, JsonValue][] => {
    const value = client[sent];
    const [, stem = '', end = ''] = /^(.+?)(id|uuid|pk|slug|code)$/.exec(plainName(sent)) ?? [];
    const name = plain.get(stem);
    const member = name === undefined ? undefined : facts.member(name);
    const key = [...(member?.names ?? [])].find((one) => plainName(one) === end);
    const isOpen = name !== undefined && !Object.hasOwn(client, name);
    return isOpen && key !== undefined && value !== undefined && keyOf(value) !== undefined
      ? [[name, { [key]: value }]]
      : [];
  });
  return added.length === 0 ? client : { ...client, ...Object.fromEntries(added) };
}
