import { createMock } from 'stuntdouble';

const mock = await createMock({ contract: new URL('shop.yaml', import.meta.url) });

/** A world for one test: no other test sees what it changes. */
export function openWorld(t) {
  const world = mock.world();
  t.after(() => world.drop());
  return world;
}
