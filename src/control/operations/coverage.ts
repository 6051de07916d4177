import { ApiError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Coverage } from '../../traffic/coverage/coverage.ts';
import type { CoverageReport } from '../../traffic/coverage/report.ts';
import { doAtOnce } from '../outcomes.ts';
import type { Behaviors, ControlPorts } from '../ports.ts';

/** What was tried of the contract, in all worlds together. */
export function createCoverageBehaviors(ports: Pick<ControlPorts, 'coverage'>): Behaviors {
  const coverage = (): Coverage => {
    if (ports.coverage) return ports.coverage;
    const detail = 'What is tried of the contract is not counted: start without --no-coverage.';
    throw new ApiError('not-counted', detail);
  };
  return {
    getCoverage: ({ parameters: { query } }) => {
      const { operation } = query;
      const { report, reportOf } = coverage();
      const found = typeof operation === 'string' ? reportOf(operation) : report();
      if (!found) throw refuseOperation(operation, report());
      return { status: 200, body: found };
    },
    clearCoverage: () => {
      const { clear } = coverage();
      return { status: 204, commit: doAtOnce(clear) };
    },
  };
}

const mostNamed = 20;

function refuseOperation(id: JsonValue | undefined, { operations }: CoverageReport): ApiError {
  const ids = operations.map((operation) => operation.id);
  const rest = ids.length - mostNamed;
  const named = [...ids.slice(0, mostNamed), ...(rest > 0 ? [`${rest} others`] : [])].join(', ');
  return new ApiError(
    'record-not-found',
    `There is no operation ${JSON.stringify(id)}. There is: ${named}.`,
  );
}
