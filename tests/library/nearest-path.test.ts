import { expect, it } from 'vitest';

import type { Exchange } from '../../src/index.ts';
import { bookIds } from './bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

const [first = ''] = bookIds;

it('a wrong path gets the nearest one in the 404, the log, the journal and the report', async () => {
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange): void => void exchanges.push(exchange);
  const { mock, ask } = await openBookshop({ onExchange });
  const detail = `There is no /boks/${first}. Did you mean /books/{id}?`;
  expect(await ask('GET', `/boks/${first}`)).toMatchObject({ status: 404, json: { detail } });
  expect(exchanges.map(({ reason }) => reason)).toEqual([detail]);
  expect(mock.requests().map(({ problem }) => problem?.detail)).toEqual([detail]);
  expect(mock.coverage().unmatched.listed).toEqual([
    { method: 'GET', path: `/boks/${first}`, nearest: '/books/{id}', count: 1 },
  ]);
});

it('the 404 and the explanation of the journal name the same path first', async () => {
  const { ask } = await openBookshop();
  await ask('GET', '/book');
  expect((await ask('GET', '/_mock/requests/1/explain')).json).toMatchObject({
    problem: { detail: 'There is no /book. Did you mean /books?' },
    nearest: [{ method: 'GET', path: '/books' }, {}, {}],
  });
});

it('a wrong path in a private world is named as the client writes it', async () => {
  const { ask } = await openBookshop();
  expect(await ask('GET', '/~a/book')).toMatchObject({
    json: { detail: 'There is no /~a/book. Did you mean /~a/books?' },
  });
});

it('a path that is near to none gets no suggestion', async () => {
  const { mock, ask } = await openBookshop();
  expect(await ask('GET', '/payments/7')).toMatchObject({
    json: { detail: 'There is no /payments/7. No path of the contract matches it.' },
  });
  expect(mock.coverage().unmatched.listed).toEqual([
    { method: 'GET', path: '/payments/7', count: 1 },
  ]);
});
