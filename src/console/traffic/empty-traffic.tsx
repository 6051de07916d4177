import type { ComponentChild } from 'preact';

import type { PlannedOperation } from '../api/documents.ts';
import { copyText } from '../parts/copy.ts';
import { Empty } from '../parts/empty.tsx';
import type { Console } from '../shell/console.ts';
import { useConsole } from '../shell/console.ts';
import { tokenOption } from '../worlds/addresses.ts';
import { noFilters } from './filter-bar.tsx';
import type { Filters } from './filters.ts';
import { countFilters } from './filters.ts';

interface EmptyTrafficProps {
  readonly filters: Filters;
  readonly operations: readonly PlannedOperation[];
}

/** Says why there is no request, and what to do next. */
export function EmptyTraffic({ filters, operations }: EmptyTrafficProps): ComponentChild {
  const { refine, recording, ...chosen } = useConsole();
  const { api } = chosen;
  const isNarrowed = filters.worlds === 'this';
  if (countFilters(filters) > 0)
    return (
      <Empty title="No request passes the filters">
        <p class="row">
          <button class="main" onClick={() => refine(noFilters)}>
            Clear filters
          </button>
          {isNarrowed && <AllWorlds />}
        </p>
      </Empty>
    );
  return (
    <Empty
      title={`No request${recording ? '' : ' yet'}${isNarrowed ? ` in the world ${api.world}` : ''}`}
    >
      {!recording && <FirstRequest command={writeExample(operations, chosen)} />}
      {isNarrowed && (
        <p class="row">
          <AllWorlds />
        </p>
      )}
    </Empty>
  );
}

function AllWorlds(): ComponentChild {
  const { refine } = useConsole();
  return <button onClick={() => refine({ worlds: 'all' })}>Show all worlds</button>;
}

function FirstRequest({ command }: { readonly command: string }): ComponentChild {
  return (
    <>
      <p>What clients send to the server is shown here as it comes in. Try one:</p>
      <Command text={command} />
    </>
  );
}

function Command({ text }: { readonly text: string }): ComponentChild {
  const { tell } = useConsole();
  return (
    <div class="command">
      <pre tabindex={0} role="group" aria-label="A command to try">
        {text}
      </pre>
      <button onClick={() => void copyText(text, 'the command', { tell })}>Copy</button>
    </div>
  );
}

/** A read that needs no key, where the contract has one. */
function writeExample(
  operations: readonly PlannedOperation[],
  { api: { world }, worldPass }: Pick<Console, 'api' | 'worldPass'>,
): string {
  const reads = operations.filter(({ method }) => method === 'GET');
  const path = (reads.find((one) => !one.path.includes('{')) ?? reads[0])?.path ?? '/';
  const header = world === 'default' ? '' : ` -H 'X-Stuntdouble-World: ${world}'`;
  const token = worldPass === null ? '' : tokenOption;
  return `curl -g${header}${token} '${location.origin}${path.replaceAll("'", '%27')}'`;
}
