import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

import type { Json, JsonObject } from './json.ts';
import { isObject, stepDown, textOf, valueAt } from './json.ts';

/**
 * The contract, read for this suite alone: whoever judges a server must not borrow its reading of
 * the contract.
 */
export interface Rules {
  readonly operations: readonly OperationRules[];
  readonly checkProblem: Check;
}

export interface OperationRules {
  readonly id: string;
  readonly method: string;
  /** Matches the paths of its template. */
  readonly pattern: RegExp;
  readonly responses: ReadonlyMap<number, ResponseRules>;
}

export interface ResponseRules {
  readonly headers: readonly HeaderRules[];
  readonly media: ReadonlyMap<string, Check>;
}

interface HeaderRules {
  readonly name: string;
  readonly isRequired: boolean;
  readonly check: Check;
}

/** What is wrong with a value; nothing where it is right. */
export type Check = (value: unknown) => readonly string[];

export const contractFile: string = join(import.meta.dirname, '..', 'openapi.yaml');

export function loadRules(): Rules {
  // A trust edge: YAML of our own.
  const contract = createReader(parse(readFileSync(contractFile, 'utf8')) as Json);
  return {
    operations: contract
      .members('/paths')
      .flatMap(([template, path]) => readPath(contract, template, path)),
    checkProblem: contract.check('/components/schemas/Problem'),
  };
}

interface Reader {
  /** Names and pointers of what is below a place, references followed. */
  members(pointer: string): readonly (readonly [name: string, pointer: string])[];
  value(pointer: string): Json | undefined;
  check(pointer: string): Check;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

function readPath(contract: Reader, template: string, path: string): readonly OperationRules[] {
  return contract
    .members(path)
    .filter(([name]) => methods.has(name))
    .map(([name, operation]) => ({
      id: textOf(contract.value(`${operation}/operationId`)),
      method: name.toUpperCase(),
      pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
      responses: new Map(
        contract
          .members(`${operation}/responses`)
          .map(([status, response]) => [Number(status), readResponse(contract, response)]),
      ),
    }));
}

function readResponse(contract: Reader, response: string): ResponseRules {
  return {
    headers: contract.members(`${response}/headers`).map(([name, header]) => ({
      name: name.toLowerCase(),
      isRequired: contract.value(`${header}/required`) === true,
      check: contract.check(`${header}/schema`),
    })),
    media: new Map(
      contract
        .members(`${response}/content`)
        .map(([type, media]) => [type, contract.check(`${media}/schema`)]),
    ),
  };
}

function createReader(root: Json): Reader {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: strictLogger });
  formats.default(ajv);
  ajv.addSchema(isObject(root) ? root : {}, 'contract');
  return {
    members: (pointer) =>
      Object.keys(objectAt(root, pointer)).map((name) => [
        name,
        follow(root, stepDown(pointer, name)),
      ]),
    value: (pointer) => valueAt(root, pointer),
    check(pointer) {
      const validate = ajv.compile({ $ref: `contract#${encodePointer(pointer)}` });
      return (value) => (validate(value) ? [] : (validate.errors ?? []).map(describeError));
    },
  };
}

/** A format or keyword that the checker doesn't know would be a rule that nobody holds up. */
const strictLogger = {
  log: fail,
  warn: fail,
  error: fail,
};

function fail(...words: unknown[]): never {
  throw new Error(words.join(' '));
}

function objectAt(root: Json, pointer: string): JsonObject {
  const value = valueAt(root, pointer);
  return isObject(value) ? value : {};
}

function follow(root: Json, pointer: string): string {
  const reference = objectAt(root, pointer)['$ref'];
  return typeof reference === 'string' ? follow(root, reference.replace(/^#/, '')) : pointer;
}

function encodePointer(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/');
}

function describeError({ instancePath, message, params }: ErrorObject): string {
  const place = instancePath === '' ? 'the whole' : instancePath;
  return `${place} ${message ?? 'is wrong'} (${JSON.stringify(params)})`;
}
