import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import type { Address } from '../api/address.ts';
import type { Api } from '../api/client.ts';
import { createApi, defaultWorld, messageOf } from '../api/client.ts';
import type { Version, World } from '../api/documents.ts';
import type { Live } from '../api/live.ts';
import { openLive } from '../api/live.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Failure } from '../parts/empty.tsx';
import { ClosedRecording } from '../recording/closed-recording.tsx';
import { rememberName } from '../recording/kept-name.ts';
import { Said } from '../parts/said.tsx';
import { RecordingBanner } from '../recording/recording-banner.tsx';
import type { Recording, ShownRecording } from '../recording/recording.ts';
import { createRecordingApi, stillLive } from '../recording/recording-api.ts';
import { usePresentContract } from '../recording/use-present-contract.ts';
import { Boundary } from './boundary.tsx';
import type { Console, Notice } from './console.ts';
import { BrowserWorldFrame } from '../worlds/browser-world-frame.tsx';
import { restFor, useRest } from '../worlds/use-worlds.ts';
import { ConsoleContext, useConsole } from './console.ts';
import { FailedDialog, FailedView } from './failed-parts.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import type { KeyTable } from './keys.ts';
import { createKeyTable } from './keys.ts';
import { MissingWorld } from './missing-world.tsx';
import { Palette } from '../palette/palette.tsx';
import { Notices } from './notices.tsx';
import { ReplicasLine } from './replicas-line.tsx';
import { useNotices } from './use-notices.ts';
import type { Route } from './route.ts';
import { readRoute, writeRoute } from './route.ts';
import { titleOf } from './title.ts';
import { useRoute } from './use-route.ts';
import { findView, views } from './views.ts';

interface WorkbenchProps {
  readonly address: Address;
  /** Undefined: the server is shown. */
  readonly shown: ShownRecording | undefined;
  onShow(this: void, shown: ShownRecording | undefined): void;
  /** What stays of the server, also while a recording is shown. */
  readonly keep: Console['keep'];
  /** Whether the user signed in, and so can sign out. */
  readonly hasSession: boolean;
  readonly worldPass: Console['worldPass'];
  onSessionEnd(this: void): void;
}

/** The console of a user who may use the control API. */
export function Workbench(props: WorkbenchProps): ComponentChild {
  const { address, shown, onShow, hasSession, onSessionEnd } = props;
  const recording = shown?.recording;
  const { main, live } = useSource(address.home, recording);
  const present = usePresentContract(address.home, shown !== undefined);
  const keys = useMemo(createKeyTable, []);
  const notices = useNotices();
  const { served, worlds } = useServed(main, live);
  const state = useConsoleState({
    address,
    main,
    live,
    keys,
    recording,
    tell: notices.tell,
    keep: props.keep,
  });
  const [opened, setOpened] = useState<Opened>();
  useShellKeys(keys, state.go, setOpened);
  // The session ended elsewhere: sign in again.
  useEffect(() => {
    if (served.status === 401) onSessionEnd();
  }, [served.status]);
  if (!served.value || !worlds.value) {
    const error = served.error ?? worlds.error;
    return error === undefined ? null : <Failure title="The console has no server" text={error} />;
  }
  const { contract } = served.value;
  const context: Console = {
    ...state,
    version: served.value,
    worlds: worlds.value,
    worldPass: props.worldPass,
    hasContract: recording === undefined || present === contract.fingerprint,
    show(next) {
      rememberName(next?.name);
      // What was opened may not be in the other.
      state.go(state.route.path.slice(0, 1));
      onShow(next);
    },
  };
  const signOut = (): void =>
    void main.send('DELETE', 'session').then(onSessionEnd, context.complain);
  return (
    <ConsoleContext.Provider value={context}>
      <Header onOpen={setOpened} onSignOut={hasSession ? signOut : undefined} />
      {shown ? <RecordingBanner shown={shown} present={present} /> : <ClosedRecording />}
      <BrowserWorldFrame>
        <MainView />
      </BrowserWorldFrame>
      <Notices notices={notices} />
      <Said />
      {!shown && <ReplicasLine main={main} live={live} />}
      {opened && <OpenedDialog what={opened} keys={keys} onClose={() => setOpened(undefined)} />}
    </ConsoleContext.Provider>
  );
}

interface OpenedDialogProps {
  readonly what: Opened;
  readonly keys: KeyTable;
  onClose(this: void): void;
}

function OpenedDialog({ what, keys, onClose }: OpenedDialogProps): ComponentChild {
  const Shown = what === 'help' ? Help : Palette;
  return (
    <Boundary
      key={what}
      show={(fault) => <FailedDialog title={`The ${what} failed`} onClose={onClose} {...fault} />}
    >
      <Shown keys={keys.list()} onClose={onClose} />
    </Boundary>
  );
}

