// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearInterval, setInterval } from 'node:timers';

import type { KeptFiles } from '../../store/shared/kept-files.ts';

/** What changes too often to be stored with each change. */
export interface PeriodicSave {
  begin(this: void): void;
  end(this: void): void;
  /** Stores it, if it has changed. */
  store(this: void): Promise<void>;
}

/** In milliseconds. What an owner that is killed has noted since then is lost. */
export const interval = 10_000;

export function createPeriodicSave(
  path: string,
  read: () => object,
  files: Pick<KeptFiles, 'find' | 'open'>,
): PeriodicSave {
  let timer: NodeJS.Timeout | undefined;
  let stored = '';
  const store = async (): Promise<void> => {
    const text = JSON.stringify(read());
    if (text === stored) return;
    // The next turn tries again.
    const file = files.find(path) ?? files.open(path);
    await file.replace(text).then(
      () => void (stored = text),
      () => undefined,
    );
  };
  const end = (): void => clearInterval(timer);
  return {
    begin() {
      end();
      timer = setInterval(() => void store(), interval).unref();
    },
    end,
    store,
  };
}
