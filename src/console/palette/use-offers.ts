import { useMemo } from 'preact/hooks';

import type { Credential } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { listRecordingActions } from '../recording/recording-actions.ts';
import type { KeyBinding } from '../shell/console.ts';
import { useConsole } from '../shell/console.ts';
import { useOperations } from '../traffic/use-plan.ts';
import type { Group } from './entries.ts';
import { listGroups, toActions } from './entries.ts';
import { useFoundRecords } from './use-found-records.ts';
import { listWorldActions } from './world-actions.ts';

/** All that fits a query, with what keys do at this moment. */
export function useOffers(keys: readonly KeyBinding[], query: string): readonly Group[] {
  const shell = useConsole();
  const { api, worlds } = shell;
  const operations = useOperations();
  const records = useFoundRecords(query);
  const { value = [] } = useAnswer(() => api.get<readonly Credential[]>('credentials'), [api]);
  const credentials = [...new Set(value.map(({ name }) => name))];
  const actions = useMemo(
    () => [
      ...toActions(keys),
      ...listWorldActions(shell),
      ...listRecordingActions(shell).map(({ label, run }) => ({ id: label, text: label, run })),
    ],
    [keys],
  );
  return listGroups({ actions, operations, records, credentials, worlds }, query, shell);
}
