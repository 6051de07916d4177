import type { ComponentChild } from 'preact';

import { part } from '../api/client.ts';
import type { JsonObject, Override } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { tellOverride } from '../parts/tell-override.ts';
import { ServerOnly } from '../parts/server-only.tsx';
import { useConsole, useLive } from '../shell/console.ts';
import { formatCount } from '../parts/count.ts';

/** Overrides that are shown; the others are counted. */
const most = 4;

/** What is in place instead of the usual, in the chosen world. */
export function OverrideStrip(): ComponentChild {
  const { api, tell, complain } = useConsole();
  const list = useAnswer(() => api.get<readonly (Override & JsonObject)[]>('overrides'), [api]);
  useLive('overrides', list.reload, [list.reload]);
  // One that has acted as often as it was told to is of no use any more.
  const overrides = (list.value ?? []).filter(({ left }) => left !== 0);
  const isCounting = overrides.some(({ left }) => left !== null);
  useLive('requests', () => isCounting && list.reload(), [isCounting]);
  if (overrides.length === 0) return null;
  const remove = (path: string, text: string): void =>
    void api
      .send('DELETE', path)
      .then(() => tell({ text }), complain)
      .finally(list.reload);
  return (
    <div class="override-strip" role="region" aria-label="Overrides in place">
      <b>{formatCount(overrides.length, 'override')} in place</b>
      {overrides.slice(0, most).map((override) => (
        <Shown
          key={override.id}
          override={override}
          onRemove={() => remove(`overrides/${part(override.id)}`, `Removed ${override.id}`)}
        />
      ))}
      {overrides.length > most && <span class="soft">and {overrides.length - most} more</span>}
      <ServerOnly>
        <button onClick={() => remove('overrides', 'All overrides of the world are off')}>
          All off
        </button>
      </ServerOnly>
    </div>
  );
}

function Shown({
  override,
  onRemove,
}: {
  readonly override: Override & JsonObject;
  onRemove(this: void): void;
}): ComponentChild {
  const { id, operation = 'any operation', left } = override;
  const text = `${id}: ${operation} ${tellOverride(override)}${left === null ? '' : `, ${left} left`}`;
  return (
    <span class="override">
      <span title={text}>{text}</span>
      <ServerOnly>
        <button class="quiet" aria-label={`Remove the override ${id}`} onClick={onRemove}>
          ×
        </button>
      </ServerOnly>
    </span>
  );
}
