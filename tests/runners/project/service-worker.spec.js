import { test } from 'stuntdouble/playwright';

const { api } = JSON.parse(process.env.RUN_CONFIG).metadata;

test('a page with a service worker plays in its world', async ({ page, mock }) => {
  await page.goto('/plain');
  await page.evaluate(async () => {
    const controlled = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve);
    });
    await navigator.serviceWorker.register('/worker.js');
    await controlled;
  });
  await page.evaluate(() => fetch('/api/orders/1', { method: 'DELETE' }));
  await page.evaluate((url) => fetch(`${url}/orders/2`, { method: 'DELETE' }), api);
  await mock.verify({ operation: 'deleteOrder', times: 2 });
});
