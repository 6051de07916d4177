import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { expectAccessible, hasBrowser, openPage, serve } from './browser.ts';
import { execute } from './contract-kit.ts';

const lamp = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

const old = {
  swagger: '2.0',
  info: { title: 'Old', version: '1' },
  host: 'example.org',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  paths: {
    '/lamps': {
      post: {
        operationId: 'makeLamp',
        parameters: [
          { name: 'lamp', in: 'body', required: true, schema: { $ref: '#/definitions/Lamp' } },
        ],
        responses: { '201': { description: 'Made.', schema: { $ref: '#/definitions/Lamp' } } },
      },
    },
  },
  definitions: { Lamp: lamp },
};

function replyOf(type: string, schema: object): object {
  return {
    openapi: '3.0.3',
    info: { title: 'Kinds', version: '1' },
    servers: [{ url: 'https://example.org/v2' }],
    paths: {
      '/thing': {
        get: {
          operationId: 'getThing',
          responses: { '200': { description: 'It.', content: { [type]: { schema } } } },
        },
      },
    },
  };
}

const binary = { type: 'string', format: 'binary' };

describe.skipIf(!hasBrowser)('an operation', () => {
  it('of Swagger 2.0 is tried at this server', async () => {
    const { consoleUrl } = await serve({ contract: old });
    const page = await openPage(`${consoleUrl}#/contract/makeLamp`);
    await page.getByRole('textbox', { name: 'Request body' }).fill('{"name": "odd"}');
    expect(await execute(page)).toBe('201');
    await expectAccessible(page);
  });

  it.each([
    ['JSON', 'application/json', lamp, /"name"/],
    ['XML', 'application/xml', { ...lamp, xml: { name: 'lamp' } }, /<lamp>/],
    ['a text', 'text/plain', { type: 'string', enum: ['words'] }, /words/],
    [
      'HTML',
      'text/html',
      { type: 'string', enum: ['<script>globalThis.hit = 1</script>'] },
      /<script>/,
    ],
    ['an image', 'image/png', binary, /Download file/],
    ['a drawing', 'image/svg+xml', binary, /Response headers/],
    ['a file', 'application/octet-stream', binary, /Download file/],
  ])('of OpenAPI 3.0 that answers %s is tried at this server', async (_, type, schema, shown) => {
    const { consoleUrl } = await serve({ contract: { ...replyOf(type, schema) } });
    const page = await openPage(`${consoleUrl}#/contract/getThing`);
    expect(await execute(page)).toBe('200');
    await page.locator('.live-responses-table').getByText(shown).first().waitFor();
    expect(await page.evaluate('globalThis.hit')).toBe(undefined);
    await expectAccessible(page);
  });

  it('that the contract has from now on is shown at once', async () => {
    const folder = await writeFolder({
      'api.json': JSON.stringify(replyOf('application/json', lamp)),
    });
    const contract = join(folder, 'api.json');
    const { consoleUrl } = await serve({ contract, watch: true });
    const page = await openPage(`${consoleUrl}#/contract/getThing`);
    await page.getByText('live', { exact: true }).waitFor();
    const text = JSON.stringify(replyOf('application/json', lamp));
    await writeFile(contract, text.replace('"operationId"', '"summary":"Anew","operationId"'));
    await page.getByRole('link', { name: /\/thing.*Anew/ }).waitFor();
    await page.getByRole('article').getByText('getThing Anew').waitFor();
  });
});
