import type { Validated } from '../../pipeline/exchange.ts';
import type { ControlPorts, SlowBehaviors } from '../ports.ts';

/** The behaviour that answers agents. */
export function createAgentBehaviors({ agents }: Pick<ControlPorts, 'agents'>): SlowBehaviors {
  return {
    answerAgent: async (request) => {
      const message = { headers: ofProtocol(request), body: request.body ?? null };
      const { status, body } = await agents.answer(message, request.world);
      return { status, ...(body === undefined ? {} : { body }) };
    },
  };
}

function ofProtocol({ headers }: Validated): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
