import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OperationHandlers } from '../../src/index.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };

const Order: JsonObject = {
  type: 'object',
  required: ['id', 'product_id', 'quantity'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer', readOnly: true },
    product_id: text,
    quantity: { type: 'integer' },
    total: { type: 'number', readOnly: true },
    created_at: { type: 'string', format: 'date-time', readOnly: true },
  },
};

const Product: JsonObject = {
  type: 'object',
  required: ['id', 'stock'],
  properties: { id: text, stock: { type: 'integer', minimum: 0 }, price: { type: 'number' } },
};

const failure = {
  description: '',
  headers: { 'Retry-After': { required: true, schema: { type: 'integer' } } },
  content: {
    'application/json': {
      schema: { type: 'object', required: ['error'], properties: { error: text } },
    },
  },
};

function reply(schema: JsonValue): JsonObject {
  return { description: '', content: { 'application/json': { schema } } };
}

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const orders = [{ id: 1, product_id: 'pen', quantity: 1 }];
const products = [{ id: 'pen', stock: 5, price: 2 }];

const paths: JsonObject = {
  '/orders': {
    get: {
      operationId: 'listOrders',
      parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } }],
      responses: { 200: reply({ type: 'array', items: Order }), 500: failure },
    },
    post: {
      operationId: 'createOrder',
      requestBody: { required: true, content: { 'application/json': { schema: Order } } },
      responses: { 201: reply(Order), 409: failure },
    },
  },
  '/orders/{id}': {
    parameters: [id],
    get: { operationId: 'getOrder', responses: { 200: reply(Order), 404: { description: '' } } },
    delete: { operationId: 'deleteOrder', responses: { 204: { description: '' } } },
  },
  '/products/{id}': {
    parameters: [{ ...id, schema: text }],
    get: { operationId: 'getProduct', responses: { 200: reply(Product) } },
  },
};

/** A road of orders and products, whose operations have these handlers. */
export async function openHandled(
  behaviors: string | OperationHandlers,
  isStateless = false,
): Promise<OpenRoad> {
  return openRoad({
    paths,
    fixtures: { orders, products },
    behaviors,
    runtime: { stateless: isStateless },
  });
}
