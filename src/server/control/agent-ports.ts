import type { AgentPorts } from '../../control/ports.ts';
import type { InProcess } from '../../http/in-process/in-process.ts';
import type { ServerOptions } from '../options/options.ts';

/** Agents ask the control API as other clients do, but without a socket. */
export function createAgentPorts(
  { controlToken, controlPrefix }: ServerOptions,
  send: InProcess['fetch'],
): AgentPorts {
  const sendHere: typeof fetch = (...given) => send(given);
  const place = { url: 'http://localhost', controlToken, controlPrefix, fetch: sendHere };
  return {
    async answer(message, world) {
      // Loaded when an agent comes: most servers have none.
      const { answerMessage } = await import('../../mcp/answer-message.ts');
      return answerMessage(place, message, world);
    },
  };
}
