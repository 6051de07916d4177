import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const anyText = { type: 'string' };

/** A contract with what scenarios change: records with fixtures and made-up ones, a payment. */
const contract = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  security: [{ token: [] }],
  paths: {
    '/customers/{customer_id}': {
      parameters: [inPath('customer_id')],
      get: { operationId: 'getCustomer', responses: { 200: answer(of('Customer')) } },
    },
    '/orders': {
      get: { operationId: 'listOrders', responses: { 200: answer(listOf('Order')) } },
      post: {
        operationId: 'createOrder',
        requestBody: { required: true, ...content(of('Order')) },
        responses: { 201: answer(of('Order')) },
      },
    },
    '/orders/{order_id}': {
      parameters: [inPath('order_id')],
      get: { operationId: 'getOrder', responses: { 200: answer(of('Order')) } },
    },
    '/orders/{order_id}/lines': {
      parameters: [inPath('order_id')],
      get: { operationId: 'listLines', responses: { 200: answer(listOf('Line')) } },
    },
    '/orders/{order_id}/lines/{line_id}': {
      parameters: [inPath('order_id'), inPath('line_id')],
      get: { operationId: 'getLine', responses: { 200: answer(of('Line')) } },
    },
    '/orders/{order_id}/payment': {
      parameters: [inPath('order_id')],
      post: {
        operationId: 'payOrder',
        'x-stuntdouble': false,
        responses: { 204: { description: 'Paid.' }, 402: answer(of('Decline')) },
      },
    },
    '/coupons': {
      get: { operationId: 'listCoupons', responses: { 200: answer(listOf('Coupon')) } },
    },
    '/coupons/{code}': {
      parameters: [inPath('code')],
      get: { operationId: 'getCoupon', responses: { 200: answer(of('Coupon')) } },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Customer: object(
        { id: anyText, name: anyText, card: { enum: ['valid', 'declined'] } },
        'name',
      ),
      Order: object(
        {
          id: { type: 'string', readOnly: true },
          total: { type: 'integer' },
          status: { enum: ['open', 'paid'] },
          created_at: { type: 'string', format: 'date-time', readOnly: true },
        },
        'total',
      ),
      Line: object({ id: anyText, article: anyText }, 'article'),
      Coupon: object(
        { code: anyText, percent: { type: 'integer', minimum: 1, maximum: 99 } },
        'code',
      ),
      Decline: object({ reason: { enum: ['card_declined', 'expired'] } }, 'reason'),
    },
  },
};

const fixtures = {
  customers: [{ id: 'ann', name: 'Ann', card: 'valid' }],
  orders: [
    { id: '1', total: 10, status: 'paid' },
    { id: '2', total: 20, status: 'open' },
  ],
  lines: [
    { id: 'a', order_id: '1', article: 'Cup' },
    { id: 'a', order_id: '2', article: 'Jug' },
  ],
  credentials: [{ name: 'Everyone', scheme: 'token', value: 'open', scopes: [] }],
};

export const cardDeclined = `description: The card of Ann is declined, and one order is open.
remove:
  orders: [1]
add:
  orders:
    - { id: '7', total: 99, status: open }
change:
  customers:
    - { id: ann, card: declined }
credentials:
  - { name: Ann, scheme: token, value: token-of-ann, scopes: [] }
clock: { now: '2030-01-01T09:00:00Z', frozen: true }
seed: monday
overrides:
  - operation: payOrder
    reply: { status: 402, body: { reason: card_declined } }
`;

/** Writes the contract, its fixtures and these files, and returns the folder. */
export function writeOrdering(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const all = Object.entries(fixtures).map(([name, records]) => {
    return [`fixtures/${name}.json`, JSON.stringify(records)] as const;
  });
  return writeFolder({
    'openapi.json': JSON.stringify(contract),
    ...Object.fromEntries(all),
    ...files,
  });
}

/** A server of the contract, which listens until the test is over. */
export async function openOrdering(
  files: Readonly<Record<string, string>>,
  options: MockOptions = {},
): Promise<Mock> {
  const folder = await writeOrdering(files);
  const mock = await createMock({ contract: join(folder, 'openapi.json'), ...options });
  onTestFinished(() => mock.close());
  await mock.listen();
  return mock;
}

/** Sends a request; a path of several words begins with its method. */
export async function send(
  base: string,
  request: string,
  { token = 'open', body }: { readonly token?: string; readonly body?: unknown } = {},
): Promise<{ readonly status: number; readonly json: unknown }> {
  const [path = '', method = 'GET'] = request.split(' ').toReversed();
  const response = await fetch(base + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

function inPath(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function answer(schema: object): object {
  return { description: 'The answer.', ...content(schema) };
}

function content(schema: object): object {
  return { content: { 'application/json': { schema } } };
}

function of(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function listOf(name: string): object {
  return { type: 'array', items: of(name) };
}

function object(properties: object, ...required: readonly string[]): object {
  return { type: 'object', required, properties };
}
