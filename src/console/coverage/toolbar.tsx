import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { CoverageReport } from '../api/coverage-documents.ts';
import { copyText, saveFile } from '../parts/copy.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Menu } from '../parts/menu.tsx';
import { useConsole } from '../shell/console.ts';
import { TextFilter } from '../traffic/filter-bar.tsx';
import type { Filters } from './filters.ts';
import { isFiltered, kinds, noFilters } from './filters.ts';

/** What the tree shows; it stands in the address. */
export function FilterBar({ filters }: { readonly filters: Filters }): ComponentChild {
  const { refine } = useConsole();
  return (
    <div class="cov-filters" role="search" aria-label="Filter the contract">
      <TextFilter
        name="search"
        label="Search the contract"
        placeholder="Search"
        title="Path, method or id of an operation, or a part of it (/)"
        value={filters.search}
      />
      <select
        aria-label="Kind"
        value={filters.kind}
        onChange={({ currentTarget: { value } }) => refine({ kind: value })}
      >
        <option value="">All kinds</option>
        {kinds.map(([kind, title]) => (
          <option key={kind} value={kind}>
            {title}
          </option>
        ))}
      </select>
      <label class="cov-check">
        <input
          type="checkbox"
          checked={filters.isMissing}
          onChange={({ currentTarget: { checked } }) => refine({ missing: checked ? 'true' : '' })}
        />
        Missing only
      </label>
      {isFiltered(filters) && (
        <button class="quiet" onClick={() => refine(noFilters)}>
          Clear filters
        </button>
      )}
    </div>
  );
}

interface ToolbarProps {
  readonly report: CoverageReport;
  onCleared(this: void): void;
}

export function Toolbar({ report, onCleared }: ToolbarProps): ComponentChild {
  const shell = useConsole();
  const [isClearing, setClearing] = useState(false);
  const copyCommand = (format: string): void =>
    void copyText(
      `npx stuntdouble report --url ${location.origin} --format ${format}`,
      'the command',
      shell,
    );
  return (
    <div class="cov-tools">
      <Menu
        label="Export"
        items={[
          { label: 'Save as JSON', run: () => saveReport(report) },
          { label: 'Copy the command for Markdown', run: () => copyCommand('markdown') },
          { label: 'Copy the command for JUnit', run: () => copyCommand('junit=coverage.xml') },
        ]}
      />
      <button onClick={() => setClearing(true)}>Begin anew…</button>
      {isClearing && <ClearDialog onCleared={onCleared} onClose={() => setClearing(false)} />}
    </div>
  );
}

/** The document that `stuntdouble report` reads. */
function saveReport(report: CoverageReport): void {
  saveFile('coverage.json', 'application/json', `${JSON.stringify(report, undefined, 2)}\n`);
}

interface ClearDialogProps {
  onCleared(this: void): void;
  onClose(this: void): void;
}

function ClearDialog({ onCleared, onClose }: ClearDialogProps): ComponentChild {
  const { api, tell, complain } = useConsole();
  const clear = (): void => {
    onClose();
    void api
      .send('DELETE', 'coverage')
      .then(onCleared)
      .then(() => tell({ text: 'The server began to count anew' }), complain);
  };
  return (
    <Dialog title="Begin to count anew?" onClose={onClose}>
      <p>
        The server forgets what was tried in all worlds, and what was done wrong. Requests and
        records stay. Save the report first if you need it.
      </p>
      <div class="row">
        <button class="main" onClick={clear}>
          Begin anew
        </button>
        <button onClick={onClose}>Cancel</button>
      </div>
    </Dialog>
  );
}
