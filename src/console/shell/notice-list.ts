import type { Notice } from './console.ts';

export interface ShownNotice extends Notice {
  readonly id: number;
}

/** They lie over the rows: what was done before the last two is no news. */
const most = { done: 2, error: 4 };

/** Each kind has its own places, so that what was done never takes an error away. */
export function addNotice(all: readonly ShownNotice[], next: ShownNotice): readonly ShownNotice[] {
  const told = [...all.filter(({ text }) => text !== next.text), next];
  const newest = (wanted: keyof typeof most): readonly ShownNotice[] =>
    told
      .filter(({ kind = 'done', stays = false }) => kind === wanted && !stays)
      .slice(-most[wanted]);
  const kept = new Set([...newest('done'), ...newest('error')]);
  return told.filter((one) => one.stays || kept.has(one));
}
