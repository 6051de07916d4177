import { createHash } from 'node:crypto';

import { ApiError } from '../../../base/errors.ts';
import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Operation } from '../../../contract/operations.ts';
import type { Outcome } from '../../../pipeline/exchange.ts';
import type { OperationAct } from '../../world-context.ts';
import type { Memory } from '../memory.ts';

/** The same request under the same key is done once; whoever repeats it gets the same reply. */
export function withIdempotency(act: OperationAct, operation: Operation): OperationAct {
  const header = operation.parameters.find(
    (one) => one.in === 'header' && /^(?:x-)?idempotency-?key$/i.test(one.name),
  );
  if (!header) return act;
  return (request, context) => {
    const { memory } = context;
    const key = request.parameters.header[header.name];
    if (key === undefined) return act(request, context);
    const name = JSON.stringify([operation.id, key, request.parameters.path]);
    const digest = digestOf(request.body ?? null);
    const known = memory.find(name);
    if (!known) return remember(memory, name, digest, act(request, context));
    if (known.digest === digest) return known.outcome;
    const detail = `${operation.id} got another body under the key ${JSON.stringify(key)}.`;
    throw new ApiError('idempotency-conflict', detail);
  };
}

/** Only what took effect is remembered: a request that failed may be sent again. */
function remember(memory: Memory, name: string, digest: string, outcome: Outcome): Outcome {
  const { commit, ...reply } = outcome;
  return {
    ...outcome,
    commit() {
      const stored = commit?.();
      const forget = memory.keep(name, { digest, outcome: reply });
      return stored?.catch((error: unknown) => {
        forget();
        throw error;
      });
    },
  };
}

/** The same for bodies that say the same, whatever the order of their members. */
function digestOf(body: JsonValue): string {
  const text = JSON.stringify(body, (_, value: JsonValue) =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
  return createHash('sha256').update(text).digest('base64url');
}
