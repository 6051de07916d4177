import type { ComponentChild } from 'preact';

interface MethodPathProps {
  readonly method: string;
  readonly path: ComponentChild;
}

/** How an operation is written wherever it stands: `GET /books`. */
export function MethodPath({ method, path }: MethodPathProps): ComponentChild {
  return (
    <span class="method-path mono">
      <b class="soft">{method}</b> {path}
    </span>
  );
}
