import { basename } from 'node:path';

import type { Complaint } from '../../base/errors.ts';
import { inOrder, StartError } from '../../base/errors.ts';
import { createDispatcher } from '../../behaviors/dispatch.ts';
import { createPattern } from '../../contract/checks/patterns/safe-patterns.ts';
import { createRewriting } from '../../store/edits/rewriting.ts';
import { keepInMemory } from '../../store/files/file-bytes.ts';
import type { Source } from '../../text/source.ts';
import { complainAt } from '../../text/source.ts';
import { hideCredentials } from '../../traffic/redaction/known-credentials.ts';
import type { Blueprint } from '../blueprint.ts';
import { createMadeUpRecords } from '../made-up-records.ts';
import { hideInData } from '../watching/complaint-secrets.ts';
import type { CompiledScenario, ScenarioRules } from './compile-scenario.ts';
import { compileScenario, listSecrets } from './compile-scenario.ts';
import type { ScenarioFiles } from './read-scenarios.ts';
import type { SavedScenarios } from './saved-scenarios.ts';
import type { NamedScenario, SavedCompilation, ScenarioOptions } from './scenarios.ts';

/** Holds the files of scenarios to contract and fixtures; throws all complaints at once. */
export function compileScenarios(
  blueprint: Blueprint,
  options: ScenarioOptions,
): ReadonlyMap<string, NamedScenario> {
  const { scenarios: files } = blueprint;
  const rules = createRules(blueprint, options);
  const found = new Map<string, NamedScenario>();
  const complaints: Complaint[] = [...files.complaints];
  for (const [name, source] of files.sources) {
    const { scenario, faults } = compileFile(source, rules);
    for (const fault of faults) complaints.push(fault);
    const place = `scenarios/${basename(source.file)}`;
    found.set(name, { name, place, isSaved: false, scenario });
  }
  if (complaints.length > 0) throw new StartError(hideSecrets(complaints, blueprint, files));
  return found;
}

/** The same for scenarios that were saved from worlds. One with faults stops no start. */
export function compileSavedFiles(
  blueprint: Blueprint,
  options: ScenarioOptions,
  { files, placeOf }: { readonly files: ScenarioFiles } & Pick<SavedScenarios, 'placeOf'>,
): SavedCompilation {
  const rules = createRules(blueprint, options);
  const scenarios: NamedScenario[] = [];
  const faulty = new Map<string, readonly Complaint[]>();
  for (const [name, source] of files.sources) {
    const { scenario, faults } = compileFile(source, rules);
    if (faults.length > 0) faulty.set(name, hideSecrets(faults, blueprint, files));
    else scenarios.push({ name, place: placeOf(name), isSaved: true, scenario });
  }
  return { scenarios, faulty, unread: files.complaints };
}

function compileFile(
  source: Source,
  rules: ScenarioRules,
): { readonly scenario: CompiledScenario; readonly faults: readonly Complaint[] } {
  const { scenario, faults } = compileScenario(source.root, rules);
  const complaints = faults.map(({ pointer, message }) => complainAt(source, pointer, message));
  return { scenario, faults: complaints };
}

export function createRules(
  { contract, base, credentialRules }: Blueprint,
  options: ScenarioOptions,
): ScenarioRules {
  const { stateless, seed } = options;
  // Changes of made-up records need these records.
  const dispatcher = createDispatcher(contract, { ...options, files: keepInMemory() });
  const madeUp = createMadeUpRecords(dispatcher, contract.collections, stateless);
  const rewriting = createRewriting(madeUp);
  const overrideRules = { operations: () => contract.operations, compilePattern: createPattern };
  return { base, seed, rewriting, imagine: madeUp.imagine, credentialRules, overrideRules };
}

/** The lines around a fault may show credentials, also those of faulty scenarios. */
function hideSecrets(
  complaints: readonly Complaint[],
  { contract, credentials }: Blueprint,
  { sources }: ScenarioFiles,
): readonly Complaint[] {
  const own = [...sources.values()].flatMap(({ root }) => listSecrets(root));
  const hideKnown = hideCredentials([...credentials.entries, ...own]);
  return hideInData(inOrder(complaints), contract.documents.secretMembers, hideKnown);
}
