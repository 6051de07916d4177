import type { Operation } from '../../contract/operations.ts';
import { ApiError } from '../../errors.ts';
import type { JsonValue } from '../../json.ts';
import { isSameJson } from '../../json.ts';
import type { Behavior, Outcome } from '../../pipeline/exchange.ts';
import type { World } from '../../store/world.ts';

/** The replies to requests that bore a key of their own, so that they can be sent again. */
export interface Memory {
  find(name: string): Remembered | undefined;
  keep(name: string, remembered: Remembered): void;
  forget(name: string): void;
}

interface Remembered {
  readonly body: JsonValue;
  readonly outcome: Outcome;
}

/** So many requests are remembered. */
const limit = 1000;

/** One memory for all operations of a world. A reset empties it. */
export function createMemory(world: Pick<World, 'resets'>): Memory {
  const entries = new Map<string, Remembered>();
  let resets = world.resets;
  const refresh = (): void => {
    if (resets !== world.resets) entries.clear();
    ({ resets } = world);
  };
  return {
    find(name) {
      refresh();
      return entries.get(name);
    },
    keep(name, remembered) {
      refresh();
      entries.set(name, remembered);
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
    },
    forget: (name) => void entries.delete(name),
  };
}

/** The same request under the same key is done once; whoever repeats it gets the same reply. */
export function withIdempotency(behave: Behavior, operation: Operation, memory: Memory): Behavior {
  const header = operation.parameters.find(
    (one) => one.in === 'header' && /^(?:x-)?idempotency-?key$/i.test(one.name),
  );
  if (!header) return behave;
  return (request) => {
    const key = request.parameters.header[header.name];
    if (key === undefined) return behave(request);
    const name = JSON.stringify([operation.id, key, request.parameters.path]);
    const body = request.body ?? null;
    const known = memory.find(name);
    if (!known) return remember(memory, name, body, behave(request));
    if (isSameJson(known.body, body)) return known.outcome;
    const detail = `${operation.id} got another body under the key ${JSON.stringify(key)}.`;
    throw new ApiError('idempotency-conflict', detail);
  };
}

/** Only what took effect is remembered: a request that failed may be sent again. */
function remember(memory: Memory, name: string, body: JsonValue, outcome: Outcome): Outcome {
  const { commit, ...reply } = outcome;
  return {
    ...outcome,
    commit() {
      const stored = commit?.();
      memory.keep(name, { body, outcome: reply });
      return stored?.catch((error: unknown) => {
        memory.forget(name);
        throw error;
      });
    },
  };
}
