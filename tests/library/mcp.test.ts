import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { createMock } from '../../src/index.ts';
import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { bookIds, bookshop } from './bookshop.ts';
import { openAgent } from './open-agent.ts';

const [first = '', second = ''] = bookIds;
const credential = 'Everyone';
const shopContract = join(import.meta.dirname, '..', '..', 'examples', 'shop.yaml');

describe('the tools', () => {
  it('are described by the control contract, each with all that its schema refers to', async () => {
    const { client } = await openAgent();
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, description, inputSchema } of tools) {
      expect(description, name).toMatch(/^[A-Z].{10,}/);
      const text = JSON.stringify(inputSchema);
      for (const [, ref = ''] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g))
        expect(inputSchema['$defs'], `${name}: ${ref}`).toHaveProperty([ref]);
      expect(text.match(/"\$ref":"#\/components/), name).toBeNull();
    }
    const reading = tools
      .filter(({ annotations }) => annotations?.readOnlyHint)
      .map(({ name }) => name);
    expect(reading).toContain('list_requests');
    expect(reading).toContain('verify_requests');
    expect(reading).toContain('find_coverage_gaps');
    expect(reading).not.toContain('write_records');
    expect(reading).not.toContain('call_operation');
  });

  it('say which world is meant where none is named', async () => {
    const { client, ask } = await openAgent();
    const { tools } = await client.listTools();
    const worldOf = (tool: string): string =>
      JSON.stringify(tools.find(({ name }) => name === tool)?.inputSchema.properties?.['world']);

    const asking = ['list_requests', 'show_request', 'explain_request', 'verify_requests'];
    for (const tool of asking)
      expect(worldOf(tool), tool).toMatch(/requests.*Default: .*else all worlds/);
    expect(worldOf('list_changes')).toMatch(/Default: .*else the one that all clients share/);
    expect(worldOf('find_coverage_gaps')).toMatch(/covered is that of all worlds.*Default: /);
    await ask('call_operation', { world: 'a', operation: 'listBooks' });
    expect(await ask('list_requests')).toMatchObject({ requests: [{ world: 'a' }] });
    expect(await ask('list_requests', { world: 'default' })).toMatchObject({ requests: [] });
    expect(await ask('show_request', { id: 'last' })).toMatchObject({ world: 'a' });
  });

  it('refuse what their schema does not know, before anything is sent', async () => {
    const { ask, mock } = await openAgent();
    await expect(ask('read_record', { collection: 'books' })).rejects.toThrow(/key/);
    await expect(ask('reset_world', { wrold: 'a' })).rejects.toThrow(/wrold/i);
    expect(mock.requests()).toEqual([]);
  });

  it.each([
    [
      'set_override',
      { world: 'unmade', operation: 'getBook', fault: { hang: true } },
      /make it first \(the tool make_world\)/,
    ],
    ['show_credential', { name: 'None' }, /The tool list_credentials lists them/],
    ['show_request', { id: 99 }, /The tool list_requests lists them/],
  ])('name tools where %s is refused, and no requests', async (tool, given, told) => {
    const { ask } = await openAgent();

    const refusal = ask(tool, given);

    await expect(refusal).rejects.toThrow(told);
    await expect(refusal).rejects.not.toThrow(/GET |PUT |library/);
  });

  it('refuse a request of another world, and a world where it has no meaning', async () => {
    const { ask } = await openAgent();
    await ask('call_operation', { world: 'a', operation: 'listBooks' });
    const { id } = Object(await ask('show_request', { id: 'last' }));

    for (const tool of ['show_request', 'explain_request']) {
      await ask(tool, { id, world: 'a' });
      await expect(ask(tool, { id, world: 'b' })).rejects.toThrow(
        `the request ${id} is of the world "a", and not of "b"`,
      );
    }
    for (const tool of ['list_worlds', 'list_scenarios', 'list_findings'])
      await expect(ask(tool, { world: 'a' })).rejects.toThrow('/world: is not known here');
  });

  it('list and explain operations', async () => {
    const { ask } = await openAgent();
    expect(await ask('list_operations', { search: 'BOOK', limit: 1, offset: 1 })).toEqual({
      count: 5,
      operations: [
        {
          id: 'createBook',
          method: 'POST',
          path: '/books',
          summary: null,
          does: 'create',
          collection: 'books',
        },
      ],
    });
    expect(await ask('explain_operation', { operation: 'POST /books' })).toMatchObject({
      plan: { id: 'createBook', why: 'the path is that of all "books"' },
      declared: {
        operationId: 'createBook',
        responses: {
          201: { content: { 'application/json': { schema: { $ref: '#/referred/Book' } } } },
        },
      },
      referred: { Book: { required: ['id', 'title', 'created_at'] } },
    });
    await expect(ask('explain_operation', { operation: 'getBok' })).rejects.toThrow(
      'the contract has no operation "getBok": did you mean "getBook"?',
    );
  });

  it('tell a record that is made up, and refuse a key that has none', async () => {
    const { ask } = await openAgent({ contract: shopContract });
    const collection = 'orders';
    const { records } = Object(await ask('find_records', { collection, limit: 1 })) as {
      records: readonly { key: string; is_made_up: boolean }[];
    };
    const [madeUp] = records;
    expect(madeUp?.is_made_up).toBe(true);
    const { key = '' } = madeUp ?? {};
    expect(await ask('read_record', { collection, key })).toEqual(madeUp);
    await ask('write_records', { collection, records: [{ id: Number(key), quantity: 7 }] });
    expect(await ask('read_record', { collection, key })).toMatchObject({ quantity: 7 });
    await ask('delete_record', { collection, key });
    await expect(ask('read_record', { collection, key })).rejects.toThrow(
      `There is no "${key}" in orders.`,
    );
    await expect(ask('read_record', { collection, key: 'abc' })).rejects.toThrow('"abc"');
  });

  it('read and write records, in a world', async () => {
    const { ask, mock } = await openAgent();
    const world = 'a';
    await ask('write_records', {
      world,
      collection: 'books',
      records: [{ id: second, title: 'Ulysses' }],
    });
    await ask('delete_record', { world, collection: 'books', key: first });
    expect(await ask('add_records', { world, count: { books: 1 } })).toMatchObject({
      books: [{ id: expect.any(String) }],
    });
    expect(await ask('list_changes', { world })).toMatchObject({ count: 3 });
    expect(await ask('read_record', { world, collection: 'books', key: second })).toMatchObject({
      title: 'Ulysses',
    });
    expect(
      await ask('find_records', { world, collection: 'books', search: 'Ulysses' }),
    ).toMatchObject({
      records: [{ key: second }],
    });
    expect(await ask('reset_world', { world })).toEqual({ done: true });
    expect(await ask('list_changes', { world })).toMatchObject({ count: 0 });
    expect(mock.records('books').length).toBe(3);
    await expect(
      ask('write_records', { world, collection: 'books', records: [{ id: second, title: 7 }] }),
    ).rejects.toThrow(/title.*string.*\(400, /s);
  });

  it('set overrides, and refuse what the control API refuses', async () => {
    const { ask } = await openAgent();
    await expect(
      ask('set_override', { world: 'a', operation: 'getBook', reply: { status: 200 } }),
    ).rejects.toThrow(/there is no world "a": make it first.*\(400, invalid-request\)/);
    await ask('make_world', { name: 'a' });
    const { id } = (await ask('set_override', {
      world: 'a',
      operation: 'getBook',
      reply: { body: { id: first, title: 'Forced', created_at: '2020-01-01T00:00:00Z' } },
    })) as { id: string };
    const call = { world: 'a', operation: 'getBook', path: { id: first }, credential };
    expect(await ask('call_operation', call)).toMatchObject({ body: { title: 'Forced' } });
    expect(await ask('explain_request', { world: 'a', id: 'last' })).toMatchObject({
      forced: { by: 'override', id },
    });
    await ask('remove_override', { world: 'a', id });
    expect(await ask('list_overrides', { world: 'a' })).toEqual([]);
    await expect(
      ask('set_override', { operation: 'getBook', reply: { status: 404 } }),
    ).rejects.toThrow(/declares no response for the status 404.*\(400, invalid-request\)/);
  });

  it('set an override for every world, where the body says so', async () => {
    const { ask, mock } = await openAgent({}, 'mine');
    const fault = { latency: 1 };

    const placed = await ask('set_override', { world: '*', operation: 'getBook', fault });

    expect(placed).toMatchObject({ world: '*' });
    expect(await ask('list_overrides', { world: 'a' })).toMatchObject([{ world: '*' }]);
    await ask('call_operation', { operation: 'getBook', path: { id: first } });
    const expected = { operation: 'getBook', times: 1 };
    expect(await ask('verify_requests', expected)).toMatchObject({ is_met: true });
    expect(await ask('verify_requests', { ...expected, world: 'other' })).toMatchObject({
      is_met: false,
    });
    expect(mock.world('mine').requests().length).toBe(1);
  });

  it('find what is not covered, with a request for each, and send it', async () => {
    const { ask, mock } = await openAgent();
    const { missing, gaps } = (await ask('find_coverage_gaps', { operation: 'getBook' })) as {
      missing: number;
      gaps: { operation: string; point: string; request: object | null; why_not: string | null }[];
    };
    expect(gaps.length).toBe(Math.min(missing, 10));
    for (const { request, why_not: why } of gaps) expect(request === null).toBe(why !== null);
    const [gap] = gaps;
    expect(gap).toMatchObject({ operation: 'getBook', request: { method: 'GET' } });
    const { operation, point } = gap ?? {};
    expect(await ask('send_sample', { operation, point })).toMatchObject({ is_covered: true });
    expect(await ask('find_coverage_gaps', { operation: 'getBook' })).toMatchObject({
      missing: expect.any(Number),
    });
    expect(mock.requests().length).toBe(1);
  });

  it('draft a correction that the server takes', async () => {
    const { ask } = await openAgent();
    const correction = { collection: 'tomes', key: 'id' };
    const given = { operation: 'getBook', whole_path: true, correction };
    const { file, text } = (await ask('draft_correction', given)) as { file: string; text: string };
    expect(file).toBe('getBook.overlay.json');
    const { 'openapi.json': contract = '' } = bookshop();
    const folder = await writeFolder({ 'openapi.json': contract, [file]: text });
    const corrected = await createMock({
      contract: join(folder, 'openapi.json'),
      overlay: join(folder, file),
    });
    onTestFinished(() => corrected.close());
    expect(corrected.collections().map(({ name }) => name)).toContain('tomes');
  });
});

