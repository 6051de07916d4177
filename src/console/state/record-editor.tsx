import type { ComponentChild, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { JsonObject } from '../api/documents.ts';
import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Failure } from '../parts/empty.tsx';
import { ServerOnly } from '../parts/server-only.tsx';
import { useConsole } from '../shell/console.ts';
import { RecordForm } from './record-form/record-form.tsx';
import { RecordLinks } from './record-links.tsx';
import type { RecordPlace } from './records.ts';
import { idOf } from './records.ts';
import { ConflictBar, FaultSummary } from './save-bars.tsx';
import type { Undo } from './undo.ts';
import type { Drafting, Drafts } from './use-record.ts';
import { newId, useDraft, useFlash } from './use-record.ts';
import type { Saving } from './use-saving.ts';
import { holdFocus, useSaving } from './use-saving.ts';

export interface RecordPanelProps {
  readonly shape: CollectionShape;
  /** Undefined: a new record. */
  readonly place: RecordPlace | undefined;
  readonly drafts: Drafts;
  readonly undo: Undo;
  onClose(this: void): void;
  onDuplicate(this: void, row: RecordRow): void;
  onDelete(this: void, rows: readonly RecordRow[]): void;
  /** Something was written. */
  onWritten(this: void): void;
}

interface RecordEditorProps extends RecordPanelProps {
  /** Undefined: it is new, or gone. */
  readonly row: RecordRow | undefined;
  onSaved(this: void, record: JsonObject): void;
}

type Tab = 'form' | 'json';

const fields = '.field :is(input, select, textarea):not(:disabled)';

export function RecordEditor(props: RecordEditorProps): ComponentChild {
  const { shape, place, drafts, row } = props;
  const [tab, setTab] = useState<Tab>('form');
  const [isUnlocked, setUnlocked] = useState(place === undefined);
  // The text of the editor is no JSON object yet.
  const [isBroken, setBroken] = useState(false);
  const [turn, setTurn] = useState(0);
  const drafting = useDraft(drafts, place ? idOf(place) : newId, row?.record);
  const saving = useSaving(props, drafting);
  const form = useFirstField(place === undefined);
  const isFlashing = useFlash(row?.record, saving.saved);
  const save = (event: Event): void => {
    event.preventDefault();
    if (!isBroken) saving.save(false);
  };
  const discard = (): void => {
    drafting.discard();
    saving.forget('');
    setBroken(false);
    // The editor forgets its text, too.
    setTurn(turn + 1);
    if (place && row) holdFocus();
    else props.onClose();
  };
  const tools = { ...props, drafting, saving, isBroken, isUnlocked, setUnlocked, discard };
  return (
    <form
      ref={form}
      class="record"
      novalidate
      onSubmit={save}
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && ['s', 'Enter'].includes(event.key)) save(event);
      }}
    >
      <Tabs tab={tab} onChange={setTab} isBroken={isBroken} />
      <div class={isFlashing ? 'record-body flash' : 'record-body'} tabindex={-1}>
        {drafting.isConflict && (
          <ConflictBar drafting={drafting} isGone={!row} onDiscard={discard} />
        )}
        <FaultSummary
          saving={saving}
          shape={shape}
          value={drafting.value}
          hasFields={tab === 'form'}
        />
        {row && tab === 'form' && <RecordLinks shape={shape} row={row} />}
        <div role="tabpanel" id="record-tab" aria-labelledby={`tab-${tab}`}>
          <EditedRecord
            key={turn}
            {...{ shape, tab, drafting, saving, isUnlocked, setBroken }}
            isNew={place === undefined}
          />
        </div>
      </div>
      <Footer {...tools} />
    </form>
  );
}

/** A new record is begun to be written: its first field has the focus. */
function useFirstField(isNew: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (isNew) form.current?.querySelector<HTMLElement>(fields)?.focus();
  }, []);
  return form;
}

interface EditedRecordProps {
  readonly shape: CollectionShape;
  readonly tab: Tab;
  readonly drafting: Drafting;
  readonly saving: Saving;
  readonly isNew: boolean;
  readonly isUnlocked: boolean;
  setBroken(this: void, isBroken: boolean): void;
}

