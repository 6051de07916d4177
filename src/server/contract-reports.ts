import { once } from '../base/once.ts';
import type { Contract } from '../contract/compile.ts';
import type { OverlayReport } from '../contract/overlay/describe-overlays.ts';
import type { ContractFindings } from './findings.ts';
import type { TrialSetting } from './trial.ts';

/** What clients may ask of the contract that is served at the time of each call. */
export interface ContractReports {
  /** What `stuntdouble check` says of it. */
  findings(this: void): Promise<ContractFindings>;
  /** The overlays in force, and what each changes. */
  overlays(this: void): Promise<readonly OverlayReport[]>;
}

export function createContractReports(
  contract: () => Contract,
  setting: TrialSetting,
): ContractReports {
  // Loaded on first use, and kept: what was found counts as long as the contract is served.
  const find = once(async () => {
    const { createFindings } = await import('./findings.ts');
    return createFindings(contract, setting);
  });
  return {
    findings: async () => (await find())(),
    async overlays() {
      const { describeOverlays } = await import('../contract/overlay/describe-overlays.ts');
      return describeOverlays(contract());
    },
  };
}
