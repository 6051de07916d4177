import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type { Complaint } from '../base/errors.ts';
import { StartError } from '../base/errors.ts';
import { displayPath } from '../base/folders.ts';
import type { JsonObject } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Review } from './checks/review-examples.ts';
import { reviewExamples } from './checks/review-examples.ts';
import type { Validators } from './checks/validators.ts';
import { createValidators } from './checks/validators.ts';
import type { Findings } from './compile-context.ts';
import { createCompileContext, createFindings } from './compile-context.ts';
import { versionOf } from './load/dialect.ts';
import type { Documents, Part } from './load/documents.ts';
import { loadDocuments } from './load/documents.ts';
import type { JoinedContract } from './load/joining.ts';
import { joinPieces } from './load/joining.ts';
import type { Operation } from './operations.ts';
import { compileOperations } from './operations.ts';
import type { Overlay } from './overlay/apply-overlays.ts';
import { inferPlan } from './plan/infer.ts';
import type { Collection, Target } from './plan/plan.ts';
import type { Transition } from './plan/transitions/transition.ts';
import type { Paths } from './routing/paths.ts';
import { compilePaths } from './routing/paths.ts';
import type { Scheme } from './security.ts';
import { compileSchemes } from './security.ts';

/** A compiled contract, as the road uses it. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly routes: Paths<Operation>;
  readonly schemes: ReadonlyMap<string, Scheme>;
  readonly collections: readonly Collection[];
  readonly targets: ReadonlyMap<Operation, Target>;
  readonly transitions: readonly Transition[];
  readonly documents: Documents;
  readonly validators: Validators;
  /** What is wrong with the contract, but does not stop the start. */
  readonly warnings: readonly Complaint[];
  /** Those of the warnings that `check` and a strict start take for faults. */
  readonly tolerated: readonly Complaint[];
  /** Looks for examples that break their schemas. They are faults only if `isComplete`. */
  review(this: void): Review;
  /** Schemas that could not be compiled: their checks accept every value. */
  readonly uncompiled: readonly Complaint[];
  readonly overlays: readonly Overlay[];
  /** Changes with each text that the contract is read from. */
  readonly fingerprint: string;
}

export interface LoadOptions {
  /** Whether faults of form that the server can ignore are warnings. */
  readonly isLenient: boolean;
  /** Whether to compile all checks now, whatever the size, and to report wrong examples. */
  readonly isComplete: boolean;
  readonly allowRemoteRefs: boolean;
  /** Folders that references may lead into, besides the folders of the contracts. */
  readonly allowRefs: readonly string[];
  /** Contracts that are no files: their texts, by the paths that stand for them. */
  readonly contractTexts?: ReadonlyMap<string, string> | undefined;
  /** Overlay files. They change the contracts in this order. */
  readonly overlays: readonly string[];
}

/** Faults of form are errors, and no file lies elsewhere. */
export const strictly: LoadOptions = {
  isLenient: false,
  isComplete: false,
  allowRemoteRefs: false,
  allowRefs: [],
  overlays: [],
};

/** With fewer operations, all schemas are tested for compiling, and the examples are reviewed. */
const eagerLimit = 100;

/** Reads and compiles contracts into one. Throws a StartError with everything that is wrong. */
export async function loadContract(
  files: readonly string[],
  options: LoadOptions,
): Promise<Contract> {
  const overlays = await openOverlays(options.overlays, files, options);
  const documents = await loadDocuments(files, options, overlays);
  const compiled = compileContract(documents, options);
  let fingerprint: string | undefined;
  return {
    ...compiled,
    overlays,
    // Made on demand: to hash large texts takes a while.
    get fingerprint() {
      return (fingerprint ??= fingerprintOf(documents.texts));
    },
  };
}

type Compiled = Omit<Contract, 'overlays' | 'fingerprint'>;

/** Loaded on first use: most contracts have no overlays. */
async function openOverlays(
  files: readonly string[],
  contracts: readonly string[],
  reach: LoadOptions,
): Promise<readonly Overlay[]> {
  if (files.length === 0) return [];
  const { readOverlays } = await import('./overlay/read-overlays.ts');
  return readOverlays(files, contracts, reach);
}

