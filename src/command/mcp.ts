import { once } from 'node:events';

import { printable } from '../base/printable.ts';
import { openMcpServers } from '../mcp/mcp-server.ts';
import { serveAgent } from '../mcp/stdio.ts';
import type { MockServer } from '../server/server.ts';
import { createLog, createNoticeLog } from './log.ts';
import { serve } from './serve.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** An agent that is being answered. */
export interface RunningAgent {
  /** Resolves when the agent has closed the standard input, or was told to stop. */
  readonly ended: Promise<void>;
  stop(this: void): void;
}

/** Answers an agent on stdio: by a server of its own, or by one that runs. */
export async function startMcp(settings: Settings, terminal: Terminal): Promise<RunningAgent> {
  const { url: urls, controlToken, controlPrefix, control } = settings;
  if (urls.length > 1) throw new UsageError('an agent asks one server: give one --url');
  if (!control) throw new UsageError('an agent asks the control API: leave out --no-control');
  const [elsewhere] = urls;
  const server = elsewhere === undefined ? await serveBeside(settings, terminal) : undefined;
  const url = (elsewhere ?? server?.url ?? '').replace(/\/+$/, '');
  const open = openMcpServers({ url, controlToken, controlPrefix }, { address: url });
  const { stdin } = process;
  const told = new AbortController();
  const closed = once(stdin, 'close', { signal: told.signal }).catch(() => undefined);
  const connection = serveAgent(open, {
    input: stdin,
    output: process.stdout,
    onError: (message) => terminal.error(`${printable(message)}\n`),
  });
  const end = async (): Promise<void> => {
    await closed;
    await connection.close();
    await server?.close();
  };
  return { ended: end(), stop: () => told.abort() };
}

/** The standard output belongs to the agent. */
async function serveBeside(settings: Settings, terminal: Terminal): Promise<MockServer> {
  const aside: Terminal = { ...terminal, out: terminal.error };
  const { log } = settings;
  const told =
    log === 'silent' ? createNoticeLog(aside, ['warning', 'error']) : createLog(log, aside);
  return serve(settings, aside, told);
}
