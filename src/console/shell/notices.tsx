import type { ComponentChild } from 'preact';

import type { NoticeList } from './use-notices.ts';

export function Notices({
  notices: { shown, dismiss },
}: {
  readonly notices: NoticeList;
}): ComponentChild {
  return (
    <div class="notices" role="status" aria-live="polite">
      {shown.map(({ id, text, kind = 'done', action }) => (
        <div key={id} class={`notice ${kind}`}>
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
