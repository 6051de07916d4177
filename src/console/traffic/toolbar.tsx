import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { Dialog } from '../parts/dialog.tsx';
import { Menu } from '../parts/menu.tsx';
import { ServerOnly } from '../parts/server-only.tsx';
import { listRecordingActions } from '../recording/recording-actions.ts';
import { useConsole } from '../shell/console.ts';
import type { Filters } from './filters.ts';
import { formatCount } from '../parts/count.ts';
import { useSaid } from '../parts/said.tsx';
import type { Requests } from './use-requests.ts';

interface ToolbarProps {
  readonly requests: Requests;
  readonly filters: Filters;
  readonly isPaused: boolean;
  onPause(this: void): void;
}

export function Toolbar({ requests, filters, isPaused, onPause }: ToolbarProps): ComponentChild {
  const [isClearing, setClearing] = useState(false);
  const shell = useConsole();
  const { total, waiting, isCurrent } = requests;
  const count = formatCount(total, 'request');
  useSaid(isCurrent ? count : undefined, JSON.stringify(filters));
  const waits = isPaused && waiting > 0 ? ` (${waiting.toLocaleString('en')} new)` : '';
  return (
    <div class="toolbar">
      <span class="count soft">{count}</span>
      <ServerOnly>
        <button title="Hold the list (p)" onClick={onPause}>
          {isPaused ? `Resume${waits}` : 'Pause'}
        </button>
        <button disabled={total === 0 && waiting === 0} onClick={() => setClearing(true)}>
          Clear…
        </button>
      </ServerOnly>
      <Menu label="More" items={listRecordingActions(shell)} />
      {isClearing && <ClearDialog filters={filters} onClose={() => setClearing(false)} />}
    </div>
  );
}

interface ClearDialogProps {
  readonly filters: Filters;
  onClose(this: void): void;
}

function ClearDialog({ filters, onClose }: ClearDialogProps): ComponentChild {
  const { api, tell, complain } = useConsole();
  const isOne = filters.worlds === 'this';
  const which = isOne ? `the requests of the world ${api.world}` : 'the requests of all worlds';
  const clear = (): void => {
    onClose();
    // A private world in the header would spare the requests of the others.
    void api
      .within('default')
      .send('DELETE', 'requests', undefined, isOne ? { world: api.world } : {})
      .then(() => tell({ text: `The server forgot ${which}` }), complain);
  };
  return (
    <Dialog title="Clear the requests?" onClose={onClose}>
      <p>The server forgets {which}, also those that the filters leave out. The state stays.</p>
      <div class="row">
        <button class="main" onClick={clear}>
          Clear
        </button>
        <button onClick={onClose}>Cancel</button>
      </div>
    </Dialog>
  );
}
