export interface Speaker {
  say(this: void, text: string): void;
  /** Returns how to stop listening. */
  listen(this: void, listener: (text: string) => void): () => void;
}

/** Milliseconds: the same text can be said again after them, and who comes later finds no old one. */
export const saidFor = 4000;

/** What is said stands there for a while, in all places at once. */
export function createSpeaker(): Speaker {
  const listeners = new Set<(text: string) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const put = (text: string): void => {
    for (const listener of listeners) listener(text);
  };
  return {
    say(text) {
      clearTimeout(timer);
      put(text);
      timer = setTimeout(() => put(''), saidFor);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
