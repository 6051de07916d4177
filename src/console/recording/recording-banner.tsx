import type { ComponentChild } from 'preact';

import { formatMoment } from '../parts/moment.ts';
import { useConsole } from '../shell/console.ts';
import type { ShownRecording } from './recording.ts';

interface RecordingBannerProps {
  readonly shown: ShownRecording;
  /** The fingerprint of the contract that the server has; undefined: it is not known. */
  readonly present: string | undefined;
}

/** Says in every view that what is shown is not the server. */
export function RecordingBanner({
  shown: { recording, name },
  present,
}: RecordingBannerProps): ComponentChild {
  const { show } = useConsole();
  const { server, world, made_at: madeAt } = recording;
  const isOther = present !== undefined && present !== server.contract.fingerprint;
  const text = `the world “${world.name}” as recorded on ${formatMoment(madeAt)}. It can be looked at, not changed.`;
  return (
    <div class="banner" role="region" aria-label="Recording">
      <p class="cut" title={`${name}: ${text}`}>
        <b>{name}</b>: {text}
      </p>
      <span class="banner-note" role="status">
        {isOther && 'The server has another contract.'}
      </span>
      <button aria-label="Close the recording" onClick={() => show(undefined)}>
        Close<span class="wide"> the recording</span>
      </button>
    </div>
  );
}
