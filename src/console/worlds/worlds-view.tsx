import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import '../style/worlds.css';
import { Failure } from '../parts/empty.tsx';
import { useConsole, useKeys } from '../shell/console.ts';
import type { WorldWish } from './actions.ts';
import { NewWorldDialog } from './new-world-dialog.tsx';
import { ScenarioList } from './scenario-list.tsx';
import { SnapshotList } from './snapshot-list.tsx';
import type { WorldsData } from './use-worlds.ts';
import { useWorldsData } from './use-worlds.ts';
import { WorldList } from './world-list.tsx';
import { WorldPanel } from './world-panel.tsx';

const lists = { worlds: 'Worlds', snapshots: 'Snapshots', scenarios: 'Scenarios' } as const;

export function WorldsView(): ComponentChild {
  const { route, go } = useConsole();
  const data = useWorldsData();
  const [wish, setWish] = useState<Partial<WorldWish>>();
  const opened = route.path[1];
  useKeys([{ keys: 'n', label: 'Make a world', isServerOnly: true, run: () => setWish({}) }], []);
  useKeys(
    opened === undefined
      ? []
      : [{ keys: 'Escape', label: 'Close the world', run: () => go(['worlds']) }],
    [opened],
  );
  const error = data.worlds.error ?? data.snapshots.error ?? data.scenarios.error;
  const { worlds, snapshots, scenarios } = data;
  if (!worlds.value || !snapshots.value || !scenarios.value)
    return error === undefined ? null : <Failure title="The worlds can't be shown" text={error} />;
  return (
    <div class={opened === undefined ? 'worlds' : 'worlds has-panel'}>
      <div class="worlds-side">
        <ListChoice data={data} />
        <ShownList data={data} onMake={setWish} />
      </div>
      {opened !== undefined && (
        <WorldPanel
          key={opened}
          name={opened}
          data={data}
          world={worlds.value.find(({ name }) => name === opened)}
          onMake={setWish}
        />
      )}
      {wish && (
        <NewWorldDialog
          first={wish}
          snapshots={snapshots.value}
          scenarios={scenarios.value}
          onClose={() => setWish(undefined)}
        />
      )}
    </div>
  );
}

function ListChoice({ data }: { readonly data: WorldsData }): ComponentChild {
  const { linkTo, route, recording } = useConsole();
  const shown = route.query['show'] ?? 'worlds';
  // A recording has its world alone.
  if (recording) return null;
  return (
    <nav class="worlds-lists" aria-label="Lists">
      {(['worlds', 'snapshots', 'scenarios'] as const).map((name) => (
        <a
          key={name}
          href={linkTo(route.path, name === 'worlds' ? {} : { show: name })}
          aria-current={name === shown ? 'page' : undefined}
        >
          {lists[name]} ({(data[name].value?.length ?? 0).toLocaleString('en')})
        </a>
      ))}
    </nav>
  );
}

interface ShownListProps {
  readonly data: WorldsData;
  onMake(this: void, wish: Partial<WorldWish>): void;
}

function ShownList({ data, onMake }: ShownListProps): ComponentChild {
  const { route, recording } = useConsole();
  if (recording) return <WorldList {...{ data, onMake }} />;
  if (route.query['show'] === 'snapshots') return <SnapshotList {...{ data, onMake }} />;
  if (route.query['show'] === 'scenarios') return <ScenarioList {...{ data, onMake }} />;
  return <WorldList {...{ data, onMake }} />;
}
