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

/** An operation that takes something. */
function takerOf(what: object, path = '/things'): Readonly<Record<string, unknown>> {
  const responses = { 204: { description: 'Taken.' }, 400: { description: 'Refused.' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Taker', version: '1' },
    paths: { [path]: { post: { operationId: 'takeThing', responses, ...what } } },
  };
}

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

  it('is sent although it breaks the contract, so that the refusal is seen', async () => {
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } };
    const { consoleUrl } = await serve({ contract: takerOf({ parameters: [limit] }) });
    const page = await openPage(`${consoleUrl}#/contract/takeThing`, { expects: /status of 400/ });
    await page.getByText('maximum: 9').waitFor();
    await page.getByLabel('limit').fill('10');
    expect(await execute(page)).toBe('400');
    await page.locator('.live-responses-table').getByText('query /limit: must be').waitFor();
  });

  it('is sent without the file that it asks for', async () => {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    };
    const requestBody = { required: true, content: { 'multipart/form-data': { schema } } };
    const { consoleUrl } = await serve({ contract: takerOf({ requestBody }) });
    const page = await openPage(`${consoleUrl}#/contract/takeThing`, { expects: /status of 400/ });
    expect(await execute(page)).toBe('400');
    await page.locator('.live-responses-table').getByText('/file').first().waitFor();
  });

  it('waits for what has to be in its path', async () => {
    const kind = { name: 'kind', in: 'path', required: true, schema: { type: 'string' } };
    const { consoleUrl } = await serve({ contract: takerOf({ parameters: [kind] }, '/{kind}') });
    const page = await openPage(`${consoleUrl}#/contract/takeThing`);
    await page.getByPlaceholder('kind').fill('');
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('Required field is not provided').waitFor();
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
    await page.getByRole('article').getByRole('paragraph').filter({ hasText: 'Anew' }).waitFor();
  });
});
