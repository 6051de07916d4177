import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { defaultWorld } from '../api/client.ts';
import { ClockChip } from '../clock/clock-chip.tsx';
import { Boundary } from './boundary.tsx';
import { useConsole } from './console.ts';
import { FailedHeader } from './failed-parts.tsx';
import { useTheme } from './use-theme.ts';
import { placeIn } from './route.ts';
import { findView, views } from './views.ts';

interface HeaderProps {
  onOpen(this: void, what: 'help' | 'palette'): void;
  readonly onSignOut: (() => void) | undefined;
}

export function Header(props: HeaderProps): ComponentChild {
  return (
    <Boundary show={(fault) => <FailedHeader {...fault} />}>
      <HeaderParts {...props} />
    </Boundary>
  );
}

function HeaderParts({ onOpen, onSignOut }: HeaderProps): ComponentChild {
  const { version, route, worlds, api } = useConsole();
  const shown = findView(route)?.name;
  const { contract } = version;
  const theme = useTheme();
  return (
    <header class="top">
      <a class="skip" href="#view" onClick={skip}>
        Skip to the view
      </a>
      <p
        class="brand"
        title={`${contract.title} ${contract.version}, Stuntdouble ${version.version}`}
      >
        <span class="cut">{contract.title}</span> <small>{contract.version}</small>
      </p>
      <Views shown={shown} />
      {/* Beside the tools: whether it is there moves none of them. Asking for the clock of a
          world that is gone would make it. */}
      {worlds.some(({ name }) => name === api.world) && <ClockChip />}
      <div class="tools">
        <button
          onClick={() => onOpen('palette')}
          title="Operations, records, worlds, actions (Ctrl K)"
        >
          Go to… <kbd class="wide">Ctrl K</kbd>
        </button>
        <WorldChoice />
        <Status />
        <button
          class="quiet"
          onClick={theme.next}
          aria-label={`Theme: ${theme.name}`}
          title={`Theme: ${theme.name} (light, dark, or as the system)`}
        >
          ◐
        </button>
        <button
          class="quiet"
          onClick={() => onOpen('help')}
          aria-label="Help"
          title="Keys and help (?)"
        >
          ?
        </button>
        {onSignOut && (
          <button class="quiet" onClick={onSignOut}>
            Sign out
          </button>
        )}
      </div>
    </header>
  );
}

function Views({ shown }: { readonly shown: string | undefined }): ComponentChild {
  const { linkTo } = useConsole();
  const list = useRef<HTMLElement>(null);
  // Where there is no room for all, the shown one is in sight.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <nav ref={list} aria-label="Views">
      {views.map(({ name, title, short = title }) => (
        <a key={name} href={linkTo([name])} aria-current={name === shown ? 'page' : undefined}>
          {short}
          <span class="rest">{title.slice(short.length)}</span>
        </a>
      ))}
    </nav>
  );
}

/** The address after `#` is the view's own, so the link moves the focus itself. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#view')?.focus();
}

function WorldChoice(): ComponentChild {
  const { api, worlds, route, go } = useConsole();
  const names = worlds.map(({ name }) => name);
  const all = names.includes(api.world) ? names : [...names, api.world];
  const goTo = (world: string): void => {
    const { path, query } = placeIn(world, route);
    go(path, query);
  };
  return (
    <label class="world">
      <span class="wide">World</span>
      <select
        aria-label="World"
        value={api.world}
        onChange={({ currentTarget: { value } }) => goTo(value)}
      >
        {all.map((name) => (
          <option key={name} value={name}>
            {name === defaultWorld ? 'default' : name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Status(): ComponentChild {
  const { live, recording } = useConsole();
  const [isOn, setOn] = useState(true);
  useEffect(() => live.onStatus(setOn), [live]);
  if (recording)
    return (
      <span class="status recorded" role="status" title="recording">
        <span class="wide">recording</span>
      </span>
    );
  return (
    <span class={isOn ? 'status on' : 'status'} role="status" title={isOn ? 'live' : ''}>
      <span class={isOn ? 'wide' : ''}>{isOn ? 'live' : 'connecting…'}</span>
    </span>
  );
}
