/** The events of `GET /live`: what has changed, so that a view asks again. */
export interface LiveEvents {
  readonly requests: { readonly last_id: number; readonly cleared: number };
  readonly coverage: { readonly cleared: number };
  readonly state: { readonly world: string; readonly version: number };
  readonly worlds: { readonly count: number };
  readonly overrides: { readonly world: string };
  readonly clock: { readonly world: string };
  readonly credentials: { readonly world: string };
  readonly snapshots: object;
  readonly contract: { readonly fingerprint: string };
  /** The connection stands: what was asked before it may have changed since. */
  readonly back: object;
  /** The server answered, but not with a stream: perhaps the session has ended. */
  readonly refused: object;
}

export interface Live {
  on<Name extends keyof LiveEvents>(
    name: Name,
    listener: (data: LiveEvents[Name]) => void,
  ): () => void;
  /** Called with whether the connection stands, at once and after each change. */
  onStatus(listener: (isOn: boolean) => void): () => void;
  close(): void;
}

const names = [
  'requests',
  'coverage',
  'state',
  'worlds',
  'overrides',
  'clock',
  'credentials',
  'snapshots',
  'contract',
] as const;

/** Milliseconds: how soon a connection that the server refused is tried again. */
const pause = 2000;

/**
 * A hidden page holds no connection: browsers open six to a host at most, and each open console
 * would take one of them.
 */
export function openLive(url: string): Live {
  const { on, onStatus, tell, setStatus } = createListeners();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = (): void => {
    stop();
    const opened = new EventSource(url);
    source = opened;
    opened.addEventListener('hello', () => {
      setStatus(true);
      tell('back', '{}');
    });
    for (const name of names)
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => tell(name, data));
    opened.addEventListener('error', () => {
      setStatus(false);
      if (opened.readyState !== EventSource.CLOSED) return;
      tell('refused', '{}');
      timer = setTimeout(open, pause);
    });
  };
  const follow = (): void => {
    if (document.visibilityState === 'visible') open();
    else stop();
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return {
    on,
    onStatus,
    close() {
      document.removeEventListener('visibilitychange', follow);
      stop();
    },
  };
}

interface Listeners extends Pick<Live, 'on' | 'onStatus'> {
  tell(this: void, name: keyof LiveEvents, data: string): void;
  setStatus(this: void, isOn: boolean): void;
}

function createListeners(): Listeners {
  const listeners = new Map<keyof LiveEvents, Set<(data: never) => void>>();
  const statusListeners = new Set<(isOn: boolean) => void>();
  let isOn = false;
  return {
    on(name, listener) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all);
      all.add(listener);
      return () => void all.delete(listener);
    },
    onStatus(listener) {
      statusListeners.add(listener);
      listener(isOn);
      return () => void statusListeners.delete(listener);
    },
    tell(name, data) {
      // A trust edge: the server says by the name what the data is.
      for (const listener of listeners.get(name) ?? []) listener(JSON.parse(data) as never);
    },
    setStatus(next) {
      if (next === isOn) return;
      isOn = next;
      for (const listener of statusListeners) listener(isOn);
    },
  };
}
