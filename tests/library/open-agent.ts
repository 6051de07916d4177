import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';

import type { Mock, MockOptions } from '../../src/index.ts';
import { openMcpServers } from '../../src/mcp/mcp-server.ts';
import { openBookshop } from './open-bookshop.ts';

/** The bookshop, and an agent that uses it. */
export async function openAgent(
  options: MockOptions = {},
  world?: string,
  send?: typeof fetch,
): Promise<{
  mock: Mock;
  client: Client;
  ask: (name: string, given?: Record<string, unknown>) => Promise<unknown>;
}> {
  const { mock } = await openBookshop(options);
  const client = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await openMcpServers({ url: mock.url, fetch: send }, { world })().connect(there);
  await client.connect(here);
  onTestFinished(() => client.close());
  return {
    mock,
    client,
    async ask(name, given = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const [part] = content;
      const text = part?.type === 'text' ? part.text : '';
      if (isError === true) throw new Error(text);
      return JSON.parse(text);
    },
  };
}
