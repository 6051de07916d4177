import type { ComponentChild } from 'preact';

import type { Overlay, OverlayAction } from '../api/contract-documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Empty, Failure } from '../parts/empty.tsx';
import { useConsole } from '../shell/console.ts';

/** The overlays in force, and what each action of them changes. */
export function OverlaysPart(): ComponentChild {
  const { api, version } = useConsole();
  const { value, error } = useAnswer(
    () => api.get<readonly Overlay[]>('overlays'),
    [api, version.contract.fingerprint],
  );
  if (error !== undefined) return <Failure title="The overlays can't be shown" text={error} />;
  if (!value) return null;
  if (value.length === 0)
    return (
      <Empty title="No overlay changes the contract">
        <p>
          An overlay corrects a contract that you can't edit. Start with{' '}
          <code>--overlay corrections.yaml</code>; in traffic, <b>Keep this reply</b> writes one.
        </p>
      </Empty>
    );
  return (
    <section class="overlays" aria-label="Overlays">
      {value.map((overlay, index) => (
        <OneOverlay key={index} overlay={overlay} />
      ))}
    </section>
  );
}

function OneOverlay({ overlay }: { readonly overlay: Overlay }): ComponentChild {
  const { file, title, version, extends: only, actions } = overlay;
  return (
    <article aria-label={`Overlay ${title}`}>
      <h2>
        {title} <small>{version}</small>
      </h2>
      <p class="soft">
        <span class="mono">{file}</span>
        {only !== null && ` changes ${only} alone`}
      </p>
      <ol class="overlay-actions">
        {actions.map((action, index) => (
          <OneAction key={index} action={action} />
        ))}
      </ol>
    </article>
  );
}

const verbs = { update: 'Writes into', copy: 'Copies to', remove: 'Removes' };

function OneAction({ action }: { readonly action: OverlayAction }): ComponentChild {
  const { target, description, does, text, is_cut: isCut, count, places } = action;
  return (
    <li>
      <p>
        <b>{verbs[does]}</b> <code>{target}</code>
      </p>
      {description !== null && <p>{description}</p>}
      {text !== null && (
        <pre class="frame" tabindex={0} aria-label={`What it writes into ${target}`}>
          {text}
          {isCut ? '\n…' : ''}
        </pre>
      )}
      <details>
        <summary>{count === 1 ? '1 place changed' : `${count} places changed`}</summary>
        <ul class="mono">
          {places.map(({ contract, pointer }) => (
            <li key={`${contract}#${pointer}`}>
              {contract}#{pointer}
            </li>
          ))}
          {count > places.length && <li>… and {count - places.length} more</li>}
        </ul>
      </details>
    </li>
  );
}
