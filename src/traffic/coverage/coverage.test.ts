import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ApiError, ContractBreach } from '../../base/errors.ts';
import { plainOperation } from '../../contract/contract-text.test-kit.ts';
import type { Coverage } from './coverage.ts';
import { createCoverage } from './coverage.ts';
import { loadOne, loadTwo, passBy, passNowhere, passWith, secrets } from './passages.test-kit.ts';
import type { SavedCoverage } from './saved.ts';

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

const noneSeen = {
  violations: { listed: [], more: 0 },
  unmatched: { listed: [], more: 0 },
  breaches: { listed: [], more: 0 },
  unknown_query: { listed: [], more: 0 },
};

function roundTrip(saved: SavedCoverage): SavedCoverage {
  return JSON.parse(JSON.stringify(saved)) as SavedCoverage;
}

describe('what was counted can be saved, and added elsewhere', () => {
  it('holds only what was called and tried', async () => {
    const { list, other, begin } = await loadTwo();
    const coverage = begin();
    expect(coverage.save()).toEqual({ operations: [], ...noneSeen });
    const forced = { by: 'fault', id: '', what: 'late' } as const;
    coverage.note(passWith(list, { kind: 'x' }));
    coverage.note(passWith(list, { kind: 'x' }));
    coverage.note(passBy(list, { forced }));
    coverage.note(passBy(other));
    expect(coverage.save()).toEqual({
      operations: [
        {
          id: 'list',
          requests: 2,
          forced: 1,
          points: [
            ['operations/called', 2, 0],
            ['parameters/query/kind/present', 2, 0],
            ['enum_values/query/kind//"x"', 2, 0],
            ['statuses/200', 2, 1],
          ],
        },
        { id: 'a/b~c', requests: 1, forced: 0, points: [['statuses/200', 1, 0]] },
      ],
      ...noneSeen,
    });
  });

  it('is the same as if one had counted all', async () => {
    const { passages, begin } = await loadTwo();
    const some = fc.array(fc.constantFrom(...passages), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), (turns) => {
        const [whole, sum] = [begin(), begin()];
        let owner = begin();
        for (const turn of turns) {
          const own = begin();
          const next = begin();
          next.add(roundTrip(owner.save()));
          owner = next;
          for (const one of turn) for (const each of [whole, own, owner]) each.note(one);
          sum.add(roundTrip(own.save()));
        }
        for (const each of [sum, owner]) {
          expect(each.report()).toEqual(whole.report());
          expect(each.save()).toEqual(whole.save());
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps so many different things, and counts what comes beyond them', async () => {
    const { begin } = await loadTwo();
    const [first, second, sum] = [begin(), begin(), begin()];
    for (let at = 0; at < 1002; at += 1) first.note(passNowhere(`/first/${at}`));
    for (const path of ['/second', '/second', '/first/7']) second.note(passNowhere(path));
    sum.add(roundTrip(first.save()));
    sum.add(roundTrip(second.save()));
    const { listed, more } = sum.report().unmatched;
    expect(listed).toHaveLength(1000);
    expect(listed[7]).toEqual({ method: 'GET', path: '/first/7', count: 2 });
    expect(more).toBe(4);
  });

  it('is taken as it was then, and not changed where it is added', async () => {
    const { passages, begin } = await loadTwo();
    const [first, second] = [begin(), begin()];
    const noteAll = ({ note }: Coverage): void => passages.forEach(note);
    noteAll(first);
    const saved = first.save();
    const then = roundTrip(saved);
    noteAll(first);
    second.add(saved);
    noteAll(second);
    expect(saved).toEqual(then);
    expect(second.report()).toEqual(first.report());
  });

  it('is cleared with all that is counted', async () => {
    const { passages, begin } = await loadTwo();
    const [first, second] = [begin(), begin()];
    passages.forEach(first.note);
    second.add(first.save());
    second.clear();
    expect(second.report()).toEqual(begin().report());
    second.add(first.save());
    expect(second.report()).toEqual(first.report());
  });

  it('is added as far as there are such operations and points', async () => {
    const { passages, begin } = await loadTwo();
    const full = begin();
    passages.forEach(full.note);
    const [contract] = await loadOne({ get: plainOperation({ operationId: 'list' }) });
    const other = createCoverage({ contract: () => contract, choicesOf: () => undefined, secrets });
    other.add(full.save());
    const { operations, violations, breaches, unmatched, unknown_query } = other.report();
    expect(operations).toMatchObject([{ id: 'list', requests: 4, forced: 1 }]);
    expect(operations[0]?.points).toMatchObject([
      { label: 'valid request', count: 3, forced: 0 },
      { label: 'status 200', count: 3, forced: 1 },
    ]);
    const ofBoth = full.report();
    const ofList = violations.listed.map(({ operation }) => operation);
    expect(ofList).toEqual(['list']);
    expect(ofBoth.violations.listed).toHaveLength(2);
    expect(breaches.listed).toEqual([]);
    expect(unmatched).toEqual(ofBoth.unmatched);
    expect(unknown_query).toEqual(ofBoth.unknown_query);
  });
});

it('has another version whenever something was counted, added or cleared', async () => {
  const { passages, contract, list } = await loadTwo();
  let present = contract;
  const coverage = createCoverage({ contract: () => present, choicesOf: () => undefined, secrets });
  const isChangedBy = (act: () => void): boolean => {
    const before = coverage.version();
    act();
    return coverage.version() !== before;
  };
  for (const one of passages) {
    expect(isChangedBy(() => coverage.note(one))).toBe(true);
  }
  expect(isChangedBy(() => coverage.add(coverage.save()))).toBe(true);
  expect(isChangedBy(() => coverage.report())).toBe(false);
  expect(isChangedBy(() => coverage.reportOf('list'))).toBe(false);
  expect(isChangedBy(() => coverage.save())).toBe(false);
  const malformed = new ApiError('malformed-request', 'It has no path');
  const early = passBy(undefined, { verdict: { kind: 'refused', error: malformed } });
  expect(isChangedBy(() => coverage.note(early))).toBe(false);
  expect(isChangedBy(() => coverage.clear())).toBe(true);
  const [another] = await loadOne();
  expect(isChangedBy(() => (present = another))).toBe(true);
  expect(isChangedBy(() => coverage.note(passBy(list)))).toBe(false);
});

it('tells which replicas have answered, also those before this one', async () => {
  const [contract, operation] = await loadOne();
  const open = (url: string | undefined): Coverage =>
    createCoverage({
      contract: () => contract,
      choicesOf: () => undefined,
      secrets,
      findReplicaUrl: () => url,
    });
  const count = (coverage: Coverage, requests: number): Coverage => {
    for (let at = 0; at < requests; at += 1) coverage.note(passBy(operation));
    return coverage;
  };
  expect(count(open(undefined), 2).report()).not.toHaveProperty('answered_by');
  const first = count(open('http://a'), 2);
  first.note(passBy(undefined));
  const second = open('http://b');
  second.add(JSON.parse(JSON.stringify(first.save())) as SavedCoverage);
  count(second, 5);
  const again = open('http://a');
  again.add(second.save());
  count(again, 4);
  expect(again.report().answered_by).toEqual([
    { url: 'http://a', requests: 7 },
    { url: 'http://b', requests: 5 },
  ]);
  again.clear();
  expect(again.report()).not.toHaveProperty('answered_by');
});
