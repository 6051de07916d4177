import { expect, it } from 'vitest';

import { ContractBreach } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Contract } from '../../contract/compile.ts';
import { contractText, loadText, plainPath } from '../../contract/contract-text.test-kit.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Reply } from '../../pipeline/exchange.ts';
import type { Watched } from '../answered.ts';
import { findSecrets } from '../redaction/found/secrets.ts';
import type { Coverage } from './coverage.ts';
import { createCoverage } from './coverage.ts';

const noSecrets = findSecrets({ schemes: [] });
const secrets = (): typeof noSecrets => noSecrets;

/** A request that came as far as its operation. */
function passBy(operation: Operation, reply: Partial<Reply> = {}): Watched {
  const received = {
    method: 'GET',
    prefix: '',
    world: undefined,
    path: '/a',
    query: '',
    headers: {},
    isLocal: true,
    findPeer: () => undefined,
    readBody: () => ({ kind: 'text', text: '' }) as const,
  };
  return {
    path: '/a',
    milliseconds: 1,
    passage: {
      reached: { ...received, operation, pathValues: [] },
      reply: {
        status: 200,
        headers: [],
        body: undefined,
        verdict: { kind: 'served' },
        operation,
        ...reply,
      },
    },
  };
}

async function loadOne(path: JsonObject = plainPath()): Promise<readonly [Contract, Operation]> {
  const contract = await loadText(contractText({ '/a': path }));
  const [operation] = contract.operations;
  if (!operation) throw new Error('there is no operation');
  return [contract, operation];
}

function countsIn(coverage: Coverage): readonly (readonly number[])[] {
  const { operations } = coverage.report();
  return operations.map(({ requests, forced, points }) => [
    requests,
    forced,
    ...points.flatMap((point) => [point.count, point.forced]),
  ]);
}

it('what an override or a fault has answered is counted apart', async () => {
  const [contract, operation] = await loadOne();
  const coverage = createCoverage({
    contract: () => contract,
    choicesOf: () => undefined,
    secrets,
  });
  coverage.note(passBy(operation));
  coverage.note(passBy(operation, { forced: { by: 'fault', id: '', what: 'late' } }));
  coverage.note(passBy(operation, { forced: { by: 'override', id: '1', what: '200' } }));
  expect(countsIn(coverage)).toEqual([[1, 2, 0, 0, 1, 2]]);
  coverage.clear();
  expect(countsIn(coverage)).toEqual([[0, 0, 0, 0, 0, 0]]);
});

it.each([
  ['its own status', ['500', '5XX', 'default'], '500'],
  ['its range', ['5XX', 'default'], '5XX'],
  ['the default', ['400', 'default'], 'default'],
])('a breach covers what is declared for a failure: %s', async (_, failures, covered) => {
  const described = ['200', ...failures].map((status) => [status, { description: 'So.' }] as const);
  const [contract, operation] = await loadOne({
    get: { responses: Object.fromEntries(described) },
  });
  const coverage = createCoverage({
    contract: () => contract,
    choicesOf: () => undefined,
    secrets,
  });
  const breach = new ContractBreach('a 200', [], 'Mend it.');
  coverage.note(passBy(operation, { status: 500, verdict: { kind: 'breach', breach } }));
  coverage.note(passBy(operation, { status: 200, verdict: { kind: 'breach', breach } }));
  const points = coverage.report().operations.flatMap((one) => one.points);
  expect(points.filter(({ count }) => count > 0).map(({ label }) => label)).toEqual([
    `status ${covered}`,
  ]);
});

it('another contract begins anew, and what was under way through the last one is let go', async () => {
  const [first, earlier] = await loadOne();
  const [second, later] = await loadOne();
  let present = first;
  const coverage = createCoverage({ contract: () => present, choicesOf: () => undefined, secrets });
  coverage.note(passBy(earlier));
  present = second;
  coverage.note(passBy(earlier));
  expect(countsIn(coverage)).toEqual([[0, 0, 0, 0, 0, 0]]);
  coverage.note(passBy(later));
  expect(countsIn(coverage)).toEqual([[1, 0, 0, 0, 1, 0]]);
});
