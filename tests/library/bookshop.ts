/** A contract with what worlds keep apart: new records, times, credentials, pages of lists. */
const book = {
  type: 'object',
  required: ['id', 'title', 'created_at'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    title: { type: 'string' },
    created_at: { type: 'string', format: 'date-time', readOnly: true },
  },
};

const ofBook = { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } };

const books = {
  get: {
    operationId: 'listBooks',
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer', default: 10 } },
      { name: 'cursor', in: 'query', schema: { type: 'string' } },
    ],
    responses: {
      200: {
        description: 'A page.',
        headers: { Link: { schema: { type: 'string' } } },
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['data'],
              properties: {
                data: { type: 'array', items: { $ref: '#/components/schemas/Book' } },
                next: { type: ['string', 'null'], format: 'uri-reference' },
                next_cursor: { type: ['string', 'null'] },
              },
            },
          },
        },
      },
    },
  },
  post: {
    operationId: 'createBook',
    requestBody: { required: true, content: ofBook },
    responses: {
      201: {
        description: 'The book.',
        headers: { Location: { schema: { type: 'string' } } },
        content: ofBook,
      },
    },
  },
};

const one = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  get: {
    operationId: 'getBook',
    responses: { 200: { description: 'The book.', content: ofBook } },
  },
  put: {
    operationId: 'replaceBook',
    requestBody: { required: true, content: ofBook },
    responses: { 200: { description: 'The book.', content: ofBook } },
  },
  delete: { operationId: 'deleteBook', responses: { 204: { description: 'Gone.' } } },
};

export const bookIds: readonly string[] = ['1', '2', '3'].map(
  (digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`,
);

const credentials = [{ name: 'Everyone', scheme: 'token', value: 'open', scopes: [] }];

/** The files of a folder: contract, fixtures and credentials. */
export function bookshop(more: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return {
    'openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      security: [{ token: [] }],
      paths: { '/books': books, '/books/{id}': one, ...more },
      components: {
        schemas: { Book: book },
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      },
    }),
    'fixtures/books.json': JSON.stringify(
      bookIds.map((id, index) => ({
        id,
        title: `Book ${index + 1}`,
        created_at: '2020-01-01T00:00:00Z',
      })),
    ),
    'fixtures/credentials.json': JSON.stringify(credentials),
  };
}