it('tries the draft of a correction, and tells what its schema tells', async () => {
  const { ask, client } = await openAgent();
  const draft = async (correction: unknown): Promise<string> =>
    ask('draft_correction', { operation: 'getBook', correction }).then(
      () => 'drafted',
      (error: unknown) => String(error),
    );

  expect(await draft({ role: 'read', 'unknown-keys': 'refuse' })).toBe('drafted');
  expect(await draft({ transitions: [{ set: { title: 'Read' } }] })).toMatch(
    /\/correction\/transitions\/0.*changes no record.*\(400, invalid-request\)/,
  );
  expect(await draft({ key: 'nope' })).toMatch(/\/correction\/key: "nope" isn't known here/);
  expect(await draft({ collection: 'x'.repeat(20_000) })).toMatch(/20,000 characters at most/);
  const { tools } = await client.listTools();
  const schema = Object(
    tools.find(({ name }) => name === 'draft_correction')?.inputSchema.properties?.['correction'],
  );
  const named = (text: string): string[] =>
    [...text.matchAll(/"([a-z-]+)"(?=[,.]| and )/g)].map(([, name = '']) => name);
  // The reader of corrections lists what it knows.
  expect(named(await draft({ zzzzzzzz: 1 }))).toEqual(Object.keys(schema.properties));
  for (const role of named(await draft({ role: 'zzzzzzzz' })))
    expect(schema.properties.role.description).toContain(role);
});

it('uses the world that it is opened for', async () => {
  const { ask, mock } = await openAgent({}, 'mine');
  await ask('delete_record', { collection: 'books', key: first });
  await ask('call_operation', { operation: 'listBooks', credential });
  expect(mock.records('books').length).toBe(3);
  expect(mock.world('mine').records('books').length).toBe(2);
  expect(mock.world('mine').requests().length).toBe(1);
});
