import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const file = { type: 'string', format: 'binary' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const none = { '204': { description: 'Done.' } };
const note = { type: 'object', properties: { id: { type: 'string' } } };
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

const scan = new Uint8Array([0x89, 0x50, 0, 255, 10]);

async function open(folder: string): Promise<Mock> {
  const mock = await createMock({
    contract: join(folder, 'openapi.json'),
    data: join(folder, 'data'),
    durability: 'flush',
  });
  await mock.listen();
  return mock;
}

async function put(mock: Mock, path: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const headers = { 'content-type': 'image/png' };
  return (await fetch(mock.url + path, { method: 'PUT', headers, body })).status;
}

describe('an uploaded file in a data folder', () => {
  it('is there after the next start, once for all records that have it', async () => {
    const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
    const first = await open(folder);
    expect(await put(first, '/notes/a/scan', scan)).toBe(204);
    expect(await put(first, '/notes/b/scan', scan)).toBe(204);
    await first.close();
    expect(await readdir(join(folder, 'data', 'files'))).toHaveLength(1);
    const second = await open(folder);
    const reply = await fetch(`${second.url}/notes/b/scan`);
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(scan);
    expect(reply.headers.get('content-type')).toBe('image/png');
    await second.close();
  });

  it('is removed at the start after no record has it any more', async () => {
    const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
    const first = await open(folder);
    await put(first, '/notes/a/scan', scan);
    await fetch(`${first.url}/notes/a`, { method: 'DELETE' });
    await first.close();
    const second = await open(folder);
    expect(await readdir(join(folder, 'data', 'files'))).toEqual([]);
    await second.close();
  });
});
