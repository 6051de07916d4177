import { findFlows, findUnseen } from './find-flows.ts';
import type { Trouble } from './miss.ts';
import { Miss } from './miss.ts';
import { createParents } from './parents.ts';
import { playFlow } from './play-flow.ts';
import type { Open, Ring } from './ring.ts';
import { openRing } from './ring.ts';

/** A flow that did not come to its end. */
export interface FlowMiss {
  /** Method and path of what makes the records. */
  readonly flow: string;
  readonly trouble: Trouble;
  readonly detail: string;
}

/** What became of the flows of one contract. */
export interface ContractOutcome {
  readonly name: string;
  readonly flows: number;
  readonly passed: number;
  readonly misses: readonly FlowMiss[];
  readonly milliseconds: number;
}

/** Plays every flow of a contract, one after the other, in one world. */
export async function playContract(
  name: string,
  file: string,
  open?: Open,
): Promise<ContractOutcome> {
  const started = performance.now();
  const ring = await openRing(file, open);
  try {
    const { contract } = ring.runtime;
    const unseen = findUnseen(contract).map((each): FlowMiss => ({
      flow: each.name,
      trouble: 'unseen',
      detail: each.why,
    }));
    const flows = findFlows(contract);
    const misses = [...unseen, ...(await playAll(ring, flows))];
    return {
      name,
      flows: flows.length + unseen.length,
      passed: flows.length + unseen.length - misses.length,
      misses,
      milliseconds: Math.round(performance.now() - started),
    };
  } finally {
    ring.close();
  }
}

async function playAll(
  ring: Ring,
  flows: ReturnType<typeof findFlows>,
): Promise<readonly FlowMiss[]> {
  const parents = createParents(ring);
  const misses: FlowMiss[] = [];
  for (const flow of flows) {
    try {
      await playFlow(ring, parents, flow);
    } catch (error) {
      if (!(error instanceof Miss)) throw error;
      misses.push({ flow: flow.name, trouble: error.trouble, detail: error.message });
    }
  }
  return misses;
}
