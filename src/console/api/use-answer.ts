import { useEffect, useRef, useState } from 'preact/hooks';

import { messageOf, Refusal } from './client.ts';

export interface Answer<T> {
  /** The last answer; it stays while the next one is under way. */
  readonly value: T | undefined;
  readonly error: string | undefined;
  readonly status: number | undefined;
  /** Whether the first answer takes so long that a user should be told. */
  readonly isSlow: boolean;
  reload(this: void): void;
}

/** Milliseconds; below that, a sign of waiting only flickers. */
const patience = 300;

/** Asks when one of `reasons` changes, or `reload` is called; a late answer to an old question is dropped. */
export function useAnswer<T>(ask: () => Promise<T>, reasons: readonly unknown[]): Answer<T> {
  const [answer, setAnswer] = useState<Pick<Answer<T>, 'value' | 'error' | 'status'>>({
    value: undefined,
    error: undefined,
    status: undefined,
  });
  const [isSlow, setSlow] = useState(false);
  const [turn, setTurn] = useState(0);
  const question = useRef(0);
  useEffect(() => {
    question.current += 1;
    const mine = question.current;
    const isMine = (): boolean => question.current === mine;
    const timer = setTimeout(() => isMine() && setSlow(true), patience);
    ask()
      .then(
        (value) => isMine() && setAnswer({ value, error: undefined, status: undefined }),
        (error: unknown) =>
          isMine() &&
          setAnswer(({ value }) => ({
            value,
            error: messageOf(error),
            status: error instanceof Refusal ? error.problem.status : undefined,
          })),
      )
      .finally(() => {
        clearTimeout(timer);
        if (isMine()) setSlow(false);
      });
    return () => clearTimeout(timer);
  }, [...reasons, turn]);
  return { ...answer, isSlow, reload: () => setTurn((now) => now + 1) };
}
