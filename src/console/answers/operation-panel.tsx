import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { part, Refusal } from '../api/client.ts';
import type { JsonObject, PlannedOperation } from '../api/documents.ts';
import { copyText } from '../parts/copy.ts';
import { MethodPath } from '../parts/method-path.tsx';
import { PanelHead } from '../parts/panel-head.tsx';
import { tellOverride } from '../parts/tell-override.ts';
import { ServerOnly } from '../parts/server-only.tsx';
import { useConsole } from '../shell/console.ts';
import { idOf, listOptions, other } from './answer-options.ts';
import type { Faults, FieldsProps } from './fields.tsx';
import { AnswerField, DeliveryFields, LimitFields, OftenFields } from './fields.tsx';
import { findOwn } from './operation-list.tsx';
import type { Place } from './settings.ts';
import { placeOf, readDocument, writeDocument } from './settings.ts';
import type { Overrides, Placed } from './use-overrides.ts';
import { documentOf } from './use-overrides.ts';
import { writeCurl, writeLibrary } from './write-override.ts';

interface OperationPanelProps {
  readonly operation: PlannedOperation;
  readonly list: readonly Placed[];
  readonly overrides: Overrides;
  onClose(this: void): void;
}

/** One operation: the ways it can answer, and all that an override can do. */
export function OperationPanel(props: OperationPanelProps): ComponentChild {
  const { operation, overrides, onClose } = props;
  const { method, path, id, summary } = operation;
  const others = props.list.filter((one) => one.operation === id && one.id !== idOf(id));
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section class="panel answer-panel" aria-label={`${method} ${path}`}>
      <PanelHead list="Operations" close="Close the operation" onClose={onClose}>
        <b class="cut" title={id}>
          {id}
        </b>
      </PanelHead>
      <h2 ref={heading} class="target" tabindex={-1}>
        <MethodPath {...{ method, path }} />
      </h2>
      {summary !== null && summary !== '' && <p class="soft">{summary}</p>}
      {others.map((one) => (
        <p key={`${one.world} ${one.id}`} class="row">
          <span>
            In place, too: <b>{one.id}</b> {tellOverride(one)}
          </span>
          <ServerOnly>
            <button onClick={() => void overrides.remove([one], `${one.id} is off`)}>
              Take it away
            </button>
          </ServerOnly>
        </p>
      ))}
      <AnswerForm {...props} />
      <Responses operation={operation} />
    </section>
  );
}

function AnswerForm(props: OperationPanelProps): ComponentChild {
  const { fields, placed, document, name, apply, remove } = useAnswerForm(props);
  const { settings, faults, onChange } = fields;
  // A rate limit stands alone, and what no option stands for is changed as JSON.
  const isAlone = settings.limit !== '';
  const isForeign = settings.answer === other;
  return (
    <form class="answer-form" onSubmit={(event) => void apply(event)}>
      <ServerOnly>
        {!isAlone && <AnswerField {...fields} />}
        {!isAlone && <DeliveryFields {...fields} />}
        <LimitFields {...fields} />
        {!isAlone && <OftenFields {...fields} />}
        <label class="answers-check">
          <input
            type="checkbox"
            checked={settings.isForAll}
            onChange={({ currentTarget }) => onChange({ isForAll: currentTarget.checked })}
          />
          in all worlds
        </label>
        <p class="fault" role="alert">
          {faults.get('all') ?? ''}
        </p>
        <p class="row">
          <button class="main" disabled={isForeign || (!document && !placed)}>
            {document || !placed ? 'Put in place' : 'Answer as usual'}
          </button>
          {placed && (
            <button type="button" onClick={() => void remove()}>
              Remove
            </button>
          )}
          {isForeign && <span class="soft">It is changed as JSON, in the list above.</span>}
        </p>
      </ServerOnly>
      {document && !isForeign && <Copies name={name} document={document} />}
    </form>
  );
}

interface AnswerFormState {
  readonly fields: FieldsProps;
  /** The override that the form changes. */
  readonly placed: Placed | undefined;
  /** What the form stands for; undefined: the usual. */
  readonly document: JsonObject | undefined;
  /** The id of the override. */
  readonly name: string;
  apply(this: void, event: Event): Promise<void>;
  remove(this: void): Promise<void>;
}

function useAnswerForm({ operation, list, overrides }: OperationPanelProps): AnswerFormState {
  const { tell } = useConsole();
  const options = listOptions(operation);
  const placed = findOwn(list, operation.id);
  const text = placed ? JSON.stringify(documentOf(placed)) : '';
  const [settings, setSettings] = useState(() => readDocument(placed, options));
  const [faults, setFaults] = useState<Faults>(new Map());
  // Another tab or a test may have changed it.
  useEffect(() => setSettings(readDocument(placed, options)), [text]);
  const document = writeDocument(operation.id, settings, options);
  const name = idOf(operation.id);
  const remove = async (): Promise<void> => {
    if (placed) await overrides.remove([placed], `${operation.id} answers as usual`);
  };
  return {
    fields: {
      settings,
      options,
      faults,
      onChange: (change) => setSettings((before) => ({ ...before, ...change })),
    },
    placed,
    document,
    name,
    remove,
    async apply(event) {
      event.preventDefault();
      setFaults(new Map());
      if (!document) return await remove();
      try {
        const { notice = '' } = await overrides.put(name, document, placed);
        tell({ text: [`${name} is in place`, notice].filter(Boolean).join('. ') });
      } catch (error) {
        setFaults(readFaults(error));
      }
    },
  };
}

function Copies({
  name,
  document,
}: {
  readonly name: string;
  readonly document: JsonObject;
}): ComponentChild {
  const shell = useConsole();
  const { home, world } = shell.api;
  const url = `${location.origin}${home}overrides/${part(name)}`;
  return (
    <details>
      <summary>The override as JSON: {name}</summary>
      <pre tabindex={0}>{JSON.stringify(document, null, 2)}</pre>
      <p class="row">
        <button
          type="button"
          onClick={() => void copyText(writeCurl(url, world, document), 'as curl', shell)}
        >
          Copy as curl
        </button>
        <button
          type="button"
          onClick={() => void copyText(writeLibrary(name, world, document), 'as code', shell)}
        >
          Copy as code
        </button>
      </p>
    </details>
  );
}

function Responses({ operation }: { readonly operation: PlannedOperation }): ComponentChild {
  return (
    <section aria-label="Declared responses">
      <h3>Declared responses</h3>
      <dl class="answer-responses">
        {operation.responses.map(({ status, description, media, examples }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {description}
              <small>
                {' '}
                {media.join(', ')}
                {examples.length > 0 && `; examples: ${examples.join(', ')}`}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the server said, by the part of the form that it is about. */
function readFaults(error: unknown): Faults {
  const found = new Map<Place, string>();
  const errors = error instanceof Refusal ? error.problem.errors : [];
  for (const { pointer, message } of errors) {
    const place = placeOf(pointer);
    found.set(place, [found.get(place), `${pointer} ${message}`].filter(Boolean).join('; '));
  }
  if (found.size === 0) found.set('all', error instanceof Error ? error.message : String(error));
  return found;
}
