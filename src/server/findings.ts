import type { Complaint } from '../base/errors.ts';
import { inOrder } from '../base/errors.ts';
import { onceFor } from '../base/once.ts';
import { reviewExamples } from '../contract/checks/review-examples.ts';
import type { Contract } from '../contract/compile.ts';
import { nameForClients } from '../contract/load/served-documents.ts';
import type { Turns } from './collections/turns.ts';
import { createTurns } from './collections/turns.ts';
import type { TrialSetting } from './trial.ts';
import { countTrials, tryContract } from './trial.ts';
import { hideInComplaints } from './watching/complaint-secrets.ts';

/** What `stuntdouble check` says of a contract that is served. */
export interface ContractFindings {
  /** Files in the order of their first findings, each from its top. */
  readonly findings: readonly Finding[];
  /** How many there are, also those that are left out. */
  readonly count: number;
  /** How many replies and request bodies were not tried in time. */
  readonly untried: number;
}

export interface Finding extends Complaint {
  /** Whether `check` and a strict start take it for a fault. */
  readonly severity: 'fault' | 'warning';
}

const mostFindings = 1000;
/** Milliseconds in which replies and request bodies are tried. */
const patience = 20_000;

/** Looks once for each contract, in turns, so that other requests go on. */
export function createFindings(
  contract: () => Contract,
  setting: TrialSetting,
): () => Promise<ContractFindings> {
  const find = onceFor((served: Contract) => findAll(served, setting));
  return () => find(contract());
}

async function findAll(contract: Contract, setting: TrialSetting): Promise<ContractFindings> {
  const turns = createTurns();
  const declared = [...contract.tolerated, ...(await reviewAll(contract, turns))];
  const known = new Set(declared.map(placeOf));
  const { complaints, untried } = await tryAll(contract, setting, turns);
  const faults = unique([...declared, ...complaints.filter((one) => !known.has(placeOf(one)))]);
  const tolerated = new Set(contract.tolerated);
  const warnings = contract.warnings.filter((one) => !tolerated.has(one));
  const all = [...judge(faults, 'fault'), ...judge(warnings, 'warning')];
  const findings = inOrder(all)
    .slice(0, mostFindings)
    .map((one) => ({ ...one, file: nameForClients(one.file, contract.documents) }));
  return { findings, count: all.length, untried };
}

/** Compiles the schemas that no request has needed yet, and looks at all examples. */
async function reviewAll(contract: Contract, turns: Turns): Promise<readonly Complaint[]> {
  const compiling = contract.validators.compileInSteps();
  let step = compiling.next();
  while (step.done !== true) {
    await turns.rest();
    step = compiling.next();
  }
  const found = [...step.value];
  for (const complaints of reviewExamples(contract, contract.operations)) {
    found.push(...complaints);
    await turns.rest();
  }
  return found;
}

async function tryAll(
  contract: Contract,
  setting: TrialSetting,
  turns: Turns,
): Promise<{ readonly complaints: readonly Complaint[]; readonly untried: number }> {
  const complaints: Complaint[] = [];
  const start = performance.now();
  let untried = countTrials(contract);
  for (const found of tryContract(contract, setting)) {
    complaints.push(...found);
    untried -= 1;
    await turns.rest();
    if (performance.now() - start > patience) break;
  }
  return { complaints, untried };
}

function judge(
  complaints: readonly Complaint[],
  severity: Finding['severity'],
): readonly Finding[] {
  return hideInComplaints(complaints).map((one) => ({ ...one, severity }));
}

/** The same complaint is found while the contract is loaded, and when all of it is compiled. */
function unique(complaints: readonly Complaint[]): readonly Complaint[] {
  return [...new Map(complaints.map((one) => [`${placeOf(one)} ${one.message}`, one])).values()];
}

function placeOf({ file, pointer = '' }: Complaint): string {
  return `${file} ${pointer}`;
}
