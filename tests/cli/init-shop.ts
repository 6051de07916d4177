/** A shop whose customers and orders speak of each other; reading and writing need scopes. */
export const initShop: object = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  security: [{ login: ['read'] }],
  paths: {
    '/customers': {
      get: listing('Customer'),
      post: making('Customer', ['write']),
    },
    '/customers/{customer_id}': { get: reading('Customer', 'customer_id') },
    '/customers/{customer_id}/orders': {
      parameters: [
        {
          name: 'customer_id',
          in: 'path',
          required: true,
          schema: { type: 'string', format: 'uuid' },
        },
      ],
      get: listing('Order'),
      post: making('Order', ['write']),
    },
    '/articles': { get: listing('Article') },
    '/articles/{article_id}': { get: reading('Article', 'article_id') },
  },
  components: {
    securitySchemes: {
      login: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: '/token', scopes: { read: '', write: '' } } },
      },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
    schemas: {
      Customer: record({
        id: { type: 'string', format: 'uuid', readOnly: true },
        name: { type: 'string' },
      }),
      Order: record({ id: { type: 'integer', readOnly: true }, article_id: { type: 'integer' } }),
      Article: record({ id: { type: 'integer', readOnly: true }, title: { type: 'string' } }),
    },
  },
};

const libraryParts: object = {
  schemas: {
    Author: record({ id: { type: 'integer', readOnly: true }, name: { type: 'string' } }),
    Book: record({ id: { type: 'integer', readOnly: true }, author_id: { type: 'integer' } }),
  },
};

/** Books that name their authors. */
export const initLibrary: object = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/authors': { get: listing('Author') },
    '/authors/{author_id}': { get: reading('Author', 'author_id') },
    '/books': { get: listing('Book') },
    '/books/{book_id}': { get: reading('Book', 'book_id') },
  },
  components: libraryParts,
};

/** The same with credentials that each operation asks for. */
export function secureLibrary(carrier: object): object {
  return {
    ...initLibrary,
    security: [{ key: [] }],
    components: { ...libraryParts, securitySchemes: { key: carrier } },
  };
}

function record(properties: object): object {
  return { type: 'object', required: Object.keys(properties), properties };
}

function json(schema: object): object {
  return { content: { 'application/json': { schema } } };
}

function one(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function listing(name: string): object {
  return {
    responses: { 200: { description: 'All.', ...json({ type: 'array', items: one(name) }) } },
  };
}

function making(name: string, scopes: readonly string[]): object {
  return {
    security: [{ login: scopes }],
    requestBody: { required: true, ...json(one(name)) },
    responses: { 201: { description: 'Made.', ...json(one(name)) } },
  };
}

function reading(name: string, parameter: string): object {
  const schema = { type: name === 'Customer' ? 'string' : 'integer' };
  return {
    parameters: [{ name: parameter, in: 'path', required: true, schema }],
    responses: {
      200: { description: 'One.', ...json(one(name)) },
      404: { description: 'None.' },
    },
  };
}
