import type { ComponentChild } from 'preact';

import type { Credential, SecurityPlan } from '../api/documents.ts';
import { copyText } from '../parts/copy.ts';
import { ServerOnly } from '../parts/server-only.tsx';
import { useConsole } from '../shell/console.ts';
import { tabulate } from './access.ts';
import { OperationSearch } from './operation-search.tsx';
import { ScopeMatrix } from './scope-matrix.tsx';
import type { HeardClock } from './times.ts';
import { useMoment } from './use-clock.ts';

interface CredentialTablesProps {
  readonly clock: HeardClock;
  readonly plan: SecurityPlan;
  readonly credentials: readonly Credential[];
  readonly opened: string | undefined;
  onMint(this: void): void;
}

/** Who may what: a table for each scheme. */
export function CredentialTables(props: CredentialTablesProps): ComponentChild {
  const { clock, plan, credentials, opened, onMint } = props;
  const ends = credentials.flatMap(({ expires_at: end }) =>
    end === undefined ? [] : [Date.parse(end)],
  );
  const now = useMoment(clock, ends);
  const tables = tabulate(plan, credentials);
  return (
    <section class="who" aria-label="Credentials">
      <header class="row">
        <h2>Who may what</h2>
        {plan.security_schemes.length > 0 && (
          <ServerOnly>
            <button class="main" title="n" onClick={() => onMint()}>
              Mint a credential
            </button>
          </ServerOnly>
        )}
      </header>
      <Unchecked auth={plan.auth} />
      {tables.length === 0 && (
        <p class="soft">
          No operation of the contract asks for a credential: it has no <code>security</code>, so
          every request is let in.
        </p>
      )}
      {tables.length > 0 && credentials.length === 0 && <NoCredentials plan={plan} />}
      {tables.map((table) => (
        <ScopeMatrix key={table.scheme.name} table={table} now={now} opened={opened} />
      ))}
      {tables.length > 0 && <OperationSearch plan={plan} credentials={credentials} now={now} />}
    </section>
  );
}

function Unchecked({ auth }: Pick<SecurityPlan, 'auth'>): ComponentChild {
  if (auth === 'strict') return null;
  return (
    <p class="notice-line">
      Credentials aren’t checked: with <code>--auth {auth}</code>{' '}
      {auth === 'off'
        ? 'no request needs one.'
        : 'any well-formed credential is let in, with every scope.'}{' '}
      To try scopes and expiry, start with <code>--auth strict</code>.
    </p>
  );
}

function NoCredentials({ plan }: Pick<SecurityPlanProps, 'plan'>): ComponentChild {
  const { tell, recording } = useConsole();
  if (recording) return <p class="empty soft">The recorded world had no credential.</p>;
  const [scheme] = tabulate(plan, []);
  const isPair = ['basic', 'digest'].includes(scheme?.scheme.authorization ?? '');
  const example = JSON.stringify(
    [
      {
        name: 'Ann',
        scheme: scheme?.scheme.name ?? '',
        value: isPair ? 'ann:secret' : 'key-ann',
        scopes: (scheme?.scheme.scopes ?? []).slice(0, 2).map(({ name }) => name),
      },
    ],
    undefined,
    2,
  );
  return (
    <div class="empty">
      <p>
        There is no credential yet. Mint one for this world, or write them into{' '}
        <code>fixtures/credentials.json</code> beside the contract:
      </p>
      <pre class="minted-value" tabindex={0} aria-label="An example of credentials.json">
        {example}
      </pre>
      <p>
        <button onClick={() => void copyText(example, 'the example', { tell })}>
          Copy the example
        </button>
      </p>
    </div>
  );
}

interface SecurityPlanProps {
  readonly plan: SecurityPlan;
}
