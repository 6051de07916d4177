import { join } from 'node:path';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { serve } from './browser.ts';

const invoice = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'integer', readOnly: true },
    status: { type: 'string', enum: ['sent', 'late'] },
  },
};

const ofInvoices = {
  'application/json': {
    schema: { type: 'array', items: { $ref: '#/components/schemas/Invoice' } },
  },
};

/** Invoices that are late after 30 days, and credentials of three kinds. */
const contract = {
  openapi: '3.1.0',
  info: { title: 'Invoices', version: '1' },
  paths: {
    '/invoices': {
      get: {
        operationId: 'listInvoices',
        security: [{ key: ['invoices:read'] }, { login: ['invoices:read'] }],
        responses: { 200: { description: 'All.', content: ofInvoices } },
      },
    },
    '/invoices/{id}': {
      'x-stuntdouble': {
        transitions: [{ from: { status: 'sent' }, after: '30d', set: { status: 'late' } }],
      },
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getInvoice',
        security: [{ key: ['invoices:read'] }, { session: [] }],
        responses: {
          200: {
            description: 'It.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Invoice' } } },
          },
        },
      },
      delete: {
        operationId: 'dropInvoice',
        security: [{ key: ['invoices:write'] }],
        responses: { 204: { description: 'Gone.' } },
      },
    },
  },
  components: {
    schemas: { Invoice: invoice },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      login: {
        type: 'oauth2',
        flows: {
          clientCredentials: {
            tokenUrl: 'https://example.org/token',
            scopes: { 'invoices:read': 'Reads all invoices.' },
          },
        },
      },
    },
  },
};

const credentials = [
  { name: 'Reader', scheme: 'key', value: 'key-of-the-reader', scopes: ['invoices:read'] },
  {
    name: 'Writer',
    scheme: 'key',
    value: 'key-of-the-writer',
    scopes: ['invoices:read', 'invoices:write'],
    expires_at: '2030-02-01T00:00:00Z',
    label: 'for the import',
    only: { id: ['1'] },
  },
  { name: 'Browser', scheme: 'session', value: 'a;b', scopes: [] },
];

const beginning = '2030-01-01T09:00:00.000Z';

/** With the clock of the default world frozen at the beginning of 2030. */
export async function openInvoices(
  options: MockOptions = {},
): Promise<{ readonly mock: Mock; readonly url: string; readonly consoleUrl: string }> {
  const folder = await writeFolder({
    'openapi.json': JSON.stringify(contract),
    'fixtures/invoices.json': JSON.stringify([
      { id: 1, status: 'sent' },
      { id: 2, status: 'late' },
    ]),
    'fixtures/credentials.json': JSON.stringify(credentials),
  });
  const served = await serve({ contract: join(folder, 'openapi.json'), ...options });
  served.mock.world('default').setClock({ now: beginning, frozen: true });
  return served;
}
