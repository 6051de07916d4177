/** What is used of the official SDK. The build puts it into this file, so that users install nothing. */
export type {
  CallToolResult,
  ListResourcesCallback,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
export {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
export {
  addFormats,
  Ajv,
  AjvJsonSchemaValidator,
} from '@modelcontextprotocol/server/validators/ajv';
