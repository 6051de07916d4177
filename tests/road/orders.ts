import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };

const orderSchema: JsonObject = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'integer', readOnly: true },
    status: { type: 'string', enum: ['open', 'paid', 'shipped', 'cancelled'], default: 'open' },
    paid_at: time,
    note: text,
    total: { type: 'number' },
    method: text,
    address: { type: 'object', properties: { city: text } },
  },
};

/** What is declared of orders: by operation (`POST /pay` stands below an order), by path, by status. */
export interface Declared {
  readonly transitions?: Readonly<Record<string, JsonValue>>;
  readonly ofOrder?: JsonValue;
  readonly errors?: readonly string[];
  readonly fixtures?: readonly JsonObject[];
  readonly seed?: string;
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' } },
};

/** The paths of a contract of orders with declared transitions. */
function orderPaths({ transitions = {}, ofOrder, errors = [] }: Declared): JsonObject {
  const schema = { $ref: '#/components/schemas/Order' };
  const content = { 'application/json': { schema } };
  const many = { 'application/json': { schema: { type: 'array', items: schema } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const refused = { description: '', content: { 'application/json': { schema: errorSchema } } };
  const declared = Object.fromEntries(errors.map((status) => [status, refused]));
  const saying = (line: string): JsonObject =>
    transitions[line] === undefined ? {} : { 'x-stuntdouble': { transitions: transitions[line] } };
  const writing = (line: string, status = '200'): JsonObject => ({
    ...saying(line),
    requestBody: { content: { 'application/json': { schema } } },
    responses: { [status]: { description: '', content }, ...declared },
  });
  const actions = ['/pay', '/cancel'].map((tail): [string, JsonObject] => {
    const own = { ...writing(`POST ${tail}`), requestBody: payment };
    return [`/orders/{id}${tail}`, { parameters: [id], post: own }];
  });
  return {
    '/orders': {
      get: {
        parameters: [{ name: 'status', in: 'query', schema: text }],
        responses: { '200': { description: '', content: many } },
      },
      post: writing('POST /orders', '201'),
    },
    '/orders/{id}': {
      ...(ofOrder === undefined ? {} : { 'x-stuntdouble': { transitions: ofOrder } }),
      parameters: [id],
      get: { responses: { '200': { description: '', content } } },
      put: writing('PUT'),
      patch: writing('PATCH'),
      delete: { ...saying('DELETE'), responses: { '204': { description: '' }, ...declared } },
    },
    ...Object.fromEntries(actions),
  };
}

const payment = {
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { card: { type: 'object', properties: { kind: text } } },
      },
    },
  },
};

export async function openOrders(declared: Declared): Promise<OpenRoad> {
  const { fixtures = [{ id: 1, status: 'open', total: 5, note: 'A' }], seed } = declared;
  return openRoad({
    paths: orderPaths(declared),
    components: { schemas: { Order: orderSchema } },
    fixtures: { orders: fixtures },
    ...(seed === undefined ? {} : { runtime: { seed } }),
  });
}
