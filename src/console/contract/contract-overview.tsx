import type { ComponentChild } from 'preact';

import type { JsonObject } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole } from '../shell/console.ts';
import { cutToInfo } from './cut-down.ts';
import { SwaggerPane } from './swagger-pane.tsx';
import type { ShownContract } from './use-contract.ts';
import { useDocuments } from './use-contract.ts';

/** What stands beside the list while no operation is opened. */
export function ContractOverview({
  contract,
}: {
  readonly contract: ShownContract;
}): ComponentChild {
  const contracts = contract.documents.filter(({ role }) => role === 'contract');
  return (
    <article class="operation overview" aria-label="About the contract">
      {contracts.map(({ name, title, version }) => (
        <Document key={name} name={name} title={title ?? name} version={version ?? ''} />
      ))}
      <Counts contract={contract} />
      <p class="soft">
        Choose an operation to read what it takes and answers, what the server does for it, and to
        try it.
      </p>
    </article>
  );
}

interface DocumentProps {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

function Document({ name, title, version }: DocumentProps): ComponentChild {
  const load = useDocuments();
  const { value } = useAnswer<JsonObject | undefined>(() => cutToInfo(name, load), [name, load]);
  const info = value?.['info'];
  const hasText =
    typeof info === 'object' &&
    info !== null &&
    'description' in info &&
    info['description'] !== '';
  return (
    <header class="operation-head">
      <h2>
        {title} <small>{version}</small>
      </h2>
      <p class="mono soft">{name}</p>
      {value && hasText && (
        <SwaggerPane
          document={value}
          shows="description"
          canTry={false}
          label={`Description of ${title}`}
          onRequest={() => Promise.resolve()}
          onReply={() => undefined}
        />
      )}
    </header>
  );
}

function Counts({
  contract: { operations },
}: {
  readonly contract: ShownContract;
}): ComponentChild {
  const { linkTo } = useConsole();
  const counts = new Map<string, number>();
  for (const { does } of operations) counts.set(does, (counts.get(does) ?? 0) + 1);
  const rows = [...counts].toSorted(([, few], [, many]) => many - few);
  return (
    <section aria-label="What the operations do here">
      <h3>What the operations do here</h3>
      <ul class="does-counts">
        {rows.map(([does, count]) => (
          <li key={does}>
            <b>{count.toLocaleString('en')}</b> {does}
          </li>
        ))}
      </ul>
      <p>
        <a href={linkTo(['contract'], { part: 'findings' })}>What is wrong with the contract</a>
      </p>
    </section>
  );
}
