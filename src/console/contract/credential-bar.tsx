import type { ComponentChild } from 'preact';

import { useConsole } from '../shell/console.ts';
import type { CredentialChoice } from './use-credential.ts';

interface CredentialBarProps {
  readonly credential: CredentialChoice;
  /** The id of the request that was tried last. */
  readonly tried: number | undefined;
}

/** With which credential, and in which world, requests are tried. */
export function CredentialBar({ credential, tried }: CredentialBarProps): ComponentChild {
  const { api, linkTo, recording } = useConsole();
  const { options, chosen, words, choose } = credential;
  if (recording)
    return (
      <p class="credential-bar soft">
        A recording is open: requests can be tried when it is closed.
      </p>
    );
  return (
    <div class="credential-bar" role="group" aria-label="How requests are tried">
      <label>
        <span>Try as</span>
        <select value={chosen} onChange={({ currentTarget: { value } }) => choose(value)}>
          <option value="">no credential</option>
          {options.map(({ name, hindrance }) => (
            <option key={name} value={name}>
              {hindrance === '' ? name : `${name} – ${hindrance}`}
            </option>
          ))}
        </select>
      </label>
      <span class="soft">
        Requests go to the world {api.world}, {words}.
      </span>
      <span role="status" class="tried">
        {tried !== undefined && (
          <a href={linkTo(['traffic', String(tried)])}>Request {tried} in traffic</a>
        )}
      </span>
    </div>
  );
}
