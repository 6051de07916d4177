import { useMemo, useRef, useState } from 'preact/hooks';

import { say } from '../parts/said.tsx';
import type { Notice } from './console.ts';

export interface ShownNotice extends Notice {
  readonly id: number;
}

export interface NoticeList {
  readonly shown: readonly ShownNotice[];
  /** Returns how to take the notice away before its time. */
  tell(this: void, notice: Notice): () => void;
  dismiss(this: void, id: number): void;
}

/** Milliseconds; an error, and what is to stay, goes when the user dismisses it. */
const shownFor = 8000;
const most = 4;

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
        setShown((all) =>
          [...all.filter(({ text }) => text !== notice.text), { ...notice, id }].slice(-most),
        );
        if (notice.kind !== 'error' && !notice.stays) setTimeout(() => dismiss(id), shownFor);
        return () => dismiss(id);
      },
    };
  }, []);
  return { shown, ...actions };
}
