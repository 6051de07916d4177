import type { ComponentChild } from 'preact';

import type { Credential, SecuredOperation, SecurityPlan } from '../api/documents.ts';
import { formatCount } from '../parts/count.ts';
import { useSaid } from '../parts/said.tsx';
import { useConsole } from '../shell/console.ts';
import { accessOf } from '../parts/access.ts';
import { OperationName } from './operation-access.tsx';
import { describeExpiry } from './times.ts';

interface OperationSearchProps {
  readonly plan: SecurityPlan;
  readonly credentials: readonly Credential[];
  readonly now: number;
}

/** Operations and credentials that are shown at most. */
const few = 20;

/** Finds operations, and says who may call them. */
export function OperationSearch({ plan, credentials, now }: OperationSearchProps): ComponentChild {
  const { route, refine } = useConsole();
  const text = route.query['operation'] ?? '';
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    words.length === 0
      ? []
      : plan.operations.filter(({ id, method, path }) => {
          const told = `${id} ${method} ${path}`.toLowerCase();
          return words.every((word) => told.includes(word));
        });
  useSaid(formatCount(found.length, 'operation'), text);
  return (
    <section class="matrix-part" aria-label="Who may call an operation">
      <h3>Who may call an operation</h3>
      <input
        type="search"
        class="search"
        aria-label="Search the operations"
        placeholder="Search"
        value={text}
        onInput={({ currentTarget: { value } }) => refine({ operation: value })}
      />
      {words.length > 0 && found.length === 0 && <p class="soft">No operation is like that.</p>}
      <ul class="operations">
        {found.slice(0, few).map((operation) => (
          <li key={operation.id}>
            <OperationName operation={operation} />
            <Callers operation={operation} credentials={credentials} now={now} />
          </li>
        ))}
      </ul>
      {found.length > few && <p class="soft">and {found.length - few} more: write more of it</p>}
    </section>
  );
}

function Callers({
  operation,
  credentials,
  now,
}: Omit<OperationSearchProps, 'plan'> & { readonly operation: SecuredOperation }): ComponentChild {
  const { linkTo } = useConsole();
  const callers = credentials.filter(
    (one) => accessOf(operation, one).kind === 'may' && !describeExpiry(one.expires_at, now).isOver,
  );
  const names = [...new Set(callers.map(({ name }) => name))];
  if (accessOf(operation, { scheme: '', scopes: [] }).kind === 'open')
    return <small class="access-note">needs no credential</small>;
  if (names.length === 0) return <small class="access-note fault">no credential</small>;
  return (
    <small class="access-note">
      {names.slice(0, few).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <a href={linkTo(['clock', name])}>{name}</a>
        </span>
      ))}
      {names.length > few && ` and ${names.length - few} more`}
    </small>
  );
}
