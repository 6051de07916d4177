import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

interface Nesting {
  /** One level more around what is inside. */
  readonly wrap: (inside: JsonValue) => JsonValue;
}

export function nest({ wrap }: Nesting, inside: JsonValue, depth: number): JsonValue {
  let value = inside;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** How often something looks at anything of a value. */
export function countLooks(value: JsonValue, look: (value: JsonValue) => unknown): number {
  let looks = 0;
  const watch = (part: JsonValue): JsonValue => {
    if (typeof part !== 'object' || part === null) return part;
    const inside = isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).map(([name, member]) => [name, watch(member)]))
      : part.map(watch);
    return new Proxy(inside, {
      get(target, name, receiver): unknown {
        looks += 1;
        return Reflect.get(target, name, receiver);
      },
    });
  };
  look(watch(value));
  return looks;
}
