import { once } from '../../base/once.ts';
import type { AgentPorts } from '../../control/ports.ts';
import type { InProcess } from '../../http/in-process/in-process.ts';
import type { Talk } from '../../mcp/talk.ts';
import type { ServerOptions } from '../options/options.ts';

/** Agents ask the control API as other clients do, but without a socket. */
export function createAgentPorts(
  { controlToken, controlPrefix }: ServerOptions,
  send: InProcess['fetch'],
): AgentPorts {
  const open = async (world?: string): Promise<Talk> => {
    // Loaded when an agent comes: most servers have none.
    const { createTalk } = await import('../../mcp/talk.ts');
    const place = { url: 'http://localhost', controlToken, controlPrefix, fetch: sendHere };
    return createTalk(place, world);
  };
  const sendHere: typeof fetch = (...given) => send(given);
  const openUsual = once(() => open());
  return {
    async talk({ headers, body }, world) {
      const talk = await (world === undefined ? openUsual() : open(world));
      return talk(headers, body);
    },
  };
}
