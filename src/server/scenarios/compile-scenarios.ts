import { basename } from 'node:path';

import type { Complaint } from '../../base/errors.ts';
import { inOrder, StartError } from '../../base/errors.ts';
import { createDispatcher } from '../../behaviors/dispatch.ts';
import { createPattern } from '../../contract/checks/patterns/safe-patterns.ts';
import { createRewriting } from '../../store/edits/rewriting.ts';
import { keepInMemory } from '../../store/files/file-bytes.ts';
import { complainAt } from '../../text/source.ts';
import { hideCredentials } from '../../traffic/redaction/known-credentials.ts';
import type { Blueprint } from '../blueprint.ts';
import { hideInData } from '../watching/complaint-secrets.ts';
import type { ScenarioRules } from './compile-scenario.ts';
import { compileScenario, listSecrets } from './compile-scenario.ts';
import type { NamedScenario, ScenarioOptions } from './scenarios.ts';

/** Holds the files of scenarios to contract and fixtures; throws all complaints at once. */
export function compileScenarios(
  blueprint: Blueprint,
  options: ScenarioOptions,
): ReadonlyMap<string, NamedScenario> {
  const rules = createRules(blueprint, options);
  const found = new Map<string, NamedScenario>();
  const complaints: Complaint[] = [...blueprint.scenarios.complaints];
  for (const [name, source] of blueprint.scenarios.sources) {
    const { scenario, faults } = compileScenario(source.root, rules);
    for (const { pointer, message } of faults) {
      complaints.push(complainAt(source, pointer, message));
    }
    const place = `scenarios/${basename(source.file)}`;
    found.set(name, { name, file: source.file, place, scenario });
  }
  if (complaints.length > 0) throw refuseFaulty(blueprint, complaints);
  return found;
}

function createRules(
  { contract, base, credentialRules }: Blueprint,
  options: ScenarioOptions,
): ScenarioRules {
  const { stateless, seed } = options;
  // Changes of made-up records need these records.
  const dispatcher = createDispatcher(contract, { ...options, files: keepInMemory() });
  const rewriting = createRewriting((world, { shape, key, parents }) =>
    stateless ? undefined : dispatcher.imagine(world, { collection: shape.name, key, parents }),
  );
  const overrideRules = { operations: () => contract.operations, compilePattern: createPattern };
  return { base, seed, rewriting, credentialRules, overrideRules };
}

/** The lines around a fault may show credentials, also those of faulty scenarios. */
function refuseFaulty(
  { contract, credentials, scenarios }: Blueprint,
  complaints: readonly Complaint[],
): StartError {
  const own = [...scenarios.sources.values()].flatMap(({ root }) => listSecrets(root));
  const hideKnown = hideCredentials([...credentials.entries, ...own]);
  return new StartError(
    hideInData(inOrder(complaints), contract.documents.secretMembers, hideKnown),
  );
}
