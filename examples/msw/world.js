import { after, afterEach, before, beforeEach } from 'node:test';

import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createMock } from 'stuntdouble';

const mock = await createMock({ contract: new URL('shop.yaml', import.meta.url) });

/** The world of the present test. */
export let world;
export const server = setupServer(
  http.all('https://shop.example/*', ({ request }) => world.fetch(request)),
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
