import type { Json, JsonObject } from '../api/documents.ts';
import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { useConsole } from '../shell/console.ts';
import { isNumeric } from './columns.ts';
import { beginRecord, duplicateRecord } from './new-record.ts';
import { readParents, readQuestion, tableQuery } from './question.ts';
import type { RecordPlace } from './records.ts';
import { idOf, isSame, routeOf } from './records.ts';
import type { Drafts } from './use-record.ts';
import { newId } from './use-record.ts';

/** Which record is opened, and the ways to open and close one; the address holds it. */
export interface Opening {
  readonly place: RecordPlace | undefined;
  readonly isNew: boolean;
  open(this: void, row: RecordPlace): void;
  close(this: void): void;
  /** Begins a new record. */
  begin(this: void): void;
  duplicate(this: void, row: RecordRow): void;
}

export function useOpening(shape: CollectionShape, drafts: Drafts): Opening {
  const { api, route, go, tell, complain, keep, recording } = useConsole();
  const key = route.path[2];
  const table = tableQuery(route.query);
  const offers = keep('offers to discard a draft', () => new Map<string, () => void>());
  const tellOfDraft = (): void => {
    const id = key === undefined ? newId : idOf({ key, parents: readParents(route.query) });
    const draft = drafts.get(id);
    if (draft?.start && isSame(draft.start, draft.value)) drafts.delete(id);
    if (!drafts.has(id)) return;
    const what = key === undefined ? `the new record of ${shape.name}` : `${shape.name} ${key}`;
    const text = `Your changes to ${what} are kept, and not saved`;
    const action = { label: 'Discard', run: () => void drafts.delete(id) };
    // All of them discard the same draft: one is enough.
    offers.get(text)?.();
    offers.set(text, tell({ text, action }));
  };
  const begin = async (record: Promise<JsonObject>): Promise<void> => {
    try {
      const value = await record;
      drafts.set(newId, { base: undefined, value, start: value });
      go(['state', shape.name], { ...table, new: '1' });
    } catch (error) {
      complain(error);
    }
  };
  return {
    place: key === undefined ? undefined : { key, parents: readParents(route.query) },
    isNew: key === undefined && route.query['new'] === '1' && !recording,
    open(row) {
      const [path, query] = routeOf(shape.name, row);
      go(path, { ...table, ...query });
    },
    close() {
      tellOfDraft();
      go(['state', shape.name], table);
      focusTable();
    },
    begin() {
      if (drafts.has(newId)) {
        go(['state', shape.name], { ...table, new: '1' });
        return;
      }
      const { filters } = readQuestion(route.query);
      const given = filters.flatMap(({ member, operator, value }) =>
        operator === 'is' ? [[member, valueOf(shape, member, value)] as const] : [],
      );
      const members = Object.fromEntries(given.filter(([name]) => isMember(shape, name)));
      void begin(beginRecord(api, shape, members));
    },
    duplicate: (row) => void begin(duplicateRecord(api, shape, row.record)),
  };
}

/** The keys of the table work again. */
function focusTable(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.records .rows')?.focus());
}

function isMember({ fields, parents }: CollectionShape, name: string): boolean {
  return (
    fields.some((field) => field.name === name) ||
    parents.some(({ parameter }) => parameter === name)
  );
}

/** A filter is a text, a member may be a number. */
function valueOf({ fields }: CollectionShape, member: string, text: string): Json {
  const field = fields.find(({ name }) => name === member);
  if (field && isNumeric(field) && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text);
  return field?.types.includes('boolean') === true ? text === 'true' : text;
}