function compileContract(documents: Documents, options: LoadOptions): Compiled {
  const findings = createFindings(documents, options.isLenient);
  assertVersions(documents, findings);
  const validators = openValidators(documents);
  const joined = compilePieces(documents, validators, findings);
  const isEager = options.isComplete || joined.operations.length < eagerLimit;
  // If not all schemas are compiled now, the first use of a schema finds that it does not compile.
  // A lenient start only warns of such schemas.
  const uncompiled = options.isComplete
    ? validators.compileAll()
    : isEager
      ? validators.compileDoubtful()
      : [];
  findings.addFaults(uncompiled);
  // Unless `isComplete`, no review in large contracts, nor if a schema does not compile.
  const isReviewed = options.isComplete || (isEager && uncompiled.length === 0);
  const reviewed = isReviewed ? joined.operations : [];
  const review = (): Review => reviewExamples({ documents }, reviewed);
  if (options.isComplete) findings.addFaults([...review()].flat());
  if (findings.complaints().length > 0) throw new StartError(findings.complaints());
  return {
    ...joined,
    routes: compilePaths(joined.operations),
    documents,
    validators,
    warnings: findings.warnings(),
    tolerated: findings.tolerated(),
    review,
    uncompiled,
  };
}

/**
 * What would stop the start of a contract that has loaded, were its documents these. Faults of form are
 * left out.
 */
export function findComplaints(documents: Documents): readonly Complaint[] {
  const findings = createFindings(documents, true);
  compilePieces(documents, createValidators(documents), findings);
  return findings.complaints();
}

/** Compiles each of several contracts, and joins them into one. */
function compilePieces(
  documents: Documents,
  validators: Validators,
  findings: Findings,
): ReturnType<typeof joinPieces> {
  const pieces = documents.roots.map((root) =>
    compilePiece({ ...documents, root }, validators, findings),
  );
  return joinPieces(pieces, documents, findings);
}

/** Throws if two different schemas have the same name (`$id` or `$anchor`). */
function openValidators(documents: Documents): Validators {
  const complaints = documents.resolver.clashes.map(({ name, place }) =>
    documents.complain(place, `another schema has the same name, ${name}`),
  );
  if (complaints.length > 0) throw new StartError(complaints);
  return createValidators(documents);
}

/** Compiles one of several contracts without the others. */
function compilePiece(
  documents: Documents,
  validators: Validators,
  findings: Findings,
): JoinedContract {
  const { root } = documents;
  const context = createCompileContext(documents, root, validators, findings.isLenient);
  const schemes = compileSchemes(context);
  const operations = compileOperations(context, schemes);
  const { collections, targets, transitions } = inferPlan(context, operations);
  findings.addComplaints(context.complaints);
  // In this order: a fault that is tolerated is a warning, too.
  findings.addWarnings(context.warnings);
  if (findings.isLenient) findings.addFaults(context.tolerated);
  const title = textAt(documents, 'title') ?? 'Untitled';
  const version = textAt(documents, 'version') ?? '0';
  return { root, title, version, schemes, operations, collections, targets, transitions };
}

/** A short hash that changes with each of the texts. */
export function fingerprintOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

function assertVersions(documents: Documents, findings: Findings): void {
  const unknown = documents.roots.filter(({ value }) => versionOf(value) === undefined);
  if (unknown.length > 0) {
    throw new StartError(unknown.map((root) => complainOfVersion(documents, root)));
  }
  for (const root of documents.roots) {
    if (versionOf(root.value) !== '3.2') continue;
    const message = 'what is new in OpenAPI 3.2 is passed over; it is taken for 3.1';
    findings.addWarnings([documents.complain({ ...root, pointer: '/openapi' }, message)]);
  }
}

function complainOfVersion(documents: Documents, { uri, value }: Part): Complaint {
  const member = ['openapi', 'swagger'].find(
    (name) => isJsonObject(value) && Object.hasOwn(value, name),
  );
  const given = member !== undefined && isJsonObject(value) ? value[member] : undefined;
  const found =
    value === null
      ? 'the file is empty'
      : !isJsonObject(value)
        ? 'it is not an object'
        : member === undefined
          ? `there is no "openapi" member${adviseOn(value)}`
          : `"${member}" is ${JSON.stringify(given)}`;
  return documents.complain(
    { uri, pointer: member === undefined ? '' : `/${member}` },
    `not an OpenAPI contract of version 3.1, 3.0 or 2.0: ${found}`,
  );
}

const guide = join(import.meta.dirname, '..', '..', 'docs', 'coming-from.md');

/** Users of other tools give their records. */
function adviseOn(value: JsonObject): string {
  const hasRecords = Object.values(value).some(
    (member) => Array.isArray(member) && isJsonObject(member[0]),
  );
  return hasRecords
    ? `; these look like records, as json-server takes them: they need a contract, and ${displayPath(guide)} shows how to write it`
    : '';
}

function textAt(documents: Documents, member: string): string | undefined {
  const value = documents.child(documents.root, 'info', member)?.value;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
