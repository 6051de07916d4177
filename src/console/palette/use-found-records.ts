import { useEffect, useState } from 'preact/hooks';

import type { FoundRecords } from '../api/record-documents.ts';
import { useConsole } from '../shell/console.ts';
import type { Hit } from './entries.ts';

/** Milliseconds between the last key and the question. */
const pause = 150;
const most = 8;

/** Shorter ones are in almost every record. */
const shortest = /^(\d|.{2})/su;

/** The records that the server finds by a text; the last answer stays while the next is under way. */
export function useFoundRecords(query: string): readonly Hit[] {
  const { api } = useConsole();
  const [found, setFound] = useState<readonly Hit[]>([]);
  const search = query.trim();
  useEffect(() => {
    if (!shortest.test(search)) {
      setFound([]);
      return undefined;
    }
    let isWanted = true;
    const show = (records: readonly Hit[]): void => void (isWanted && setFound(records));
    const ask = (): void =>
      void api.get<FoundRecords>('records', { search, limit: most }).then(
        ({ records }) => show(records.map((one) => ({ ...one, search }))),
        () => show([]),
      );
    const timer = setTimeout(ask, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [api, search]);
  return found;
}
