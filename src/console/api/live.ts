/** The events of `GET /live`: what has changed, so that a view asks again. */
export interface LiveEvents {
  readonly requests: {
    readonly last_id: number;
    readonly cleared: number;
    /** Rises when the delivery of a reply is over, which its request tells. */
    readonly delivered: number;
  };
  readonly coverage: { readonly cleared: number };
  readonly state: { readonly world: string; readonly version: number };
  readonly worlds: { readonly count: number };
  readonly overrides: { readonly world: string };
  readonly clock: { readonly world: string };
  readonly credentials: { readonly world: string };
  readonly snapshots: object;
  readonly contract: { readonly fingerprint: string };
  /** The connection stands after questions were asked: what they found may have changed since. */
  readonly back: object;
  /** The server answered, but not with a stream: perhaps the session has ended. */
  readonly refused: object;
}

export interface Live {
  /**
   * Resolves when the connection stands, or is late. What is asked from then on misses no event, and
   * where the connection was late, `back` follows.
   */
  readonly ready: Promise<void>;
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

/** Milliseconds: a user waits no longer for a connection before the first questions are asked. */
const patience = 300;

/**
 * A hidden page holds no connection: browsers open six to a host at most, and each open console
 * would take one of them.
 */
export function openLive(url: string): Live {
  const { on, onStatus, tell, setStatus } = createListeners();
  const readiness = createReadiness();
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
      if (readiness.isOver()) tell('back', '{}');
      else readiness.end();
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
    ready: readiness.ready,
    on,
    onStatus,
    close() {
      readiness.stop();
      document.removeEventListener('visibilitychange', follow);
      stop();
    },
  };
}

interface Readiness extends Pick<Live, 'ready'> {
  isOver(this: void): boolean;
  end(this: void): void;
  /** Without a connection, nothing is asked any more. */
  stop(this: void): void;
}

function createReadiness(): Readiness {
  let isOver = false;
  const waiting = new EventTarget();
  const ready = new Promise<void>((resolve) => {
    waiting.addEventListener('over', () => resolve());
  });
  const end = (): void => {
    isOver = true;
    waiting.dispatchEvent(new Event('over'));
  };
  const timer = setTimeout(end, patience);
  return { ready, isOver: () => isOver, end, stop: () => clearTimeout(timer) };
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
