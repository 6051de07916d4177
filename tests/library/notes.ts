import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const file = { type: 'string', format: 'binary' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const none = { '204': { description: 'Done.' } };
const note = { type: 'object', properties: { id: { type: 'string' } } };

/** Notes, each with a picture. */
const contract = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes/{id}': {
      parameters: [id],
      get: {
        responses: {
          '200': { description: 'It.', content: { 'application/json': { schema: note } } },
        },
      },
      delete: { responses: none },
    },
    '/notes/{id}/scan': {
      parameters: [id],
      get: {
        responses: { '200': { description: 'It.', content: { 'image/*': { schema: file } } } },
      },
      put: { requestBody: { content: { 'image/*': { schema: file } } }, responses: none },
    },
  },
};

export function writeNotes(): Promise<string> {
  return writeFolder({ 'openapi.json': JSON.stringify(contract) });
}

/** Opens the notes of a folder until the test is over. */
export async function openNotes(folder: string, options: MockOptions = {}): Promise<Mock> {
  const mock = await createMock({
    contract: join(folder, 'openapi.json'),
    ...options,
  });
  onTestFinished(() => mock.close());
  await mock.listen();
  return mock;
}
