import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Complaint } from '../base/errors.ts';
import { StartError } from '../base/errors.ts';
import type { CreateHandling } from '../behaviors/handlers/handling.ts';
import type { Contract, LoadOptions } from '../contract/compile.ts';
import { fingerprintOf, loadContract } from '../contract/compile.ts';
import { findPlace, folderOf } from '../contract/load/places.ts';
import type { ReadFile } from '../contract/load/reach.ts';
import { createReader } from '../contract/load/reach.ts';
import { findBookFault, spellCredential } from '../pipeline/credentials/credential-forms.ts';
import type { CredentialBook } from '../store/credentials/book.ts';
import type { CredentialRules } from '../store/credentials/credentials.ts';
import { compileCredentials, credentialsSchema } from '../store/credentials/credentials.ts';
import type { FixtureFiles } from '../store/state/fixtures.ts';
import { compileFixtures, readFixtures } from '../store/state/fixtures.ts';
import type { Fingerprints, State } from '../store/state/state.ts';
import { beginState } from '../store/state/state.ts';
import type { Source } from '../text/source.ts';
import { hideCredentials } from '../traffic/redaction/known-credentials.ts';
import type { ServerOptions } from './options/options.ts';
import { packageRoot } from './places.ts';
import type { ScenarioFiles } from './scenarios/read-scenarios.ts';
import { readScenarios } from './scenarios/read-scenarios.ts';
import { hideInComplaints, hideInData, hideThrown } from './watching/complaint-secrets.ts';

/** A contract with fixtures and credentials, read and checked against each other. */
export interface Blueprint {
  readonly contract: Contract;
  /** The state of the fixtures. Collections with fixtures are complete. */
  readonly base: State;
  readonly credentials: CredentialBook;
  readonly credentialsFile: string | undefined;
  readonly credentialRules: CredentialRules;
  /** Not checked yet. */
  readonly scenarios: ScenarioFiles;
  /** Handlers in JavaScript; undefined: none. */
  readonly handling?: CreateHandling;
  /** The local files that were read, with their texts. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface BlueprintFiles {
  /** Paths, URLs, or `-` for the standard input. */
  readonly contracts: readonly string[];
  /** Whether the user named them; otherwise it is the contract of this package. */
  readonly isForeign: boolean;
  readonly fixtures: string | undefined;
  /** Where fixtures are found if the user named no folder; undefined: nowhere. */
  readonly usualFixtures: string | undefined;
  /** Whether the user named the fixtures folder, so that it may be anywhere. */
  readonly hasNamedFixtures: boolean;
  /** The folder of scenarios, beside that of the fixtures, which need not exist. */
  readonly scenarios: string | undefined;
  /** Contracts that are no files: their texts, by the paths that stand for them. */
  readonly contractTexts: ReadonlyMap<string, string>;
}

/**
 * Defaults: the contract of this package, and the fixtures folder beside the first contract, or in
 * the working folder where that contract is no file.
 */
export function resolvePlaces(
  operands: readonly string[],
  fixtures: string | undefined,
  given: ReadonlyMap<string, string> = new Map(),
): BlueprintFiles {
  const isForeign = operands.length > 0;
  const files = isForeign ? operands : [join(packageRoot, 'openapi.yaml')];
  const contracts = findPlaces(files);
  const [first = ''] = contracts;
  const contractTexts = new Map([...given].map(([name, text]) => [resolve(name), text]));
  const named = fixtures === undefined ? undefined : resolve(fixtures);
  // What stands beside the working folder's files has nothing to do with an object.
  const isObject = contractTexts.has(first);
  const beside = isObject ? named && dirname(named) : folderOf(first);
  return withFixtures({
    contracts,
    isForeign,
    fixtures: named,
    usualFixtures: isObject ? undefined : join(folderOf(first), 'fixtures'),
    hasNamedFixtures: named !== undefined,
    scenarios: beside && join(beside, 'scenarios'),
    contractTexts,
  });
}

function findPlaces(named: readonly string[]): readonly string[] {
  try {
    return named.map(findPlace);
  } catch (error) {
    throw withoutSecrets(error);
  }
}

/** The same with the folder of fixtures beside the contract, if there is one by now. */
export function withFixtures(places: BlueprintFiles): BlueprintFiles {
  const { fixtures, usualFixtures } = places;
  // A broken link counts as found, so that its user gets a message.
  const isFound =
    fixtures === undefined &&
    usualFixtures !== undefined &&
    lstatSync(usualFixtures, { throwIfNoEntry: false });
  return isFound ? { ...places, fixtures: usualFixtures } : places;
}

