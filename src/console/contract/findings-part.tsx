import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { PlannedOperation } from '../api/documents.ts';
import type { Finding, Findings } from '../api/contract-documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Empty, Failure } from '../parts/empty.tsx';
import { useConsole } from '../shell/console.ts';
import { findOperation } from './find-operation.ts';

interface FindingsPartProps {
  readonly operations: readonly PlannedOperation[];
}

/** What `stuntdouble check` says of the contract, each at its place. */
export function FindingsPart({ operations }: FindingsPartProps): ComponentChild {
  const { api, version } = useConsole();
  const { value, error, isSlow } = useAnswer(
    () => api.get<Findings>('findings'),
    [api, version.contract.fingerprint],
  );
  if (error !== undefined) return <Failure title="The findings can't be shown" text={error} />;
  if (!value)
    return (
      <p class="soft padded" role="status">
        {isSlow ? 'The server looks at the whole contract…' : ''}
      </p>
    );
  if (value.count === 0 && value.untried === 0)
    return (
      <Empty title="Nothing is wrong with the contract">
        <p>
          The server has tried each reply that the contract declares. A pipeline can hold the
          contract to that, too: <code>npx stuntdouble check</code>
        </p>
      </Empty>
    );
  return <FindingList findings={value} operations={operations} />;
}

/** So many are drawn at once. */
const pageSize = 100;

interface FindingListProps extends FindingsPartProps {
  readonly findings: Findings;
}

function FindingList({ findings: found, operations }: FindingListProps): ComponentChild {
  const [most, setMost] = useState(pageSize);
  const { count, untried, findings } = found;
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  return (
    <section class="findings" aria-label="Findings">
      <p>
        <b>{countText(count, 'finding')}</b>
        <span class="soft">
          {count === findings.length && `, of which ${faults} would stop a strict start`}
          {count > findings.length && `, of which the first ${findings.length} are listed`}
          {untried > 0 && `. Replies and request bodies not tried in time: ${untried}`}
        </span>
      </p>
      <ol>
        {findings.slice(0, most).map((finding, index) => (
          <OneFinding key={index} finding={finding} operations={operations} />
        ))}
      </ol>
      {findings.length > most && (
        <button onClick={() => setMost(most + pageSize)}>Show more</button>
      )}
    </section>
  );
}

interface OneFindingProps extends FindingsPartProps {
  readonly finding: Finding;
}

function OneFinding({ finding, operations }: OneFindingProps): ComponentChild {
  const { linkTo } = useConsole();
  const { severity, message, file, line, column, pointer, frame } = finding;
  const operation = findOperation(pointer ?? '', operations);
  const place = line === null ? file : `${file}:${line}:${column ?? 1}`;
  return (
    <li class="finding">
      <p class="finding-message">
        <span class={severity === 'fault' ? 'fault' : 'warning'}>{severity}</span> {message}
      </p>
      <p class="finding-place">
        <span class="mono">{place}</span> <span class="mono soft">{pointer}</span>
        {operation && <a href={linkTo(['contract', operation.id])}>{operation.id}</a>}
      </p>
      {frame !== null && (
        <pre class="frame" tabindex={0} aria-label={`Lines around ${place}`}>
          {frame.split('\n').map((row, index) => (
            <span key={index} class={row.startsWith('>') ? 'frame-row at' : 'frame-row'}>
              {row}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </li>
  );
}

function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
}
