import { useConsole } from '../shell/console.ts';
import { replaceState } from './actions.ts';

/** Replaces the state of a world, tells what was done, and offers to take the last such thing back. */
export function useReplacing(
  world: string,
): (done: string, replace: () => Promise<unknown>) => Promise<void> {
  const { api, complain, keep, tell } = useConsole();
  // Only the last state is kept, so an older offer must not put that one back.
  const offers = keep('offers to put a world back', () => new Map<string, () => void>());
  return async (done, replace) => {
    const revert = await replaceState(api.within(world), replace);
    const run = (): void =>
      void revert().then(() => tell({ text: `Put “${world}” back as it was` }), complain);
    offers.get(world)?.();
    offers.set(world, tell({ text: done, action: { label: 'Undo', run } }));
  };
}
