import type { ComponentChild, ComponentChildren } from 'preact';

import type { CoverageReport } from '../api/coverage-documents.ts';
import { Empty } from '../parts/empty.tsx';
import { useConsole } from '../shell/console.ts';

interface FindingsProps {
  readonly report: CoverageReport;
}

/** What requests and replies did wrong, each with a link to the requests. */
export function Findings({ report }: FindingsProps): ComponentChild {
  if (countFindings(report) === 0)
    return (
      <Empty title="Nothing was done wrong">
        <p>
          Requests that break the contract or match no operation, replies that break it, and
          undeclared query parameters are listed here as they come.
        </p>
      </Empty>
    );
  return (
    <div class="cov-findings">
      <Requests report={report} />
      <Replies report={report} />
    </div>
  );
}

function Requests({ report: { violations, unmatched } }: FindingsProps): ComponentChild {
  const { linkTo } = useConsole();
  return (
    <>
      <Finding title="Violations" note="Requests that broke the contract" more={violations.more}>
        {violations.listed.map(({ operation, in: place, pointer, keyword, message, count }) => (
          <Line
            key={`${operation} ${place} ${pointer} ${keyword}`}
            count={count}
            href={linkTo(['traffic'], { operation, violation: keyword, verdict: 'refused' })}
            what={`${operation} ${place} ${pointer}`}
            text={message}
          />
        ))}
      </Finding>
      <Finding title="Unmatched" note="Requests that no operation matches" more={unmatched.more}>
        {unmatched.listed.map(({ method, path, nearest, count }) => (
          <Line
            key={`${method} ${path}`}
            count={count}
            href={linkTo(['traffic'], { verdict: 'unmatched', search: path.slice(0, 200) })}
            what={`${method} ${path}`}
            text={nearest === undefined ? '' : `Did you mean ${nearest}?`}
          />
        ))}
      </Finding>
    </>
  );
}

function Replies({ report: { breaches, unknown_query: unknown } }: FindingsProps): ComponentChild {
  const { linkTo } = useConsole();
  return (
    <>
      <Finding
        title="Breaches"
        note="Replies that broke the contract, or would have"
        more={breaches.more}
      >
        {breaches.listed.map(({ operation, message, count }) => (
          <Line
            key={`${operation} ${message}`}
            count={count}
            href={linkTo(['traffic'], { operation, verdict: 'breach' })}
            what={operation}
            text={message}
          />
        ))}
      </Finding>
      <Finding
        title="Undeclared query parameters"
        note="Also those that were let through"
        more={unknown.more}
      >
        {unknown.listed.map(({ operation, name, message, count }) => (
          <Line
            key={`${operation} ${name}`}
            count={count}
            href={linkTo(['traffic'], { operation })}
            what={operation}
            text={message}
          />
        ))}
      </Finding>
    </>
  );
}

/** How many different things were done wrong. */
export function countFindings(report: CoverageReport): number {
  const all = [report.violations, report.unmatched, report.breaches, report.unknown_query];
  return all.reduce((sum, { listed }) => sum + listed.length, 0);
}

interface FindingProps {
  readonly title: string;
  readonly note: string;
  readonly more: number;
  readonly children: readonly ComponentChildren[];
}

function Finding({ title, note, more, children }: FindingProps): ComponentChild {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>
        {title} <small>{note}</small>
      </h2>
      <ul>{children}</ul>
      {more > 0 && <p class="soft">and {more.toLocaleString('en')} more that are not listed</p>}
    </section>
  );
}

interface LineProps {
  readonly count: number;
  readonly href: string;
  readonly what: string;
  readonly text: string;
}

function Line({ count, href, what, text }: LineProps): ComponentChild {
  return (
    <li>
      <span class="cov-count">{count.toLocaleString('en')}×</span>
      <span>
        <a class="mono" href={href} title="Show the requests in Traffic">
          {what}
        </a>
        <span class="cov-text">{text}</span>
      </span>
    </li>
  );
}
