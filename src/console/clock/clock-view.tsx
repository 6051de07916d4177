import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import '../style/clock.css';
import type { Credential, SecurityPlan } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Failure } from '../parts/empty.tsx';
import { useConsole, useKeys, useLive } from '../shell/console.ts';
import { ClockCard } from './clock-card.tsx';
import { CredentialPanel } from './credential-panel.tsx';
import { CredentialTables } from './credential-tables.tsx';
import { MintDialog } from './mint-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import type { HeardClock } from './times.ts';
import { shownBy } from './times.ts';
import { useClock } from './use-clock.ts';

export function ClockView(): ComponentChild {
  const { api } = useConsole();
  const clock = useClock();
  const plan = useAnswer(() => api.get<SecurityPlan>('plan'), [api]);
  const list = useAnswer(() => api.get<readonly Credential[]>('credentials'), [api]);
  useLive('contract', plan.reload, [plan.reload]);
  useLive(
    'credentials',
    (data) => (data === undefined || data.world === api.world) && list.reload(),
    [api],
  );
  if (clock.value && plan.value && list.value)
    return <Shown clock={clock.value} plan={plan.value} credentials={list.value} />;
  const error = clock.error ?? plan.error ?? list.error;
  return error === undefined ? null : (
    <Failure title="Clock and credentials can’t be shown" text={error} />
  );
}

interface ShownProps {
  readonly clock: HeardClock;
  readonly plan: SecurityPlan;
  readonly credentials: readonly Credential[];
}

/** The dialog that is open. */
type Asking =
  | { readonly kind: 'mint'; readonly from: Credential | undefined }
  | { readonly kind: 'revoke'; readonly name: string };

function Shown({ clock, plan, credentials }: ShownProps): ComponentChild {
  const { route, go, recording } = useConsole();
  const [asking, setAsking] = useState<Asking>();
  const opened = route.path[1];
  const named = (name: string): readonly Credential[] =>
    credentials.filter((one) => one.name === name);
  const canMint = plan.security_schemes.length > 0;
  const mint = (from?: Credential): void => setAsking({ kind: 'mint', from });
  const close = (): void => setAsking(undefined);
  useKeys(
    canMint ? [{ keys: 'n', label: 'Mint a credential', isServerOnly: true, run: mint }] : [],
    [canMint],
  );
  return (
    <div class={opened === undefined ? 'clock-view' : 'clock-view has-panel'}>
      {/* In a recording nothing in it takes the focus, by which it is scrolled. */}
      <div class="clock-main" tabindex={recording ? 0 : undefined}>
        <ClockCard clock={clock} plan={plan} />
        <CredentialTables
          clock={clock}
          plan={plan}
          credentials={credentials}
          opened={opened}
          onMint={mint}
        />
      </div>
      {opened !== undefined && (
        <CredentialPanel
          name={opened}
          credentials={named(opened)}
          plan={plan}
          clock={clock}
          onDuplicate={mint}
          onRevoke={() => setAsking({ kind: 'revoke', name: opened })}
        />
      )}
      {asking?.kind === 'mint' && (
        <MintDialog
          plan={plan}
          from={asking.from}
          now={() => shownBy(clock, Date.now())}
          onClose={close}
        />
      )}
      {asking?.kind === 'revoke' && (
        <RevokeDialog
          name={asking.name}
          credentials={named(asking.name)}
          onClose={close}
          onDone={() => {
            close();
            go(['clock']);
          }}
        />
      )}
    </div>
  );
}
