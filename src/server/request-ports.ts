import type { Operation } from '../contract/operations.ts';
import { createPattern } from '../contract/checks/patterns/safe-patterns.ts';
import type { RequestPorts } from '../control/ports.ts';
import { ApiError } from '../base/errors.ts';
import { createCircumstances } from './journal-context.ts';
import { nearestNames } from '../base/nearest.ts';
import type { MockOptions } from './options.ts';
import type { Stage } from './worlds-and-roads.ts';
import { readExpectation } from '../traffic/expectations/expectation.ts';
import { verify } from '../traffic/expectations/verify.ts';
import { explainNote } from '../traffic/journal/explanation/explain.ts';
import { compileFilter } from '../traffic/journal/filter.ts';
import type { Journal } from '../traffic/journal/journal.ts';

/** All that can be asked of the requests that came in. */
export function createRequestPorts(
  journal: Journal,
  stage: () => Stage,
  { stateless = false }: MockOptions,
): RequestPorts {
  const kept = (): Journal => {
    if (journal.isOn) return journal;
    const detail = 'No requests are kept: start without --journal 0.';
    throw new ApiError('journal-off', detail);
  };
  const circumstances = createCircumstances(stage, stateless);
  const operationOf = (id: string, place: 'query' | 'body'): Operation => {
    const { operations } = stage().blueprint.contract;
    const operation = operations.find((one) => one.id === id);
    if (operation) return operation;
    throw refuseOperation(
      id,
      place,
      operations.map((one) => one.id),
    );
  };
  const rules = {
    findOperation: (id: string): Operation => operationOf(id, 'body'),
    compilePattern: createPattern,
  };
  return {
    journal: kept,
    compileFilter,
    explain(id) {
      const note = kept().look(id);
      return note && explainNote(note, circumstances);
    },
    verify(wish) {
      const { findParameters } = circumstances;
      return verify(readExpectation(wish, rules), kept(), findParameters);
    },
    assertOperation: (id, place) => void operationOf(id, place),
  };
}

function refuseOperation(id: string, place: 'query' | 'body', known: readonly string[]): ApiError {
  const near = nearestNames(id.slice(0, 100), known).map((name) => `"${name}"`);
  const message = `the contract has no operation "${id}"; nearest are ${near.join(', ')}`;
  return new ApiError('invalid-request', `${place} /operation: ${message}.`, {
    violations: [{ in: place, pointer: '/operation', message, keyword: 'enum' }],
  });
}
