import type { ComponentChild, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import type { Credential, SecuredOperation, SecurityPlan } from '../api/documents.ts';
import type { Access } from '../parts/access.ts';
import { accessOf } from '../parts/access.ts';
import { MethodPath } from '../parts/method-path.tsx';

interface Judged {
  readonly operation: SecuredOperation;
  readonly access: Access;
}

/** Rows that are drawn at once. */
const few = 50;

/** What a credential may call, and what it may not and why. */
export function OperationAccess({
  credential,
  plan,
}: {
  readonly credential: Credential;
  readonly plan: SecurityPlan;
}): ComponentChild {
  const judged = plan.operations.map((operation) => ({
    operation,
    access: accessOf(operation, credential),
  }));
  const of = (kind: Access['kind']): readonly Judged[] =>
    judged.filter(({ access }) => access.kind === kind);
  return (
    <>
      {plan.auth !== 'strict' && (
        <p class="soft">By its scopes; they don’t count, as credentials aren’t checked.</p>
      )}
      <Operations title="May call" judged={of('may')} isOpen />
      <Operations title="Lacks a scope" judged={of('lacks')} isOpen />
      <Operations title="Another scheme is asked for" judged={of('other')} />
      <Operations title="No credential is needed" judged={of('open')} />
    </>
  );
}

interface OperationsProps {
  readonly title: string;
  readonly judged: readonly Judged[];
  readonly isOpen?: boolean;
}

function Operations({ title, judged, isOpen = false }: OperationsProps): ComponentChild {
  const [shown, setShown] = useState(few);
  if (judged.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        {title} <small>{judged.length.toLocaleString('en')}</small>
      </summary>
      <ul class="operations">
        {judged.slice(0, shown).map(({ operation, access }) => (
          <li key={operation.id}>
            <OperationName operation={operation} />
            <Why access={access} />
          </li>
        ))}
      </ul>
      {judged.length > shown && (
        <button class="small" onClick={() => setShown(judged.length)}>
          Show {judged.length - shown} more
        </button>
      )}
    </details>
  );
}

export function OperationName({
  operation: { id, method, path },
}: {
  readonly operation: SecuredOperation;
}): ComponentChild {
  return (
    <span class="cut" title={`${id}: ${method.toUpperCase()} ${path}`}>
      <MethodPath method={method.toUpperCase()} path={path} />
    </span>
  );
}

function Why({ access }: { readonly access: Access }): ComponentChild {
  if (access.kind === 'lacks')
    return (
      <Note>
        lacks <b class="mono">{access.scopes.join(', ')}</b>
      </Note>
    );
  if (access.kind === 'other') return <Note>takes {access.schemes.join(' or ')}</Note>;
  if (access.kind === 'may' && access.besides.length > 0)
    return <Note>together with {access.besides.join(' and ')}</Note>;
  return null;
}

function Note({ children }: { readonly children: ComponentChildren }): ComponentChild {
  return <small class="access-note">{children}</small>;
}
