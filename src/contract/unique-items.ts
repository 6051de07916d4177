import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';

/** Numbers for lists and objects, the same for those that say the same: each is looked at once in a run, however many hold it. */
export interface Identities {
  readonly known: WeakMap<object, number>;
  readonly byContent: Map<string, number>;
}

function createIdentities(): Identities {
  return { known: new WeakMap(), byContent: new Map() };
}

/**
 * The positions of two items that say the same, or undefined. Each item is looked at once, however
 * many there are: comparing each with each takes minutes for what fits in one request.
 */
export function findTwins(
  items: readonly JsonValue[],
  run: { identities: Identities | undefined },
): readonly [first: number, second: number] | undefined {
  const plain = new Map<JsonValue, number>();
  const nested = new Map<number, number>();
  for (const [index, item] of items.entries()) {
    const isNested = typeof item === 'object' && item !== null;
    const identity = isNested ? identityOf(item, (run.identities ??= createIdentities())) : 0;
    const before = isNested ? nested.get(identity) : plain.get(item);
    if (before !== undefined) return [before, index];
    if (isNested) nested.set(identity, index);
    else plain.set(item, index);
  }
  return undefined;
}

function identityOf(value: object & JsonValue, identities: Identities): number {
  const { known, byContent } = identities;
  const before = known.get(value);
  if (before !== undefined) return before;
  const content = contentOf(value, identities);
  const identity = byContent.get(content) ?? byContent.size;
  byContent.set(content, identity);
  known.set(value, identity);
  return identity;
}

/** Texts bear their length, so that none is taken for what stands around it. The order of members says nothing. */
function contentOf(value: object & JsonValue, identities: Identities): string {
  let content = isJsonObject(value) ? '{' : '[';
  if (isJsonObject(value)) {
    for (const name of Object.keys(value).toSorted()) {
      content += `${name.length}:${name}${wordFor(value[name] ?? null, identities)},`;
    }
  } else for (const item of value) content += `${wordFor(item, identities)},`;
  return content;
}

function wordFor(value: JsonValue, identities: Identities): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `#${identityOf(value, identities)}`;
}
