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
  const steps = useRef<readonly UndoStep[]>([]);
  return useMemo(() => {
    const revert = (step: UndoStep | undefined): void => {
      if (!step) {
        tell({ text: 'There is nothing to undo' });
        return;
      }
      if (!steps.current.includes(step)) return;
      steps.current = steps.current.filter((one) => one !== step);
      step.revert().then(
        (text) => tell({ text }),
        (error: unknown) => {
          steps.current = [...steps.current, step];
          complain(error);
        },
      );
    };
    return {
      offer(step) {
        steps.current = [...steps.current, step].slice(-mostSteps);
        tell({ text: step.done, action: { label: 'Undo', run: () => revert(step) } });
      },
      undo: () => revert(steps.current.at(-1)),
    };
  }, []);
}
