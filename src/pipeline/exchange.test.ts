import { expect, it } from 'vitest';

import { readBody } from './read-body.ts';
import type { Guard } from './credentials/guard.ts';
import { authorize } from './credentials/authorize.ts';
import type { Authenticated, Received, Routed } from './exchange.ts';
import { headerOf } from './exchange.ts';

const received: Received = {
  method: 'GET',
  prefix: '',
  path: '/',
  query: '',
  headers: { one: 'a', many: ['a', 'b'] },
  world: undefined,
  isLocal: true,
  findPeer: () => undefined,
  readBody: () => ({ kind: 'text', text: '' }),
};

it('headers of several lines are joined', () => {
  expect(headerOf(received, 'one')).toBe('a');
  expect(headerOf(received, 'many')).toBe('a, b');
  expect(headerOf(received, 'none')).toBeUndefined();
  expect(headerOf(received, 'constructor')).toBeUndefined();
});

it('the types refuse a step before its turn', () => {
  // @ts-expect-error The request is not authenticated.
  expect(typeof ((routed: Routed, guard: Guard) => authorize(routed, guard))).toBe('function');
  // @ts-expect-error The request is not authorized.
  expect(typeof ((request: Authenticated) => readBody(request))).toBe('function');
});
