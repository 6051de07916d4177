import { useState } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import type { SecurityPlan } from '../api/documents.ts';
import { useConsole } from '../shell/console.ts';
import { lookAround } from './look.ts';
import type { Move } from './moves.ts';
import { compareLooks } from './moves.ts';

export interface Moves {
  /** What the last move did. */
  readonly last: Move | undefined;
  /** How many moves went well. */
  readonly count: number;
  readonly isBusy: boolean;
  /** Moves the clock and says what that did; returns why the server refused, if it did. */
  run(this: void, act: () => Promise<unknown>): Promise<string | undefined>;
  forget(this: void): void;
}

export function useMoves(plan: SecurityPlan): Moves {
  const { api } = useConsole();
  const [last, setLast] = useState<Move>();
  const [count, setCount] = useState(0);
  const [isBusy, setBusy] = useState(false);
  return {
    last,
    count,
    isBusy,
    async run(act) {
      setBusy(true);
      try {
        const before = await lookAround(api, plan);
        await act();
        setLast(compareLooks(before, await lookAround(api, plan)));
        setCount((moves) => moves + 1);
        return undefined;
      } catch (error) {
        return messageOf(error);
      } finally {
        setBusy(false);
      }
    },
    forget: () => setLast(undefined),
  };
}
