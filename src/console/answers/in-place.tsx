import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import type { JsonObject } from '../api/documents.ts';
import { Dialog } from '../parts/dialog.tsx';
import { tellOverride } from '../parts/tell-override.ts';
import { ServerOnly } from '../parts/server-only.tsx';
import { useConsole } from '../shell/console.ts';
import { formatCount } from '../parts/count.ts';
import { isJsonObject } from '../parts/json-lines.ts';
import type { Overrides, Placed } from './use-overrides.ts';
import { documentOf } from './use-overrides.ts';

interface InPlaceProps {
  readonly list: readonly Placed[];
  readonly overrides: Overrides;
}

/** What is in place at a glance, and how to be rid of it. */
export function InPlace({ list, overrides }: InPlaceProps): ComponentChild {
  const { api, recording } = useConsole();
  const [edited, setEdited] = useState<Placed>();
  const own = list.filter(({ world }) => world !== '*');
  if (list.length === 0 && recording)
    return (
      <p class="answers-none soft">Nothing was in place: every operation answered as usual.</p>
    );
  if (list.length === 0)
    return (
      <p class="answers-none soft">
        Nothing is in place: every operation answers as usual.{' '}
        <span class="answers-hint">
          Choose another answer in its line, or a preset. By curl:{' '}
          <code>{`curl ${location.origin}${api.home}overrides -d '…'`}</code>
        </span>
      </p>
    );
  return (
    <section class="answers-place" aria-label="Overrides in place">
      <div class="row">
        <b>{formatCount(list.length, 'override')} in place</b>
        {own.length < list.length && (
          <span class="soft">{list.length - own.length} of them for all worlds</span>
        )}
        <ServerOnly>
          <button onClick={() => void overrides.remove(list, 'All overrides are off')}>
            All off
          </button>
          {own.length > 0 && own.length < list.length && (
            <button
              onClick={() =>
                void overrides.remove(own, `The overrides of the world ${api.world} are off`)
              }
            >
              Off in this world alone
            </button>
          )}
        </ServerOnly>
      </div>
      <ul>
        {list.map((one) => (
          <PlacedLine
            key={`${one.world} ${one.id}`}
            override={one}
            onEdit={() => setEdited(one)}
            onRemove={() => void overrides.remove([one], `${one.id} is off`)}
          />
        ))}
      </ul>
      {edited && (
        <EditDialog override={edited} put={overrides.put} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

interface PlacedLineProps {
  readonly override: Placed;
  onEdit(this: void): void;
  onRemove(this: void): void;
}

function PlacedLine({ override, onEdit, onRemove }: PlacedLineProps): ComponentChild {
  const { recording } = useConsole();
  const { id, operation = 'any operation', world, hits, left } = override;
  const text = `${operation} ${tellOverride(override)}`;
  return (
    <li class={left === 0 ? 'used-up' : ''}>
      <span class="answers-cut" title={id}>
        <b>{id}</b>
      </span>
      <span class="answers-cut" title={text}>
        {text}
      </span>
      {world === '*' && <span class="answers-mark">all worlds</span>}
      <small class="answers-hits">
        {formatCount(hits, 'hit')}
        {left !== null && `, ${left} left`}
      </small>
      <button
        class="quiet"
        aria-label={`${recording ? 'Show' : 'Edit'} ${id} as JSON`}
        onClick={onEdit}
      >
        JSON
      </button>
      <ServerOnly>
        <button class="quiet" aria-label={`Remove ${id}`} onClick={onRemove}>
          ×
        </button>
      </ServerOnly>
    </li>
  );
}

interface EditDialogProps {
  readonly override: Placed;
  readonly put: Overrides['put'];
  onClose(this: void): void;
}

function EditDialog({ override, put, onClose }: EditDialogProps): ComponentChild {
  const { tell, recording } = useConsole();
  const [text, setText] = useState(() => JSON.stringify(documentOf(override), null, 2));
  const [error, setError] = useState('');
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await put(override.id, parse(text), override);
      tell({ text: `${override.id} is changed, and counts from zero` });
      onClose();
    } catch (refusal) {
      setError(messageOf(refusal));
    }
  };
  return (
    <Dialog title={`The override ${override.id.slice(0, 80)}`} isWide onClose={onClose}>
      <form class="answers-edit" onSubmit={(event) => void save(event)}>
        <textarea
          class="mono"
          rows={16}
          spellcheck={false}
          aria-label="The override as JSON"
          aria-describedby="override-error"
          aria-invalid={error !== ''}
          readOnly={recording !== undefined}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p id="override-error" class="fault" role="alert">
          {error}
        </p>
        <p class="row">
          <ServerOnly>
            <button class="main">Put in place</button>
          </ServerOnly>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function parse(text: string): JsonObject {
  // A trust edge: the server judges what it is.
  const value = JSON.parse(text) as JsonObject;
  if (isJsonObject(value)) return value;
  throw new Error('An override is a JSON object.');
}
