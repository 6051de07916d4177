import type { ComponentChild } from 'preact';

import type { Credential } from '../api/documents.ts';
import { formatCount } from '../parts/count.ts';
import { formatMoment } from '../parts/moment.ts';
import { useConsole } from '../shell/console.ts';
import type { SchemeTable, ScopeRow } from './access.ts';
import { describeOnly, describeScheme } from './access.ts';
import { describeExpiry } from './times.ts';

interface ScopeMatrixProps {
  readonly table: SchemeTable;
  readonly now: number;
  /** The name of the opened credential. */
  readonly opened: string | undefined;
}

/** Which credentials have which scopes. */
export function ScopeMatrix({ table, now, opened }: ScopeMatrixProps): ComponentChild {
  const { scheme, rows, credentials, operations } = table;
  return (
    <section class="matrix-part" aria-label={`Scheme ${scheme.name}`}>
      <h3>
        {scheme.name} <small>{describeScheme(scheme)}</small>
      </h3>
      {operations === 0 && <p class="soft">No operation asks for this scheme.</p>}
      {credentials.length === 0 ? (
        <p class="soft">
          {formatCount(operations, 'operation')} {operations === 1 ? 'takes' : 'take'} it, and no
          credential is of this scheme.
        </p>
      ) : (
        <div
          class="matrix"
          role="region"
          aria-label={`Who may what by ${scheme.name}`}
          tabindex={0}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">Scope</th>
                {credentials.map((one, index) => (
                  <Head key={index} credential={one} now={now} isOpened={one.name === opened} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.scope ?? ''} row={row} credentials={credentials} now={now} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface HeadProps {
  readonly credential: Credential;
  readonly now: number;
  readonly isOpened: boolean;
}

function Head({ credential, now, isOpened }: HeadProps): ComponentChild {
  const { linkTo } = useConsole();
  const { name, label, expires_at: end, only } = credential;
  const { isOver } = describeExpiry(end, now);
  const reach = describeOnly(only);
  return (
    <th scope="col" class={isOpened ? 'opened' : ''}>
      <a href={linkTo(['clock', name])} class="cut" title={name}>
        {name}
      </a>
      {label !== undefined && (
        <small class="cut" title={label}>
          {label}
        </small>
      )}
      {end !== undefined && (
        <small class={isOver ? 'fault cut' : 'cut'} title={end}>
          {isOver ? 'expired' : `until ${formatMoment(Date.parse(end)).slice(0, 16)}`}
        </small>
      )}
      {reach !== '' && (
        <small class="cut" title={reach}>
          only {reach}
        </small>
      )}
    </th>
  );
}

interface RowProps {
  readonly row: ScopeRow;
  readonly credentials: readonly Credential[];
  readonly now: number;
}

function Row({
  row: { scope, description, operations },
  credentials,
  now,
}: RowProps): ComponentChild {
  return (
    <tr>
      <th scope="row">
        <span class={scope === undefined ? 'cut soft' : 'cut mono'} title={scope}>
          {scope ?? 'no scope'}
        </span>
        <small class="cut" title={description ?? ''}>
          {formatCount(operations, 'operation')}
          {description !== null && ` · ${description}`}
        </small>
      </th>
      {credentials.map((one, index) => (
        <Cell
          key={index}
          hasScope={scope === undefined || one.scopes.includes(scope)}
          isOver={describeExpiry(one.expires_at, now).isOver}
        />
      ))}
    </tr>
  );
}

function Cell({
  hasScope,
  isOver,
}: {
  readonly hasScope: boolean;
  readonly isOver: boolean;
}): ComponentChild {
  if (!hasScope)
    return (
      <td class="no">
        <span aria-hidden="true">–</span>
        <span class="unseen">no</span>
      </td>
    );
  return (
    <td class={isOver ? 'over' : 'yes'}>
      <span aria-hidden="true">✓</span>
      <span class="unseen">{isOver ? 'yes, but expired' : 'yes'}</span>
    </td>
  );
}
