// Validated both ways by schemas, as its documentation shows it: ajv in, fast-json-stringify out.
import Fastify from 'fastify';

import { assetPath, page, pagePath } from './page.js';

const identifier = { type: 'string', minLength: 1, maxLength: 255 };
const parameters = (...names) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, identifier])),
});
const headers = {
  type: 'object',
  required: ['x-api-key'],
  properties: { 'x-api-key': { type: 'string', minLength: 1 } },
};

const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
app.get(
  pagePath,
  {
    schema: {
      headers,
      params: parameters('workspace_slug', 'project_id', 'page_id'),
      response: {
        200: {
          type: 'object',
          required: ['id', 'name', 'description', 'created_at'],
          properties: {
            id: { type: 'string', format: 'uuid' },
            name: { type: 'string' },
            description: { type: 'string' },
            created_at: { type: 'string', format: 'date-time' },
          },
        },
      },
    },
  },
  (_request, reply) => {
    reply.send(page);
  },
);
app.patch(
  assetPath,
  {
    schema: {
      headers,
      params: parameters('workspace_slug', 'asset_id'),
      body: {
        type: 'object',
        properties: { is_uploaded: { type: 'boolean' } },
        additionalProperties: false,
      },
    },
  },
  (_request, reply) => {
    reply.code(204).send();
  },
);
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
