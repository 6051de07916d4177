import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OpenRoad, RoadSetup } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time', readOnly: true };

const schemas: JsonObject = {
  Shop: {
    type: 'object',
    required: ['slug', 'name'],
    properties: { slug: { type: 'string', pattern: '^[a-z-]+$' }, name: text },
    additionalProperties: false,
  },
  Order: {
    type: 'object',
    required: ['id', 'status', 'total', 'created_at', 'updated_at', 'owner'],
    properties: {
      id: { type: 'integer', readOnly: true },
      shop_slug: text,
      status: { enum: ['open', 'paid'], default: 'open' },
      total: { type: 'integer', minimum: 0 },
      note: { type: ['string', 'null'] },
      tags: { type: 'array', items: text, default: [] },
      owner: { type: 'object', required: ['login'], properties: { login: text, id: text } },
      address: {
        type: 'object',
        required: ['street', 'verified'],
        properties: { street: text, verified: { type: 'boolean', readOnly: true } },
      },
      number: { type: 'string', readOnly: true },
      closed_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
      created_at: moment,
      updated_at: moment,
    },
  },
  OrderInput: {
    type: 'object',
    properties: {
      status: { enum: ['open', 'paid'] },
      total: { type: 'integer' },
      note: { type: ['string', 'null'] },
      tags: { type: 'array', items: text },
      owner: { anyOf: [text, { type: 'object' }] },
      address: { type: 'object' },
      secret: text,
    },
  },
};

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

export function parameter(name: string, schema: JsonObject = text): JsonObject {
  return { name, in: 'path', required: true, schema };
}

export function body(schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { content: { ...json(schema), ...more } };
}

export function answer(schema: JsonObject | undefined, headers: JsonObject = {}): JsonObject {
  return { description: 'Fine.', headers, ...(schema ? { content: json(schema) } : {}) };
}

const location = { Location: { schema: { type: 'string', format: 'uri-reference' } } };
const patchType = {
  'application/merge-patch+json': { schema: ref('OrderInput') },
  'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
};

const paths: JsonObject = {
  '/shops': {
    get: {
      operationId: 'listShops',
      responses: { '200': answer({ type: 'array', items: ref('Shop') }) },
    },
    post: {
      operationId: 'createShop',
      requestBody: body(ref('Shop')),
      responses: { '201': answer(ref('Shop'), location), '409': { description: 'Taken.' } },
    },
  },
  '/shops/{shop_slug}': {
    parameters: [parameter('shop_slug')],
    get: { operationId: 'readShop', responses: { '200': answer(ref('Shop')) } },
    put: {
      operationId: 'putShop',
      requestBody: body(ref('Shop')),
      responses: { '200': answer(ref('Shop')), '201': answer(ref('Shop'), location) },
    },
    delete: {
      operationId: 'deleteShop',
      responses: {
        '200': answer({
          type: 'object',
          required: ['slug', 'deleted'],
          properties: { slug: text, deleted: { const: true } },
        }),
      },
    },
  },
  '/shops/{shop_slug}/orders': {
    parameters: [parameter('shop_slug')],
    get: {
      operationId: 'listOrders',
      responses: { '200': answer({ type: 'array', items: ref('Order') }) },
    },
    post: {
      operationId: 'createOrder',
      requestBody: body(ref('OrderInput')),
      responses: { '201': answer(ref('Order'), location) },
    },
  },
  '/shops/{shop_slug}/orders/{order_id}': {
    parameters: [parameter('shop_slug'), parameter('order_id', { type: 'integer' })],
    get: { operationId: 'readOrder', responses: { '200': answer(ref('Order')) } },
    put: {
      operationId: 'replaceOrder',
      requestBody: body(ref('OrderInput')),
      responses: { '200': answer(ref('Order')) },
    },
    patch: {
      operationId: 'mergeOrder',
      requestBody: body(ref('OrderInput'), patchType),
      responses: { '200': answer(ref('Order')) },
    },
    delete: { operationId: 'deleteOrder', responses: { '204': answer(undefined) } },
  },
};

/** Shops and the orders of each, with whatever fixtures the test gives. */
export function openShop(
  fixtures: Readonly<Record<string, JsonValue>> = {},
  more: Partial<RoadSetup> = {},
): Promise<OpenRoad> {
  return openRoad({ paths, components: { schemas }, fixtures, ...more });
}

export const knownShops: Readonly<Record<string, JsonValue>> = {
  shops: [
    { slug: 'red', name: 'Red' },
    { slug: 'blue', name: 'Blue' },
  ],
  orders: [],
};
