import type { Api, Method, Query } from '../api/client.ts';
import { part, Refusal } from '../api/client.ts';
import type { Json } from '../api/documents.ts';
import type { CollectionShape, Removal } from '../api/record-documents.ts';
import { batchesOf, deleteRecord, placeOf, restore, showRemoval } from './edits.ts';
import type { ImportFault, ImportPlan, ReadRecord } from './import-plan.ts';
import { mergedWith } from './import-plan.ts';
import { pathOf } from './records.ts';
import type { UndoStep } from './undo.ts';
import { memberOf } from '../parts/member-of.ts';

export interface ImportSetting {
  /** All records of the file. */
  readonly records: readonly ReadRecord[];
  readonly plan: ImportPlan;
  /** Whether the file takes the place of the whole collection. */
  readonly isReplacing: boolean;
  readonly isUnchecked: boolean;
}

/** The server refused a part, with the faults at their lines. */
export class ImportRefusal extends Error {
  readonly faults: readonly ImportFault[];
  /** How many requests were done before that one: each is done as a whole. */
  readonly done: number;

  constructor(refusal: Refusal, faults: readonly ImportFault[], done: number) {
    super(refusal.message);
    this.faults = faults;
    this.done = done;
  }
}

/** Records: more that go are not asked for one by one, and can't be put back. */
export const mostRestored = 500;

/** Undefined instead of a step back: there is none. */
export async function writeImport(
  api: Api,
  shape: CollectionShape,
  setting: ImportSetting,
): Promise<UndoStep | undefined> {
  const { plan, isReplacing } = setting;
  const gone = isReplacing ? plan.missing : [];
  const canUndo = gone.length <= mostRestored;
  const removal: Removal = canUndo
    ? await showRemoval(api, shape.name, gone)
    : { count: gone.length, records: [] };
  for (const [at, request] of requestsOf(shape, setting).entries()) await send(api, request, at);
  if (!canUndo || removal.count > removal.records.length) return undefined;
  return {
    done: doneText(shape.name, plan, gone.length),
    async revert() {
      for (const { record } of plan.added) await deleteRecord(api, placeOf(shape, record));
      for (const { before } of plan.changed)
        await api.send('PUT', pathOf(shape.name, before), before.record, {
          ...before.parents,
          check: false,
        });
      await restore(api, removal.records);
      return `${shape.name} is as it was before the import`;
    },
  };
}

interface ImportRequest {
  readonly method: Method;
  readonly path: string;
  readonly body: Json;
  readonly query: Query;
  /** Those of its body; one alone is the body itself. */
  readonly records: readonly ReadRecord[];
}

/** As few requests as possible. */
export function requestsOf(
  shape: CollectionShape,
  { records, plan, isReplacing, isUnchecked }: ImportSetting,
): readonly ImportRequest[] {
  const check: Query = isUnchecked ? { check: false } : {};
  const path = `state/${part(shape.name)}`;
  const merged = plan.changed.map((one) => ({ ...one, record: mergedWith(one.before, one) }));
  // A merge takes a null for “remove the member”: such records are replaced, one by one.
  const alone = isReplacing ? [] : merged.filter(({ record }) => hasNull(record));
  const together = isReplacing
    ? records
    : [...plan.added, ...merged.filter(({ record }) => !hasNull(record))];
  const bodies = isReplacing && together.length === 0 ? [[]] : split(shape.name, together);
  return [
    ...bodies.map((own, at) => ({
      method: isReplacing && at === 0 ? ('PUT' as const) : ('PATCH' as const),
      path,
      body: own.map(({ record }) => record),
      query: check,
      records: own,
    })),
    ...alone.map((one) => ({
      method: 'PUT' as const,
      path: pathOf(shape.name, one.before),
      body: one.record,
      query: { ...one.before.parents, ...check },
      records: [one],
    })),
  ];
}

function split(
  collection: string,
  records: readonly ReadRecord[],
): readonly (readonly ReadRecord[])[] {
  let at = 0;
  return batchesOf(records.map(({ record }) => ({ collection, record }))).map((batch) => {
    const begin = at;
    at += memberOf(batch, collection)?.length ?? 0;
    return records.slice(begin, at);
  });
}

function hasNull(value: Json): boolean {
  return (
    value === null ||
    (typeof value === 'object' && !Array.isArray(value) && Object.values(value).some(hasNull))
  );
}

async function send(api: Api, request: ImportRequest, done: number): Promise<void> {
  const { method, path, body, query, records } = request;
  try {
    await api.send(method, path, body, query);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ImportRefusal(error, faultsOf(error, records, Array.isArray(body)), done);
  }
}

/** The faults that the server found, at their place in the file. */
function faultsOf(
  { problem }: Refusal,
  records: readonly ReadRecord[],
  isList: boolean,
): readonly ImportFault[] {
  return problem.errors.map(({ pointer, message }) => {
    const [, index = '0', rest = ''] = isList
      ? (/^\/(\d+)(.*)$/s.exec(pointer) ?? [])
      : ['', '0', pointer];
    return { line: records[Number(index)]?.line ?? 0, message: `${rest} ${message}`.trim() };
  });
}

function doneText(name: string, { added, changed }: ImportPlan, gone: number): string {
  const counts = [
    [added.length, 'new'],
    [changed.length, 'changed'],
    [gone, 'deleted'],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `Imported ${name}: ${told.length === 0 ? 'nothing changed' : told.join(', ')}`;
}
