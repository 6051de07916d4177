import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import type { SecurityPlan, SentCredential } from '../api/documents.ts';
import { copyText } from '../parts/copy.ts';
import { useConsole } from '../shell/console.ts';
import { writeCurl, writeLine } from './copy-credential.ts';
import { useDestination } from './use-copying.ts';

interface MintedCredentialProps {
  readonly credential: SentCredential;
  readonly plan: SecurityPlan;
  onClose(this: void): void;
}

/** The value is shown here, and hidden from then on. */
export function MintedCredential(props: MintedCredentialProps): ComponentChild {
  const { credential, plan, onClose } = props;
  const { tell, linkTo } = useConsole();
  const { name, value, send, notice } = credential;
  const destination = useDestination(credential, plan);
  const copy = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => copy.current?.focus(), []);
  return (
    <>
      {notice !== undefined && (
        <p class="notice-line" role="alert">
          {notice}
        </p>
      )}
      <p>Its value is shown this once; copying works later, too.</p>
      <pre class="minted-value" tabindex={0} aria-label="Value">
        {value}
      </pre>
      <p class="row">
        <button ref={copy} class="main" onClick={() => void copyText(value, 'the value', { tell })}>
          Copy the value
        </button>
        {send && (
          <button onClick={() => void copyText(writeLine(send), 'the header line', { tell })}>
            Copy as header
          </button>
        )}
        <button
          onClick={() =>
            void copyText(writeCurl(credential, destination), 'a curl command', { tell })
          }
        >
          Copy as curl
        </button>
      </p>
      <p class="row">
        <a class="button" href={linkTo(['clock', name])} onClick={onClose}>
          Open it
        </a>
        <button onClick={onClose}>Close</button>
      </p>
    </>
  );
}
