import type { Readable, Writable } from 'node:stream';
import { Transform } from 'node:stream';

import type { OpenMcpServer } from './mcp-server.ts';
import { messageOf } from '../base/errors.ts';
import { printable } from '../base/printable.ts';
import type { RefusedMessage } from './refused-messages.ts';
import { refuseBatch, refuseMessage, refuseText } from './refused-messages.ts';
import { serveStdio, StdioServerTransport } from './sdk.ts';

/** Where messages come from and go to, one on each line. */
export interface Stdio {
  readonly input: Readable;
  readonly output: Writable;
  onError(this: void, message: string): void;
}

/** An agent that is connected. */
export interface StdioConnection {
  close(): Promise<void>;
}

/** How long a line may be, in bytes. */
const mostBytes = 10 * 1024 * 1024;

/** Answers an agent by messages on lines, until its input ends. */
export function serveAgent(
  open: OpenMcpServer,
  { input, output, onError }: Stdio,
): StdioConnection {
  const lines = createLineGate(
    (refusal) => void output.write(`${JSON.stringify(refusal)}\n`),
    onError,
  );
  const room = { maxBufferSize: 2 * mostBytes };
  const connection = serveStdio(open, {
    transport: new StdioServerTransport(lines, output, room),
    onerror: ({ message }) => onError(message),
  });
  // The SDK pauses what it gives up, unless others listen: the end is to be heard all the same.
  lines.on('data', () => undefined);
  input.pipe(lines);
  return connection;
}

/**
 * Passes on whole lines, and refuses those that the SDK would end the connection for (too long), or would
 * not answer (batches, and what is no JSON).
 */
export function createLineGate(
  refuse: (refusal: object) => void,
  onError: (message: string) => void,
  limit: number = mostBytes,
): Transform {
  let parts: Buffer[] = [];
  let size = 0;
  const tell = (refusal: RefusedMessage): void => {
    refuse(refusal);
    onError(refusal.error.message);
  };
  const take = (part: Buffer): void => {
    const isRefused = size > limit;
    size += part.length;
    if (size <= limit) parts.push(part);
    else if (!isRefused) {
      // Told at once: the rest of the line may never come.
      parts = [];
      tell(
        refuseMessage(`a message may have ${limit} bytes, and this one is longer: it is left out`),
      );
    }
  };
  const finish = (): Buffer | undefined => {
    const line = size > limit ? undefined : Buffer.concat(parts);
    [parts, size] = [[], 0];
    const refusal = line && findRefusal(line);
    if (!refusal) return line;
    tell(refusal);
    return undefined;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        take(chunk.subarray(from, end + 1));
        const line = finish();
        if (line) this.push(line);
        from = end + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
      done();
    },
  });
}

function findRefusal(line: Buffer): RefusedMessage | undefined {
  if (isBatch(line)) return refuseBatch();
  const text = line.toString();
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return refuseText(printable(messageOf(error)));
  }
}

/** The form of a message alone is an object. */
const isBatch = (line: Buffer): boolean => {
  const start = line.find((byte) => byte > 32);
  return start === '['.charCodeAt(0);
};