/** How a server reads its contract. `check` is stricter, and complete. */
export function readLoadOptions(
  { lenient, allowRemoteRefs, allowRefs, overlay }: ReadingOptions,
  { isForeign, contractTexts }: BlueprintFiles,
): LoadOptions {
  const isLenient = lenient ?? isForeign;
  const overlays = overlay;
  return { isLenient, isComplete: false, allowRemoteRefs, allowRefs, contractTexts, overlays };
}

type ReadingOptions = Pick<ServerOptions, 'lenient' | 'allowRemoteRefs' | 'allowRefs' | 'overlay'>;

/** Throws a StartError with all complaints that can be found at once, not only the first. */
export async function loadBlueprint(
  places: BlueprintFiles,
  options: LoadOptions,
): Promise<Blueprint> {
  const contract = await readContract(places, options);
  const { secretMembers } = contract.documents;
  const reader = await createFixtureReader(places, options);
  const files = await hideThrown(readFixtures(places.fixtures, reader), secretMembers);
  const scenarios = await hideThrown(readScenarios(places.scenarios, reader), secretMembers);
  const { tables, complaints } = compileFixtures(files, contract.collections);
  const credentialRules = compileCredentialRules(contract);
  const credentials = compileCredentials(files.credentials, credentialRules);
  const faults: readonly Complaint[] = [...complaints, ...credentials.complaints];
  if (faults.length > 0) {
    const hideKnown = hideCredentials(credentials.book.entries);
    const { schemes, scopes, pathParameters } = credentialRules;
    const words = new Set([...schemes, ...scopes, ...pathParameters]);
    throw new StartError(
      hideInData([...faults, ...scenarios.complaints], secretMembers, hideKnown, words),
    );
  }
  const sources = [
    ...contract.overlays.map(({ source }) => source),
    ...files.collections.values(),
    ...(files.credentials ? [files.credentials] : []),
    ...scenarios.sources.values(),
  ];
  const madeFor = { shapes: contract.collections, fingerprints: fingerprint(contract, files) };
  return {
    contract,
    base: beginState(madeFor, tables, new Set(files.collections.keys())),
    credentials: credentials.book,
    credentialsFile: files.credentials?.file,
    credentialRules,
    scenarios,
    texts: new Map(
      [...localSources(contract, places), ...sources].map(({ file, text }) => [file, text]),
    ),
  };
}

function fingerprint(
  contract: Contract,
  { collections }: Pick<FixtureFiles, 'collections'>,
): Fingerprints {
  return {
    get contract() {
      return contract.fingerprint;
    },
    // From the values: a new layout of the text is no change.
    fixtures: fingerprintOf(
      [...collections].map(([name, { root }]) => JSON.stringify([name, root])),
    ),
  };
}

/** The contract alone, without fixtures and credentials. */
export async function readContract(
  { contracts }: BlueprintFiles,
  options: LoadOptions,
): Promise<Contract> {
  try {
    return await loadContract(contracts, options);
  } catch (error) {
    throw withoutSecrets(error);
  }
}

function withoutSecrets(error: unknown): unknown {
  return error instanceof StartError ? new StartError(hideInComplaints(error.complaints)) : error;
}

/** Symbolic links among the fixtures may lead where `$ref`s may, and into a named folder. */
function createFixtureReader(
  { contracts, fixtures, hasNamedFixtures }: BlueprintFiles,
  options: LoadOptions,
): Promise<ReadFile> {
  const named = hasNamedFixtures && fixtures !== undefined ? [fixtures] : [];
  return createReader([...named, ...contracts.map(folderOf)], options);
}

/** Documents of other hosts can not be watched, nor those that are no files. */
function localSources(
  { documents }: Contract,
  { contractTexts }: BlueprintFiles,
): readonly Source[] {
  const given = new Set([...contractTexts.keys()].map((path) => pathToFileURL(path).href));
  return [...documents.sources].flatMap(([uri, source]) =>
    uri.startsWith('file:') && !given.has(uri) ? [source] : [],
  );
}

function compileCredentialRules(contract: Contract): CredentialRules {
  const requirements = contract.operations.flatMap(({ security }) => security.flat());
  return {
    check: contract.validators.checkOwn(credentialsSchema),
    schemes: new Set(contract.schemes.keys()),
    scopes: new Set(requirements.flatMap(({ scopes }) => scopes)),
    pathParameters: new Set(contract.operations.flatMap(({ pathNames }) => pathNames)),
    pairs: new Set(
      [...contract.schemes.values()].flatMap(({ name, carrier }) =>
        carrier.kind === 'authorization' && ['basic', 'digest'].includes(carrier.scheme)
          ? [name]
          : [],
      ),
    ),
    findValueFault: (scheme, value) => {
      const carrier = contract.schemes.get(scheme)?.carrier;
      return carrier && findBookFault(carrier, value);
    },
    spell: (scheme, value) => {
      const carrier = contract.schemes.get(scheme)?.carrier;
      return carrier ? spellCredential(carrier, value) : value;
    },
  };
}
