import type { Notice } from './console.ts';

export interface ShownNotice extends Notice {
  readonly id: number;
}

/** They take room from the view: what was done before is no news. */
const most = { done: 2, error: 4, action: 3 };

/**
 * Each kind has its own places: what was done never takes an error away, nor what offers an action,
 * which may be the only way back.
 */
export function addNotice(all: readonly ShownNotice[], next: ShownNotice): readonly ShownNotice[] {
  const isSame = (one: Notice): boolean =>
    next.about === undefined
      ? one.action === undefined && one.stays !== true && one.text === next.text
      : one.about === next.about;
  const told = [...all.filter((one) => !isSame(one)), next];
  const newest = (wanted: keyof typeof most): readonly ShownNotice[] =>
    told.filter((one) => one.stays !== true && kindOf(one) === wanted).slice(-most[wanted]);
  const places = new Set([...newest('done'), ...newest('error'), ...newest('action')]);
  return told.filter((one) => one.stays === true || places.has(one));
}

function kindOf({ kind = 'done', action }: Notice): keyof typeof most {
  return action ? 'action' : kind;
}
