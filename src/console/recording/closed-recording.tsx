import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';

import { useConsole } from '../shell/console.ts';
import { takeName } from './kept-name.ts';
import { openRecording } from './recording-actions.ts';

/** Says that a recording was closed because the page was loaded anew: what is shown is the server. */
export function ClosedRecording(): ComponentChild {
  const shell = useConsole();
  useEffect(() => {
    const name = takeName();
    if (name === undefined) return;
    const run = (): void => void openRecording(shell).catch(shell.complain);
    shell.tell({
      text: `The recording ${name} was closed when the page was loaded anew. This is the server.`,
      stays: true,
      action: { label: 'Open it again…', run },
    });
  }, []);
  return null;
}
