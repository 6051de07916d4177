import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect } from 'preact/hooks';

import type { Api } from '../api/client.ts';
import type { Version, World } from '../api/documents.ts';
import type { Live, LiveEvents } from '../api/live.ts';
import type { Recording, ShownRecording } from '../recording/recording.ts';
import type { Route } from './route.ts';

/** What every view may use. */
export interface Console {
  /** The control API in the world that the user has chosen. */
  readonly api: Api;
  readonly live: Live;
  readonly version: Version;
  readonly worlds: readonly World[];
  readonly route: Route;
  /** What requests need to name a world, where each visitor has its own; null: nothing. */
  readonly worldPass: string | null;
  /** Goes somewhere; the world stays, unless the query names one. */
  go(this: void, path: readonly string[], query?: Readonly<Record<string, string>>): void;
  /** Changes members of the query in place, without a step to go back to. */
  refine(this: void, query: Readonly<Record<string, string>>): void;
  /** The link to a view. */
  linkTo(this: void, path: readonly string[], query?: Readonly<Record<string, string>>): string;
  /** What is shown in place of the server; undefined: the server. */
  readonly recording: Recording | undefined;
  /** Shows a recording, or the server again. */
  show(this: void, shown: ShownRecording | undefined): void;
  /** Whether the contract can be shown: a recording has that of the server, or none. */
  readonly hasContract: boolean;
  /** Tells the user what happened, with one thing to do about it; returns how to take that away. */
  tell(this: void, notice: Notice): () => void;
  /** Tells the user of an error. */
  complain(this: void, error: unknown): void;
  /** What stays while the console is open, whatever view is shown, by a name. */
  keep<T>(this: void, name: string, make: () => T): T;
  /** Keys that work while a view is shown; returns how to take them back. */
  bind(this: void, keys: readonly KeyBinding[]): () => void;
}

export interface Notice {
  readonly text: string;
  readonly kind?: 'done' | 'error';
  /** What it tells of: it takes the place of an older one about the same. */
  readonly about?: string;
  /** Whether it stays until the user dismisses it, as an error does. */
  readonly stays?: boolean;
  readonly action?: { readonly label: string; run(this: void): void };
}

export interface KeyBinding {
  /** As in `KeyboardEvent.key`; two keys in a row are divided by a blank, `Control+` is held down. */
  readonly keys: string;
  readonly label: string;
  /** Whether it is of no use in a recording, and left out there. */
  readonly isServerOnly?: boolean;
  run(this: void): void;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const found = useContext(ConsoleContext);
  if (!found) throw new Error('a view is shown outside the shell');
  return found;
}

/** Calls a listener at each event of the server, and as soon as the connection stands. */
export function useLive<Name extends keyof LiveEvents>(
  name: Name,
  listener: (data: LiveEvents[Name] | undefined) => void,
  reasons: readonly unknown[],
): void {
  const { live } = useConsole();
  useEffect(() => {
    const offs = [live.on(name, listener), live.on('back', () => listener(undefined))];
    return () => {
      for (const off of offs) off();
    };
  }, [live, ...reasons]);
}

/** Binds keys while the component is shown. */
export function useKeys(keys: readonly KeyBinding[], reasons: readonly unknown[]): void {
  const { bind } = useConsole();
  // At once: a user can press a key as soon as its thing is drawn.
  useLayoutEffect(() => bind(keys), reasons);
}