function MainView(): ComponentChild {
  return (
    <main class="view" id="view" tabindex={-1}>
      <Boundary show={(fault) => <FailedView {...fault} />}>
        <ShownView />
      </Boundary>
    </main>
  );
}

function ShownView(): ComponentChild {
  const { api, worlds, route, version } = useConsole();
  const shown = findView(route);
  const pageTitle = titleOf(route, shown?.title, version.contract.title);
  useEffect(() => {
    document.title = pageTitle;
  }, [pageTitle]);
  if (!worlds.some(({ name }) => name === api.world)) return <MissingWorld />;
  if (shown)
    return (
      <>
        <h1 class="unseen" tabindex={-1}>
          {shown.title}
        </h1>
        <shown.Component key={api.world} />
      </>
    );
  const text = `The console has ${views.map(({ title }) => title).join(', ')}.`;
  return <Failure title="There is no such view" text={text} />;
}

type Opened = 'help' | 'palette';

function useShellKeys(keys: KeyTable, go: Console['go'], onOpen: (what: Opened) => void): void {
  useEffect(() => {
    addEventListener('keydown', keys.press);
    const unbind = keys.bind([
      { keys: 'Control+k', label: 'Go to, or do, by its name', run: () => onOpen('palette') },
      { keys: '?', label: 'Show this help', run: () => onOpen('help') },
      ...views.map((view) => ({
        keys: view.keys,
        label: `Go to ${view.title}`,
        run: () => go([view.name]),
      })),
    ]);
    return () => {
      removeEventListener('keydown', keys.press);
      unbind();
    };
  }, [keys]);
}

/** Where the views have what they show. */
function useSource(
  home: string,
  recording: Recording | undefined,
): { readonly main: Api; readonly live: Live } {
  const source = useMemo(
    () =>
      recording
        ? {
            main: createRecordingApi(recording, createApi(home, defaultWorld)),
            live: stillLive,
          }
        : { main: createApi(home, defaultWorld), live: openLive(`${home}live`) },
    [home, recording],
  );
  useEffect(() => () => source.live.close(), [source]);
  return source;
}

interface Served {
  readonly served: ReturnType<typeof useAnswer<Version>>;
  readonly worlds: ReturnType<typeof useAnswer<readonly World[]>>;
}

function useServed(main: Api, live: Live): Served {
  const ask = <T,>(path: string): Promise<T> => live.ready.then(() => main.get<T>(path));
  const served = useAnswer(() => ask<Version>('version'), [main]);
  const worlds = useAnswer(() => ask<readonly World[]>('worlds'), [main]);
  const follow = useRest(worlds.reload, restFor(worlds.value));
  useEffect(() => {
    const offs = [
      live.on('contract', served.reload),
      live.on('refused', served.reload),
      live.on('worlds', follow),
      live.on('back', () => {
        served.reload();
        worlds.reload();
      }),
    ];
    return () => {
      for (const off of offs) off();
    };
  }, [live]);
  return { served, worlds };
}

interface StateSetting {
  readonly address: Address;
  readonly main: Api;
  readonly live: Live;
  readonly keys: KeyTable;
  readonly recording: Recording | undefined;
  readonly keep: Console['keep'];
  tell(this: void, notice: Notice): () => void;
}

export function createKeeping(): Console['keep'] {
  const kept = new Map<string, unknown>();
  return <T,>(name: string, make: () => T): T => {
    if (!kept.has(name)) kept.set(name, make());
    // A trust edge: each name is of one view alone.
    return kept.get(name) as T;
  };
}

/** Asked when it is needed: keys are bound once. */
function now(): Route {
  return readRoute(location.hash);
}

/** The chosen world stays, unless the query names another. */
function stay(query: Route['query'] = {}): Route['query'] {
  const kept = now().query['world'];
  return kept === undefined ? query : { world: kept, ...query };
}

function useConsoleState({
  address,
  main,
  live,
  keys,
  recording,
  keep,
  tell,
}: StateSetting): Omit<Console, 'version' | 'worlds' | 'worldPass' | 'hasContract' | 'show'> {
  const { route, go, replace } = useRoute();
  const world = route.query['world'] ?? address.world ?? defaultWorld;
  const api = useMemo(() => main.within(world), [main, world]);
  const own = useMemo(createKeeping, []);
  return {
    api,
    live,
    route,
    go: (path, query) => go({ path, query: stay(query) }),
    refine: (query) => replace({ path: now().path, query: { ...now().query, ...query } }),
    linkTo: (path, query) => writeRoute({ path, query: stay(query) }),
    tell,
    complain: (error) => void tell({ kind: 'error', text: messageOf(error) }),
    recording,
    bind: (all) => keys.bind(recording ? all.filter((one) => !one.isServerOnly) : all),
    keep: recording ? own : keep,
  };
}
