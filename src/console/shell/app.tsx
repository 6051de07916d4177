import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import type { Address } from '../api/address.ts';
import { createApi, defaultWorld } from '../api/client.ts';
import type { Session } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Failure } from '../parts/empty.tsx';
import type { ShownRecording } from '../recording/recording.ts';
import { SignIn } from './sign-in.tsx';
import { createKeeping, Workbench } from './workbench.tsx';

/** Asks first who may use the control API from here. */
export function App({ address }: { readonly address: Address }): ComponentChild {
  const api = useMemo(() => createApi(address.home, defaultWorld), [address.home]);
  const [shown, setShown] = useState<ShownRecording>();
  const keep = useMemo(createKeeping, []);
  const session = useAnswer(() => api.get<Session>('session'), [api]);
  useEffect(() => {
    // A server that starts again is there a moment later.
    if (session.error === undefined) return undefined;
    const timer = setTimeout(session.reload, 2000);
    return () => clearTimeout(timer);
  }, [session.error, session.reload]);
  const { value } = session;
  if (!value)
    return session.error === undefined ? null : (
      <Failure title="The console has no server" text={session.error} />
    );
  if (value.access === 'closed')
    return <Failure title="The control API is closed to you" text={value.detail ?? ''} />;
  if (value.access === 'token' && !value.signed_in)
    return <SignIn api={api} detail={value.detail} onDone={session.reload} />;
  return (
    <Workbench
      // Nothing of the one stays in the other.
      key={shown ? `recording ${shown.recording.made_at}` : 'server'}
      address={address}
      shown={shown}
      onShow={setShown}
      keep={keep}
      hasSession={value.access === 'token'}
      worldPass={value.world_pass}
      onSessionEnd={session.reload}
    />
  );
}
