import type { Page } from 'playwright-core';

import { hostileTexts } from './hostile-texts.ts';

/** As `createMock` takes it. */
type JsonContract = Readonly<Record<string, unknown>>;

/** A contract with hostile texts wherever a reader sees one. */
export function makeHostileContract(): JsonContract {
  const texts = hostileTexts.map((text) => text.toWellFormed());
  const all = texts.join('\n\n');
  const properties = Object.fromEntries(
    texts.map((text) => [
      `p${text.slice(0, 200)}`,
      { type: 'string', title: text, description: text, default: text, enum: [text] },
    ]),
  );
  const operations = texts.map((text, at) => [
    `/p${at}`,
    {
      get: {
        operationId: `op${at}`,
        summary: text,
        description: text,
        tags: [text],
        externalDocs: { url: 'javascript:globalThis.hit = 1', description: text },
        // The first one has all texts in all places, and each of the others its own.
        parameters: (at === 0 ? texts : [text]).map((own) => ({
          name: `q${own.slice(0, 200)}`,
          in: 'query',
          description: own,
          schema: { type: 'string', default: own, description: own },
        })),
        responses: {
          '200': {
            description: text,
            content: {
              'application/json': {
                schema:
                  at === 0
                    ? { $ref: '#/components/schemas/S' }
                    : { title: text, description: text },
                examples: Object.fromEntries(
                  (at === 0 ? texts : [text]).map((own) => [
                    `e${own.slice(0, 100)}`,
                    { summary: own, description: own, value: {} },
                  ]),
                ),
              },
            },
          },
        },
      },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: texts[0], version: texts[1], description: all },
    paths: Object.fromEntries(operations) as object,
    components: {
      schemas: { S: { type: 'object', title: texts[1], description: all, properties } },
    },
  };
}

/** A contract of this many operations. */
export function makeLargeContract(count: number): JsonContract {
  const item = (at: number): object => ({
    get: {
      operationId: `get${at}`,
      tags: [`tag ${at % 20}`],
      responses: { '200': { description: `Thing ${at}.` } },
    },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`/things/${at}`, item(at)]),
    ),
  };
}

const carriers = [
  ['header', { type: 'apiKey', in: 'header', name: 'X-Key' }],
  ['query', { type: 'apiKey', in: 'query', name: 'key' }],
  ['cookie', { type: 'apiKey', in: 'cookie', name: 'sid' }],
] as const;

/** A contract with one operation for each place that a credential may be in. */
export const guardedContract: JsonContract = {
  openapi: '3.1.0',
  info: { title: 'Guarded', version: '1' },
  paths: Object.fromEntries(
    carriers.map(([name]) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          security: [{ [name]: [] }],
          responses: { '204': { description: 'In.' }, '401': { description: 'Out.' } },
        },
      },
    ]),
  ),
  components: { securitySchemes: Object.fromEntries(carriers) },
};

/** Runs the request of the opened operation, and returns the status that the page shows. */
export async function execute(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Execute' }).click();
  const shown = page.locator('.live-responses-table .response-col_status').last();
  return (await shown.innerText()).trim().slice(0, 3);
}
