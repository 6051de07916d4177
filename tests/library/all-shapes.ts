/** A contract whose requests have values of all shapes, in all places. */
export const allShapes: object = {
  openapi: '3.1.0',
  info: { title: 'Wide', version: '1' },
  paths: {
    '/a': {
      get: {
        operationId: 'a',
        security: [{ c: [] }, { q: ['w'] }, { b: [] }, { c: [], q: [] }, { o: ['x'] }],
        parameters: [
          { name: 'X-Kind', in: 'header', schema: { enum: ['k1', 'k2'] } },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            schema: {
              type: 'object',
              properties: { state: { enum: ['on', 'off'] }, n: { type: 'integer' } },
            },
          },
          {
            name: 'obj',
            in: 'query',
            schema: { type: 'object', properties: { mode: { enum: ['m1', 'm2'] } } },
          },
          {
            name: 'plain',
            in: 'query',
            explode: false,
            schema: { type: 'object', properties: { mode2: { enum: ['m1', 'm2'] } } },
          },
          {
            name: 'ids',
            in: 'query',
            style: 'pipeDelimited',
            explode: false,
            schema: { type: 'array', items: { enum: ['x', 'y'] } },
          },
          {
            name: 'j',
            in: 'query',
            content: {
              'application/json': {
                schema: { type: 'object', properties: { deep: { enum: [1, null, 't'] } } },
              },
            },
          },
          { name: 'sess', in: 'cookie', schema: { enum: ['s 1', 's2'] } },
          { name: 'req', in: 'query', required: true, schema: { type: 'boolean' } },
          { name: 'flag', in: 'query', schema: { enum: [true, false] } },
        ],
        responses: {
          '200': {
            description: 'f',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          '400': { description: 'x' },
          '401': { description: 'x' },
          '403': { description: 'x' },
          '406': { description: 'x' },
        },
      },
    },
    '/b': {
      post: {
        operationId: 'b',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                oneOf: [
                  {
                    type: 'object',
                    required: ['type', 'size'],
                    properties: { type: { const: 'cat' }, size: { enum: ['s', 'l'] } },
                    additionalProperties: false,
                  },
                  {
                    type: 'object',
                    required: ['type', 'bark'],
                    properties: {
                      type: { const: 'dog' },
                      bark: { enum: ['loud', 'soft'] },
                      friends: {
                        type: 'array',
                        items: {
                          type: 'object',
                          required: ['rank'],
                          properties: { rank: { enum: [1, 2, { a: 1 }] } },
                        },
                      },
                    },
                    additionalProperties: false,
                  },
                ],
                discriminator: { propertyName: 'type' },
              },
            },
            'application/xml': {
              schema: { type: 'object', properties: { title: { type: 'string' } } },
            },
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { t: { enum: ['f1', 'f2'] } } },
            },
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: {
                  file: { type: 'string', format: 'binary' },
                  how: { enum: ['h1', 'h2'] },
                },
              },
            },
            'text/plain': { schema: { enum: ['t1', 't2'] } },
            'image/*': { schema: { type: 'string', format: 'binary' } },
            'application/octet-stream': {},
          },
        },
        responses: {
          '201': { description: 'f' },
          '400': { description: 'x' },
          '415': { description: 'x' },
          '422': { description: 'x' },
        },
      },
    },
    '/c/{kind}/{id}': {
      put: {
        operationId: 'c',
        parameters: [
          { name: 'kind', in: 'path', required: true, schema: { enum: ['p q', 'r/s'] } },
          { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { when: { enum: ['now', 'later'] } } },
            },
          },
        },
        responses: {
          '2XX': { description: 'f' },
          '4XX': { description: 'x' },
          default: { description: 'x' },
        },
      },
    },
    '/d': {
      get: {
        operationId: 'd',
        security: [{ m: [] }, { b: [] }],
        responses: { default: { description: 'f' }, '401': { description: 'x' } },
      },
    },
    '/things': {
      get: {
        operationId: 'things',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          '200': {
            description: 'f',
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/T' } },
              },
            },
          },
        },
      },
      post: {
        operationId: 'addThing',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/T' } } },
        },
        responses: {
          '201': {
            description: 'f',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/T' } } },
          },
          '409': { description: 'x' },
        },
      },
    },
    '/things/{tid}': {
      parameters: [{ name: 'tid', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'thing',
        responses: {
          '200': {
            description: 'f',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/T' } } },
          },
          '304': { description: 'x' },
          '404': { description: 'x' },
        },
      },
      put: {
        operationId: 'putThing',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/T' } } },
        },
        responses: {
          '200': { description: 'f' },
          '201': { description: 'n' },
          '404': { description: 'x' },
          '412': { description: 'x' },
        },
      },
      delete: {
        operationId: 'dropThing',
        responses: { '204': { description: 'f' }, '404': { description: 'x' } },
      },
    },
  },
  components: {
    schemas: {
      T: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          color: { enum: ['red', 'blue'] },
        },
      },
    },
    securitySchemes: {
      c: { type: 'apiKey', in: 'cookie', name: 'ck' },
      q: { type: 'apiKey', in: 'query', name: 'qk' },
      b: { type: 'http', scheme: 'basic' },
      o: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'http://x', scopes: { x: '', w: '' } } },
      },
      m: { type: 'mutualTLS' },
    },
  },
};

export const credentials: readonly object[] = [
  { name: 'C', scheme: 'c', value: 'c1', scopes: [] },
  { name: 'Q', scheme: 'q', value: 'q1', scopes: ['w'] },
  { name: 'Q2', scheme: 'q', value: 'q2', scopes: [] },
  { name: 'B', scheme: 'b', value: 'u:p', scopes: [] },
  { name: 'O', scheme: 'o', value: 'o1', scopes: ['x'] },
];

export const things: readonly object[] = [{ id: 'one', name: 'One' }];