function EditedRecord(props: EditedRecordProps): ComponentChild {
  const { shape, tab, drafting, saving, isNew, isUnlocked, setBroken } = props;
  return tab === 'form' ? (
    <RecordForm
      shape={shape}
      value={drafting.value}
      isNew={isNew}
      isUnlocked={isUnlocked}
      faults={saving.faults}
      onChange={(value, pointer) => {
        drafting.edit(value);
        saving.forget(pointer);
      }}
    />
  ) : (
    <LazyEditor
      value={drafting.value}
      faults={saving.faults}
      onChange={(value) => {
        setBroken(value === undefined);
        if (value) drafting.edit(value);
      }}
    />
  );
}

interface TabsProps {
  readonly tab: Tab;
  readonly isBroken: boolean;
  onChange(this: void, tab: Tab): void;
}

const tabNames: readonly (readonly [Tab, string])[] = [
  ['form', 'Form'],
  ['json', 'JSON'],
];

function Tabs({ tab, isBroken, onChange }: TabsProps): ComponentChild {
  return (
    <div class="record-tabs" role="tablist" aria-label="Ways to edit">
      {tabNames.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          class="quiet"
          aria-selected={tab === name}
          aria-controls="record-tab"
          tabindex={tab === name ? 0 : -1}
          disabled={isBroken && name !== tab}
          title={isBroken && name !== tab ? 'The text is no JSON object yet' : undefined}
          onClick={() => onChange(name)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
            event.stopPropagation();
            if (isBroken) return;
            const other = name === 'form' ? 'json' : 'form';
            onChange(other);
            document.querySelector<HTMLElement>(`#tab-${other}`)?.focus();
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

interface LazyEditorProps {
  readonly value: JsonObject;
  readonly faults: Saving['faults'];
  onChange(this: void, value: JsonObject | undefined): void;
}

/** Loaded when it is opened: most visits need the form alone. */
function LazyEditor(props: LazyEditorProps): ComponentChild {
  const { recording } = useConsole();
  const { value: loaded, error, isSlow } = useAnswer(() => import('./json-editor.tsx'), []);
  if (loaded) return <loaded.JsonEditor {...props} isReadOnly={recording !== undefined} />;
  if (error !== undefined) return <Failure title="The editor can't be loaded" text={error} />;
  return isSlow ? <p class="soft">Loading…</p> : null;
}

interface FooterProps extends RecordEditorProps {
  readonly drafting: Drafting;
  readonly saving: Saving;
  readonly isBroken: boolean;
  readonly isUnlocked: boolean;
  setUnlocked(this: void, isUnlocked: boolean): void;
  discard(this: void): void;
}

function Footer(props: FooterProps): ComponentChild {
  const { shape, place, row, drafting, saving, isBroken, isUnlocked, setUnlocked } = props;
  const hasLocked = place !== undefined && shape.fields.some((field) => field.is_read_only);
  return (
    <ServerOnly>
      <footer class="record-foot">
        <button class="main" disabled={isBroken || saving.isBusy || !drafting.isChanged}>
          {place && row ? 'Save' : 'Save new record'}
        </button>
        {saving.problem?.status === 400 && !isBroken && (
          <button type="button" onClick={() => saving.save(true)}>
            Save anyway
          </button>
        )}
        {(drafting.isChanged || isBroken) && (
          <button type="button" onClick={props.discard}>
            Discard changes
          </button>
        )}
        {row && !drafting.isChanged && (
          <>
            <button type="button" title="d" onClick={() => props.onDuplicate(row)}>
              Duplicate
            </button>
            <button
              type="button"
              class="danger"
              title="Delete"
              onClick={() => props.onDelete([row])}
            >
              Delete…
            </button>
          </>
        )}
        {hasLocked && (
          <label class="check">
            <input
              type="checkbox"
              checked={isUnlocked}
              onChange={({ currentTarget }) => setUnlocked(currentTarget.checked)}
            />
            Edit read-only members
          </label>
        )}
      </footer>
    </ServerOnly>
  );
}
