import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import type { Credential, SecurityPlan } from '../api/documents.ts';
import { Menu } from '../parts/menu.tsx';
import { ServerOnly } from '../parts/server-only.tsx';
import { PanelHead } from '../parts/panel-head.tsx';
import { formatMoment } from '../parts/moment.ts';
import { useConsole, useKeys } from '../shell/console.ts';
import { describeOnly, describeScheme } from './access.ts';
import { OperationAccess } from './operation-access.tsx';
import type { HeardClock } from './times.ts';
import { describeExpiry, isStill, shownBy } from './times.ts';
import { useBeat } from './use-clock.ts';
import { useCopying } from './use-copying.ts';

interface CredentialPanelProps {
  readonly name: string;
  /** Those of the name. */
  readonly credentials: readonly Credential[];
  readonly plan: SecurityPlan;
  readonly clock: HeardClock;
  onDuplicate(this: void, credential: Credential): void;
  onRevoke(this: void): void;
}

/** The credentials of one name: what they may do, and how long. */
export function CredentialPanel(props: CredentialPanelProps): ComponentChild {
  const { name, credentials } = props;
  const { go } = useConsole();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), [name]);
  const close = (): void => go(['clock']);
  useKeys([{ keys: 'Escape', label: 'Close the credential', run: close }], []);
  return (
    <article ref={panel} class="credential-panel" aria-label={`Credential ${name}`} tabindex={-1}>
      <PanelHead list="Credentials" close="Close the credential" onClose={close}>
        <h2 class="cut" title={name}>
          {name}
        </h2>
      </PanelHead>
      {credentials.length === 0 && (
        <p class="soft">No credential has this name. It was revoked, or the world was reset.</p>
      )}
      {credentials.map((one, index) => (
        <OneCredential key={index} {...props} credential={one} index={index} />
      ))}
    </article>
  );
}

interface OneCredentialProps extends CredentialPanelProps {
  readonly credential: Credential;
  readonly index: number;
}

function OneCredential(props: OneCredentialProps): ComponentChild {
  const { credential, index, plan, clock, onDuplicate, onRevoke } = props;
  const copy = useCopying(credential, index, plan);
  const scheme = plan.security_schemes.find(({ name }) => name === credential.scheme);
  const isCarried = scheme?.in !== null && scheme?.authorization !== 'digest';
  useKeys(
    index === 0
      ? [
          {
            keys: 'c',
            label: 'Copy the credential as a header',
            isServerOnly: true,
            run: () => void copy('header'),
          },
        ]
      : [],
    [credential, plan],
  );
  return (
    <section class="stack">
      <div class="row">
        <ServerOnly>
          <button class="main" title="c" onClick={() => void copy('header')}>
            {isCarried ? 'Copy as header' : 'Copy the value'}
          </button>
          <Menu
            label="Copy"
            items={[
              { label: 'As curl', run: () => void copy('curl') },
              ...(isCarried ? [{ label: 'As JavaScript', run: () => void copy('script') }] : []),
              { label: 'The value alone', run: () => void copy('value') },
            ]}
          />
          <button onClick={() => onDuplicate(credential)}>Duplicate</button>
          <button class="danger" onClick={onRevoke}>
            Revoke
          </button>
        </ServerOnly>
      </div>
      <dl class="credential-facts">
        <Fact name="Scheme">
          {credential.scheme} {scheme && <small>{describeScheme(scheme)}</small>}
        </Fact>
        {credential.label !== undefined && <Fact name="Label">{credential.label}</Fact>}
        <Fact name="Scopes">
          <span class="mono">{credential.scopes.join(', ') || 'none'}</span>
        </Fact>
        <Fact name="Expiry">
          <ExpiryText expiresAt={credential.expires_at} clock={clock} />
        </Fact>
        {credential.only && <Fact name="Only">{describeOnly(credential.only)}</Fact>}
      </dl>
      <OperationAccess credential={credential} plan={plan} />
    </section>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChild;
}): ComponentChild {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ExpiryText({
  expiresAt,
  clock,
}: {
  readonly expiresAt: string | undefined;
  readonly clock: HeardClock;
}): ComponentChild {
  useBeat(expiresAt !== undefined && !isStill(clock), 1000);
  const { isOver, text } = describeExpiry(expiresAt, shownBy(clock, Date.now()));
  return (
    <>
      <span class={isOver ? 'fault' : ''}>{text}</span>
      {expiresAt !== undefined && (
        <small> {formatMoment(Date.parse(expiresAt))}, by the clock of this world</small>
      )}
    </>
  );
}
