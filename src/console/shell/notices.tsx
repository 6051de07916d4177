import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import type { NoticeList } from './use-notices.ts';

export function Notices({
  notices: { shown, dismiss },
}: {
  readonly notices: NoticeList;
}): ComponentChild {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The newest is in sight where there are too many.
    box.current?.scrollTo(0, box.current.scrollHeight);
  }, [shown]);
  return (
    <div ref={box} class="notices" role="status" aria-live="polite">
      {shown.map(({ id, text, kind = 'done', action }) => (
        <div key={id} class={`notice ${kind}${action ? ' has-action' : ''}`}>
          <span>{text}</span>
          {action && (
            <button
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button class="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
