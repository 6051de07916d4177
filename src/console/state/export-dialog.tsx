import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import type { JsonObject } from '../api/documents.ts';
import type { CollectionShape } from '../api/record-documents.ts';
import { saveFile } from '../parts/copy.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useConsole } from '../shell/console.ts';
import { recordsToRows, writeCsv } from './csv.ts';
import { countText } from './edits.ts';
import type { Question } from './question.ts';
import { askQuery } from './question.ts';
import { fieldsOf } from './record-form/fields.ts';
import { readAll } from './records.ts';

interface ExportDialogProps {
  readonly shape: CollectionShape;
  readonly question: Question;
  onClose(this: void): void;
}

type Format = 'csv' | 'json';

const formats: readonly (readonly [Format, string])[] = [
  ['csv', 'CSV: a column for each member, nested ones by dotted names'],
  ['json', 'JSON: a list, as fixtures have it'],
];

export function ExportDialog({ shape, question, onClose }: ExportDialogProps): ComponentChild {
  const { api, tell } = useConsole();
  const isFiltered = question.search !== '' || question.filters.length > 0;
  const [format, setFormat] = useState<Format>('csv');
  const [isAll, setAll] = useState(!isFiltered);
  const [hasMadeUp, setMadeUp] = useState(question.hasMadeUp && shape.made_up > 0);
  const [error, setError] = useState('');
  const save = async (): Promise<void> => {
    try {
      const chosen = isAll ? { ...question, search: '', filters: [] } : question;
      const rows = await readAll(api, shape.name, askQuery({ ...chosen, hasMadeUp }));
      const records = rows.map(({ record }) => record);
      saveFile(
        `${fileName(shape.name)}.${format}`,
        mediaTypes[format],
        write(shape, format, records),
      );
      tell({ text: `Exported ${countText(records.length, 'record')} of ${shape.name}` });
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return (
    <Dialog title={`Export ${shape.name}`} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormatChoice {...{ format, setFormat }} />
        {isFiltered && (
          <Check
            label="Only what search and filters leave"
            isOn={!isAll}
            onChange={(isOn) => setAll(!isOn)}
          />
        )}
        {shape.made_up > 0 && (
          <Check label="Made-up records, too" isOn={hasMadeUp} onChange={setMadeUp} />
        )}
        {error !== '' && (
          <p class="fault" role="alert">
            {error}
          </p>
        )}
        <p class="row">
          <button class="main">Export</button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}

interface FormatChoiceProps {
  readonly format: Format;
  setFormat(this: void, format: Format): void;
}

function FormatChoice({ format, setFormat }: FormatChoiceProps): ComponentChild {
  return (
    <fieldset class="stack group">
      <legend>Form</legend>
      {formats.map(([name, title]) => (
        <label key={name} class="check">
          <input
            type="radio"
            name="export-format"
            checked={format === name}
            onChange={() => setFormat(name)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  onChange(this: void, isOn: boolean): void;
}

function Check({ label, isOn, onChange }: CheckProps): ComponentChild {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

const mediaTypes = { csv: 'text/csv', json: 'application/json' };

function write(shape: CollectionShape, format: Format, records: readonly JsonObject[]): string {
  return format === 'csv'
    ? writeCsv(recordsToRows(records, fieldsOf(shape, true)))
    : `${JSON.stringify(records, null, 2)}\n`;
}

/** A name of a collection may hold what a name of a file may not. */
const fileName = (name: string): string => name.replaceAll(/[^\w.-]+/g, '_');
