import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import type { CoverageReport, Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';
import { lending } from './lending.ts';
import { openUnheard } from './open-bookshop.ts';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

let mock: Mock;

beforeAll(async () => {
  const folder = await createFolder();
  await writeFiles(folder, lending());
  mock = await createMock({ contract: join(folder, 'openapi.json') });
  await mock.listen();
  return async () => {
    await mock.close();
    await removeFolder(folder);
  };
});

async function send(path: string, sent: Sent = {}): Promise<number> {
  const { method = 'GET', headers = {}, body } = sent;
  const response = await fetch(mock.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** What requests cover, after they alone were sent. */
async function cover(path: string, ...sent: readonly Sent[]): Promise<readonly string[]> {
  await send('/_mock/coverage', { method: 'DELETE' });
  for (const one of sent.length === 0 ? [{}] : sent) await send(path, one);
  return labelsOf(mock.coverage(), 'count');
}

function labelsOf({ operations }: CoverageReport, column: 'count' | 'forced'): readonly string[] {
  return operations.flatMap(({ points }) =>
    points.filter((point) => point[column] > 0).map(({ label }) => label),
  );
}

const key = { 'X-Key': 'key' };
const as = (token: string): Sent => ({ headers: { Authorization: `Bearer ${token}` } });
const json = { 'Content-Type': 'application/json' };
const post = (body: string, headers: Readonly<Record<string, string>> = json): Sent => ({
  method: 'POST',
  headers,
  body,
});
const bare = [
  'valid request',
  'query limit present',
  'query state absent',
  'query tag absent',
  'header X-Trace absent',
  'cookie theme absent',
];

describe('a request covers', () => {
  it.each<[name: string, path: string, sent: Sent, covered: readonly string[]]>([
    [
      'what it is and leaves out, but no default',
      '/loans?limit=1',
      { headers: key },
      [...bare, 'status 200', 'key let in'],
    ],
    [
      'the parameters and values that it sends',
      '/loans?limit=1&state=open&tag=2&tag=1',
      { headers: { ...key, 'x-trace': '7', Cookie: 'theme=dark' } },
      [
        'valid request',
        'query limit present',
        'query state present',
        'query state = "open"',
        'query tag present',
        'query tag = 1',
        'query tag = 2',
        'header X-Trace present',
        'cookie theme present',
        'status 200',
        'key let in',
      ],
    ],
    [
      'what is required by leaving it out, and nothing else',
      '/loans?state=closed',
      { headers: key },
      ['query limit absent', 'status 400', 'key let in'],
    ],
    [
      'nothing by what breaks the contract, but a status',
      '/loans?limit=10&state=closed',
      { headers: key },
      ['status 400', 'key let in'],
    ],
    [
      'the alternatives that let it in',
      '/loans?limit=1',
      as('admin'),
      [...bare, 'status 200', 'token (read) let in', 'token (admin) let in'],
    ],
    [
      'no alternative of which it lacks a scope',
      '/loans?limit=1',
      as('reader'),
      [...bare, 'status 200', 'token (read) let in'],
    ],
    [
      'those that refuse it: known, but not far enough',
      '/loans?limit=1',
      as('nobody'),
      ['status 4XX', 'token (read) refused', 'token (admin) refused'],
    ],
    [
      'those that refuse it: unknown',
      '/loans?limit=1',
      { headers: { 'X-Key': 'wrong' } },
      ['status 4XX', 'key refused'],
    ],
    ['that nothing was shown', '/loans?limit=1', {}, ['status 4XX', 'no credentials refused']],
    [
      'a media type and the values in it',
      '/loans',
      post('{"kind":"book","copies":[{"wear":"worn"},{}]}'),
      [
        'valid request',
        'body application/json',
        'body /kind = "book"',
        'body /copies/*/wear = "worn"',
        'status 201',
      ],
    ],
    [
      'the same values in another media type',
      '/loans',
      post('kind=film', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      [
        'valid request',
        'body /kind = "film"',
        'body application/x-www-form-urlencoded',
        'status 201',
      ],
    ],
    ['no media type by a faulty body', '/loans', post('{"kind":"car"}'), ['status 4XX']],
    [
      'no media type by leaving it out',
      '/loans',
      { method: 'POST' },
      ['valid request', 'status 201'],
    ],
    [
      'a path by its values, and anybody who comes without credentials',
      '/sizes/2',
      {},
      ['valid request', 'path size present', 'path size = 2', 'status 200', 'anybody let in'],
    ],
    [
      'not anybody, where it shows some',
      '/sizes/1',
      as('reader'),
      ['valid request', 'path size present', 'path size = 1', 'status 200', 'token let in'],
    ],
    ['a GET by a HEAD', '/sizes/1', { method: 'HEAD' }, expect.arrayContaining(['path size = 1'])],
    ['a request by one whose reply broke, but no status', '/broken', {}, ['valid request']],
    ['nothing where it asks for the stand-in', '/_mock/state', {}, []],
    ['nothing where there is nothing', '/nothing', {}, []],
  ])('%s', async (_, path, sent, covered) => {
    const found = await cover(path, sent);
    expect(found.toSorted()).toEqual(Array.isArray(covered) ? covered.toSorted() : covered);
  });

  it('nothing where it wishes for its reply, which is counted apart', async () => {
    expect(await cover('/sizes/2', { headers: { Prefer: 'code=200' } })).toEqual([]);
    const report = mock.coverage();
    expect(labelsOf(report, 'forced')).toContain('path size = 2');
    expect(report.operations.find(({ id }) => id === 'getLoan')).toMatchObject({
      requests: 0,
      forced: 1,
    });
  });

  it('nothing by a refusal that speaks of the stand-in', async () => {
    expect(await cover('/broken', { headers: { Prefer: 'code=abc' } })).toEqual([]);
  });
});

describe('what was done wrong', () => {
  it('is told by operation, place and rule, with how often and what the first was told', async () => {
    const bodies = ['{"kind":"a","copies":[{},{"wear":1}]}', '{"kind":"b"}', '{', 'x'];
    await cover(
      '/loans',
      ...bodies.map((body) => post(body)),
      post('x', { 'Content-Type': 'a/b' }),
    );
    const { violations } = mock.coverage();
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
    expect(mock.coverage()).toMatchObject({
      violations: { listed: [] },
      unmatched: { listed: [] },
    });
  });

  it('is what no operation matches', async () => {
    await cover('/nothing?to=see', {}, {}, { method: 'PUT' });
    await send('/loans', { method: 'PUT' });
    // A page that asks whether it may is no such request.
    const asking = { Origin: 'http://a.example', 'Access-Control-Request-Method': 'GET' };
    await send('/nothing', { method: 'OPTIONS', headers: asking });
    expect(mock.coverage().unmatched).toEqual({
      listed: [
        { method: 'GET', path: '/nothing', count: 2 },
        { method: 'PUT', path: '/nothing', count: 1 },
        { method: 'PUT', path: '/loans', count: 1 },
      ],
      more: 0,
    });
  });

  it('is a reply that breaks the contract', async () => {
    await cover('/broken', {}, {});
    const { listed } = mock.coverage().breaches;
    expect(listed).toMatchObject([{ operation: 'breakLoan', count: 2 }]);
  });
});

describe('GET /_mock/coverage', () => {
  it('is what the library tells, with the places of the contract', async () => {
    await cover('/sizes/1');
    const response = await fetch(`${mock.url}/_mock/coverage`);
    const report: unknown = await response.json();
    expect(report).toEqual(mock.coverage());
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
    const [first] = mock.coverage().operations;
    expect(first?.points[0]).toMatchObject({ id: 'listLoans/operations/called', line: 9 });
  });

  it('is of one operation, with what was done wrong there', async () => {
    await cover('/loans', post('{'));
    await send('/nothing');
    const response = await fetch(`${mock.url}/_mock/coverage?operation=createLoan`);
    expect(await response.json()).toMatchObject({
      totals: { operations: { total: 1 } },
      operations: [{ id: 'createLoan', requests: 1 }],
      violations: { listed: [{ operation: 'createLoan' }] },
      unmatched: { listed: [], more: 0 },
    });
  });

  it('names the operations where there is none of that id', async () => {
    const response = await fetch(`${mock.url}/_mock/coverage?operation=no`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      detail: 'There is no operation "no". There is: listLoans, createLoan, getLoan, breakLoan.',
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
      expect(await response.json()).toMatchObject({ type: 'urn:problem-type:not-counted' });
    }
  });
});
