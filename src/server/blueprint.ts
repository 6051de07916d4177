import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { Complaint } from '../base/errors.ts';
import { StartError } from '../base/errors.ts';
import type { Contract, LoadOptions } from '../contract/compile.ts';
import { fingerprintOf, loadContract } from '../contract/compile.ts';
import type { ReadFile } from '../contract/load/reach.ts';
import { createReader } from '../contract/load/reach.ts';
import { findBookFault, spellCredential } from '../pipeline/credentials/credential-forms.ts';
import type { CredentialBook, CredentialRules } from '../store/credentials/credentials.ts';
import { compileCredentials, credentialsSchema } from '../store/credentials/credentials.ts';
import type { Fingerprints } from '../store/ledger/ledger.ts';
import { compileFixtures, readFixtures } from '../store/state/fixtures.ts';
import type { Tables } from '../store/tables/tables.ts';
import type { Source } from '../text/source.ts';
import { hideCredentials } from '../traffic/redaction/known-credentials.ts';
import { hideInComplaints, hideInData, hideThrown } from './watching/complaint-secrets.ts';

/** A contract and the world that goes with it, read, checked against each other, ready to serve. */
export interface Blueprint {
  readonly contract: Contract;
  readonly fixtures: Tables;
  /** The collections that have fixtures: what isn't in them doesn't exist. */
  readonly authoritative: ReadonlySet<string>;
  readonly credentials: CredentialBook;
  readonly credentialsFile: string | undefined;
  readonly credentialRules: CredentialRules;
  readonly fingerprints: Fingerprints;
  /** Every file that was read, with its text. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface BlueprintFiles {
  readonly contracts: readonly string[];
  /** Whether they are others than the one that comes with the package. */
  readonly isForeign: boolean;
  readonly fixtures: string | undefined;
  /** Whether the folder of the fixtures was named, so that it may be anywhere. */
  readonly hasNamedFixtures: boolean;
}

const packageRoot = resolve(import.meta.dirname, '..', '..');

/** Without a contract, the one that comes with the package; fixtures by default beside the first. */
export function resolvePlaces(
  named: readonly string[],
  fixtures: string | undefined,
): BlueprintFiles {
  const isForeign = named.length > 0;
  const files = isForeign ? named : [join(packageRoot, 'openapi.yaml')];
  const contracts = files.map((file) => resolve(file));
  const beside = join(dirname(contracts[0] ?? ''), 'fixtures');
  // A link that leads nowhere is there: who made it wants fixtures, and is told.
  const found = lstatSync(beside, { throwIfNoEntry: false }) ? beside : undefined;
  return {
    contracts,
    isForeign,
    fixtures: fixtures === undefined ? found : resolve(fixtures),
    hasNamedFixtures: fixtures !== undefined,
  };
}

/** Throws a StartError that holds everything that is wrong, not only the first. */
export async function loadBlueprint(
  places: BlueprintFiles,
  options: LoadOptions,
): Promise<Blueprint> {
  const contract = await readContract(places, options);
  const { secretMembers } = contract.documents;
  const reader = await createFixtureReader(places, options);
  const files = await hideThrown(readFixtures(places.fixtures, reader), secretMembers);
  const { tables, complaints } = compileFixtures(files, contract.collections);
  const credentialRules = compileCredentialRules(contract);
  const credentials = compileCredentials(files.credentials, credentialRules);
  const faults: readonly Complaint[] = [...complaints, ...credentials.complaints];
  if (faults.length > 0) {
    const hideKnown = hideCredentials(credentials.book.entries);
    throw new StartError(hideInData(faults, secretMembers, hideKnown));
  }
  const sources = [
    ...contract.overlays.map(({ source }) => source),
    ...files.collections.values(),
    ...(files.credentials ? [files.credentials] : []),
  ];
  return {
    contract,
    fixtures: tables,
    authoritative: new Set(files.collections.keys()),
    credentials: credentials.book,
    credentialsFile: files.credentials?.file,
    credentialRules,
    fingerprints: {
      get contract() {
        return contract.fingerprint;
      },
      // How a file is laid out changes nothing that is in it.
      fixtures: fingerprintOf(
        [...files.collections].map(([name, { root }]) => JSON.stringify([name, root])),
      ),
    },
    texts: new Map([...localSources(contract), ...sources].map(({ file, text }) => [file, text])),
  };
}

async function readContract(
  { contracts }: BlueprintFiles,
  options: LoadOptions,
): Promise<Contract> {
  try {
    return await loadContract(contracts, options);
  } catch (error) {
    throw error instanceof StartError ? new StartError(hideInComplaints(error.complaints)) : error;
  }
}

/** Links in the folder may lead where `$ref`s may: into the contracts' folders, and those that are allowed. */
function createFixtureReader(
  { contracts, fixtures, hasNamedFixtures }: BlueprintFiles,
  options: LoadOptions,
): Promise<ReadFile> {
  const named = hasNamedFixtures && fixtures !== undefined ? [fixtures] : [];
  return createReader([...named, ...contracts.map((file) => dirname(file))], options);
}

/** What comes from another host can't be watched. */
function localSources({ documents }: Contract): readonly Source[] {
  return [...documents.sources].flatMap(([uri, source]) =>
    uri.startsWith('file:') ? [source] : [],
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
