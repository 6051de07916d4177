import type { JsonValue } from '../base/json.ts';
import type { ServerPlace } from '../client/calls.ts';
import { openMcpServers } from './mcp-server.ts';
import { refuseBatch } from './refused-messages.ts';
import { createMcpHandler } from './sdk.ts';

/** What came of a message. */
export interface McpReply {
  readonly status: number;
  /** Undefined: nothing is said. */
  readonly body: JsonValue | undefined;
}

/** A message that came over HTTP. */
export interface McpMessage {
  /** Those of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue;
}

/** Answers a message by the control API of one place. Nothing is kept from one to the next. */
export async function answerMessage(
  place: ServerPlace,
  { headers, body }: McpMessage,
  world: string | undefined,
): Promise<McpReply> {
  if (Array.isArray(body)) return { status: 400, body: { ...refuseBatch() } };
  // A reply has an end here, so that there is nothing to subscribe to.
  const handler = createMcpHandler(openMcpServers(place, { world }), { maxSubscriptions: 0 });
  try {
    const request = new Request('http://localhost/', {
      method: 'POST',
      // The SDK answers only clients that take streams, too, which are read here.
      headers: {
        ...headers,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const reply = await handler.fetch(request, { parsedBody: body });
    const text = await reply.text();
    const isStream = reply.headers.get('content-type')?.startsWith('text/event-stream') === true;
    return { status: reply.status, body: readMessage(isStream ? lastEvent(text) : text) };
  } finally {
    await handler.close();
  }
}

/** Clients of older versions are answered by a stream, of which the last event is the answer. */
function lastEvent(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.at(-1)?.slice('data:'.length) ?? '';
}

function readMessage(text: string): JsonValue | undefined {
  // A trust edge: the SDK has written it.
  return text.trim() === '' ? undefined : (JSON.parse(text) as JsonValue);
}
