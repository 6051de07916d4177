import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';

import type { ContractDocument, Mock, MockOptions } from '../../src/index.ts';
import { createMock, StartError } from '../../src/index.ts';

const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const content = { 'application/json': { schema: { type: 'array', items: item } } };
const one = { 'application/json': { schema: item } };
const contract = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/items': {
      get: { operationId: 'listItems', responses: { '200': { description: 'Items.', content } } },
    },
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getItem', responses: { '200': { description: 'It.', content: one } } },
    },
  },
};

async function writeShop(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'fixtures'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(contract));
  await writeFile(join(folder, 'fixtures', 'items.json'), '[{"id":"seven"}]');
  return folder;
}

async function open(options: MockOptions): Promise<Mock> {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

describe('a contract', () => {
  it.each<[string, (file: string) => MockOptions]>([
    ['a URL of a file', (file) => ({ contract: pathToFileURL(file) })],
    ['the text of such a URL', (file) => ({ contract: pathToFileURL(file).href })],
    ['several of them', (file) => ({ contract: [pathToFileURL(file)] })],
  ])('may be %s, with the fixtures beside it', async (_, optionsFor) => {
    const mock = await open(optionsFor(join(await writeShop(), 'openapi.json')));
    expect(mock.records('items')).toEqual([{ id: 'seven' }]);
  });

  it('may be a document, with the fixtures that are named by a URL', async () => {
    const fixtures = pathToFileURL(`${join(await writeShop(), 'fixtures')}/`);
    const mock = await open({ contract, fixtures });
    const { url } = await mock.listen();
    expect(await (await fetch(`${url}/items`)).json()).toEqual([{ id: 'seven' }]);
    const served = await (await fetch(`${url}/_mock/contract`)).json();
    expect(served).toEqual(contract);
  });

  it('that is a document has no fixtures and scenarios that are not named', async () => {
    const folder = await writeShop();
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(before));
    const mock = await open({ contract, watch: true });
    expect(mock.records('items')).toEqual([]);
    expect(mock.scenarios()).toEqual([]);
  });

  it('that is a document may refer to files of the working folder', async () => {
    const folder = await writeShop();
    await writeFile(join(folder, 'item.json'), JSON.stringify(item));
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(before));
    const schemas = { Item: { $ref: './item.json' } };
    const mock = await open({ contract: { ...contract, components: { schemas } } });
    expect(mock.contract.title).toBe('Shop');
  });

  it('that is a document is held to the same rules, with the place of a fault', async () => {
    const starting = createMock({
      contract: { openapi: '3.1.0', info: {}, paths: { a: {} } },
      lenient: false,
    });
    await expect(starting).rejects.toThrow(StartError);
    await expect(starting).rejects.toThrow(/^contract given as an object:\d+:\d+ \/info/);
  });

  it.each<[string, unknown, string]>([
    ['a number', 5, 'the option "contract" must be a path, a URL or a document, not 5'],
    ['a list in a list', [[]], 'must be a path, a URL or a document, not a list'],
  ])('may not be %s', async (_, value, message) => {
    await expect(createMock({ contract: value as string })).rejects.toThrow(message);
  });

  it('may not contain itself', async () => {
    const circle: Record<string, unknown> = { ...contract };
    circle['x-self'] = circle;
    const starting = createMock({ contract: circle });
    await expect(starting).rejects.toThrow(TypeError);
    await expect(starting).rejects.toThrow('is an object that contains itself');
  });

  it('may be of a type that a tool has for documents', () => {
    interface Described {
      openapi: string;
      info: { title: string };
      paths?: Record<string, object>;
    }
    expectTypeOf<Described>().toExtend<ContractDocument>();
    expectTypeOf<typeof contract>().toExtend<ContractDocument>();
    expectTypeOf<number>().not.toExtend<ContractDocument>();
  });
});
