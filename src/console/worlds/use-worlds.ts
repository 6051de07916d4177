import { useEffect, useRef } from 'preact/hooks';

import type { Scenario, Snapshot, WorldDocument } from '../api/documents.ts';
import type { Answer } from '../api/use-answer.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole, useLive } from '../shell/console.ts';

export interface WorldsData {
  readonly worlds: Answer<readonly WorldDocument[]>;
  readonly snapshots: Answer<readonly Snapshot[]>;
  readonly scenarios: Answer<readonly Scenario[]>;
}

/** Milliseconds: a test that runs changes worlds all the time. */
const shortestRest = 1000;

/** The rest between questions for a list: one of thousands is large. */
export function restFor(worlds: readonly unknown[] = []): number {
  return Math.min(5 * shortestRest, Math.max(shortestRest, worlds.length));
}

/** All worlds, snapshots and scenarios, up to date. */
export function useWorldsData(): WorldsData {
  const { api } = useConsole();
  const worlds = useAnswer(() => api.get<readonly WorldDocument[]>('worlds'), [api]);
  const snapshots = useAnswer(() => api.get<readonly Snapshot[]>('snapshots'), [api]);
  const scenarios = useAnswer(() => api.get<readonly Scenario[]>('scenarios'), [api]);
  const follow = useRest(worlds.reload, restFor(worlds.value));
  useLive('worlds', follow, [api]);
  useLive('state', follow, [api]);
  useLive('clock', follow, [api]);
  useLive('snapshots', snapshots.reload, [api]);
  // The server tells of no scenario, but its files come with the contract.
  useLive('contract', scenarios.reload, [api]);
  return { worlds, snapshots, scenarios };
}

/** Does something at once, and once more after the rest where it is asked for meanwhile. */
export function useRest(act: () => void, rest = shortestRest): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isAsked = useRef(false);
  const latest = useRef(rest);
  latest.current = rest;
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = (): void => {
    isAsked.current = timer.current !== undefined;
    if (isAsked.current) return;
    act();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (isAsked.current) start();
    }, latest.current);
  };
  return start;
}
