import { useMemo, useRef, useState } from 'preact/hooks';

import { say } from '../parts/said.tsx';
import type { Notice } from './console.ts';
import type { ShownNotice } from './notice-list.ts';
import { addNotice } from './notice-list.ts';

export interface NoticeList {
  readonly shown: readonly ShownNotice[];
  /** Returns how to take the notice away before its time. */
  tell(this: void, notice: Notice): () => void;
  dismiss(this: void, id: number): void;
}

/** Milliseconds: what failed takes longer to read, and what can be done about it, to decide. */
const shownFor = { done: 6000, error: 12_000, action: 30_000 };

export function useNotices(): NoticeList {
  const [shown, setShown] = useState<readonly ShownNotice[]>([]);
  const last = useRef(0);
  const actions = useMemo(() => {
    const dismiss = (id: number): void => setShown((all) => all.filter((one) => one.id !== id));
    return {
      dismiss,
      tell(notice: Notice) {
        last.current += 1;
        const id = last.current;
        // Behind a dialog, notices are not read aloud.
        if (document.querySelector('dialog:modal')) say(notice.text);
        setShown((all) => addNotice(all, { ...notice, id }));
        if (notice.stays) return () => dismiss(id);
        const time = shownFor[notice.action ? 'action' : (notice.kind ?? 'done')];
        setTimeout(() => dismiss(id), time);
        return () => dismiss(id);
      },
    };
  }, []);
  return { shown, ...actions };
}
