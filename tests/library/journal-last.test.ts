import { expect, it } from 'vitest';

import { openBookshop } from './open-bookshop.ts';

it('GET /_mock/requests/last/explain explains the newest request of the contract, also as text', async () => {
  const { ask, mock } = await openBookshop({});
  expect((await ask('GET', '/_mock/requests/last')).status).toBe(404);
  expect(JSON.stringify((await ask('GET', '/_mock/requests/last/explain')).json)).toContain(
    'There is no request in the journal.',
  );
  await ask('GET', '/books');
  await ask('GET', '/books/none');
  await ask('GET', '/_mock/state');
  expect((await ask('GET', '/_mock/requests/last')).json).toMatchObject({ id: 2 });
  const told = await ask('GET', '/_mock/requests/last/explain');
  expect(told.json).toMatchObject({ id: 2, refused_by: 'behave' });
  const { sentences } = Object(told.json) as { sentences: readonly string[] };
  const headers = { Accept: 'text/plain' };
  const text = await fetch(`${mock.url}/_mock/requests/last/explain`, { headers });
  expect(text.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await text.text()).toBe(`${sentences.join('\n')}\n`);
  const other = { 'X-Stuntdouble-World': 'other' };
  await ask('GET', '/books', { headers: other });
  expect((await ask('GET', '/_mock/requests/last', { headers: other })).json).toMatchObject({
    id: 3,
  });
  const strange = await ask('GET', '/_mock/requests/latest');
  expect(strange.status).toBe(400);
});
