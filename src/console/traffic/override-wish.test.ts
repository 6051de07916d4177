import { describe, expect, it } from 'vitest';

import {
  failuresOf,
  nameTarget,
  hasHidden,
  whyNotKept,
  wishForFailure,
  wishForReply,
} from './override-wish.ts';
import { makeRequest } from './request.test-kit.ts';

describe('an override that answers so from now on', () => {
  it.each([
    ['JSON', { status: 201, body: { id: 1 } }, { status: 201, body: { id: 1 } }],
    ['nothing', { status: 204, headers: {} }, { status: 204 }],
    [
      'another media type',
      {
        status: 404,
        headers: { 'Content-Type': 'application/problem+json' },
        body: { title: 'x' },
      },
      {
        status: 404,
        body: { title: 'x' },
        headers: { 'Content-Type': 'application/problem+json' },
      },
    ],
    [
      'what the contract does not declare',
      { status: 400, headers: { 'X-Stuntdouble-Undeclared': '400' }, body: {} },
      { status: 400, body: {}, breach: true },
    ],
  ])('gives %s again', (_what, reply, expected) => {
    const wish = wishForReply(makeRequest({ reply }), {});
    expect(wish).toEqual({ operation: 'createOrder', reply: expected });
  });

  it('is for the path that was asked, but for what the server hides of it', () => {
    const path = { order_id: '7', token: '…' };
    expect(wishForReply(makeRequest(), path)).toMatchObject({ match: { path: { order_id: '7' } } });
    expect(wishForReply(makeRequest(), { token: '…' })).not.toHaveProperty('match');
    expect(nameTarget('getOrder', { order_id: '7' })).toBe('getOrder with order_id 7');
    expect(nameTarget('listOrders', {})).toBe('listOrders');
  });

  it.each([
    ['an operation was asked', makeRequest(), undefined],
    ['none was asked', makeRequest({ operation: null }), /^No operation/],
    ['the body was not kept', makeRequest({ reply: { body_note: 'too long' } }), /too long$/],
    ['there was no reply', makeRequest({ reply: { status: 0 } }), /^An override/],
  ])('can be made only if %s', (_what, entry, reason) => {
    const found = whyNotKept(entry);
    if (reason) expect(found).toMatch(reason);
    else expect(found).toBeUndefined();
  });
});

describe('a failure for the next request', () => {
  const response = (status: string) => ({ status, description: null, media: [], examples: [] });

  it('is one that the operation declares', () => {
    const responses = ['200', '404', '4XX', '5xx', 'default'].map(response);
    const failures = failuresOf({ responses });
    expect(failures.map(({ status }) => status)).toEqual(['404', '4XX', '5XX']);
    const wishes = failures.map((failure) => wishForFailure('getOrder', failure, { id: '7' }));
    const wanted = { operation: 'getOrder', match: { path: { id: '7' } }, times: 1 };
    expect(wishes).toEqual([
      { ...wanted, fault: { status: 404 } },
      { ...wanted, fault: { status: '4XX' } },
      { ...wanted, fault: { status: '5XX' } },
    ]);
  });

  it.each([[{ responses: [response('200')] }], [undefined]])(
    'is a 500 where there is none',
    (operation) => {
      const [failure] = failuresOf(operation);
      expect(failure && wishForFailure('getOrder', failure, {})).toMatchObject({
        reply: { status: 500, breach: true },
        times: 1,
      });
    },
  );
});

it.each([
  [{ a: [{ token: '…' }] }, true],
  [{ a: 'wait…' }, false],
  [undefined, false],
])('tells whether %j has something hidden', (value, expected) => {
  expect(hasHidden(value)).toBe(expected);
});
