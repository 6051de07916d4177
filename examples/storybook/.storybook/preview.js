import { connect } from 'stuntdouble/client';

const mock = connect(`${location.origin}/mock`);

export default {
  // Each story has a world of its own, made anew whenever the story is shown.
  loaders: [async ({ id, parameters }) => ({ world: await mock.world(id, parameters.mock ?? {}) })],
};
