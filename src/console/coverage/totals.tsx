import type { ComponentChild } from 'preact';

import type { CoverageReport } from '../api/coverage-documents.ts';
import { useConsole } from '../shell/console.ts';
import type { Filters } from './filters.ts';
import { kinds } from './filters.ts';

interface TotalsProps {
  readonly totals: CoverageReport['totals'];
  readonly filters: Filters;
}

/** How much of each kind was tried; a click shows the kind alone. */
export function Totals({ totals, filters }: TotalsProps): ComponentChild {
  const { refine } = useConsole();
  return (
    <ul class="cov-totals" aria-label="How much was tried">
      {kinds.map(([kind, title]) => {
        const { covered, total, percent } = totals[kind];
        const isChosen = filters.kind === kind;
        return (
          <li key={kind}>
            <button
              class="cov-total"
              aria-pressed={isChosen}
              disabled={total === 0}
              title={isChosen ? 'Show all kinds' : `Show only ${title.toLowerCase()}`}
              onClick={() => refine({ kind: isChosen ? '' : kind })}
            >
              <span>{title}</span>
              <b>{total === 0 ? '—' : `${percent} %`}</b>
              <small>
                {total === 0 ? 'none declared' : `${count(covered)} of ${count(total)}`}
              </small>
              <Bar percent={total === 0 ? 0 : percent} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function Bar({ percent }: { readonly percent: number }): ComponentChild {
  return (
    <span class="cov-bar" aria-hidden="true">
      <span class={percent === 100 ? 'full' : ''} style={{ width: `${percent}%` }} />
    </span>
  );
}

function count(number: number): string {
  return number.toLocaleString('en');
}
