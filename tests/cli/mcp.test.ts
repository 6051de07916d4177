import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';

import { createMock } from '../../src/index.ts';

const root = join(import.meta.dirname, '..', '..');
const cli = join(root, 'dist', 'cli.js');
const shop = join(root, 'examples', 'shop.yaml');

it('answers an agent on stdio by a server of its own, and says where its clients reach it', async () => {
  const client = await openAgent(['mcp', shop]);
  const address = /Clients reach it at (\S+),/.exec(client.getInstructions() ?? '')?.[1] ?? '';
  expect(await ask(client, 'call_operation', { operation: 'createOrder', body: {} })).toMatchObject(
    {
      status: 422,
      why: expect.arrayContaining([expect.stringContaining('At fault is body /item')]),
    },
  );
  const made = await fetch(`${address}/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"item":"kettle"}',
  });
  expect(made.status).toBe(201);
  expect(await ask(client, 'list_requests', { status: '201' })).toMatchObject({
    count: 1,
    requests: [{ operation: 'createOrder', verdict: 'served' }],
  });
  await client.close();
  await expect(fetch(address)).rejects.toThrow();
});

it('is started by what docs/mcp.md has for agents', async () => {
  const page = await readFile(join(root, 'docs', 'mcp.md'), 'utf8');
  const [, text = ''] = /```json \.mcp\.json\n([^]+?)```/.exec(page) ?? [];
  const { mcpServers } = JSON.parse(text) as {
    readonly mcpServers: { readonly stuntdouble: { command: string; args: readonly string[] } };
  };
  const { command, args } = mcpServers.stuntdouble;
  expect([command, args[0]]).toEqual(['npx', 'stuntdouble']);
  const given = args.slice(1).map((one) => (one === 'my-api.yaml' ? shop : one));
  // The port may be taken on this machine.
  const client = await openAgent(given.map((one) => (one === '4010' ? '0' : one)));
  expect(await ask(client, 'list_operations')).toMatchObject({ count: 8 });
});

it('asks a server that runs, with its token', async () => {
  const mock = await createMock({ contract: shop, controlToken: 'a-long-enough-token' });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const client = await openAgent(['mcp', '--url', url, '--control-token', 'a-long-enough-token']);
  await ask(client, 'write_records', { collection: 'orders', records: [{ id: 7, item: 'cup' }] });
  expect(mock.records('orders')).toContainEqual(expect.objectContaining({ id: 7, item: 'cup' }));
  const stranger = await openAgent(['mcp', '--url', url]);
  await expect(ask(stranger, 'list_collections')).rejects.toThrow(/control-token.*401/);
});

it.each<[string[], number, RegExp]>([
  [['mcp', 'no-such.yaml'], 1, /no-such\.yaml/],
  [['mcp', '--url', 'http://127.0.0.1:1', '--url', 'http://127.0.0.1:2'], 2, /one --url/],
  [['mcp', shop, '--url', 'http://127.0.0.1:1'], 2, /leave out .*shop\.yaml/],
  [['mcp', shop, '--no-control'], 2, /leave out --no-control/],
])('says what is wrong with %j, and nothing on the standard output', async (args, code, told) => {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let [out, error] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => void (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => void (error += bytes.toString()));
  expect(await once(child, 'close')).toEqual([code, null]);
  expect(out).toBe('');
  expect(error).toMatch(told);
});

it('refuses a batch, a line that is too long and one that is no JSON, goes on, and ends with its input', async () => {
  const child = spawn(process.execPath, [cli, 'mcp', shop], { stdio: ['pipe', 'pipe', 'pipe'] });
  let out = '';
  child.stdout.on('data', (bytes: Buffer) => void (out += bytes.toString()));
  child.stderr.resume();
  const ended = once(child, 'close');
  const ping = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
  const refused = { id: null, error: { code: -32_600 } };
  const unreadable = { id: null, error: { code: -32_700 } };

  child.stdin.write(
    `[${ping(1)},${ping(2)}]\n${'x'.repeat(10 * 1024 * 1024 + 1)}\nnothing\n${ping(3)}\n`,
  );

  await expect
    .poll(() => out.trim().split('\n').filter(Boolean).map(parse), { timeout: 30_000 })
    .toMatchObject([refused, refused, unreadable, { id: 3, result: {} }]);
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});

const parse = (line: string): unknown => JSON.parse(line);

async function openAgent(args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, ...args],
    stderr: 'inherit',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
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
