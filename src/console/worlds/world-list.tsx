import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { defaultWorld } from '../api/client.ts';
import type { WorldDocument } from '../api/documents.ts';
import { copyText } from '../parts/copy.ts';
import { formatCount } from '../parts/count.ts';
import { ServerOnly } from '../parts/server-only.tsx';
import { formatMoment } from '../parts/moment.ts';
import { useConsole } from '../shell/console.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { WorldWish } from './actions.ts';
import { dropWorlds } from './actions.ts';
import { mountOf, reach } from './addresses.ts';
import { BoundedTable } from './bounded-rows.tsx';
import { useWorldOfBrowser } from './browser-world-frame.tsx';
import type { WorldsData } from './use-worlds.ts';

interface WorldListProps {
  readonly data: WorldsData;
  onMake(this: void, wish: Partial<WorldWish>): void;
}

const columns = ['Name', 'Began with', 'Records', 'Clock', 'Seed', 'Used'];

export function WorldList({ data, onMake }: WorldListProps): ComponentChild {
  const { route, recording } = useConsole();
  const [isDropping, setDropping] = useState(false);
  // In their order of use they would change places while a test runs.
  const worlds = (data.worlds.value ?? []).toSorted(byName);
  const opened = route.path[1];
  const others = worlds
    .map(({ name }) => name)
    .filter((name) => name !== defaultWorld && name !== opened);
  return (
    <>
      <BoundedTable
        label="Worlds"
        columns={columns}
        rows={worlds}
        row={(world) => <WorldRow key={world.name} world={world} />}
      >
        <ServerOnly>
          <button class="main" onClick={() => onMake({})}>
            New world
          </button>
        </ServerOnly>
        {others.length > 0 && (
          <button class="danger" onClick={() => setDropping(true)}>
            Drop all others
          </button>
        )}
      </BoundedTable>
      {worlds.length === 1 && !recording && <NoWorlds />}
      {isDropping && <DropAllDialog names={others} onClose={() => setDropping(false)} />}
    </>
  );
}

function byName({ name: left }: WorldDocument, { name: right }: WorldDocument): number {
  if (left === defaultWorld || right === defaultWorld) return left === defaultWorld ? -1 : 1;
  return left.localeCompare(right, 'en', { numeric: true });
}

function WorldRow({ world }: { readonly world: WorldDocument }): ComponentChild {
  const { api, linkTo, route } = useConsole();
  const browser = useWorldOfBrowser();
  const { name, seed, now, frozen, changed, used_at: usedAt } = world;
  const isOpened = route.path[1] === name;
  return (
    <tr class={isOpened ? 'opened' : ''}>
      <th scope="row">
        <span class="sheet-name">
          <a
            class="cut"
            href={linkTo(['worlds', name])}
            title={name}
            aria-current={isOpened ? 'page' : undefined}
          >
            {name}
          </a>
          {name === api.world && <span class="mark">in the console</span>}
          {name === browser.world && <span class="mark">in this browser</span>}
        </span>
      </th>
      <td data-label="Began with">{beginningOf(world)}</td>
      <td data-label="Records">{changed ? 'changed' : <span class="soft">as they began</span>}</td>
      <td class="number" data-label="Clock">
        {formatMoment(now)} {frozen && <span class="badge">frozen</span>}
      </td>
      <td class="long" title={seed} data-label="Seed">
        {seed}
      </td>
      <td class="number" data-label="Used">
        {usedAt === undefined ? 'kept' : formatMoment(usedAt)}
      </td>
    </tr>
  );
}

export function beginningOf({ from, scenario }: WorldDocument): string {
  if (scenario !== null) return `scenario ${scenario}`;
  return from === null ? 'fixtures' : `snapshot ${from}`;
}

/** What worlds are for, while there is only the default one. */
function NoWorlds(): ComponentChild {
  const { api, tell, version, worldPass } = useConsole();
  const mount = mountOf(api.home, version.control_prefix);
  const needsToken = worldPass !== null;
  const [a, b] = ['a', 'b'].map((name) => reach(location.origin, mount, name, needsToken).curl);
  const commands = `${a}\n${b}`;
  return (
    <div class="teach">
      <h2>Two tests that don't see each other's changes</h2>
      <p>
        Each gives its requests a world of its own, with records, a clock and credentials of its
        own. The name stands in front of the path:
      </p>
      <pre class="seed-command" tabindex={0}>
        {commands}
      </pre>
      <p>
        <button onClick={() => void copyText(commands, 'the commands', { tell })}>
          Copy the commands
        </button>
      </p>
    </div>
  );
}

function DropAllDialog({
  names,
  onClose,
}: {
  readonly names: readonly string[];
  onClose(this: void): void;
}): ComponentChild {
  const { api, go, route, tell } = useConsole();
  const run = async (): Promise<void> => {
    const count = await dropWorlds(api, names);
    tell({ text: `Dropped ${formatCount(count, 'world')}` });
    if (names.includes(api.world)) go(route.path, { world: defaultWorld });
  };
  return (
    <ActionDialog
      title={`Drop ${formatCount(names.length, 'world')}`}
      label="Drop them"
      isDangerous
      {...{ run, onClose }}
    >
      <p>
        Their records, clocks, credentials and overrides go, and there is no undo. Snapshots stay.
        Requests under way in them are answered with 503.
      </p>
    </ActionDialog>
  );
}
