import type { JsonObject } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import type { ChangedRecord } from '../../store/state/changed-records.ts';
import type { Secrets } from './found/secrets.ts';
import { createRedactor } from './redactor.ts';

/**
 * Hides the secrets of a changed record, as if a request had brought it: its key is like a path
 * parameter, and a secret of the record is hidden in all of it. `keyName`: the member with the key.
 */
export function redactChange(
  { collection, key, parents, before, after }: ChangedRecord,
  keyName: string,
  secrets: Secrets,
): ChangedRecord {
  const redactor = createRedactor(
    { path: '', query: '', headers: {}, body: before ?? undefined, replyBody: after ?? undefined },
    secrets,
  );
  // A trust edge: what is hidden in an object leaves an object.
  const show = (record: JsonObject | null): JsonObject | null =>
    record && (redactor.body(record) as JsonObject);
  const texts = Object.entries(parents).map(([name, value]) => [name, textOf(value)] as const);
  return {
    collection,
    key: redactor.parameters({ [keyName]: key })[keyName] ?? '',
    parents: { ...redactor.parameters(Object.fromEntries(texts)) },
    before: show(before),
    after: show(after),
  };
}
