import type { ComponentChild } from 'preact';

import type { ShownRecording } from './recording.ts';

interface RecordingBannerProps {
  readonly shown: ShownRecording;
  onClose(this: void): void;
}

/** Says in every view that what is shown is not the server. */
export function RecordingBanner({ shown, onClose }: RecordingBannerProps): ComponentChild {
  const { recording, present } = shown;
  const { contract } = recording.server;
  const isSame = contract.fingerprint === present;
  return (
    <div class="banner" role="region" aria-label="Recording">
      <span>
        A recording of the world “{recording.world.name}”, made{' '}
        {new Date(recording.made_at).toLocaleString('en-GB')}. It can be looked at, not changed.
        {!isSame && ' The server has another contract than the recording.'}
      </span>
      <button onClick={onClose}>Close the recording</button>
    </div>
  );
}
