import { createOrders } from './orders.js';

export default {
  title: 'Orders',
  render: (_, { loaded }) => createOrders(loaded.world.url),
};

export const Empty = { parameters: { mock: { scenario: 'empty' } } };
export const TwoCups = { parameters: { mock: { scenario: 'two-cups' } } };
export const Closed = { parameters: { mock: { scenario: 'closed' } } };
