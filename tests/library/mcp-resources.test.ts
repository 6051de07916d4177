import { join } from 'node:path';

import type { Client } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { bookshop } from './bookshop.ts';
import { openAgent } from './open-agent.ts';

it('has the contract and the records as resources', async () => {
  const { client, mock } = await openAgent();
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'stuntdouble://contract',
    'stuntdouble://collections/books',
  ]);
  const [contract, records] = await Promise.all(
    resources.map(async ({ uri }) => readText(client, uri)),
  );
  expect(contract).toMatchObject({ openapi: expect.any(String), paths: { '/books': {} } });
  expect(records).toEqual(mock.records('books'));
  await expect(readText(client, 'stuntdouble://collections/none')).rejects.toThrow(/none/);
});

it('has each of several contracts as a resource', async () => {
  const { 'openapi.json': books = '' } = bookshop();
  const lamps = {
    openapi: '3.1.0',
    info: { title: 'Lamps, too', version: '1' },
    paths: { '/lamps': { get: { responses: { 200: { $ref: 'parts/replies.json#/done' } } } } },
  };
  const folder = await writeFolder({
    'books.json': books,
    'lamps, all.json': JSON.stringify(lamps),
    'parts/replies.json': '{ "done": { "description": "Done." } }',
  });
  const contract = ['books.json', 'lamps, all.json'].map((name) => join(folder, name));
  const { client } = await openAgent({ contract });

  const { resources } = await client.listResources();

  const others = resources.filter(({ uri }) => uri.startsWith('stuntdouble://contract'));
  expect(others).toMatchObject([
    { uri: 'stuntdouble://contract' },
    { uri: 'stuntdouble://contracts/lamps%2C%20all.json', description: 'Lamps, too' },
  ]);
  const [shop, other, part] = await Promise.all(
    [...others.map(({ uri }) => uri), 'stuntdouble://contracts/parts%2Freplies.json'].map((uri) =>
      readText(client, uri),
    ),
  );
  expect(shop).toMatchObject({ paths: { '/books': {} } });
  expect(other).toMatchObject({ info: { title: 'Lamps, too' } });
  expect(part).toEqual({ done: { description: 'Done.' } });
  const again = 'stuntdouble://contracts/books.json';
  expect(await readText(client, again)).toEqual(shop);
  await expect(readText(client, 'stuntdouble://contracts/none')).rejects.toThrow(/none/);
});

async function readText(client: Client, uri: string): Promise<unknown> {
  const { contents } = await client.readResource({ uri });
  const [part] = contents;
  return JSON.parse(part && 'text' in part ? part.text : '');
}
