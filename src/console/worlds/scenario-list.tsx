import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { part } from '../api/client.ts';
import type { Json, Scenario } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { copyText, saveFile } from '../parts/copy.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { useConsole } from '../shell/console.ts';
import type { WorldWish } from './actions.ts';
import { writeDocument } from './actions.ts';
import { BoundedTable } from './bounded-rows.tsx';
import { SaveScenarioDialog } from './save-scenario-dialog.tsx';
import type { WorldsData } from './use-worlds.ts';

interface ScenarioListProps {
  readonly data: WorldsData;
  onMake(this: void, wish: Partial<WorldWish>): void;
}

const columns = ['Name', 'Description', 'File', 'What to do'];

export function ScenarioList({ data, onMake }: ScenarioListProps): ComponentChild {
  const { api } = useConsole();
  const [shown, setShown] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const scenarios = data.scenarios.value ?? [];
  const save = (
    <button class="main" onClick={() => setSaving(true)}>
      Save “{api.world}” as a scenario
    </button>
  );
  return (
    <>
      {scenarios.length === 0 ? (
        <Empty title="There is no scenario">
          <p>
            A scenario is a file in <code>scenarios/</code> beside the contract: what a world begins
            with, told by what is other than in the fixtures. Arrange a world, and save it as one.
          </p>
          <p>{save}</p>
        </Empty>
      ) : (
        <BoundedTable
          label="Scenarios"
          columns={columns}
          rows={scenarios}
          row={(one) => (
            <ScenarioRow key={one.name} scenario={one} onShow={setShown} onMake={onMake} />
          )}
        >
          {save}
        </BoundedTable>
      )}
      {shown !== undefined && <DocumentDialog name={shown} onClose={() => setShown(undefined)} />}
      {isSaving && (
        <SaveScenarioDialog world={api.world} data={data} onClose={() => setSaving(false)} />
      )}
    </>
  );
}

interface ScenarioRowProps extends Pick<ScenarioListProps, 'onMake'> {
  readonly scenario: Scenario;
  onShow(this: void, name: string): void;
}

function ScenarioRow({ scenario, onShow, onMake }: ScenarioRowProps): ComponentChild {
  const { name, description, place } = scenario;
  return (
    <tr>
      <th scope="row" class="cut" title={name}>
        {name}
      </th>
      <td class="long" title={description ?? ''}>
        {description ?? <span class="soft">none</span>}
      </td>
      <td class="long" title={place ?? ''} data-label="File">
        {place ?? <span class="soft">in memory</span>}
      </td>
      <td class="tools-cell">
        <button
          class="small"
          aria-label={`New world from ${name}`}
          onClick={() => onMake({ beginning: 'scenario', beginningName: name })}
        >
          New world
        </button>
        <button class="small" aria-label={`Show ${name}`} onClick={() => onShow(name)}>
          Show
        </button>
      </td>
    </tr>
  );
}

interface DocumentDialogProps {
  readonly name: string;
  onClose(this: void): void;
}

function DocumentDialog({ name, onClose }: DocumentDialogProps): ComponentChild {
  const { api, tell } = useConsole();
  const { value, error } = useAnswer(() => api.get<Json>(`scenarios/${part(name)}`), [api, name]);
  const text = value === undefined ? '' : writeDocument(value);
  return (
    <Dialog title={`Scenario “${name}”`} isWide onClose={onClose}>
      {error !== undefined && (
        <p class="fault" role="alert">
          {error}
        </p>
      )}
      {value !== undefined && (
        <>
          <JsonView value={value} label={`The document of ${name}`} />
          <p class="row">
            <button class="main" onClick={() => saveFile(`${name}.json`, 'application/json', text)}>
              Save as a file
            </button>
            <button onClick={() => void copyText(text, 'the scenario', { tell })}>Copy</button>
            <span class="soft">
              It belongs into <code>scenarios/</code>, and has the values of its credentials.
            </span>
          </p>
        </>
      )}
    </Dialog>
  );
}
