import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import type { CollectionShape } from '../api/record-documents.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useConsole } from '../shell/console.ts';
import { countText } from './edits.ts';
import type { ImportFault, ImportPlan, ReadFile } from './import-plan.ts';
import { planImport, readFile } from './import-plan.ts';
import { ImportRefusal, mostRestored, writeImport } from './import-write.ts';
import { readAll } from './records.ts';
import type { Undo } from './undo.ts';

interface ImportDialogProps {
  readonly shape: CollectionShape;
  readonly undo: Undo;
  onClose(this: void): void;
  onDone(this: void): void;
}

interface OpenedFile {
  readonly name: string;
  readonly read: ReadFile;
  readonly plan: ImportPlan;
}

export function ImportDialog({ shape, undo, onClose, onDone }: ImportDialogProps): ComponentChild {
  const { api, tell } = useConsole();
  const [file, setFile] = useState<OpenedFile>();
  const [isReplacing, setReplacing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const open = async (chosen: File): Promise<void> => {
    setRefusal(undefined);
    const read = readFile(chosen.name, await chosen.text(), shape);
    try {
      const stored = await readAll(api, shape.name, { made_up: false });
      setFile({ name: chosen.name, read, plan: planImport(shape, read, stored) });
    } catch (error) {
      setRefusal(error);
    }
  };
  const write = async (isUnchecked: boolean): Promise<void> => {
    if (!file) return;
    const { plan, read } = file;
    setBusy(true);
    try {
      const setting = { plan, records: read.records, isReplacing, isUnchecked };
      const step = await writeImport(api, shape, setting);
      if (step) undo.offer(step);
      else tell({ text: `Imported ${shape.name}` });
      onDone();
    } catch (error) {
      setRefusal(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Import ${shape.name}`} isWide onClose={onClose}>
      <label class="stack">
        A file of CSV or JSON, such as an export
        <input
          type="file"
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) void open(chosen);
          }}
        />
      </label>
      {file && <Preview {...{ file, isReplacing, setReplacing }} />}
      <Refused refusal={refusal} unit={file?.read.unit ?? 'line'} />
      <Buttons
        {...{ file, isReplacing, isBusy, onClose }}
        canForce={refusal instanceof ImportRefusal}
        onWrite={(isUnchecked) => void write(isUnchecked)}
      />
    </Dialog>
  );
}

interface PreviewProps {
  readonly file: OpenedFile;
  readonly isReplacing: boolean;
  setReplacing(this: void, isReplacing: boolean): void;
}

function Preview({ file, isReplacing, setReplacing }: PreviewProps): ComponentChild {
  const { plan, read } = file;
  const counts = [
    [plan.added.length, 'new'],
    [plan.changed.length, 'changed'],
    [plan.same, 'the same as now'],
    [plan.missing.length, isReplacing ? 'deleted' : 'not in the file, and kept'],
  ] as const;
  return (
    <>
      <p>
        <b>{countText(read.records.length, 'record')}</b> in {file.name}:
      </p>
      <dl class="counts">
        {counts.map(([count, what]) => (
          <div key={what}>
            <dd>{count.toLocaleString('en')}</dd>
            <dt>{what}</dt>
          </div>
        ))}
      </dl>
      <fieldset class="stack group">
        <legend>How</legend>
        <label class="check">
          <input
            type="radio"
            name="import-mode"
            checked={!isReplacing}
            onChange={() => setReplacing(false)}
          />
          Add and change: members that the file doesn’t have stay
        </label>
        <label class="check">
          <input
            type="radio"
            name="import-mode"
            checked={isReplacing}
            onChange={() => setReplacing(true)}
          />
          Replace the collection: records that the file doesn’t have go, with what stands below them
        </label>
      </fieldset>
      {isReplacing && plan.missing.length > mostRestored && (
        <p class="fault">
          More than {mostRestored} records would go: undo can’t put them back. Save a snapshot
          first.
        </p>
      )}
      <Faults faults={plan.faults} unit={read.unit} />
    </>
  );
}

interface FaultsProps {
  readonly faults: readonly ImportFault[];
  readonly unit: ReadFile['unit'];
}

const mostFaults = 100;

function Faults({ faults, unit }: FaultsProps): ComponentChild {
  if (faults.length === 0) return null;
  return (
    <div class="bar bad" role="alert">
      <p>{countText(faults.length, 'fault')}</p>
      <ul class="faults">
        {faults.slice(0, mostFaults).map(({ line, message }, at) => (
          <li key={at}>
            <b>
              {unit} {line}
            </b>{' '}
            {message}
          </li>
        ))}
        {faults.length > mostFaults && <li>and {faults.length - mostFaults} more</li>}
      </ul>
    </div>
  );
}

function Refused({
  refusal,
  unit,
}: {
  readonly refusal: unknown;
  readonly unit: ReadFile['unit'];
}): ComponentChild {
  if (refusal === undefined) return null;
  if (!(refusal instanceof ImportRefusal) || refusal.faults.length === 0)
    return (
      <p class="fault" role="alert">
        {messageOf(refusal)}
      </p>
    );
  return (
    <>
      <p class="fault" role="alert">
        The server refused it.{' '}
        {refusal.done === 0
          ? 'Nothing was written.'
          : `${countText(refusal.done, 'part')} of the file had been written before.`}
      </p>
      <Faults faults={refusal.faults} unit={unit} />
    </>
  );
}

interface ButtonsProps {
  readonly file: OpenedFile | undefined;
  readonly isReplacing: boolean;
  readonly isBusy: boolean;
  readonly canForce: boolean;
  onWrite(this: void, isUnchecked: boolean): void;
  onClose(this: void): void;
}

function Buttons(props: ButtonsProps): ComponentChild {
  const { file, isReplacing, isBusy, canForce, onWrite, onClose } = props;
  const { added = [], changed = [], missing = [] } = file?.plan ?? {};
  const count = added.length + changed.length + (isReplacing ? missing.length : 0);
  // A file that can't be read would replace the collection by nothing.
  const isReadable =
    file !== undefined && (file.read.records.length > 0 || file.read.faults.length === 0);
  const isReady = isReadable && count > 0 && !isBusy;
  return (
    <p class="row">
      <button
        class={isReplacing ? 'danger' : 'main'}
        disabled={!isReady}
        onClick={() => onWrite(false)}
      >
        {isReplacing ? 'Replace the collection' : `Import ${countText(count, 'record')}`}
      </button>
      {canForce && (
        <button disabled={!isReady} onClick={() => onWrite(true)}>
          Import anyway
        </button>
      )}
      <button onClick={onClose}>Cancel</button>
    </p>
  );
}
