import type { JsonObject, JsonValue } from '../base/json.ts';
import type { NearCall, Verification } from '../traffic/expectations/verify.ts';
import type { EntryDelivery, EntryForce } from '../traffic/journal/entry-force.ts';
import type { RequestEntry, RequestOutline } from '../traffic/journal/entry.ts';
import type { NearOperation } from '../traffic/journal/explanation/nearest-operations.ts';
import type { Explanation } from '../traffic/journal/explanation/story.ts';
import type { OperationFacts } from '../traffic/journal/journal-context.ts';
import { toDateTime } from './ports.ts';

/** A journal entry as the control API shows it. */
export function writeEntry(entry: RequestEntry): JsonObject {
  const { request, reply, changes, changesNote } = entry;
  const { method, path, query } = request;
  return {
    ...writeOutline(entry),
    request: { method, path, query, headers: request.headers, ...writeBody(request) },
    reply: { status: reply.status, headers: reply.headers, ...writeBody(reply) },
    changes: changes.map((change) => ({ ...change })),
    ...(changesNote === undefined ? {} : { changes_note: changesNote }),
  };
}

/** The same without headers, bodies and changes. */
export function writeOutline(entry: RequestOutline): JsonObject {
  const { id, time, durationMs, world, operation, request, reply } = entry;
  const { method, path, query } = request;
  return {
    id,
    time: toDateTime(time.getTime()),
    duration_ms: durationMs,
    world,
    operation: operation ?? null,
    request: { method, path, query },
    reply: { status: reply.status },
    changed: entry.changed,
    credentials: entry.credentials,
    verdict: entry.verdict,
    problem: entry.problem ?? null,
    violations: entry.violations.map((violation) => ({ ...violation })),
    unknown_query: entry.unknownQuery.map(({ name, nearest = null, message }) => ({
      name,
      nearest,
      message,
    })),
    forced: writeForce(entry.forced),
    delivery: entry.delivery ? writeDelivery(entry.delivery) : null,
    forwarded_to: entry.forwardedTo ?? null,
  };
}

/** The JSON value null is a body, too; undefined means that there is none. */
function writeBody({
  body,
  bodyNote,
}: Pick<RequestEntry['request'], 'body' | 'bodyNote'>): JsonObject {
  return {
    ...(body === undefined ? {} : { body }),
    ...(bodyNote === undefined ? {} : { body_note: bodyNote }),
  };
}

function writeDelivery(delivery: EntryDelivery): JsonObject {
  const { by, delay, bytesPerSecond, end, state, sent } = delivery;
  const after = end.kind === 'cut' ? { after: end.after ?? null } : {};
  return {
    by: writeForce(by),
    delay_ms: delay,
    bytes_per_second: bytesPerSecond ?? null,
    end: { kind: end.kind, ...after },
    state,
    sent,
  };
}

function writeForce(forced: EntryForce | undefined): JsonObject | null {
  if (!forced) return null;
  const { also, ...first } = forced;
  return also ? { ...first, also: also.map((one) => ({ ...one })) } : first;
}

export function writeExplanation(explanation: Explanation): JsonObject {
  const { entry, sentences, operation, parameters, refusedBy, source, nearest } = explanation;
  return {
    id: entry.id,
    sentences,
    operation: operation ? writeOperation(operation) : null,
    parameters,
    world: entry.world,
    credentials: entry.credentials,
    refused_by: refusedBy ?? null,
    problem: entry.problem ?? null,
    violations: entry.violations.map((violation) => ({ ...violation })),
    source: {
      kind: source.kind,
      collection: source.collection ?? null,
      key: source.key ?? null,
    },
    forced: writeForce(entry.forced),
    delivery: entry.delivery ? writeDelivery(entry.delivery) : null,
    nearest: nearest.map(writeNearOperation),
  };
}

function writeOperation(operation: OperationFacts): JsonObject {
  const { id, method, path, declaredAt, role, parents, why } = operation;
  const { collection = null, key = null } = operation;
  const security = operation.security.map((ways): readonly JsonValue[] =>
    ways.map(({ scheme, scopes }) => ({ scheme, scopes })),
  );
  const plan = { role, collection, key, parents, why };
  return { id, method, path, declared_at: declaredAt, ...plan, security };
}

function writeNearOperation({ operation, method, path, differences }: NearOperation): JsonObject {
  return { operation, method, path, differences };
}

export function writeVerification(verification: Verification): JsonObject {
  const { isMet, count, wanted, isComplete, message, nearest } = verification;
  return {
    is_met: isMet,
    count,
    wanted: { at_least: wanted.atLeast, at_most: wanted.atMost ?? null },
    is_complete: isComplete,
    message,
    nearest: nearest.map(writeNearCall),
  };
}

function writeNearCall({ id, method, path, status, operation, differences }: NearCall): JsonObject {
  return { id, method, path, status, operation: operation ?? null, differences };
}
