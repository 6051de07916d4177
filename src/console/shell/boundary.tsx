import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import { useConsole } from './console.ts';

export interface Fault {
  readonly text: string;
  tryAgain(this: void): void;
}

interface BoundaryProps {
  readonly children: ComponentChildren;
  /** What stands in the place of a part that failed. */
  show(this: void, fault: Fault): ComponentChild;
}

/** A part that fails says so in its own place: the rest of the console stays. */
export function Boundary({ children, show }: BoundaryProps): ComponentChild {
  const { route } = useConsole();
  // A trust edge: anything can be thrown.
  const [error, tryAgain] = useErrorBoundary() as [unknown, () => void];
  useEffect(() => {
    // Another place may be fine.
    if (error !== undefined) tryAgain();
  }, [route]);
  return error === undefined ? <>{children}</> : show({ text: messageOf(error), tryAgain });
}
