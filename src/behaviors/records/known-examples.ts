import type { JsonObject, JsonValue } from '../../base/json.ts';
import { freezeJson, isJsonObject, memberAt } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import { identifierOf } from './identifiers.ts';

/** The records that the contract gives as examples. */
export interface KnownExamples {
  /** The example of a read operation. */
  readonly read: JsonObject | undefined;
  readonly readKey: string | undefined;
  /** The records in the example of a list, by key. */
  readonly listed: ReadonlyMap<string, JsonObject>;
}

interface Showing {
  readonly operation: Operation;
  readonly target: Stateful;
}

/** Skips an example that breaks the records' schema: records made from it would break it, too. */
export function findExamples(collection: Collection, showings: readonly Showing[]): KnownExamples {
  // Lazy: a look at an example may compile the schema of its reply.
  const shownBy = function* (role: 'read' | 'list'): Generator<JsonValue | undefined> {
    for (const { operation, target } of showings) {
      if (target.role === role) yield shownExample(operation, target);
    }
  };
  const isRecord = (value: JsonValue | undefined): value is JsonObject =>
    isJsonObject(value) && (collection.check?.(value) ?? []).length === 0;
  const keyOf = (record: JsonObject): string | undefined =>
    collection.key && identifierOf(memberAt(record, collection.key));
  const read = firstOf(shownBy('read'), isRecord);
  const list = firstOf(shownBy('list'), Array.isArray) ?? [];
  const listed = new Map<string, JsonObject>();
  for (const record of list.filter(isRecord)) {
    const key = keyOf(record);
    if (key !== undefined && !listed.has(key)) listed.set(key, freezeJson(record));
  }
  return read
    ? { read: freezeJson(read), readKey: keyOf(read), listed }
    : { read: undefined, readKey: undefined, listed };
}

function firstOf<T extends JsonValue>(
  values: Iterable<JsonValue | undefined>,
  isWanted: (value: JsonValue | undefined) => value is T,
): T | undefined {
  for (const value of values) if (isWanted(value)) return value;
  return undefined;
}

function shownExample({ success }: Operation, { shown }: Stateful): JsonValue | undefined {
  const example = success?.media.find(({ isJson }) => isJson)?.examples[0];
  if (!example || example.faults().length > 0) return undefined;
  const value = memberAt(example.value, shown?.steps ?? []);
  const wrapper = shown?.wrapper;
  return wrapper && Array.isArray(value)
    ? value.flatMap((item: JsonValue) => memberAt(item, wrapper.steps) ?? [])
    : value;
}
