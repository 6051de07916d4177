import { expect, test } from 'stuntdouble/playwright';

const { api } = JSON.parse(process.env.RUN_CONFIG).metadata;

for (const status of [302, 303, 307]) {
  test(`a page stays in its world by a ${status}`, async ({ page, mock }) => {
    await mock.replace('loans', [{ id: 2, title: 'two' }]);
    const headers = { Location: '/v1/loans/2' };
    await mock.use({ operation: 'listLoans', reply: { breach: true, status, headers } });
    await page.goto('/plain');
    const show = async (url) => (await fetch(url)).json();
    expect(await page.evaluate(show, `${api}/v1/loans`)).toMatchObject({ title: 'two' });
    await page.goto(`${api}/v1/loans`);
    await expect(page.locator('body')).toContainText('two');
    const operations = (await mock.requests()).map(({ operation }) => operation);
    expect(operations).toEqual(['listLoans', 'getLoan', 'listLoans', 'getLoan']);
  });
}

test('a page that sends a form stays in its world by a 303', async ({ page, mock }) => {
  await mock.replace('loans', [{ id: 2, title: 'two' }]);
  const headers = { Location: '/v1/loans/2' };
  await mock.use({ operation: 'createLoan', reply: { breach: true, status: 303, headers } });
  await page.goto('/plain');
  const send = async (url) => {
    const sent = { 'Content-Type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers: sent, body: '{"title":"x"}' })).json();
  };
  expect(await page.evaluate(send, `${api}/v1/loans`)).toMatchObject({ title: 'two' });
  const [second] = await mock.requests({ limit: 1 });
  expect(second.request).toMatchObject({ method: 'GET', path: '/v1/loans/2' });
  expect(second.request.body).toBeUndefined();
  expect(second.request.headers['content-type']).toBeUndefined();
});

test('a page sends again by a 302 what is no POST', async ({ page, mock }) => {
  const reply = { breach: true, status: 302, headers: { Location: '/v1/text' } };
  await mock.use({ operation: 'putText', reply, times: 1 });
  await page.goto('/plain');
  const send = async (url) => {
    const body = new FormData();
    body.append('text', new File(['some text'], 'a.txt'));
    return (await fetch(url, { method: 'PUT', body })).status;
  };
  await page.evaluate(send, `${api}/v1/text`);
  const sent = await mock.requests({ operation: 'putText' });
  const text = { text: 'some text' };
  expect(sent.map(({ request: { body } }) => body)).toEqual([text, text]);
});

test('a page follows no circle', async ({ page, mock }) => {
  const show = async (url) => {
    try {
      return (await fetch(url)).status;
    } catch (error) {
      return String(error);
    }
  };
  await page.goto('/plain');
  const headers = { Location: '/v1/loans' };
  await mock.use({ operation: 'listLoans', reply: { breach: true, status: 302, headers } });
  expect(await page.evaluate(show, `${api}/v1/loans`)).toContain('Failed to fetch');
  expect((await mock.requests({ operation: 'listLoans' })).length).toBe(21);
});

test('a page sends a file to its world', async ({ page, mock }) => {
  await page.goto('/plain');
  const send = async (url) => {
    const body = new FormData();
    body.append('text', new File(['some text'], 'a.txt'));
    return (await fetch(url, { method: 'PUT', body })).status;
  };
  expect(await page.evaluate(send, `${api}/v1/text`)).toBe(204);
  const [sent] = await mock.requests({ operation: 'putText' });
  expect(sent.request.body).toEqual({ text: 'some text' });
});
