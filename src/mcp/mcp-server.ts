import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { once } from '../base/once.ts';
import { version } from '../base/version.ts';
import type { Calls, ServerPlace } from '../client/calls.ts';
import { createCalls, Refusal } from '../client/calls.ts';
import { createInputSchema } from './argument-checks.ts';
import { createContractTools } from './contract-tools.ts';
import { createControlTools, nameTools } from './control-tools.ts';
import type { CallToolResult, ListResourcesCallback, ReadResourceResult } from './sdk.ts';
import { McpServer, ResourceTemplate } from './sdk.ts';
import type { Asked, Tool } from './tools.ts';
import { createTrafficTools } from './traffic-tools.ts';

const instructions = `A mock server that stands in for a real HTTP API, driven by its OpenAPI contract. It keeps records, checks each request and reply by the contract, and refuses what breaks it.
Begin with list_operations and explain_operation. Requests of the app under test are in list_requests; explain_request says why each was answered so. A world is a state of its own: name one to try things without disturbing others.`;

/** Makes a server for agents for each connection. */
export type OpenMcpServer = () => McpServer;

/** What agents are told, and which world they use. */
export interface McpSetting {
  /** The world that is meant where an agent names none. Default: the default world. */
  readonly world?: string | undefined;
  /** Where clients of the API reach the server, if agents can't know it. */
  readonly address?: string | undefined;
}

/** Servers for agents, which ask the control API of one place for all that they tell and do. */
export function openMcpServers(
  place: ServerPlace,
  { world, address }: McpSetting = {},
): OpenMcpServer {
  const where =
    address === undefined
      ? ''
      : ` Clients reach it at ${address}, and a world named "a" at ${address}/~a.`;
  const asked = { place, world, calls: createCalls(place, world) };
  return () => {
    const server = new McpServer(
      { name: 'stuntdouble', version },
      { instructions: instructions + where },
    );
    for (const tool of readTools()) registerTool(server, tool, asked);
    registerContracts(server, asked.calls);
    registerRecords(server, asked.calls);
    return server;
  };
}

/** A tool as the SDK takes it. */
interface RegisteredTool extends Tool {
  readonly inputSchema: ReturnType<typeof createInputSchema>;
}

/** Made once, whatever world agents use: the SDK keeps each schema that it compiles. */
const readTools: () => readonly RegisteredTool[] = once(() =>
  [...createContractTools(), ...createTrafficTools(), ...createControlTools()].map((tool) => ({
    ...tool,
    inputSchema: createInputSchema(tool.input),
  })),
);

function registerContracts(server: McpServer, calls: Calls): void {
  const told = { description: 'As it is served, with its overlays.', ...asJson };
  const read = async (uri: URL, name: string | undefined): Promise<ReadResourceResult> => {
    const query = { format: 'json', ...(name === undefined ? {} : { name }) } as const;
    return contents(uri, (await calls.call('GET /contract', { query })) as JsonValue);
  };
  const title = 'The contract; the first one where there are several';
  server.registerResource('contract', 'stuntdouble://contract', { title, ...told }, async (uri) => {
    const [first] = await calls.call('GET /contracts');
    return read(uri, first?.name);
  });
  const list: ListResourcesCallback = async () => ({
    resources: (await calls.call('GET /contracts'))
      .filter(({ role }, at) => role === 'contract' && at > 0)
      .map(({ name, title: described }) => ({
        uri: `stuntdouble://contracts/${encodeURIComponent(name)}`,
        name,
        ...(described === null ? {} : { description: described }),
        ...asJson,
      })),
  });
  const template = new ResourceTemplate('stuntdouble://contracts/{name}', { list });
  const all = { title: 'A contract, or a file that one refers to', ...told };
  server.registerResource('contracts', template, all, async (uri, { name }) =>
    read(uri, decodeURIComponent(String(name))),
  );
}

function registerRecords(server: McpServer, calls: Calls): void {
  const list: ListResourcesCallback = async () => ({
    resources: (await calls.call('GET /collections')).map(({ name, count }) => ({
      uri: `stuntdouble://collections/${encodeURIComponent(name)}`,
      name,
      description: `${count} stored records`,
      ...asJson,
    })),
  });
  const template = new ResourceTemplate('stuntdouble://collections/{collection}', { list });
  const told = { title: 'The stored records of a collection', ...asJson };
  server.registerResource('records', template, told, async (uri, { collection }) => {
    const path = { collection: decodeURIComponent(String(collection)) };
    return contents(uri, (await calls.call('GET /state/{collection}', { path })) as JsonValue);
  });
}

const asJson = { mimeType: 'application/json' };

function contents(uri: URL, value: JsonValue): ReadResourceResult {
  return { contents: [{ uri: uri.href, ...asJson, text: JSON.stringify(value, null, 2) }] };
}

function registerTool(
  server: McpServer,
  { name, description, inputSchema, isReading, call }: RegisteredTool,
  asked: Asked,
): void {
  const annotations = { readOnlyHint: isReading, openWorldHint: false };
  const config = { description, inputSchema, annotations };
  server.registerTool(name, config, async (given): Promise<CallToolResult> => {
    try {
      const value = await call(given, asked);
      const text = JSON.stringify(value);
      const structured = isJsonObject(value) ? { structuredContent: { ...value } } : {};
      return { content: [{ type: 'text', text }], ...structured };
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: tell(error, asked.place) }] };
    }
  });
}

function tell(error: unknown, { controlPrefix = '/_mock' }: ServerPlace): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Refusal) || error.code === undefined) return error.message;
  return `${nameTools(error.message, controlPrefix)} (${error.status}, ${error.code})`;
}
