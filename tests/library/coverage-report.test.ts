import { describe, expect, it } from 'vitest';

import { openUnheard } from './open-bookshop.ts';
import type { Sent } from './open-lending.ts';
import { shareLending } from './open-lending.ts';

const { mock, send, cover } = shareLending();

const post = (body: string, type = 'application/json'): Sent => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body,
});

describe('what was done wrong', () => {
  it('is told by operation, place and rule, with how often and what the first was told', async () => {
    const bodies = ['{"kind":"a","copies":[{},{"wear":1}]}', '{"kind":"b"}', '{', 'x'];
    await cover('/loans', ...bodies.map((body) => post(body)), post('x', 'a/b'));
    const { violations } = mock().coverage();
    const shown = violations.listed.map(
      ({ operation, in: place, pointer, keyword, count }) =>
        `${count} ${operation} ${place} ${pointer} ${keyword}`,
    );
    expect(shown).toEqual([
      '2 createLoan body /kind enum',
      '1 createLoan body /copies/*/wear enum',
      '2 createLoan body  syntax',
      '1 createLoan header /content-type content',
    ]);
    expect(violations.listed[0]?.message).toContain('but is the string "a"');
    expect(violations.more).toBe(0);
  });

  it('is no refusal of credentials, and nothing that is not there', async () => {
    await cover('/loans?limit=1');
    expect(mock().coverage()).toMatchObject({
      violations: { listed: [] },
      unmatched: { listed: [] },
    });
  });

  it('is what no operation matches', async () => {
    await cover('/nothing?to=see', {}, {}, { method: 'PUT' });
    await send('/loans', { method: 'PUT' });
    // Whichever world a test has for itself, it asks for the same thing.
    await send('/~one/nothing');
    await send('/~two/nothing');
    // A page that asks whether it may is no such request.
    const asking = { Origin: 'http://a.example', 'Access-Control-Request-Method': 'GET' };
    await send('/nothing', { method: 'OPTIONS', headers: asking });
    expect(mock().coverage().unmatched).toEqual({
      listed: [
        { method: 'GET', path: '/nothing', count: 4 },
        { method: 'PUT', path: '/nothing', count: 1 },
        { method: 'PUT', path: '/loans', count: 1 },
      ],
      more: 0,
    });
  });

  it('is a reply that breaks the contract', async () => {
    await cover('/broken', {}, {});
    const { listed } = mock().coverage().breaches;
    expect(listed).toMatchObject([{ operation: 'breakLoan', count: 2 }]);
  });
});

describe('GET /_mock/coverage', () => {
  it('is what the library tells, with the places of the contract', async () => {
    await cover('/sizes/1');
    const response = await fetch(`${mock().url}/_mock/coverage`);
    const report: unknown = await response.json();
    expect(report).toEqual(mock().coverage());
    expect(report).toMatchObject({
      format: 1,
      contract: {
        title: 'Lending',
        version: '1',
        files: [expect.stringMatching(/openapi\.json$/)],
      },
      totals: {
        operations: { covered: 1, total: 4, percent: 25 },
        enum_values: { covered: 1, total: 10, percent: 10 },
      },
    });
    const [first] = mock().coverage().operations;
    expect(first?.points[0]).toMatchObject({ id: 'listLoans/operations/called', line: 9 });
  });

  it('is of one operation, with what was done wrong there', async () => {
    await cover('/loans', post('{'));
    await send('/nothing');
    const response = await fetch(`${mock().url}/_mock/coverage?operation=createLoan`);
    expect(await response.json()).toMatchObject({
      totals: { operations: { total: 1 } },
      operations: [{ id: 'createLoan', requests: 1 }],
      violations: { listed: [{ operation: 'createLoan' }] },
      unmatched: { listed: [], more: 0 },
    });
  });

  it('names the operations where there is none of that id', async () => {
    const response = await fetch(`${mock().url}/_mock/coverage?operation=no`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      detail:
        'The contract has no operation "no": there are "listLoans", "createLoan", "getLoan" and "breakLoan".',
    });
  });
});

describe('the option coverage', () => {
  it('turns counting off, which is said where somebody asks', async () => {
    const silent = await openUnheard({ coverage: false });
    const { url } = await silent.listen();
    expect(() => silent.coverage()).toThrow('coverage: false');
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${url}/_mock/coverage`, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        type: 'urn:problem-type:not-counted',
        title: 'Coverage is off',
      });
    }
  });
});
