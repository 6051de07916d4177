import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { JsonObject } from '../api/documents.ts';
import { messageOf } from '../api/client.ts';
import type { SwaggerSetting } from './swagger.ts';

interface SwaggerPaneProps extends Omit<SwaggerSetting, 'node' | 'document'> {
  readonly document: JsonObject;
  readonly label: string;
}

/** A place in the page that swagger-ui draws in. */
export function SwaggerPane(props: SwaggerPaneProps): ComponentChild {
  const { document: shown, shows, canTry, label } = props;
  const host = useRef<HTMLElement>(null);
  const [error, setError] = useState<string>();
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const node = document.createElement('div');
    host.current?.append(node);
    let isGone = false;
    let end: (() => void) | undefined;
    const show = async (): Promise<void> => {
      const { showBySwagger } = await import('./swagger.ts');
      if (isGone) return;
      end = showBySwagger({
        node,
        document: shown,
        shows,
        canTry,
        onRequest: (request) => latest.current.onRequest(request),
        onReply: () => latest.current.onReply(),
      });
    };
    show().catch((failure: unknown) => setError(messageOf(failure)));
    return () => {
      isGone = true;
      end?.();
      node.remove();
    };
  }, [shown, shows, canTry]);
  return (
    <section ref={host} class="swagger-host" aria-label={label}>
      {error !== undefined && <p class="fault">The reference can't be loaded: {error}</p>}
    </section>
  );
}
