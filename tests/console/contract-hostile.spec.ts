import { describe, expect, it } from 'vitest';

import { expectNoSidewaysScrolling, hasBrowser, openPage, serve } from './browser.ts';

const refer = (at: number): object => ({ $ref: `#/components/schemas/A${at}` });

/** A contract of one operation, which takes and answers the first schema. */
function contractOf(schemas: readonly object[], openapi = '3.1.0', more: object = {}): object {
  const content = { 'application/json': { schema: refer(0), ...more } };
  return {
    openapi,
    info: { title: 'Hostile', version: '1' },
    paths: {
      '/things': {
        post: {
          operationId: 'makeThing',
          requestBody: { content },
          responses: { '201': { description: 'Made.', content } },
        },
      },
    },
    components: { schemas: Object.fromEntries(schemas.map((one, at) => [`A${at}`, one])) },
  };
}

function ring(count: number, steps: readonly number[]): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({
    type: 'object',
    properties: Object.fromEntries(steps.map((step) => [`m${step}`, refer((at + step) % count)])),
  }));
}

function choices(count: number, each: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({
    anyOf: Array.from({ length: each }, (__, step) => refer((at + step + 1) % count)),
  }));
}

function nested(levels: number, inner: object): object {
  let schema = inner;
  for (let count = 0; count < levels; count += 1)
    schema = { type: 'object', properties: { inner: schema } };
  return schema;
}

const text = (members: object): readonly object[] => [
  { type: 'object', properties: { text: { type: 'string', ...members } } },
];

const lists = Array.from({ length: 10 }).reduce<object>(
  (items) => ({ type: 'array', minItems: 90, items }),
  { type: 'string' },
);

describe.skipIf(!hasBrowser)('the reference', () => {
  it.each<[string, string, readonly object[]]>([
    ['schemas with two ways on from each', '3.1.0', ring(60, [1, 7])],
    ['schemas with two ways on from each', '3.0.3', ring(60, [1, 7])],
    ['schemas with twenty choices each', '3.1.0', choices(60, 20)],
    ['a chain of deep schemas', '3.0.3', ring(100, [1]).map((one) => nested(30, one))],
    ['a schema 200 levels deep', '3.1.0', [nested(200, { type: 'string' })]],
    ['a pattern that multiplies', '3.0.3', text({ pattern: '^(((a{1,999}){1,999}){1,999})$' })],
    ['a text of a great length', '3.1.0', text({ pattern: '(x+x+)+y', minLength: 500_000 })],
    ['long lists in long lists', '3.0.3', [lists]],
  ])('shows an operation with %s in OpenAPI %s, and answers', async (_, openapi, schemas) => {
    const { consoleUrl } = await serve({ contract: { ...contractOf(schemas, openapi) } });
    const page = await openPage(`${consoleUrl}#/contract/makeThing`);
    // A busy machine takes its time; before it was mended, the page never answered.
    await page.getByRole('button', { name: 'Execute' }).waitFor({ timeout: 30_000 });
    expect(await page.locator('.errors-wrapper').count()).toBe(0);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('link', { name: 'Traffic', exact: true }).click();
    await page.getByRole('heading', { name: /No request yet/ }).waitFor();
  });

  it('keeps a pattern readable of which it makes no sample', async () => {
    const pattern = '(x+x+)+(y+y+)+(z+z+)+((a+)+)+';
    const { consoleUrl } = await serve({ contract: { ...contractOf(text({ pattern })) } });
    const page = await openPage(`${consoleUrl}#/contract/makeThing`);
    await page.getByRole('tab', { name: 'Schema', exact: true }).first().click();
    await page.getByText(`pattern: ${pattern}`).first().waitFor();
  });

  it('asks for no example elsewhere, and links to it', async () => {
    const examples = { far: { summary: 'Far', externalValue: 'http://example.org/thing.json' } };
    const contract = contractOf([{ type: 'object' }], '3.1.0', { examples });
    const { consoleUrl } = await serve({ contract: { ...contract } });
    const page = await openPage(`${consoleUrl}#/contract/makeThing`);
    await page.getByRole('link', { name: 'http://example.org/thing.json' }).first().waitFor();
  });
});
