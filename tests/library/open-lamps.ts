import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

export const responses: object = { 200: { description: 'Done.', content: { 'text/plain': {} } } };
export const slug: object = {
  name: 'slug',
  in: 'path',
  required: true,
  schema: { type: 'string' },
};

/** A contract with these paths. */
export function contractOf(paths: object, more: object = {}): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lamps & <b>Shades</b>',
      version: '2.1',
      description: '# Start\n\nLight.\n\nMore.',
    },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths,
    ...more,
  };
}

export const lamps: object = contractOf({
  '/lamps': {
    get: { tags: ['Lamps'], summary: 'List "all" lamps', responses },
    post: { tags: ['Lamps'], servers: [{ url: 'https://write.example.com' }], responses },
  },
  '/shades/{slug}': { get: { parameters: [slug], deprecated: true, responses } },
});

/** Serves a contract until the test is over. */
export async function openLamps(
  contract: object = lamps,
  options: MockOptions = {},
): Promise<Mock> {
  const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
  const mock = await createMock({ contract: join(folder, 'openapi.json'), ...options });
  onTestFinished(() => mock.close());
  await mock.listen();
  return mock;
}

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Asks as a browser does. */
export async function browse(url: string, path = '/', method = 'GET'): Promise<Response> {
  return fetch(url + path, { method, headers: browser });
}
