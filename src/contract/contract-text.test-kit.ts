import { join, relative } from 'node:path';

import type { Complaint } from '../base/errors.ts';
import { StartError } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { writeFolder } from '../base/temporary-folder.test-kit.ts';
import type { Validators } from './checks/validators.ts';
import { createValidators } from './checks/validators.ts';
import type { Contract, LoadOptions } from './compile.ts';
import { loadContract, strictly } from './compile.ts';
import type { Documents, Part } from './load/documents.ts';
import { loadDocuments } from './load/documents.ts';
import type { Operation } from './operations.ts';

type Files = Readonly<Record<string, string>>;

/** The text of a contract with these paths: JSON, which is YAML too. */
export function contractText(paths: JsonObject, more: JsonObject = {}): string {
  const info = { title: 'Shop', version: '1.0.0' };
  return JSON.stringify({ openapi: '3.1.0', info, paths, ...more }, undefined, 2);
}

/** A path with one operation of every named method, each with nothing but a 200. */
export function plainPath(...methods: readonly string[]): JsonObject {
  const names = [...(methods.length > 0 ? methods : ['get'])];
  return Object.fromEntries(names.map((method) => [method, plainOperation()]));
}

export function plainOperation(more: JsonObject = {}): JsonObject {
  return { responses: { '200': { description: 'Fine.' } }, ...more };
}

/** The declaration of path parameters that are texts. */
export function pathParameters(...names: readonly string[]): JsonValue {
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/** As `serve` reads one: what is only badly put does not matter here. */
export async function loadText(
  text: string,
  files: Files = {},
  options: Partial<LoadOptions> = {},
): Promise<Contract> {
  const folder = await writeFolder({ ...files, 'openapi.yaml': text });
  const leniently = { ...strictly, isLenient: true };
  return loadContract([join(folder, 'openapi.yaml')], { ...leniently, ...options });
}

/** All that is wrong with a contract, its files named as they stand in their folder. */
export async function complaintsAbout(
  text: string,
  files: Files = {},
  options: Partial<LoadOptions> = {},
): Promise<readonly Complaint[]> {
  const folder = await writeFolder({ ...files, 'openapi.yaml': text });
  try {
    await loadContract([join(folder, 'openapi.yaml')], { ...strictly, ...options });
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.complaints.map((complaint) => ({
      ...complaint,
      file: relative(folder, complaint.file),
    }));
  }
}

export function findOperation(contract: Contract, id: string): Operation {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`the contract has no operation ${id}`);
  return operation;
}

export interface Schemas {
  readonly documents: Documents;
  readonly validators: Validators;
  readonly part: (name: string) => Part;
}

/** Component schemas in a contract that has nothing else. */
export async function loadSchemas(schemas: JsonObject): Promise<Schemas> {
  const folder = await writeFolder({
    'openapi.yaml': contractText({}, { components: { schemas } }),
  });
  const documents = await loadDocuments(join(folder, 'openapi.yaml'));
  return {
    documents,
    validators: createValidators(documents),
    part(name) {
      const part = documents.at(documents.root, 'components', 'schemas', name);
      if (!part) throw new Error(`there is no schema ${name}`);
      return part;
    },
  };
}
