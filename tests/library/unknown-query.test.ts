import { describe, expect, it } from 'vitest';

import type { Exchange, MockOptions } from '../../src/index.ts';
import type { Ask } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';
import { openOther } from './other-server.ts';

interface Opened {
  readonly ask: Ask;
  /** What each request has in its query that is not declared: by the log, and by the journal. */
  readonly logged: () => readonly (readonly string[] | undefined)[];
  readonly noted: () => readonly (readonly string[])[];
  /** The same of all requests, with their number, by the report. */
  readonly reported: () => readonly string[];
}

async function open(options: MockOptions = {}): Promise<Opened> {
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange): void => void exchanges.push(exchange);
  const { mock, ask } = await openBookshop({ onExchange, ...options });
  return {
    ask,
    logged: () => exchanges.map(({ unknownQuery }) => unknownQuery),
    noted: () =>
      mock.requests().map(({ unknownQuery }) => unknownQuery.map(({ message }) => message)),
    reported: () =>
      mock
        .coverage()
        .unknown_query.listed.map(({ operation, name, nearest = '-', count }) =>
          [count, operation, name, nearest].join(' '),
        ),
  };
}

const sentence = '"limti" is not a parameter of listBooks; did you mean "limit"?';

describe('a query parameter that the operation does not declare', () => {
  it('is let through, and named in log, journal and report', async () => {
    const { ask, logged, noted, reported } = await open();
    expect((await ask('GET', '/books?limti=1')).status).toBe(200);
    await ask('HEAD', '/~a/books?limti=2&limit=1');
    await ask('GET', '/books?limit=1');
    expect(logged()).toEqual([[sentence], [sentence], undefined]);
    expect(noted()).toEqual([[sentence], [sentence], []]);
    expect(reported()).toEqual(['2 listBooks limti limit']);
  });

  it('is named also where the request is refused for something else', async () => {
    const { ask, logged, noted } = await open();
    expect((await ask('GET', '/books?limti=1&limit=x')).status).toBe(400);
    expect(logged()).toEqual([[sentence]]);
    expect(noted()).toEqual([[sentence]]);
  });

  it('is a 400 in the same words with --unknown-query reject', async () => {
    const { ask, logged, noted, reported } = await open({ unknownQuery: 'reject' });
    expect(await ask('GET', '/books?limti=1')).toMatchObject({
      status: 400,
      json: {
        detail: 'query /limti: is not a parameter of listBooks; did you mean "limit"?',
        errors: [{ keyword: 'unknown' }],
      },
    });
    // The reason in the log tells of it.
    expect(logged()).toEqual([undefined]);
    expect(noted()).toEqual([[sentence]]);
    expect(reported()).toEqual(['1 listBooks limti limit']);
  });

  it('stands in the report of its operation alone', async () => {
    const { ask } = await open();
    await ask('GET', '/books?limti=1');
    expect((await ask('GET', '/_mock/coverage?operation=listBooks')).json).toMatchObject({
      unknown_query: {
        listed: [{ operation: 'listBooks', name: 'limti', nearest: 'limit', count: 1 }],
      },
    });
    expect((await ask('GET', '/_mock/coverage?operation=getBook')).json).toMatchObject({
      unknown_query: { listed: [], more: 0 },
    });
  });

  it('is told in the explanation of the request', async () => {
    const { ask } = await open();
    await ask('GET', '/books?limti=1');
    expect((await ask('GET', '/_mock/requests/1/explain')).json).toMatchObject({
      sentences: expect.arrayContaining([sentence]),
    });
  });

  it('shows no secret by its name', async () => {
    const { ask, logged, noted, reported } = await open();
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    await ask('GET', `/books?${token}`);
    await ask('GET', '/books?session-77aa88=1', { headers: { Cookie: 'sid=session-77aa88' } });
    for (const shown of [logged(), noted(), reported()].map((all) => JSON.stringify(all))) {
      expect(shown).not.toContain('c2lnbmF0dXJl');
      expect(shown).not.toContain('77aa88');
      expect(shown).toContain('…');
    }
  });

  it('is nothing of the control API, of a preflight, or of what is forwarded', async () => {
    const other = await openOther((_, response) => response.end('{}'));
    const { ask, logged, reported } = await open({ unmatched: other.url });
    await ask('GET', '/_mock/requests?limti=1');
    await ask('GET', '/elsewhere?limti=1');
    const headers = {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'GET',
    };
    await ask('OPTIONS', '/books?limti=1', { headers });
    expect(logged()).toEqual([undefined, undefined, undefined]);
    expect(reported()).toEqual([]);
  });
});
