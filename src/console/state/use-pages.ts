import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { Api } from '../api/client.ts';
import { messageOf } from '../api/client.ts';
import { useConsole, useLive } from '../shell/console.ts';
import type { PageCache } from './page-cache.ts';
import {
  accept,
  changedRows,
  emptyCache,
  missingPages,
  mostFlashes,
  outdate,
  pageSize,
} from './page-cache.ts';
import type { Question } from './question.ts';
import { askQuery } from './question.ts';
import { listRecords } from './records.ts';

export interface Pages {
  /** That of the last question stays until the first page of the next one is there. */
  readonly cache: PageCache;
  readonly error: string | undefined;
  readonly isSlow: boolean;
  /** Which question the cache answers. */
  readonly turn: string;
  /** The records that another client has just changed. */
  readonly flashing: ReadonlySet<string>;
  /** Tells which rows are in sight. */
  see(this: void, first: number, last: number): void;
  reload(this: void): void;
}

/** Milliseconds: how often a view that scrolls asks; how long a change shows. */
const [rest, flashTime] = [60, 1500];

/** Rows beyond those in sight that are asked for, so that they are there when the user comes. */
const ahead = 50;

export function usePages(collection: string, question: Question): Pages {
  const turn = JSON.stringify([collection, question]);
  const [shown, setShown] = useState({ turn, cache: emptyCache });
  const [error, setError] = useState<string>();
  const isSlow = useSlow(shown.cache.version === undefined && error === undefined);
  const { flashing, flash } = useFlashes();
  const loader = useLoader({
    turn,
    collection,
    question,
    onChange: (cache) => {
      setShown({ turn, cache });
      setError(undefined);
    },
    onError: (failure) => setError(messageOf(failure)),
    flash,
  });
  return { cache: shown.cache, turn: shown.turn, error, isSlow, flashing, ...loader };
}

interface LoaderSetting {
  readonly turn: string;
  readonly collection: string;
  readonly question: Question;
  onChange(this: void, cache: PageCache): void;
  onError(this: void, error: unknown): void;
  flash(this: void, ids: readonly string[]): void;
}

interface Loader {
  load(this: void): void;
  outdate(this: void): void;
  end(this: void): void;
  version(this: void): number | undefined;
}

interface Range {
  readonly current: { readonly first: number; readonly last: number };
}

/** Asks for the pages in sight, one after the other, and never twice at once for the same. */
function createLoader(api: Api, setting: LoaderSetting, range: Range): Loader {
  let cache = emptyCache;
  let isBusy = false;
  let isOver = false;
  const ask = async (offset: number): Promise<void> => {
    const { age } = cache;
    const query = { ...askQuery(setting.question), offset, limit: pageSize };
    const page = await listRecords(api, setting.collection, query);
    if (isOver) return;
    const changed = changedRows(cache.pages.get(offset)?.rows ?? [], page);
    cache = accept(cache, { offset, age, page });
    setting.onChange(cache);
    if (changed.length <= mostFlashes) setting.flash(changed);
  };
  const load = async (): Promise<void> => {
    const [offset] = missingPages(cache, range.current.first, range.current.last);
    if (isBusy || isOver || offset === undefined) return;
    isBusy = true;
    try {
      await ask(offset);
      isBusy = false;
      await load();
    } catch (error) {
      isBusy = false;
      if (!isOver) setting.onError(error);
    }
  };
  return {
    load: () => void load(),
    version: () => cache.version,
    outdate() {
      cache = outdate(cache);
      void load();
    },
    end() {
      isOver = true;
    },
  };
}

function useLoader(setting: LoaderSetting): Pick<Pages, 'see' | 'reload'> {
  const { api } = useConsole();
  const { turn } = setting;
  const range = useRef({ first: 0, last: pageSize });
  const loader = useMemo(() => createLoader(api, setting, range), [api, turn]);
  useEffect(() => {
    range.current = { first: 0, last: pageSize };
    loader.load();
    return loader.end;
  }, [loader]);
  useLive(
    'state',
    (data) => {
      const isOurs = data === undefined || data.world === api.world;
      if (isOurs && data?.version !== loader.version()) loader.outdate();
    },
    [loader],
  );
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [loader],
  );
  const see = useCallback(
    (first: number, last: number) => {
      range.current = { first: first - ahead, last: last + ahead };
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        loader.load();
      }, rest);
    },
    [loader],
  );
  return { see, reload: loader.outdate };
}

function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setSlow(true), 300);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isSlow;
}

function useFlashes(): Pick<Pages, 'flashing'> & {
  flash(this: void, ids: readonly string[]): void;
} {
  const [flashing, setFlashing] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const flash = useCallback((ids: readonly string[]) => {
    if (ids.length === 0) return;
    setFlashing((now) => new Set([...now, ...ids]));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setFlashing(new Set()), flashTime);
  }, []);
  return { flashing, flash };
}
