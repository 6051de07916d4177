import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import type { CoveredOperation, CoveredPoint } from '../api/coverage-documents.ts';
import { copyText } from '../parts/copy.ts';
import { Empty } from '../parts/empty.tsx';
import { MethodPath } from '../parts/method-path.tsx';
import { PanelHead } from '../parts/panel-head.tsx';
import { useConsole } from '../shell/console.ts';
import { kinds } from './filters.ts';
import { PointSample } from './point-sample.tsx';
import { placeOf, withoutPoint } from './tree-rows.tsx';

interface OperationPanelProps {
  readonly id: string;
  /** Undefined: the contract has no such operation. */
  readonly operation: CoveredOperation | undefined;
  /** The id of a point. */
  readonly opened: string | undefined;
  /** Shows the next point that is missing. */
  onNext(this: void): void;
  onClose(this: void): void;
}

/** An operation, or one of its points with a request that would cover it. */
export function OperationPanel(props: OperationPanelProps): ComponentChild {
  const { id, operation, opened, onNext, onClose } = props;
  const { linkTo, route } = useConsole();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollTo({ top: 0 }), [id, opened]);
  const point = operation?.points.find((one) => one.id === opened);
  return (
    <article ref={panel} class="panel cov-panel" aria-label={`Operation ${id}`} tabindex={-1}>
      <PanelHead
        list="Operations"
        close="Close the operation"
        onClose={onClose}
        steps={
          <button class="quiet" title="Show the next that is missing (n)" onClick={onNext}>
            ↓ Next missing
          </button>
        }
      >
        {opened === undefined ? (
          <b class="cut">{id}</b>
        ) : (
          <a class="cut" href={linkTo(['coverage', id], withoutPoint(route.query))}>
            {id}
          </a>
        )}
      </PanelHead>
      {operation ? (
        <div class="panel-part cov-parts">
          <OperationFacts operation={operation} />
          {opened === undefined && <PointLists operation={operation} />}
          {point && <PointPart key={point.id} operation={operation} point={point} />}
          {opened !== undefined && !point && (
            <p class="fault">The operation has no such point: the contract may have changed.</p>
          )}
        </div>
      ) : (
        <Empty title={`The contract has no operation “${id}”`}>
          <p>It may have changed since the link was made.</p>
        </Empty>
      )}
    </article>
  );
}

function OperationFacts({ operation }: { readonly operation: CoveredOperation }): ComponentChild {
  const { linkTo } = useConsole();
  const { id, method, path, requests, forced } = operation;
  const [first] = operation.points;
  return (
    <>
      <h2 class="target">
        <MethodPath {...{ method, path }} />
      </h2>
      <p class="facts">
        <a href={linkTo(['traffic'], { operation: id })} title="Show them in Traffic">
          {requests.toLocaleString('en')} {requests === 1 ? 'request' : 'requests'}
        </a>
        {forced > 0 && <span>{forced.toLocaleString('en')} forced, which cover nothing</span>}
        {first && <PlaceOf point={first} />}
      </p>
    </>
  );
}

/** The place in the contract, to be copied into an editor. */
function PlaceOf({ point }: { readonly point: CoveredPoint }): ComponentChild {
  const shell = useConsole();
  const place = placeOf(point);
  if (place === '') return null;
  return (
    <span class="cov-copied">
      <span class="mono">{place}</span>
      <button
        class="quiet inline"
        aria-label={`Copy the place ${place}`}
        onClick={() => void copyText(place, 'the place', shell)}
      >
        Copy
      </button>
    </span>
  );
}

/** All points of an operation by their kinds, the missing ones first. */
function PointLists({ operation }: { readonly operation: CoveredOperation }): ComponentChild {
  const { linkTo, route } = useConsole();
  return (
    <>
      {kinds.map(([kind, title]) => {
        const points = operation.points.filter((point) => point.kind === kind);
        const missing = points.filter(({ count }) => count === 0);
        if (points.length === 0) return null;
        return (
          <section key={kind} aria-label={title}>
            <h3>
              {title}{' '}
              <small>
                {points.length - missing.length} of {points.length}
              </small>
            </h3>
            <ul class="cov-points">
              {missing.slice(0, mostShown).map((point) => (
                <li key={point.id}>
                  <a href={linkTo(['coverage', operation.id], { ...route.query, point: point.id })}>
                    {point.label}
                  </a>
                </li>
              ))}
            </ul>
            {missing.length === 0 && <p class="soft">All of them were tried.</p>}
            {missing.length > mostShown && (
              <p class="soft">
                and {(missing.length - mostShown).toLocaleString('en')} more: the tree has all
              </p>
            )}
          </section>
        );
      })}
    </>
  );
}

/** An enum may have thousands of values. */
const mostShown = 100;

interface PointPartProps {
  readonly operation: CoveredOperation;
  readonly point: CoveredPoint;
}

function PointPart({ operation, point }: PointPartProps): ComponentChild {
  const { label, count, forced } = point;
  return (
    <section aria-label="Point" class="cov-point">
      <h3>{label}</h3>
      <p class="facts">
        <span class={count > 0 ? 'badge cov-tried' : 'badge cov-missing'} data-tried={count > 0}>
          {count > 0 ? `tried ${times(count)}` : 'not tried'}
        </span>
        {forced > 0 && <span>{times(forced)} by forced replies, which cover nothing</span>}
        <PlaceOf point={point} />
      </p>
      <PointSample operation={operation} point={point} />
    </section>
  );
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
}
