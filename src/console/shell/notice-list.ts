import type { Notice } from './console.ts';

export interface ShownNotice extends Notice {
  readonly id: number;
}

/** They take room from the view: what was done before the last two is no news. */
const most = { done: 2, error: 4 };

/**
 * Each kind has its own places, so that what was done never takes an error away. What offers an
 * action stays for its time, whatever comes after it: it may be the only way back.
 */
export function addNotice(all: readonly ShownNotice[], next: ShownNotice): readonly ShownNotice[] {
  const told = [...all.filter((one) => isKept(one) || one.text !== next.text), next];
  const newest = (wanted: keyof typeof most): readonly ShownNotice[] =>
    told.filter((one) => (one.kind ?? 'done') === wanted && !isKept(one)).slice(-most[wanted]);
  const places = new Set([...newest('done'), ...newest('error')]);
  return told.filter((one) => isKept(one) || places.has(one));
}

function isKept({ stays = false, action }: Notice): boolean {
  return stays || action !== undefined;
}
