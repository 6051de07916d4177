import type { Route } from './route.ts';

/** Characters of what is opened: a tab shows no more. */
const most = 60;

/** Such as `Request 12 – Traffic – Town library – Stuntdouble`: what tells tabs apart comes first. */
export function titleOf(route: Route, ...of: readonly (string | undefined)[]): string {
  return [tellOpened(route), ...of, 'Stuntdouble'].filter(Boolean).join(' – ');
}

function tellOpened({ path: [view, ...opened] }: Route): string {
  const text = opened.join(' ').slice(0, most);
  return view === 'traffic' && text !== '' ? `Request ${text}` : text;
}
