import type { ComponentChild, ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { recordingReason } from '../recording/recording.ts';
import { useConsole } from '../shell/console.ts';

/**
 * Stands around what a server alone can do. In a recording it is shown, and off: the browser turns
 * off all that is within.
 */
export function ServerOnly({ children }: { readonly children: ComponentChildren }): ComponentChild {
  const { recording } = useConsole();
  const box = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    // A button's own title tells its key, which does nothing here.
    for (const button of box.current?.querySelectorAll<HTMLElement>('button[title]') ?? [])
      button.title = recordingReason;
  });
  if (!recording) return <>{children}</>;
  return (
    <fieldset ref={box} class="server-only" disabled title={recordingReason}>
      {children}
    </fieldset>
  );
}
