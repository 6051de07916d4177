import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import { Failure } from '../parts/empty.tsx';
import { useConsole } from './console.ts';

/** A view that fails says so in its own place: the rest of the console stays. */
export function ViewBoundary({
  children,
}: {
  readonly children: ComponentChildren;
}): ComponentChild {
  const { route } = useConsole();
  // A trust edge: anything can be thrown.
  const [error, tryAgain] = useErrorBoundary() as [unknown, () => void];
  useEffect(() => {
    // Another place may be fine.
    if (error !== undefined) tryAgain();
  }, [route]);
  if (error === undefined) return <>{children}</>;
  return (
    <Failure title="This view failed" text={messageOf(error)}>
      <p class="row">
        <button class="main" onClick={tryAgain}>
          Try again
        </button>
      </p>
    </Failure>
  );
}
