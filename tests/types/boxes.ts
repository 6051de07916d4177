import type { JsonObject } from '../../src/base/json.ts';

const text = { type: 'string' };
const json = (schema: JsonObject, examples?: JsonObject): JsonObject => ({
  'application/json': { schema, ...(examples && { examples }) },
});
const named = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const parameter = (name: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema: text,
});
const problem = { description: 'No.', content: json({ properties: { detail: text } }) };

/** A contract with all that types tell: named examples, one-way members, records below others. */
export const boxes: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Boxes', version: '1' },
  paths: {
    '/shelves': {
      get: {
        operationId: 'listShelves',
        responses: {
          200: { description: '', content: json({ type: 'array', items: named('Shelf') }) },
        },
      },
    },
    '/shelves/{shelf_id}': {
      parameters: [parameter('shelf_id')],
      get: {
        operationId: 'getShelf',
        responses: { 200: { description: '', content: json(named('Shelf')) } },
      },
    },
    '/shelves/{shelf_id}/boxes': {
      parameters: [parameter('shelf_id')],
      get: {
        operationId: 'listBoxes',
        responses: {
          200: { description: '', content: json({ type: 'array', items: named('Box') }) },
        },
      },
      post: {
        operationId: 'createBox',
        requestBody: { required: true, content: json(named('Box')) },
        responses: {
          201: { description: '', content: json(named('Box')) },
          422: {
            description: '',
            content: json(
              { properties: { detail: text } },
              { empty: { value: { detail: 'It is empty.' } }, full: { value: {} } },
            ),
          },
        },
      },
    },
    '/shelves/{shelf_id}/boxes/{id}': {
      parameters: [parameter('shelf_id'), parameter('id')],
      get: {
        operationId: 'getBox',
        responses: {
          200: {
            description: '',
            content: json(named('Box'), { small: { value: { id: '1', name: 'a' } } }),
          },
          404: problem,
        },
      },
      delete: { responses: { 204: { description: '' }, 404: problem } },
      put: {
        operationId: 'putBox',
        requestBody: { content: json(named('Box')) },
        responses: {
          200: { description: '', content: json(named('Box')) },
          409: { description: '' },
          '4XX': problem,
          default: { description: '', content: json({ type: 'string' }) },
        },
      },
    },
  },
  components: {
    schemas: {
      Shelf: {
        type: 'object',
        required: ['id', 'kind'],
        properties: { id: { ...text, readOnly: true }, kind: { enum: ['wood', 'steel', null] } },
      },
      Box: {
        type: 'object',
        required: ['id', 'name', 'code'],
        properties: {
          id: { ...text, readOnly: true },
          name: text,
          code: { ...text, writeOnly: true },
          size: { type: 'object', required: ['width'], properties: { width: { type: 'number' } } },
          within: named('Box'),
        },
      },
    },
  },
};

/** Another contract of the same project. */
export const lamps: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamps': {
      get: {
        operationId: 'listLamps',
        responses: {
          200: { description: '', content: json({ type: 'array', items: named('Lamp') }) },
        },
      },
    },
    '/lamps/{id}': {
      get: {
        operationId: 'getLamp',
        parameters: [parameter('id')],
        responses: { 200: { description: '', content: json(named('Lamp')) } },
      },
    },
  },
  components: {
    schemas: {
      Lamp: {
        type: 'object',
        required: ['id'],
        properties: { id: text, lit: { type: 'boolean' } },
        additionalProperties: true,
      },
    },
  },
};
