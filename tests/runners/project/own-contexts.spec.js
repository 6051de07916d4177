import { expect, test } from 'stuntdouble/playwright';

const { api } = JSON.parse(process.env.RUN_CONFIG).metadata;

async function removeFirst(page) {
  await page.goto('/plain');
  return page.evaluate(
    async (url) => (await fetch(`${url}/orders/1`, { method: 'DELETE' })).status,
    api,
  );
}

let shared;
test.beforeAll(async ({ browser, mockServer }) => {
  shared = await browser.newPage();
  await mockServer.reset();
});

test('plays in its world with contexts of its own', async ({ browser, mock }) => {
  const context = await browser.newContext();
  expect(await removeFirst(await context.newPage())).toBe(204);
  await mock.verify({ operation: 'deleteOrder', times: 1 });
  // Its app's server, too, hears of the world.
  expect((await context.cookies()).map(({ value }) => value)).toContain(mock.name);
});

test('plays in its world with a page of its own', async ({ browser, mock }) => {
  const page = await browser.newPage();
  expect(await removeFirst(page)).toBe(204);
  await mock.verify({ operation: 'deleteOrder', times: 1 });
  await page.close();
});

test('plays in the default world without one of its own', async ({ browser, mockServer }) => {
  const page = await browser.newPage();
  expect(await removeFirst(page)).toBe(204);
  await mockServer.verify({ operation: 'deleteOrder', world: 'default', times: 1 });
  await page.close();
});

test('leaves a page of a hook in the default world', async ({ mockServer }) => {
  expect(await removeFirst(shared)).toBe(404);
  await mockServer.verify({ operation: 'deleteOrder', world: 'default', times: 2 });
});

let later;
test('makes a page that outlives it', async ({ browser, mock }) => {
  later = await browser.newPage();
  expect(await removeFirst(later)).toBe(204);
  await mock.verify({ operation: 'deleteOrder', times: 1 });
});

test('finds that page in the default world', async ({ mockServer }) => {
  expect(await removeFirst(later)).toBe(404);
  await mockServer.verify({ operation: 'deleteOrder', world: 'default', times: 3 });
  expect(await later.context().cookies()).toEqual([]);
});

test('leads a page to another world', async ({ browser, mock, mockServer, useWorld }) => {
  const other = await mockServer.world();
  const page = await browser.newPage();
  await useWorld(page.context(), other);
  expect(await removeFirst(page)).toBe(204);
  await other.verify({ operation: 'deleteOrder', times: 1 });
  await mock.verify({ operation: 'deleteOrder', never: true });
  await page.close();
  await other.drop();
});
