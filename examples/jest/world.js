import { createMock } from 'stuntdouble';

const mock = await createMock({ contract: new URL('shop.yaml', import.meta.url) });

/** The world of the present test: no other test sees what it changes. */
export let world;
beforeEach(() => {
  world = mock.world();
});
afterEach(() => world.drop());
