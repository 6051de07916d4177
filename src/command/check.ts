import { inOrder, StartError } from '../base/errors.ts';
import { loadBlueprint, readLoadOptions, resolvePlaces } from '../server/blueprint.ts';
import { compileFiles } from '../server/scenarios/scenarios.ts';
import { hideInComplaints } from '../server/watching/complaint-secrets.ts';
import { complaintsText, countOf } from './complaints.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { printable } from './terminal.ts';

/** Prints the faults of contract and fixtures, or counts their parts; true: there are no faults. */
export async function check(settings: Settings, { out, error, paint }: Terminal): Promise<boolean> {
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
      error(`${complaintsText(inOrder(hideInComplaints(contract.warnings)), paint)}\n`);
    }
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
    error(`${complaintsText(inOrder(thrown.complaints), paint)}\n`);
    error(`${paint('red', countOf(thrown.complaints.length, 'finding'))}\n`);
    return false;
  }
}
