import { test as base } from '@playwright/test';
import { connect, tellWorld } from 'stuntdouble/client';

export { expect } from '@playwright/test';

/** Opens a story. A test that fails then says what happened in the world of its story. */
export const test = base.extend({
  openStory: async ({ page, baseURL }, use, info) => {
    const opened = [];
    await use(async (id) => {
      opened.push(id);
      await page.goto(`/iframe.html?viewMode=story&id=${id}`);
    });
    if (info.status === info.expectedStatus) return;
    const mock = connect(`${baseURL}/mock`);
    for (const id of opened) info.errors.push({ message: await tellWorld(await mock.world(id)) });
  },
});
