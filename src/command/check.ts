import type { Complaint } from '../base/errors.ts';
import { inOrder, StartError } from '../base/errors.ts';
import type { Contract } from '../contract/compile.ts';
import {
  loadBlueprint,
  readContract,
  readLoadOptions,
  resolvePlaces,
} from '../server/blueprint.ts';
import { compileFiles } from '../server/scenarios/scenarios.ts';
import { hideInComplaints } from '../server/watching/complaint-secrets.ts';
import { complaintsText, countOf } from './complaints.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from '../base/printable.ts';

/** Prints the faults of contract and fixtures, or counts their parts; true: there are no faults. */
export async function check(settings: Settings, terminal: Terminal): Promise<boolean> {
  const { out, error, paint } = terminal;
  const places = resolvePlaces(settings.contract, settings.fixtures);
  try {
    const blueprint = await loadBlueprint(places, {
      ...readLoadOptions(settings, places),
      isLenient: false,
      isComplete: true,
    });
    const { contract, base, credentials } = blueprint;
    const scenarios = await compileFiles(blueprint, settings);
    if (contract.warnings.length > 0) {
      error(`${complaintsText(inOrder(hideInComplaints(contract.warnings)), terminal)}\n`);
    }
    const findings = await tryReplies(contract, settings, terminal);
    if (findings.length > 0) return tell(findings, terminal);
    const records = [...base.tables.values()].reduce((sum, { size }) => sum + size, 0);
    const found = [
      countOf(contract.operations.length, 'operation'),
      countOf(contract.collections.length, 'collection'),
      countOf(records, 'record'),
      countOf(credentials.entries.length, 'credential'),
      ...(scenarios.size === 0 ? [] : [countOf(scenarios.size, 'scenario')]),
    ].join(', ');
    out(
      `${paint('green', 'clean')}: ${printable(`${contract.title} ${contract.version}`)}, ${found}\n`,
    );
    return true;
  } catch (thrown) {
    if (!(thrown instanceof StartError)) throw thrown;
    const complaints = await addReplies(thrown.complaints, settings, terminal);
    return tell(complaints, terminal);
  }
}

function tell(complaints: readonly Complaint[], terminal: Terminal): false {
  const { error, paint } = terminal;
  error(`${complaintsText(inOrder(complaints), terminal)}\n`);
  error(`${paint('red', countOf(complaints.length, 'finding'))}\n`);
  return false;
}

async function tryReplies(
  contract: Contract,
  settings: Settings,
  { error, paint }: Terminal,
): Promise<readonly Complaint[]> {
  const { checkReplies } = await import('./check-replies.ts');
  const { findings, left, seconds } = await checkReplies(contract, settings);
  if (left > 0) {
    const untried = countOf(left, 'reply or request body', 'replies or request bodies');
    error(`${paint('yellow', 'not tried')} within ${seconds} s: ${untried}\n`);
  }
  return hideInComplaints(findings);
}

/** Other faults hide none of the replies, if the contract can be served in spite of them. */
async function addReplies(
  complaints: readonly Complaint[],
  settings: Settings,
  terminal: Terminal,
): Promise<readonly Complaint[]> {
  const places = resolvePlaces(settings.contract, settings.fixtures);
  const options = { ...readLoadOptions(settings, places), isLenient: true };
  let contract: Contract;
  try {
    contract = await readContract(places, options);
  } catch (thrown) {
    if (thrown instanceof StartError) return complaints;
    throw thrown;
  }
  const known = new Set(complaints.map(placeOf));
  const findings = await tryReplies(contract, settings, terminal);
  return [...complaints, ...findings.filter((one) => !known.has(placeOf(one)))];
}

function placeOf({ file, pointer = '' }: Complaint): string {
  return `${file} ${pointer}`;
}
