import type { ComponentChild } from 'preact';

import type { SecuredOperation } from '../api/documents.ts';
import { describeNeeds } from '../parts/access.ts';
import { useConsole } from '../shell/console.ts';

interface PlanFactsProps {
  readonly operation: SecuredOperation;
}

/** What the server does for an operation, and why. */
export function PlanFacts({ operation }: PlanFactsProps): ComponentChild {
  const { linkTo } = useConsole();
  const { id, does, collection, why, role } = operation;
  return (
    <>
      <dl class="plan-facts">
        <div>
          <dt>Does here</dt>
          <dd>
            {role === 'improvised' ? 'improvised: an example, or made-up data' : does}
            {collection !== null && (
              <>
                {' of '}
                <a href={linkTo(['state', collection])}>{collection}</a>
              </>
            )}
          </dd>
        </div>
        {why !== '' && (
          <div>
            <dt>Because</dt>
            <dd>{why}</dd>
          </div>
        )}
        <div>
          <dt>Needs</dt>
          <dd>{describeNeeds(operation)}</dd>
        </div>
      </dl>
      <p class="row operation-links">
        {collection !== null && <a href={linkTo(['state', collection])}>Its records</a>}
        <a href={linkTo(['traffic'], { operation: id })}>Its requests</a>
        <a href={linkTo(['answers', id])}>Its answers</a>
      </p>
    </>
  );
}
