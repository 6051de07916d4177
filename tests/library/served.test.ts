import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { version } from '../../src/base/version.ts';
import type { MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const book = `# Kept.
openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books/{id}:
    get:
      operationId: getBook
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: The book.
          content: { application/json: { schema: { $ref: 'parts/book.yaml' } } }
`;
const files = {
  'books.yaml': book,
  'parts/book.yaml':
    'type: object\nproperties: { id: { type: string }, title: { type: string } }\n',
  'shops.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shops', version: '2' },
    paths: {},
  }),
  'overlay.yaml': `overlay: 1.0.0
info: { title: Other, version: '1' }
actions: [{ target: $.info, update: { title: Overlaid } }]
`,
};

type Get = (
  path: string,
  accept?: string,
) => Promise<{ status: number; type: string | null; text: string }>;

async function open(contracts: readonly string[], more: MockOptions = {}): Promise<Get> {
  const folder = await writeFolder(files);
  const contract = contracts.map((name) => join(folder, name));
  const overlay = [more.overlay ?? []].flat().map((name) => join(folder, String(name)));
  const mock = await createMock({ ...more, contract, overlay });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  return async (path, accept = '*/*') => {
    const response = await fetch(`${url}/_mock/${path}`, { headers: { Accept: accept } });
    const { status, headers } = response;
    return { status, type: headers.get('Content-Type'), text: await response.text() };
  };
}

async function json(said: ReturnType<Get>): Promise<unknown> {
  return JSON.parse((await said).text);
}

describe('what is served', () => {
  it('is told with its versions', async () => {
    const get = await open(['books.yaml']);
    expect(await json(get('version'))).toEqual({
      name: 'stuntdouble',
      control_prefix: '/_mock',
      version,
      contract: {
        title: 'Books',
        version: '1.0.0',
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
        operations: 1,
      },
    });
  });

  it('is handed out as it was written, or as JSON', async () => {
    const get = await open(['books.yaml']);
    const asJson = await get('contract');
    expect([asJson.status, asJson.type]).toEqual([200, 'application/json']);
    expect(JSON.parse(asJson.text)).toMatchObject({ openapi: '3.1.0', info: { title: 'Books' } });
    const plain = { status: 200, type: 'application/yaml', text: book };
    expect(await get('contract?format=yaml')).toEqual(plain);
    expect(await get('contract', 'application/yaml')).toEqual(plain);
    expect((await get('contract?format=json', 'application/yaml')).type).toBe('application/json');
    expect((await get('contract', 'text/html')).status).toBe(406);
    const part = await get('contract?name=parts/book.yaml');
    expect(JSON.parse(part.text)).toMatchObject({ type: 'object' });
  });

  it('is handed out with its overlays', async () => {
    const get = await open(['books.yaml'], { overlay: 'overlay.yaml' });
    expect(await json(get('contract'))).toMatchObject({ info: { title: 'Overlaid' } });
    const { text } = await get('contract?format=yaml');
    expect(text).toContain('title: Overlaid');
    expect(await json(get('version'))).toMatchObject({ contract: { title: 'Overlaid' } });
  });

  it('may be several contracts, each of which is there by its name', async () => {
    const get = await open(['books.yaml', 'shops.json']);
    expect(await json(get('contracts'))).toEqual([
      { name: 'books.yaml', role: 'contract', title: 'Books', version: '1.0.0' },
      { name: 'shops.json', role: 'contract', title: 'Shops', version: '2' },
      { name: 'parts/book.yaml', role: 'referred', title: null, version: null },
    ]);
    expect(await json(get('contract?name=shops.json'))).toMatchObject({ info: { title: 'Shops' } });
    expect((await get('contract?name=shops.json&format=yaml')).text).toContain('title: Shops');
  });

  it.each([
    [
      'contract',
      'query /name: is needed, since there are several contracts: books.yaml, shops.json.',
    ],
    [
      'contract?name=../../etc/passwd',
      'query /name: is none of these: books.yaml, shops.json, parts/book.yaml.',
    ],
    ['contract?name=books.yaml&format=xml', 'query /format: must be one of'],
  ])('%s is refused', async (path, said) => {
    const get = await open(['books.yaml', 'shops.json']);
    const { status, text } = await get(path);
    expect([status, JSON.parse(text).detail]).toEqual([400, expect.stringContaining(said)]);
  });

  it('has a plan', async () => {
    const get = await open(['books.yaml']);
    expect(await json(get('plan'))).toMatchObject({
      contract: { title: 'Books' },
      collections: [{ name: 'books', key: 'id', of: null }],
      operations: [{ id: 'getBook', role: 'read' }],
      summary: { operations: 1 },
    });
  });
});
