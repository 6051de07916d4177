import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { runHere } from '../cli/run-here.ts';

const info = 'info: { title: Lamps, version: "1" }';

/** A response without a description, an unknown type, a wrong example, and a schema that no value fits. */
const faulty = `openapi: 3.1.0
${info}
paths:
  /lamps:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: int } }
      responses:
        '200':
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Lamp' } }
  /never:
    get:
      responses:
        '200':
          description: Nothing can be this.
          content:
            application/json:
              schema: { type: string, minLength: 5, maxLength: 2 }
  /wrong:
    get:
      responses:
        '200':
          description: An example that breaks its schema.
          content:
            application/json:
              schema: { type: integer }
              example: many
components:
  schemas:
    Lamp: { type: object, required: [id], properties: { id: { type: integer } } }
`;

const clean = `openapi: 3.1.0
${info}
paths:
  /lamp:
    get:
      responses:
        '200':
          description: The lamp.
          content: { application/json: { schema: { type: string } } }
`;

const overlays = `overlay: 1.1.0
info: { title: Bright lamps, version: 2.0.0 }
actions:
  - target: $.paths.*.get.responses
    description: Says more of each reply.
    update: { '404': { description: No lamp. } }
  - target: $.info.title
    update: Bright
  - target: $.paths['/lamp'].get.responses['404']
    remove: true
`;

async function serve(files: Readonly<Record<string, string>>, options: MockOptions = {}) {
  const folder = await writeFolder(files);
  const mock = await createMock({
    contract: join(folder, 'api.yaml'),
    ...(files['more.yaml'] === undefined ? {} : { overlay: join(folder, 'more.yaml') }),
    durability: 'memory',
    ...options,
  });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}/_mock${path}`)).json();
  return { folder, url, get, mock };
}

interface Found {
  readonly count: number;
  readonly untried: number;
  readonly findings: readonly {
    readonly severity: string;
    readonly message: string;
    readonly file: string;
    readonly line: number | null;
    readonly pointer: string | null;
    readonly frame: string | null;
  }[];
}

describe('GET /findings', () => {
  test('says what "stuntdouble check" says of the contract that is served', async () => {
    const { folder, get } = await serve({ 'api.yaml': faulty });
    const found = (await get('/findings')) as Found;
    const { stderr: text } = await runHere(['check', 'api.yaml'], { cwd: folder });

    expect(text).toContain(`${found.count} findings`);
    expect(found.count).toBeGreaterThanOrEqual(4);
    expect(found.untried).toBe(0);
    // The server says what it made of a wrong type, and `check` what is wrong with it.
    const places = found.findings.map(({ file, line }) => `${file}:${line}:`);
    expect(places.every((place) => text.includes(place))).toBe(true);
    const alike = found.findings.filter(({ message }) => text.includes(message));
    expect(alike).toHaveLength(found.count - 1);
  });

  test('names line, pointer and the lines around each place', async () => {
    const { get } = await serve({ 'api.yaml': faulty });

    const { findings } = (await get('/findings')) as Found;

    expect(findings.find(({ pointer }) => pointer?.endsWith('/schema/type'))).toMatchObject({
      severity: 'fault',
      line: 7,
      message: expect.stringContaining('it is taken for "integer"'),
      frame: expect.stringContaining('> 7 |'),
    });
  });

  test('is empty for a clean contract', async () => {
    const { get } = await serve({ 'api.yaml': clean });

    expect(await get('/findings')).toEqual({ count: 0, untried: 0, findings: [] });
  });
});

describe('mock.findings', () => {
  test('says what the control API says, without it, too', async () => {
    const { get } = await serve({ 'api.yaml': faulty });
    const { mock } = await serve({ 'api.yaml': faulty }, { control: false });

    const { count, untried, findings } = await mock.findings();

    const told = (await get('/findings')) as Found;
    expect([count, untried]).toEqual([told.count, told.untried]);
    expect(findings.map(({ severity, message, line }) => ({ severity, message, line }))).toEqual(
      told.findings.map(({ severity, message, line }) => ({ severity, message, line })),
    );
  });
});

describe('mock.overlays', () => {
  test('tells what each action changes, in names of the library', async () => {
    const { mock } = await serve({ 'api.yaml': clean, 'more.yaml': overlays }, { control: false });

    expect(await mock.overlays()).toMatchObject([
      {
        file: 'more.yaml',
        title: 'Bright lamps',
        extends: undefined,
        actions: [{ does: 'update', isCut: false, count: 1 }, {}, { does: 'remove', count: 1 }],
      },
    ]);
  });
});

describe('GET /overlays', () => {
  test('tells what each action of an overlay changes', async () => {
    const { get } = await serve({ 'api.yaml': clean, 'more.yaml': overlays });

    expect(await get('/overlays')).toEqual([
      {
        file: 'more.yaml',
        title: 'Bright lamps',
        version: '2.0.0',
        extends: null,
        actions: [
          {
            target: '$.paths.*.get.responses',
            description: 'Says more of each reply.',
            does: 'update',
            text: `'404':\n  description: No lamp.`,
            is_cut: false,
            count: 1,
            places: [{ contract: 'api.yaml', pointer: '/paths/~1lamp/get/responses' }],
          },
          expect.objectContaining({ does: 'update', text: 'Bright', count: 1 }),
          expect.objectContaining({ does: 'remove', text: null, count: 1 }),
        ],
      },
    ]);
  });

  test('is empty where none is in force', async () => {
    const { get } = await serve({ 'api.yaml': clean });

    expect(await get('/overlays')).toEqual([]);
  });
});

describe('GET /contract?servers=here', () => {
  const elsewhere = clean.replace('paths:', 'servers: [{ url: https://example.org/v1 }]\npaths:');

  test.each([
    ['as it is written', '/contract?format=json', 'https://example.org/v1'],
    ['with this server', '/contract?format=json&servers=here', '/'],
  ])('shows the contract %s', async (_, path, expected) => {
    const { get } = await serve({ 'api.yaml': elsewhere });

    expect(await get(path)).toMatchObject({ servers: [{ url: expected }] });
  });

  test('names the path by which the client came', async () => {
    const { url } = await serve({ 'api.yaml': elsewhere }, { controlPrefix: '/admin/mock' });

    const shown = await fetch(`${url}/~ann/admin/mock/contract?format=json&servers=here`);

    expect(await shown.json()).toMatchObject({ servers: [{ url: '/~ann' }] });
  });
});
