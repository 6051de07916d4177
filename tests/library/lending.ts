/** A contract with something of every kind that can be covered. */
const fine = { 200: { description: 'Fine.' } };

const listLoans = {
  operationId: 'listLoans',
  security: [{ key: [] }, { token: ['read'] }, { token: ['admin'] }],
  parameters: [
    { name: 'limit', in: 'query', required: true, schema: { type: 'integer', maximum: 9 } },
    { name: 'state', in: 'query', schema: { enum: ['open', 'closed'], default: 'open' } },
    {
      name: 'tag',
      in: 'query',
      schema: { type: 'array', items: { type: 'integer', enum: [1, 2] } },
    },
    { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
    { name: 'theme', in: 'cookie', schema: { type: 'string' } },
  ],
  responses: {
    ...fine,
    400: { description: 'Bad.' },
    '4XX': { description: 'Worse.' },
    503: { description: 'Broken.' },
    default: { description: 'Else.' },
  },
};

const loan = {
  type: 'object',
  required: ['kind'],
  properties: {
    kind: { enum: ['book', 'film'] },
    copies: {
      type: 'array',
      items: { type: 'object', properties: { wear: { enum: ['new', 'worn'] } } },
    },
  },
};

const createLoan = {
  operationId: 'createLoan',
  security: [],
  requestBody: {
    content: {
      'application/json': { schema: loan },
      'application/x-www-form-urlencoded': { schema: loan },
    },
  },
  responses: { 201: { description: 'Made.' }, '4XX': { description: 'Bad.' } },
};

const getLoan = {
  operationId: 'getLoan',
  security: [{ token: [] }, {}],
  parameters: [{ name: 'size', in: 'path', required: true, schema: { enum: [1, 2] } }],
  responses: { 200: { description: 'Fine.', content: { 'application/json': { schema: {} } } } },
};

/** Its reply can't be made. */
const breakLoan = {
  operationId: 'breakLoan',
  security: [],
  responses: {
    200: {
      description: 'Never.',
      content: { 'application/json': { schema: { allOf: [{ const: 1 }, { const: 2 }] } } },
    },
    500: { description: 'Broken.' },
    default: { description: 'Else.' },
  },
};

const credentials = [
  { name: 'Key', scheme: 'key', value: 'key', scopes: [] },
  { name: 'Reader', scheme: 'token', value: 'reader', scopes: ['read'] },
  { name: 'Admin', scheme: 'token', value: 'admin', scopes: ['read', 'admin'] },
  { name: 'Nobody', scheme: 'token', value: 'nobody', scopes: [] },
];

/** The files of a folder. */
export function lending(): Record<string, string> {
  const contract = {
    openapi: '3.1.0',
    info: { title: 'Lending', version: '1' },
    paths: {
      '/loans': { get: listLoans, post: createLoan },
      '/sizes/{size}': { get: getLoan },
      '/broken': { get: breakLoan },
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
  return {
    'openapi.json': JSON.stringify(contract, undefined, 2),
    'fixtures/credentials.json': JSON.stringify(credentials),
  };
}
