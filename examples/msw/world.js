import { after, afterEach, before, beforeEach } from 'node:test';

import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createMock } from 'stuntdouble';

const mock = await createMock({ contract: new URL('shop.yaml', import.meta.url) });

/** The world of the present test. */
export let world;
export const server = setupServer(
  http.all('https://shop.example/*', async ({ request }) => {
    try {
      return await world.fetch(request);
    } catch (error) {
      // MSW prints the stack of what a handler throws, also where a test wants the request to fail.
      if (error.message === 'fetch failed' || request.signal.aborted) return Response.error();
      throw error;
    }
  }),
);

before(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  world = mock.world();
});
afterEach(() => {
  server.resetHandlers();
  world.drop();
});
after(() => server.close());
