import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Complaint } from '../base/errors.ts';
import type { Contract } from '../contract/compile.ts';
import type { TrialSetting } from '../server/trial.ts';
import { countTrials, tryContract } from '../server/trial.ts';

/** How long `check` tries replies and request bodies, in milliseconds. */
const patience = 120_000;

export interface Tried {
  readonly findings: readonly Complaint[];
  /** How many were not tried within the time; 0: all were. */
  readonly left: number;
  readonly seconds: number;
}

/** Tries all that the contract declares, for a limited time. */
export async function checkReplies(
  contract: Contract,
  setting: TrialSetting,
  within: number = patience,
): Promise<Tried> {
  const findings: Complaint[] = [];
  const start = performance.now();
  let left = countTrials(contract);
  for (const complaints of tryContract(contract, setting)) {
    findings.push(...complaints);
    left -= 1;
    if (left % 50 === 0) await nextTurn();
    if (performance.now() - start > within) break;
  }
  return { findings, left, seconds: Math.round(within / 1000) };
}
