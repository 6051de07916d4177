import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { bookshop } from './bookshop.ts';
import type { Ask, Said } from './open-bookshop.ts';
import { askAt } from './open-bookshop.ts';

/** Orders, which declare how they fail. */
const order = {
  type: 'object',
  required: ['id', 'item'],
  properties: { id: { type: 'string', readOnly: true }, item: { type: 'string' } },
};

const ofOrder = { 'application/json': { schema: order } };

const failure = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  },
};

const failures = {
  429: { description: 'Too many.', content: { 'application/json': { schema: failure } } },
  500: { description: 'Broken.', content: { 'application/json': { schema: failure } } },
  503: {
    description: 'Busy.',
    headers: { 'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } } },
    content: {
      'application/problem+json': {
        schema: { type: 'object' },
        examples: {
          busy: { value: { title: 'Busy' } },
          down: { value: { title: 'Down' } },
        },
      },
    },
  },
};

const orderPaths = {
  '/orders': {
    get: {
      operationId: 'listOrders',
      parameters: [
        { name: 'q', in: 'query', schema: { type: 'string' } },
        { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
      ],
      responses: {
        200: {
          description: 'Orders.',
          content: { 'application/json': { schema: { type: 'array', items: order } } },
        },
        ...failures,
      },
    },
    post: {
      operationId: 'createOrder',
      requestBody: { required: true, content: ofOrder },
      responses: { 201: { description: 'The order.', content: ofOrder }, ...failures },
    },
  },
  '/orders/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: {
      operationId: 'getOrder',
      responses: {
        200: { description: 'The order.', content: ofOrder },
        404: { description: 'None.' },
        ...failures,
      },
    },
    delete: { operationId: 'deleteOrder', responses: { 204: { description: 'Gone.' } } },
  },
};

const orders = [
  { id: '1', item: 'pen' },
  { id: '2', item: 'ink' },
];

/** The bookshop with orders, for as many tests as like: each plays in a world of its own. */
export interface OpenShop {
  readonly mock: Mock;
  readonly url: string;
  readonly ask: Ask;
  openWorld(this: void): ShopWorld;
  close(this: void): Promise<void>;
}

/** A world that nobody else knows. */
export interface ShopWorld {
  readonly name: string;
  /** Asks by method and path. */
  ask(
    this: void,
    line: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Said>;
  use(this: void, override: object): Promise<Said>;
  /** Of so many requests, one after the other. */
  statuses(this: void, count: number, line?: string): Promise<readonly number[]>;
}

export async function openShop(options: MockOptions = {}): Promise<OpenShop> {
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-'));
  const files = { ...bookshop(orderPaths), 'fixtures/orders.json': JSON.stringify(orders) };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const mock = await createMock({ contract: join(folder, 'openapi.json'), ...options });
  const { url } = await mock.listen();
  const ask = askAt(url);
  let worlds = 0;
  return {
    mock,
    url,
    ask,
    openWorld: () => enterWorld(`test-${(worlds += 1)}`, ask),
    async close() {
      await mock.close();
      await rm(folder, { recursive: true });
    },
  };
}

function enterWorld(name: string, askShop: Ask): ShopWorld {
  const ask: ShopWorld['ask'] = (line, body, headers = {}) => {
    const [method = '', path = ''] = line.split(' ');
    return askShop(method, `/~${name}${path}`, { body, headers });
  };
  return {
    name,
    ask,
    use: (override) => ask('POST /_mock/overrides', override),
    async statuses(count, line = 'GET /orders/1') {
      const found: number[] = [];
      while (found.length < count) found.push((await ask(line)).status);
      return found;
    },
  };
}
