import { expect, test } from 'stuntdouble/playwright';

const { api } = JSON.parse(process.env.RUN_CONFIG).metadata;

const show = async (page, path, init) =>
  page.evaluate(
    async ([url, how]) => {
      const reply = await fetch(url, how);
      const { headers } = reply;
      return {
        body: await reply.json(),
        location: headers.get('location'),
        link: headers.get('link'),
      };
    },
    [new URL(path, `${api}/`).href, init],
  );

test.beforeEach(async ({ page, mock }) => {
  await mock.replace('loans', [
    { id: 1, title: 'one' },
    { id: 2, title: 'two' },
  ]);
  await page.goto('/plain');
});

test('shows the page the paths that it asks for', async ({ page, mock }) => {
  const missing = await show(page, '/v1/loans/9');
  expect(missing.body.instance).toBe('/v1/loans/9');
  const headers = { 'Content-Type': 'application/json' };
  const made = await show(page, '/v1/loans', {
    method: 'POST',
    headers,
    body: '{"title":"three"}',
  });
  expect(made.location).toBe('/v1/loans/3');
  expect((await show(page, made.location)).body.title).toBe('three');
  expect((await mock.requests()).length).toBe(3);
});

test('shows the page links that lead to the API', async ({ page, mock }) => {
  const first = await show(page, '/v1/loans');
  expect(first.body.next).toBe(`${api}/v1/loans?page=2`);
  expect(first.link).not.toMatch(/~|127/);
  const second = await show(page, first.body.next);
  expect(second.body.results).toMatchObject([{ title: 'two' }]);
  expect((await mock.requests()).length).toBe(2);
});
