import { expect, it } from 'vitest';

import type { Explanation } from '../api/documents.ts';
import { makeRequest } from './request.test-kit.ts';
import { walkRoad } from './road.ts';

function explain(refusedBy: string | null, kind = 'record'): Explanation {
  return {
    sentences: [],
    parameters: {},
    operation: null,
    refused_by: refusedBy,
    source: { kind, collection: null, key: null },
    nearest: [],
  };
}

function shown(refusedBy: string | null, kind?: string): string {
  return walkRoad(makeRequest(), explain(refusedBy, kind))
    .map(
      ({ name, state }) =>
        ({ passed: '', answered: '=', refused: '!', breached: '~', skipped: '-' })[state] + name,
    )
    .join(' ');
}

it.each([
  [
    'a served one',
    null,
    'record',
    'receive route authenticate authorize read-body validate-request =behave validate-response store',
  ],
  [
    'one without credentials',
    'authenticate',
    'refusal',
    'receive route !authenticate -authorize -read-body -validate-request -behave -validate-response -store',
  ],
  [
    'one of a foreign host',
    'access',
    'refusal',
    'receive !access -route -authenticate -authorize -read-body -validate-request -behave -validate-response -store',
  ],
  [
    'one whose reply breaks the contract',
    'validate-response',
    'breach',
    'receive route authenticate authorize read-body validate-request behave !validate-response -store',
  ],
  [
    'one that an override answers',
    null,
    'intervention',
    'receive route authenticate authorize read-body validate-request =force -behave validate-response store',
  ],
  [
    'one that goes beyond a rate limit',
    'intervene',
    'refusal',
    'receive route !intervene -authenticate -authorize -read-body -validate-request -behave -validate-response -store',
  ],
  [
    'one that is forwarded',
    null,
    'forwarded',
    'receive =route -authenticate -authorize -read-body -validate-request -behave -validate-response -store',
  ],
])('marks the step that decided about %s', (_what, refusedBy, kind, expected) => {
  expect(shown(refusedBy, kind)).toBe(expected);
});

it('goes on where a reply is sent although it breaks the contract', () => {
  const reply = { headers: { 'X-Stuntdouble-Breach': 'getOrder 200' } };
  const steps = walkRoad(
    makeRequest({ verdict: 'breach', reply }),
    explain('validate-response', 'breach'),
  );
  expect(steps.slice(-2).map(({ name, state }) => [name, state])).toEqual([
    ['validate-response', 'breached'],
    ['store', 'passed'],
  ]);
});
