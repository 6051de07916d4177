import { afterAll, beforeAll, expect, it } from 'vitest';

import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

const reply = { status: 500 };
const patch = (document: unknown, operation = 'getOrder'): object => ({
  operation,
  reply: { patch: document },
});

it.each<[object, string, string]>([
  [{}, '', 'must say what is to happen'],
  [{ reply, extra: 1 }, '/extra', 'not known here: there are'],
  [{ operation: 'none', reply }, '/operation', 'no operation "none"'],
  [{ operation: 'PUT /orders', reply }, '/operation', 'did you mean "POST /orders"'],
  [{ operation: 'getOrder', reply: { status: 418 } }, '/reply/status', 'it declares 200, 404'],
  [{ operation: 'getOrder', reply: { status: 99 } }, '/reply/status', '200'],
  [{ reply: { status: 418 } }, '/reply/status', 'declares the status 418'],
  [
    { operation: 'getOrder', reply: { status: 503, example: 'away' } },
    '/reply/example',
    'has no example "away": there are "busy" and "down"',
  ],
  [{ reply: { example: 'busy' } }, '/reply/example', 'needs an "operation"'],
  [{ reply: { body: 1 } }, '/reply/body', 'needs an "operation"'],
  [
    { reply: { status: 503, headers: { 'retry-after': '0' } } },
    '/reply/headers/retry-after',
    'must be >= 1, as listOrders has it: name another "operation"',
  ],
  [
    { operation: 'getOrder', reply: { example: 'busy', breach: true } },
    '/reply/example',
    'leave out body and breach',
  ],
  [
    { operation: 'getOrder', reply: { body: { id: '1' } } },
    '/reply/body/item',
    'is required, but missing',
  ],
  [
    { operation: 'deleteOrder', reply: { body: {} } },
    '/reply/body',
    'the 204 response has no body',
  ],
  [
    { operation: 'getOrder', reply: { status: 503, headers: { 'retry-after': 'soon' } } },
    '/reply/headers/retry-after',
    'integer',
  ],
  ...Object.entries({ status: 200, example: 'x', body: false, breach: true }).map(
    ([name, value]): [object, string, string] => [
      { operation: 'getOrder', reply: { patch: { item: 'x' }, [name]: value } },
      `/reply/${name}`,
      'replaces the usual reply, which a patch changes: leave out one of them',
    ],
  ),
  [{ reply: { patch: {} } }, '/reply/patch', 'needs an "operation"'],
  [patch(7), '/reply/patch', 'must be an object, but is the number 7'],
  [patch(null), '/reply/patch', 'must be an object, but is null'],
  [patch([]), '/reply/patch', 'must have at least 1 item'],
  [patch([{ op: 'set', path: '/item' }]), '/reply/patch/0/op', 'must be one of'],
  [
    patch([{ op: 'remove', path: 'item' }]),
    '/reply/patch/0/path',
    'must be of the format "json-pointer"',
  ],
  [patch([{ op: 'add', path: '/item' }]), '/reply/patch/0/value', 'missing'],
  [patch([{ op: 'move', path: '/item' }]), '/reply/patch/0/from', 'missing'],
  [patch({ item: 7 }), '/reply/patch/item', 'must be a string'],
  [patch({ item: { a: 7 } }), '/reply/patch/item', 'must be a string'],
  [patch({ item: null }), '/reply/patch/item', 'is required'],
  [patch({ item: 'x' }, 'listOrders'), '/reply/patch', 'must be an array'],
  [patch({ item: 'x' }, 'deleteOrder'), '/reply/patch', 'the 204 response has no JSON'],
  [
    { ...patch({ item: 'x' }), before: 'auth' },
    '/reply/patch',
    'needs the usual reply, which there is not before auth',
  ],
  [{ ...patch({}), fault: { status: 503 } }, '/fault/status', 'is told by the reply already'],
  [
    { operation: 'getOrder', sequence: [{ reply: { patch: { item: 7 } } }] },
    '/sequence/0/reply/patch/item',
    'must be a string',
  ],
  [{ reply: { headers: { 'a b': '1' } } }, '/reply/headers/a b', 'is no name of a header'],
  [{ reply: { headers: { a: 'x\r\ny: z' } } }, '/reply/headers/a', 'that a header can hold'],
  [
    { reply: { headers: { 'Content-Length': '1' } } },
    '/reply/headers/Content-Length',
    'is set by the server itself',
  ],
  [
    { reply: { headers: { 'Content-Type': 'text/plain' } } },
    '/reply/headers/Content-Type',
    'is that of the contract',
  ],
  [{ fault: {} }, '/fault', '1'],
  [{ fault: { reset: false } }, '/fault', 'must ask for one of latency, status'],
  [{ reply, fault: { truncate: false, hang: false } }, '/fault', 'must ask for one of'],
  [{ fault: { latency: 'soon' } }, '/fault/latency', 'a duration such as 800ms'],
  [{ fault: { latency: '2h' } }, '/fault/latency', 'of an hour at most'],
  [{ fault: { latency: { fixed: '-1s' } } }, '/fault/latency/fixed', 'a duration such as'],
  [{ fault: { latency: { uniform: [2, 1] } } }, '/fault/latency/uniform', 'the shorter one'],
  [{ fault: { status: 99 } }, '/fault/status', ''],
  [{ fault: { status: 418 } }, '/fault/status', 'declares the status 418'],
  [{ operation: 'getOrder', fault: { status: 418 } }, '/fault/status', 'declares no 418'],
  [{ operation: 'getOrder', fault: { status: [503, 418] } }, '/fault/status', 'no 418'],
  [{ operation: 'deleteOrder', fault: { status: 'any' } }, '/fault/status', 'declares no any'],
  [{ reply, fault: { status: 503 } }, '/fault/status', 'is told by the reply already'],
  [{ fault: { reset: true, hang: true } }, '/fault', 'ends in one way'],
  [{ fault: { effect: 'gone' } }, '/fault/effect', ''],
  [{ fault: { bytes_per_second: 0 } }, '/fault/bytes_per_second', '1'],
  [{ fault: { rate_limit: { limit: 0, window: 1 } } }, '/fault/rate_limit/limit', '1'],
  [{ fault: { rate_limit: { limit: 1 } } }, '/fault/rate_limit/window', 'missing'],
  [
    { fault: { rate_limit: { limit: 1, window: 1 }, latency: 1 } },
    '/fault/latency',
    'does not go with a rate limit: make an override of its own for it',
  ],
  [
    { fault: { rate_limit: { limit: 1, window: 1 } }, reply },
    '/reply',
    'make an override of its own for it',
  ],
  ...Object.entries({ times: 1, probability: 0.5, seed: 's', before: 'auth' }).map(
    ([name, value]): [object, string, string] => [
      { fault: { rate_limit: { limit: 1, window: 1 } }, [name]: value },
      `/${name}`,
      'leave it out. What goes with it is operation, match, world and priority',
    ],
  ),
  [
    {
      fault: { rate_limit: { limit: 1, window: 1 } },
      match: { body: [{ pointer: '', present: true }] },
    },
    '/match/body',
    'can not be matched by a rate limit',
  ],
  [
    { before: 'auth', reply, match: { body: [{ pointer: '', present: true }] } },
    '/match/body',
    'can not be matched by "before": "auth"',
  ],
  [{ before: 'auth', fault: { latency: 1 } }, '/fault', 'where it applies before auth'],
  [{ before: 'auth', fault: { status: 500, effect: 'kept' } }, '/fault/effect', 'before auth'],
  [{ before: 'body', reply }, '/before', 'auth'],
  [{ sequence: [] }, '/sequence', '1'],
  [{ sequence: [{ pass: true }], reply }, '/sequence', 'leave reply and fault out'],
  [{ sequence: [{ pass: true, reply }] }, '/sequence/0', 'either pass'],
  [{ sequence: [{ pass: true }, { reply: { status: 418 } }] }, '/sequence/1/reply/status', ''],
  [
    { sequence: [{ fault: { rate_limit: { limit: 1, window: 1 } } }] },
    '/sequence/0/fault/rate_limit',
    'is no step of a sequence',
  ],
  [{ reply, repeat: true }, '/repeat', 'is for a sequence'],
  [{ reply, times: 0 }, '/times', '1'],
  [{ reply, probability: 1.1 }, '/probability', '1'],
  [{ reply, priority: 0.5 }, '/priority', ''],
  [{ reply, id: '-' }, '/id', ''],
  [{ reply, world: 'nowhere' }, '/world', 'there is no world "nowhere"'],
  [
    { reply, operation: 'getOrder', match: { path: { key: 1 } } },
    '/match/path/key',
    'there is "id"',
  ],
  [{ reply, match: { query: { q: { matches: '(' } } } }, '/match/query/q/matches', 'be read'],
  [
    { reply, operation: 'listOrders', match: { query: { filter: 'x' } } },
    '/match/query/filter',
    'match by "filter[…]"',
  ],
  [{ reply, match: { cookies: {} } }, '/match/cookies', 'not known here: there are'],
])('refuses %j at %s', async (override, pointer, said) => {
  const { ask, use } = shop.openWorld();
  const refused = await use(override);
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ type: 'urn:problem-type:invalid-request' });
  const [{ pointer: found, message }] = Object(refused.json).errors;
  expect([found, message]).toEqual([pointer, expect.stringContaining(said)]);
  expect((await ask('GET /_mock/overrides')).json).toEqual([]);
});
