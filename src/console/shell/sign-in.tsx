import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Api } from '../api/client.ts';
import { messageOf } from '../api/client.ts';

interface SignInProps {
  readonly api: Api;
  readonly detail: string | null;
  onDone(this: void): void;
}

export function SignIn({ api, detail, onDone }: SignInProps): ComponentChild {
  const [token, setToken] = useState('');
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // The only thing to do on this page.
  useLayoutEffect(() => {
    document.title = 'Sign in – Stuntdouble';
    input.current?.focus();
  }, []);
  const signIn = (event: Event): void => {
    event.preventDefault();
    api.send('POST', 'session', { token }).then(onDone, (refusal: unknown) => {
      setError(messageOf(refusal));
    });
  };
  return (
    <main class="middle">
      <form class="card" onSubmit={signIn}>
        <h1>Sign in</h1>
        <p class="soft">{detail ?? 'This server asks for its control token.'}</p>
        {/* Tells a password manager what the password is for. */}
        <input type="text" autocomplete="username" value="Stuntdouble" readOnly hidden />
        <label>
          Control token
          <input
            type="password"
            autocomplete="current-password"
            required
            ref={input}
            value={token}
            aria-describedby="sign-in-error"
            aria-invalid={error !== ''}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
          />
        </label>
        <p id="sign-in-error" class="fault" role="alert">
          {error}
        </p>
        <button class="main">Sign in</button>
      </form>
    </main>
  );
}
