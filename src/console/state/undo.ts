import { useMemo, useRef } from 'preact/hooks';

import { useConsole } from '../shell/console.ts';

export interface UndoStep {
  /** What was done, such as “Deleted 3 records”. */
  readonly done: string;
  /** Puts the state back; what it resolves to is told to the user. */
  revert(this: void): Promise<string>;
}

export interface Undo {
  /** Tells what was done, and offers to take it back. */
  offer(this: void, step: UndoStep): void;
  /** Takes back what was done last. */
  undo(this: void): void;
}

const mostSteps = 50;

export function useUndo(): Undo {
  const { tell, complain } = useConsole();
  const held = useRef<readonly HeldStep[]>([]);
  return useMemo(() => {
    const revert = async (one: HeldStep | undefined): Promise<void> => {
      if (!one) {
        tell({ text: 'There is nothing to undo' });
        return;
      }
      if (!held.current.includes(one)) return;
      held.current = held.current.filter((other) => other !== one);
      one.takeAway();
      try {
        tell({ text: await one.step.revert() });
      } catch (error) {
        // It can be tried again.
        held.current = [...held.current, one];
        complain(error);
      }
    };
    return {
      offer(step) {
        const action = { label: 'Undo', run: () => void revert(one) };
        const one: HeldStep = { step, takeAway: tell({ text: step.done, action }) };
        held.current = [...held.current, one].slice(-mostSteps);
      },
      undo: () => void revert(held.current.at(-1)),
    };
  }, []);
}

interface HeldStep {
  readonly step: UndoStep;
  /** Takes its notice away. */
  takeAway(this: void): void;
}
