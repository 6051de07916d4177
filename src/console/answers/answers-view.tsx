import '../style/answers.css';

import type { ComponentChild } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

import type { PlannedOperation } from '../api/documents.ts';
import { Empty, Failure } from '../parts/empty.tsx';
import { tellFound, useSaid } from '../parts/said.tsx';
import { useConsole, useKeys } from '../shell/console.ts';
import { useOperations } from '../traffic/use-plan.ts';
import { groupRows } from './group-rows.ts';
import { InPlace } from './in-place.tsx';
import { OperationList } from './operation-list.tsx';
import { OperationPanel } from './operation-panel.tsx';
import { PresetBar } from './preset-bar.tsx';
import type { Overrides, Placed } from './use-overrides.ts';
import { useOverrides } from './use-overrides.ts';

/** What operations answer instead of the usual. */
export function AnswersView(): ComponentChild {
  const { route, go } = useConsole();
  const operations = useOperations();
  const overrides = useOverrides();
  const { list, error } = overrides;
  const search = route.query['search'] ?? '';
  const opened = route.path[1];
  const close = (): void => {
    if (opened !== undefined) go(['answers'], { search });
  };
  useAnswerKeys(opened, search, close);
  if (!list)
    return error === undefined ? null : (
      <Failure title="The overrides can not be shown" text={error} />
    );
  return (
    <div class={opened === undefined ? 'answers' : 'answers split'}>
      <ListPart {...{ operations, overrides, list, search, opened }} />
      {opened !== undefined && operations.length > 0 && (
        <OpenedPart {...{ operations, overrides, list, opened }} onClose={close} />
      )}
    </div>
  );
}

interface PartProps {
  readonly operations: readonly PlannedOperation[];
  readonly overrides: Overrides;
  readonly list: readonly Placed[];
}

function ListPart(
  props: PartProps & { readonly search: string; readonly opened: string | undefined },
): ComponentChild {
  const { operations, overrides, list, search, opened } = props;
  const { refine } = useConsole();
  const rows = groupRows(operations, search);
  useSaid(tellFound(rows), search);
  return (
    <section class="answers-list" aria-label="Operations">
      <div class="answers-bar">
        <input
          type="search"
          class="answers-search"
          aria-label="Search the operations"
          placeholder="Search"
          value={search}
          onInput={({ currentTarget }) => refine({ search: currentTarget.value })}
        />
        <PresetBar operations={operations} overrides={overrides} />
      </div>
      <InPlace list={list} overrides={overrides} />
      {rows.length === 0 && operations.length > 0 ? (
        <Empty title="No operation holds this text">
          <p>The search looks at ids, methods, paths, summaries and tags.</p>
        </Empty>
      ) : (
        <OperationList {...{ rows, list, overrides, opened }} />
      )}
    </section>
  );
}

function OpenedPart(
  props: PartProps & { readonly opened: string; onClose(this: void): void },
): ComponentChild {
  const { operations, overrides, list, opened, onClose } = props;
  const operation = operations.find(({ id }) => id === opened);
  if (operation)
    return <OperationPanel key={opened} {...{ operation, list, overrides, onClose }} />;
  return (
    <Failure title={`There is no operation “${opened}”`} text="The contract may have changed.">
      <button onClick={onClose}>Close</button>
    </Failure>
  );
}

function useAnswerKeys(opened: string | undefined, search: string, close: () => void): void {
  useKeys(
    [
      { keys: '/', label: 'Search the operations', run: () => focus('.answers-search') },
      { keys: 'Escape', label: 'Close the operation', run: close },
    ],
    [opened, search],
  );
  // The list takes the focus back as soon as the panel is gone: a user goes on at once.
  useLayoutEffect(() => {
    if (opened === undefined) return undefined;
    return () => focus(`[data-operation="${CSS.escape(opened)}"]`);
  }, [opened]);
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
