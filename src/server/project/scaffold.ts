import type { JsonObject } from '../../base/json.ts';
import type { CredentialEntry } from '../../store/credentials/credential.ts';
import { compileCredentials } from '../../store/credentials/credentials.ts';
import { parseSource } from '../../text/source.ts';
import type { Blueprint } from '../blueprint.ts';
import type { OptionValues } from '../options/option-values.ts';
import { compileScenario } from '../scenarios/compile-scenario.ts';
import { createRules } from '../scenarios/compile-scenarios.ts';
import { makeFixtureCredentials } from './fixture-credentials.ts';
import type { SampleRecords, SampleSetting } from './sample-records.ts';
import { makeSampleRecords } from './sample-records.ts';

export { findReferring } from './referring-collections.ts';
export type { SampleCall, SampleCalls } from './sample-calls.ts';
export { keyMark, listSampleCalls } from './sample-calls.ts';

/** What a contract can begin with, and itself as it is with all of that. */
export interface Scaffold extends Pick<SampleRecords, 'fixtures' | 'failed' | 'left'> {
  readonly credentials: readonly CredentialEntry[];
  readonly blueprint: Blueprint;
}

/** Makes up what the blueprint has nothing of: the records, the credentials. */
export function makeScaffold(blueprint: Blueprint, setting: SampleSetting): Scaffold {
  const { base, contract, credentialsFile, credentialRules } = blueprint;
  const made =
    base.authoritative.size > 0
      ? { fixtures: new Map<string, never>(), failed: new Map<string, never>(), left: 0, base }
      : makeSampleRecords(blueprint, setting);
  const credentials =
    credentialsFile === undefined ? makeFixtureCredentials(contract.operations) : [];
  const source = parseSource('credentials.json', JSON.stringify(credentials));
  const { book } = compileCredentials(source, credentialRules);
  return {
    ...made,
    credentials,
    blueprint: {
      ...blueprint,
      base: made.base,
      credentials: credentialsFile === undefined ? book : blueprint.credentials,
    },
  };
}

/** Whether a start takes the scenario. */
export function fitsScenario(
  blueprint: Blueprint,
  document: JsonObject,
  options: OptionValues,
): boolean {
  return compileScenario(document, createRules(blueprint, options)).faults.length === 0;
}
