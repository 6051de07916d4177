import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { defaultWorld } from '../api/client.ts';
import type { WorldDocument } from '../api/documents.ts';
import { Failure } from '../parts/empty.tsx';
import { ServerOnly } from '../parts/server-only.tsx';
import { PanelHead } from '../parts/panel-head.tsx';
import { formatMoment } from '../parts/moment.ts';
import { useConsole } from '../shell/console.ts';
import type { WorldWish } from './actions.ts';
import { Differences } from './differences.tsx';
import { ReachSection } from './reach-section.tsx';
import type { WorldsData } from './use-worlds.ts';
import type { WorldDialog } from './world-dialogs.tsx';
import { WorldDialogs } from './world-dialogs.tsx';
import { beginningOf } from './world-list.tsx';

interface WorldPanelProps {
  readonly name: string;
  readonly data: WorldsData;
  /** Undefined: there is none of that name. */
  readonly world: WorldDocument | undefined;
  onMake(this: void, wish: Partial<WorldWish>): void;
}

/** One world opened: how to reach it, what to do with it, and what has changed in it. */
export function WorldPanel({ name, data, world, onMake }: WorldPanelProps): ComponentChild {
  const { go, recording } = useConsole();
  const [dialog, setDialog] = useState<WorldDialog>();
  return (
    <section class="world-panel" aria-label={`World ${name}`}>
      <PanelHead list="Worlds" close="Close the world" onClose={() => go(['worlds'])}>
        <h2 class="cut" title={name}>
          {name}
        </h2>
      </PanelHead>
      {world ? (
        <div class="world-parts">
          <Facts world={world} />
          <Actions world={world} onDialog={setDialog} />
          {recording ? <NoDifferences /> : <ReachSection world={name} />}
          {!recording && <Differences world={world} snapshots={data.snapshots.value ?? []} />}
          {dialog && (
            <WorldDialogs {...{ dialog, world, data }} onClose={() => setDialog(undefined)} />
          )}
        </div>
      ) : (
        <Failure
          title={`There is no world “${name}”`}
          text="It was dropped, or nothing used it yet."
        >
          <p>
            <ServerOnly>
              <button class="main" onClick={() => onMake({ name })}>
                Make it
              </button>
            </ServerOnly>
          </p>
        </Failure>
      )}
    </section>
  );
}

function NoDifferences(): ComponentChild {
  return (
    <p class="soft">
      A recording does not have what changed in its world since the beginning. In the traffic, each
      request has what it changed.
    </p>
  );
}

function Facts({ world }: { readonly world: WorldDocument }): ComponentChild {
  const { seed, now, frozen, made_at: madeAt, used_at: usedAt } = world;
  const facts: readonly (readonly [string, string])[] = [
    ['Began with', beginningOf(world)],
    ['Clock', `${formatMoment(now)}, ${frozen ? 'frozen' : 'running'}`],
    ['Seed', seed],
    ...(madeAt === undefined ? [] : [['Made', formatMoment(madeAt)] as const]),
    ...(usedAt === undefined ? [] : [['Used', formatMoment(usedAt)] as const]),
  ];
  return (
    <dl class="world-facts">
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ActionsProps {
  readonly world: WorldDocument;
  onDialog(this: void, dialog: WorldDialog): void;
}

function Actions({ world: { name }, onDialog }: ActionsProps): ComponentChild {
  const { api, go, linkTo, tell } = useConsole();
  const reason = name === defaultWorld ? 'The default world is kept: it can be reset' : undefined;
  return (
    <div class="row">
      {name === api.world ? (
        <a class="button" href={linkTo(['state'])}>
          Its records
        </a>
      ) : (
        <button onClick={() => go(['worlds', name], { world: name })}>Open in the console</button>
      )}
      <ServerOnly>
        <button onClick={() => onDialog('save')}>Save a snapshot</button>
        <button onClick={() => onDialog('scenario')}>Save as a scenario</button>
        <button onClick={() => onDialog('copy')}>Make one like it</button>
        <button onClick={() => onDialog('reset')}>Reset</button>
        <button
          class="danger"
          aria-disabled={reason === undefined ? undefined : 'true'}
          title={reason}
          onClick={() => (reason === undefined ? onDialog('drop') : tell({ text: reason }))}
        >
          Drop
        </button>
      </ServerOnly>
    </div>
  );
}
