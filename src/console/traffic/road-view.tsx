import type { ComponentChild } from 'preact';

import type { Explanation, RequestDocument } from '../api/documents.ts';
import { LongText } from './long-text.tsx';
import type { RoadStep } from './road.ts';
import { walkRoad } from './road.ts';

interface RoadViewProps {
  readonly entry: RequestDocument;
  readonly explanation: Explanation;
}

/** The way of a request through the server, and why it was answered as it was. */
export function RoadView({ entry, explanation }: RoadViewProps): ComponentChild {
  const { sentences, nearest } = explanation;
  // The last ones tell of the nearest operations, which have a list of their own here.
  const told = sentences.length - nearest.length;
  return (
    <section aria-label="Why it was answered so">
      <ol class="road" aria-label="The steps of the road">
        {walkRoad(entry, explanation).map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
      <h3>Because</h3>
      <ul class="because">
        {sentences.slice(0, told).map((sentence, index) => (
          <li key={index}>
            <LongText text={sentence} />
          </li>
        ))}
      </ul>
      <Forced entry={entry} />
      <Nearest nearest={nearest} />
    </section>
  );
}

const signs: Readonly<Record<RoadStep['state'], string>> = {
  passed: '✓',
  answered: '●',
  refused: '✕',
  breached: '!',
  skipped: '·',
};

const stateWords: Readonly<Record<RoadStep['state'], string>> = {
  passed: 'passed',
  answered: 'answered here',
  refused: 'refused here',
  breached: 'breaks the contract',
  skipped: 'not reached',
};

function Step({ step: { name, label, state, note } }: { readonly step: RoadStep }): ComponentChild {
  const isDeciding = state !== 'passed' && state !== 'skipped';
  return (
    <li class={`step ${state}`} data-step={name} aria-current={isDeciding ? 'step' : undefined}>
      <span class="sign" aria-hidden="true">
        {signs[state]}
      </span>
      <span>{label}</span>
      <small class="step-state">{state === 'passed' ? '' : stateWords[state]}</small>
      {note !== '' && <small class="note">{note}</small>}
    </li>
  );
}

function Forced({ entry: { forced, delivery } }: Pick<RoadViewProps, 'entry'>): ComponentChild {
  if (!forced && !delivery) return null;
  const end = delivery?.end.kind ?? 'whole';
  return (
    <p class="forced">
      {forced && (
        <>
          <span class="badge">{forced.by}</span> {forced.id !== '' && <b>{forced.id}</b>}{' '}
          {forced.what}
        </>
      )}
      {delivery && (
        <span class="soft">
          {' '}
          Delivery: {delivery.delay_ms > 0 ? `kept back for ${delivery.delay_ms} ms` : 'at once'}
          {end === 'whole' ? '' : `, ${end}`}
          {stateOfDelivery[delivery.state ?? ''] ?? ''}
        </span>
      )}
    </p>
  );
}

const stateOfDelivery: Readonly<Record<string, string>> = {
  waiting: '; nothing is sent yet',
  sending: '; it is being sent',
  left: '; the client left before its end',
};

function Nearest({ nearest }: Pick<Explanation, 'nearest'>): ComponentChild {
  if (nearest.length === 0) return null;
  return (
    <>
      <h3>The nearest operations</h3>
      <ul class="nearest" aria-label="The nearest operations">
        {nearest.map(({ operation, method, path, differences }) => (
          <li key={operation}>
            <span class="mono">
              {method} {path}
            </span>{' '}
            <b>{operation}</b>
            <ul>
              {differences.map((difference) => (
                <li key={difference} class="soft">
                  {difference}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
