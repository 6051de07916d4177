import { createHash } from 'node:crypto';

import type { Complaint } from '../errors.ts';
import { StartError } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import type { Collection, Target } from './collections.ts';
import { inferCollections } from './collections.ts';
import type { Documents } from './documents.ts';
import { loadDocuments } from './documents.ts';
import type { Operation } from './operations.ts';
import { compileOperations } from './operations.ts';
import { reviewExamples } from './review-examples.ts';
import type { Routes } from './routes.ts';
import { compileRoutes } from './routes.ts';
import type { Scheme } from './security.ts';
import { compileSchemes } from './security.ts';
import type { Validators } from './validators.ts';
import { createValidators } from './validators.ts';
import { createWorkshop } from './workshop.ts';

/** A contract as the road needs it. After this nothing looks at OpenAPI again. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly routes: Routes<PathEntry>;
  readonly schemes: ReadonlyMap<string, Scheme>;
  readonly collections: readonly Collection[];
  readonly targets: ReadonlyMap<Operation, Target>;
  readonly documents: Documents;
  readonly validators: Validators;
  /** What is wrong with it and could be passed over. */
  readonly warnings: readonly Complaint[];
  /** Changes with every text that the contract is made of. */
  readonly fingerprint: string;
}

/** The operations of one path template. */
export interface PathEntry {
  readonly template: string;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** How a contract is read. */
export interface LoadOptions {
  /** Whether faults of form that can be passed over are warnings. */
  readonly isLenient: boolean;
  /** Whether every check is compiled now, however many there are. */
  readonly isComplete: boolean;
  readonly allowRemoteRefs: boolean;
  /** Folders that references may lead into, besides the contract's own. */
  readonly allowRefs: readonly string[];
}

/** Below this many operations everything is compiled at start, so that no fault comes late. */
const eagerLimit = 100;

/** Reads and compiles a contract, or throws a StartError with all that is wrong with it. */
export async function loadContract(
  files: readonly string[],
  options: LoadOptions,
): Promise<Contract> {
  return compileContract(await loadDocuments(files[0] ?? ''), options);
}

function compileContract(documents: Documents, options: LoadOptions): Contract {
  assertVersion(documents);
  const validators = createValidators(documents);
  const workshop = createWorkshop(documents, documents.root, validators, options.isLenient);
  const schemes = compileSchemes(workshop);
  const operations = compileOperations(workshop, schemes);
  const { collections, targets } = inferCollections(documents, validators, operations);
  const isEager = options.isComplete || operations.length < eagerLimit;
  const uncompiled = isEager ? validators.compileAll() : [];
  const faulty = isEager && uncompiled.length === 0 ? reviewExamples(workshop, operations) : [];
  // A faulty example keeps nobody from serving: it is served, and marked.
  const isFinding = options.isComplete && !options.isLenient;
  const complaints = [...workshop.complaints, ...uncompiled, ...(isFinding ? faulty : [])];
  if (complaints.length > 0) throw new StartError(complaints);
  return {
    title: textAt(documents, 'title') ?? 'Untitled',
    version: textAt(documents, 'version') ?? '0',
    operations,
    routes: compileRoutes(groupByPath(operations)),
    schemes,
    collections,
    targets,
    documents,
    validators,
    warnings: [...workshop.warnings, ...faulty],
    fingerprint: fingerprintOf([...documents.sources.values()].map(({ text }) => text)),
  };
}

/** A short name for texts that changes with any of them. */
export function fingerprintOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

function assertVersion(documents: Documents): void {
  const { root } = documents;
  const version = isJsonObject(root.value) ? root.value['openapi'] : undefined;
  if (typeof version === 'string' && /^3\.1\.\d/.test(version)) return;
  const found =
    version === undefined
      ? 'there is no "openapi" member'
      : `"openapi" is ${JSON.stringify(version)}`;
  throw new StartError([
    documents.complain(
      { uri: root.uri, pointer: version === undefined ? '' : '/openapi' },
      `not an OpenAPI 3.1 contract: ${found}`,
    ),
  ]);
}

function textAt(documents: Documents, member: string): string | undefined {
  const value = documents.child(documents.root, 'info', member)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Templates that differ only in the names of their parameters are one path. */
function groupByPath(operations: readonly Operation[]): ReadonlyMap<string, PathEntry> {
  const groups = new Map<string, { template: string; operations: Map<string, Operation> }>();
  for (const operation of operations) {
    const shape = operation.path.replaceAll(/\{[^}]*\}/g, '{}');
    const group = groups.get(shape) ?? { template: operation.path, operations: new Map() };
    group.operations.set(operation.method, operation);
    groups.set(shape, group);
  }
  return groups;
}
