import '../style/contract.css';

import type { ComponentChild } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { Empty, Failure } from '../parts/empty.tsx';
import { useConsole, useKeys } from '../shell/console.ts';
import { ContractOverview } from './contract-overview.tsx';
import { FindingsPart } from './findings-part.tsx';
import { OperationList } from './operation-list.tsx';
import { OperationPanel } from './operation-panel.tsx';
import type { IndexRow } from './operation-rows.ts';
import { listRows, neighbourOf } from './operation-rows.ts';
import { OverlaysPart } from './overlays-part.tsx';
import type { ShownContract } from './use-contract.ts';
import { useContract } from './use-contract.ts';

/** The contract as clients read it, with what the server makes of it. */
export function ContractView(): ComponentChild {
  const { route, hasContract } = useConsole();
  const { value, error, isSlow } = useContract();
  if (!hasContract) return <OtherContract />;
  if (!value) {
    if (error !== undefined) return <Failure title="The contract can't be shown" text={error} />;
    return isSlow ? <p class="soft padded">Loading…</p> : null;
  }
  const { part = '' } = route.query;
  return (
    <div class="contract">
      <Parts shown={part} />
      {part === 'findings' && <FindingsPart operations={value.operations} />}
      {part === 'overlays' && <OverlaysPart />}
      {part !== 'findings' && part !== 'overlays' && <Reference contract={value} />}
    </div>
  );
}

function OtherContract(): ComponentChild {
  return (
    <Failure
      title="The contract can't be shown"
      text="A recording has the fingerprint of its contract alone, and the server does not have that contract now."
    />
  );
}

const parts = [
  ['', 'Reference'],
  ['findings', 'Findings'],
  ['overlays', 'Overlays'],
] as const;

function Parts({ shown }: { readonly shown: string }): ComponentChild {
  const { linkTo, version } = useConsole();
  const { operations } = version.contract;
  return (
    <div class="contract-bar">
      <nav aria-label="Parts of the contract">
        {parts.map(([name, title]) => (
          <a
            key={name}
            href={linkTo(['contract'], { part: name })}
            aria-current={name === shown ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <span class="soft">
        {operations === 1 ? '1 operation' : `${operations.toLocaleString('en')} operations`}
      </span>
    </div>
  );
}

function Reference({ contract }: { readonly contract: ShownContract }): ComponentChild {
  const { route } = useConsole();
  const { operations } = contract;
  const { search = '' } = route.query;
  const opened = route.path[1];
  const rows = useMemo(() => listRows(operations, search), [operations, search]);
  useReferenceKeys(rows, opened);
  if (operations.length === 0)
    return (
      <Empty title="The contract has no operation">
        <p>
          Add a path to it, and start the server with <code>--watch</code>: the console follows.
        </p>
      </Empty>
    );
  const operation = operations.find(({ id }) => id === opened);
  return (
    <div class={opened === undefined ? 'contract-reference' : 'contract-reference has-operation'}>
      <OperationList rows={rows} opened={opened} />
      <div class="reference-side">
        {operation && <OperationPanel key={operation.id} {...{ operation, contract }} />}
        {opened === undefined && <ContractOverview contract={contract} />}
        {opened !== undefined && !operation && (
          <Failure
            title={`The contract has no operation “${opened}”`}
            text="Choose one in the list, or search it there."
          />
        )}
      </div>
    </div>
  );
}

function useReferenceKeys(rows: readonly IndexRow[], opened: string | undefined): void {
  const { go, route } = useConsole();
  const latest = useRef<(step: number) => void>(() => undefined);
  latest.current = (step) => {
    const next = neighbourOf(rows, opened, step);
    if (next) go(['contract', next.id], route.query);
  };
  const close = useRef<() => void>(() => undefined);
  close.current = () => {
    if (opened !== undefined) go(['contract'], route.query);
  };
  // The list has the focus again when an operation is closed.
  useLayoutEffect(() => {
    if (opened === undefined) return undefined;
    return () => {
      if (!location.hash.startsWith('#/contract/')) focusLink(opened);
    };
  }, [opened]);
  useKeys(
    [
      { keys: 'j', label: 'Open the next operation', run: () => latest.current(1) },
      { keys: 'k', label: 'Open the operation before', run: () => latest.current(-1) },
      { keys: 'Escape', label: 'Close the operation', run: () => close.current() },
      { keys: '/', label: 'Search the operations', run: focusSearch },
    ],
    [],
  );
}

function focusLink(id: string): void {
  const name = encodeURIComponent(id);
  document.querySelector<HTMLElement>(`.index-link[href*="/${CSS.escape(name)}"]`)?.focus();
}

function focusSearch(): void {
  document.querySelector<HTMLElement>('.operation-search')?.focus();
}
