import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { Json, Message, Violation } from '../api/documents.ts';
import { JsonView, ViolationText } from '../parts/json-view.tsx';
import { tellNoBody } from './format.ts';
import { mediaOf } from './sent.ts';
import { Tabs } from './tabs.tsx';

interface MessagePaneProps {
  readonly title: string;
  readonly message: Message;
  /** The pairs of the query, as they were sent. */
  readonly query?: string;
  /** Those of this message. */
  readonly violations: readonly Violation[];
  /** Whether they are those of a reply that this one was sent instead of. */
  readonly isOfDropped?: boolean;
}

const tabs = ['Pretty', 'Raw', 'Headers'] as const;

/** A request or a reply: body and headers. */
export function MessagePane(props: MessagePaneProps): ComponentChild {
  const { title, message, query = '', violations } = props;
  const [tab, setTab] = useState<(typeof tabs)[number]>('Pretty');
  const { isOfDropped = false } = props;
  const elsewhere = violations.filter((one) => isOfDropped || one.in !== 'body');
  const own = isOfDropped ? none : violations;
  return (
    <section class="message" aria-label={title}>
      <div class="message-head">
        <h3>{title}</h3>
        <small class="soft">{mediaOf(message.headers)}</small>
      </div>
      <Tabs label={`${title} as`} names={tabs} chosen={tab} onChoose={(name) => setTab(name)}>
        {tab === 'Headers' ? (
          <Headers message={message} />
        ) : (
          <>
            {tab === 'Pretty' && <Pairs query={query} />}
            <Elsewhere violations={elsewhere} isOfDropped={isOfDropped} />
            <Body title={title} message={message} violations={own} isRaw={tab === 'Raw'} />
          </>
        )}
      </Tabs>
    </section>
  );
}

const none: MessagePaneProps['violations'] = [];

/** Violations of what stands outside of the body, by their names. */
function Elsewhere({
  violations,
  isOfDropped = false,
}: Pick<MessagePaneProps, 'violations' | 'isOfDropped'>): ComponentChild {
  if (violations.length === 0) return null;
  const label = isOfDropped
    ? 'Violations of the reply that was dropped'
    : 'Violations outside of the body';
  return (
    <>
      {isOfDropped && <p class="soft">{label}:</p>}
      <ul class="violations" aria-label={label}>
        {violations.map((violation, index) => (
          <li key={index} class="violation">
            {violation.in} <ViolationText violation={violation} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Body({
  title,
  message: { body, body_note: note },
  violations,
  isRaw,
}: Pick<MessagePaneProps, 'title' | 'message' | 'violations'> & {
  readonly isRaw: boolean;
}): ComponentChild {
  if (body === undefined)
    return (
      <p class="soft">
        {tellNoBody(note)}
        <BodyViolations violations={violations} />
      </p>
    );
  const label = `Body of the ${title.toLowerCase()}`;
  if (isRaw || typeof body === 'string') {
    return (
      <>
        <BodyViolations violations={isRaw ? [] : violations} />
        <pre class="raw" aria-label={label} role="group" tabindex={0}>
          {textOf(body)}
        </pre>
      </>
    );
  }
  return (
    <JsonView
      value={body}
      label={label}
      violations={violations.filter((one) => one.in === 'body')}
    />
  );
}

/** Where the body isn't shown by its members, its violations stand before it. */
function BodyViolations({ violations }: Pick<MessagePaneProps, 'violations'>): ComponentChild {
  return violations
    .filter((one) => one.in === 'body')
    .map((violation, index) => (
      <span key={index} class="violation">
        <ViolationText violation={violation} />
      </span>
    ));
}

function Headers({ message: { headers = {} } }: Pick<MessagePaneProps, 'message'>): ComponentChild {
  const all = Object.entries(headers);
  if (all.length === 0) return <p class="soft">No header.</p>;
  return <PairTable label="Headers" pairs={all} />;
}

function Pairs({ query }: { readonly query: string }): ComponentChild {
  if (query === '') return null;
  return <PairTable label="Query" pairs={[...new URLSearchParams(query)]} />;
}

function PairTable({
  label,
  pairs,
}: {
  readonly label: string;
  readonly pairs: readonly (readonly [string, string])[];
}): ComponentChild {
  return (
    <table class="pairs" aria-label={label}>
      <tbody>
        {pairs.map(([name, value], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td class="mono">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function textOf(body: Json): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
