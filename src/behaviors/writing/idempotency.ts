import type { Operation } from '../../contract/operations.ts';
import { ApiError } from '../../errors.ts';
import type { JsonValue } from '../../json.ts';
import { isSameJson } from '../../json.ts';
import type { Outcome } from '../../pipeline/exchange.ts';
import type { Act } from '../scene.ts';
import type { Memory } from './memory.ts';

/** The same request under the same key is done once; whoever repeats it gets the same reply. */
export function withIdempotency(act: Act, operation: Operation): Act {
  const header = operation.parameters.find(
    (one) => one.in === 'header' && /^(?:x-)?idempotency-?key$/i.test(one.name),
  );
  if (!header) return act;
  return (request, scene) => {
    const { memory } = scene;
    const key = request.parameters.header[header.name];
    if (key === undefined) return act(request, scene);
    const name = JSON.stringify([operation.id, key, request.parameters.path]);
    const body = request.body ?? null;
    const known = memory.find(name);
    if (!known) return remember(memory, name, body, act(request, scene));
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
      const forget = memory.keep(name, { body, outcome: reply });
      return stored?.catch((error: unknown) => {
        forget();
        throw error;
      });
    },
  };
}
