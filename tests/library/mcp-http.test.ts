import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import * as controlContract from '../../src/mcp/control-contract.ts';
import * as sdk from '../../src/mcp/sdk.ts';
import { bookIds } from './bookshop.ts';
import { openBookshop } from './open-bookshop.ts';
import { token } from './control-requests.ts';

const [first = ''] = bookIds;
const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

describe('an agent over HTTP', () => {
  it('uses a server that runs', async () => {
    const { mock } = await openBookshop();
    const client = await openAgent(`${mock.url}/_mock/mcp`);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(20);
    expect(await ask(client, 'delete_record', { collection: 'books', key: first })).toEqual({
      done: true,
    });
    expect(mock.records('books').length).toBe(2);
    expect((await client.listResources()).resources.length).toBe(2);
    await expect(ask(client, 'delete_record', { collection: 'books', key: first })).rejects.toThrow(
      /\(404, record-not-found\)/,
    );
  });

  it('uses the world of its address', async () => {
    const { mock } = await openBookshop();
    const client = await openAgent(`${mock.url}/~mine/_mock/mcp`);
    await ask(client, 'delete_record', { collection: 'books', key: first });
    expect(mock.records('books').length).toBe(3);
    expect(mock.world('mine').records('books').length).toBe(2);
  });

  it.each([{ reset: true }, { truncate: 3 }])('is told what the fault %j does', async (fault) => {
    const { mock } = await openBookshop();
    const client = await openAgent(`${mock.url}/~mine/_mock/mcp`);
    await ask(client, 'set_override', { operation: 'getBook', fault });
    const call = { operation: 'getBook', path: { id: first }, credential: 'Everyone' };

    expect(await ask(client, 'call_operation', call)).toMatchObject({
      failure: expect.stringMatching(/^getBook: the connection broke before/),
      why: expect.arrayContaining([expect.stringMatching(/override/)]),
    });
  });

  it('compiles its tools once, whatever world it uses', async () => {
    const { mock } = await openBookshop();
    const call = { name: 'list_worlds', arguments: {} };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    const send = async (count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1)
        await (await post(`${mock.url}/~w/_mock/mcp`, message)).text();
    };
    await send(10);
    const before = heldAfterCollection();
    await send(100);
    // One message took a megabyte where each compiled its tools.
    expect(heldAfterCollection() - before).toBeLessThan(20_000_000);
  });

  it('makes its tools once, and closes what it has opened', async () => {
    const { mock } = await openBookshop();
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const list = async (world: string): Promise<unknown> =>
      (await post(`${mock.url}/~${world}/_mock/mcp`, message)).json();
    const usual = await list('a');
    const walk = vi.spyOn(controlContract, 'standAlone');
    const close = vi.fn<() => Promise<void>>();
    const { createMcpHandler } = sdk;
    const open = vi.spyOn(sdk, 'createMcpHandler').mockImplementation((...given) => {
      const handler = createMcpHandler(...given);
      close.mockImplementation(handler.close);
      return { ...handler, close };
    });
    onTestFinished(() => {
      walk.mockRestore();
      open.mockRestore();
    });

    for (const world of ['a', 'b', 'c']) expect(await list(world)).toEqual(usual);

    expect(walk).not.toHaveBeenCalled();
    expect(open).toHaveBeenCalled();
    expect(close).toHaveBeenCalledTimes(open.mock.calls.length);
  });

  it('is let in where the control API lets it in', async () => {
    const { mock } = await openBookshop({ controlToken: token, controlPrefix: '/__control' });
    const url = `${mock.url}/__control/mcp`;
    await expect(openAgent(url)).rejects.toThrow();
    const client = await openAgent(url, { Authorization: `Bearer ${token}` });
    expect(await ask(client, 'list_collections')).toMatchObject([{ name: 'books' }]);
    const page = await post(`${mock.url}/__control/mcp`, hello, {
      Authorization: `Bearer ${token}`,
      Origin: 'https://evil.example',
    });
    expect(page.status).toBe(403);
  });

  it('is told what is no message, in the words of the protocol', async () => {
    const { mock } = await openBookshop();
    const url = `${mock.url}/_mock/mcp`;
    const odd = await post(url, { hello: 1 });
    expect([odd.status, await odd.json()]).toMatchObject([400, { jsonrpc: '2.0', error: {} }]);
    const unknown = await post(url, { jsonrpc: '2.0', id: 7, method: 'no/such' });
    expect(await unknown.json()).toMatchObject({ id: 7, error: { code: -32_601 } });
    const nothing = await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([nothing.status, await nothing.text()]).toEqual([202, '']);
    expect((await fetch(url, { headers: { Accept: 'text/event-stream' } })).status).toBe(405);
  });

  it('is told that a batch is no message, and nothing of it is carried out', async () => {
    const { mock } = await openBookshop();
    const drop = (id: number, key: string): object => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'delete_record', arguments: { collection: 'books', key } },
    });

    const reply = await post(
      `${mock.url}/_mock/mcp`,
      bookIds.map((key, at) => drop(at, key)),
    );

    expect([reply.status, await reply.json()]).toEqual([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32_600, message: expect.any(String) } },
    ]);
    expect(mock.records('books').length).toBe(3);
  });

  it('gets an answer that ends, also where it asks for a stream', async () => {
    const { mock } = await openBookshop();
    const version = '2026-07-28';
    const reply = await post(
      `${mock.url}/_mock/mcp`,
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': version,
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'Mcp-Protocol-Version': version, 'Mcp-Method': 'subscriptions/listen' },
    );
    expect(await reply.json()).toMatchObject({ id: 1, error: { message: expect.any(String) } });
  });
});

/** In bytes. */
function heldAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

async function openAgent(url: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

async function ask(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<unknown> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [part] = content;
  const text = part?.type === 'text' ? part.text : '';
  if (isError === true) throw new Error(text);
  return JSON.parse(text);
}
