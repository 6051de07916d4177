import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020, MissingRefError } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import type { Complaint } from '../errors.ts';
import { messageOf } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, stepDown, valueAt } from '../json.ts';
import type { Documents, Part } from './documents.ts';

/** One thing that is wrong with a value: where in it, what, and by which rule. */
export interface Fault {
  readonly pointer: string;
  readonly message: string;
  readonly keyword: string;
}

/** All that is wrong with a value; empty when nothing is. */
export interface Check {
  (value: unknown): readonly Fault[];
  /** Why the schema can not be compiled, so that everything passes; undefined where it can. */
  readonly defect?: () => string | undefined;
}

/**
 * Which way a value goes: what is read-only isn't required of a request, and what is write-only
 * isn't required of a response. A record at rest is held to all of its schema.
 */
export type Direction = 'request' | 'response' | 'rest';

/** The home of the schema library: nothing else in the house knows which one it is. */
export interface Validators {
  /** The check for a schema that stands in the contract. Compiled on first use. */
  check(schema: Part, direction: Direction): Check;
  /** The check for a schema of our own. */
  checkOwn(schema: JsonObject): Check;
  /** Compiles every check handed out so far, and says which can not be. */
  compileAll(): readonly Complaint[];
}

const noFaults: readonly Fault[] = [];

export function createValidators(documents: Documents): Validators {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    addUsedSchema: false,
    // Tenths have no exact binary form: a price of 0.07 is a multiple of 0.01 all the same.
    multipleOfPrecision: 9,
    logger: false,
  });
  formats.default(ajv);
  // The documents are registered whole and never dereferenced: references are resolved by the
  // library, circular ones too, and only the parts that are asked for get compiled.
  for (const [uri, source] of documents.sources) {
    if (typeof source.root === 'object' && source.root !== null) ajv.addSchema(source.root, uri);
  }
  const pending = new Map<string, { part: Part; compile: () => void }>();
  const checks = new Map<string, Check>();
  return {
    check(schema, _direction) {
      const part = withoutDetour(documents, schema);
      const ref = `${part.uri}#${part.pointer.split('/').map(encodeURIComponent).join('/')}`;
      const known = checks.get(ref);
      if (known) return known;
      let validate: ValidateFunction | undefined;
      const compile = (): ValidateFunction => (validate ??= ajv.compile({ $ref: ref }));
      const check: Check = (value) => toFaults(validate ?? compile(), value);
      pending.set(ref, { part, compile });
      checks.set(ref, check);
      return check;
    },
    checkOwn(schema) {
      const validate = ajv.compile(schema);
      return (value) => toFaults(validate, value);
    },
    compileAll() {
      const complaints: Complaint[] = [];
      for (const { part, compile } of pending.values()) {
        try {
          compile();
        } catch (error) {
          // A loose end in it, or behind a reference of it, is complained of for itself.
          const isLoose = error instanceof MissingRefError || hasLooseEnd(documents, part);
          if (isLoose && documents.looseEnds.length > 0) continue;
          complaints.push(
            documents.complain(part, `the schema can not be compiled: ${messageOf(error)}`),
          );
        }
      }
      pending.clear();
      return complaints;
    },
  };
}

function hasLooseEnd({ looseEnds }: Documents, { uri, pointer }: Part): boolean {
  return looseEnds.some((end) => end.uri === uri && end.pointer.startsWith(`${pointer}/`));
}

/** A reference and nothing else is what it leads to: compiled once, and complained of there. */
function withoutDetour(documents: Documents, schema: Part): Part {
  const isDetour = isJsonObject(schema.value) && Object.keys(schema.value).join() === '$ref';
  return isDetour ? (documents.follow(schema) ?? schema) : schema;
}

function toFaults(validate: ValidateFunction, value: unknown): readonly Fault[] {
  if (validate(value)) return noFaults;
  // A trust edge: what was validated came out of a parser.
  const faults = (validate.errors ?? []).map((error) => toFault(error, value as JsonValue));
  // Said twice it counts once. There may be as many faults as a request has items.
  const said = new Set<string>();
  return faults.filter(({ pointer, message }) => {
    const isNew = !said.has(`${pointer} ${message}`);
    said.add(`${pointer} ${message}`);
    return isNew;
  });
}

function toFault(error: ErrorObject, root: JsonValue): Fault {
  const pointer = faultyPointer(error);
  return { pointer, message: describe(error, valueAt(root, pointer)), keyword: error.keyword };
}

/** A fault about a member stands at that member, also where it is missing. */
function faultyPointer({ instancePath, params }: ErrorObject): string {
  const member: unknown =
    params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['missingProperty'];
  return typeof member === 'string' ? stepDown(instancePath, member) : instancePath;
}

function describe({ keyword, params, message }: ErrorObject, value: JsonValue | undefined): string {
  switch (keyword) {
    case 'type':
      return `must be ${withArticle(params['type'])}, but is ${describeValue(value)}`;
    case 'required':
      return 'is required, but missing';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a member that the contract knows';
    case 'enum':
      return `must be one of ${JSON.stringify(params['allowedValues'])}, but is ${describeValue(value)}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}, but is ${describeValue(value)}`;
    case 'format':
      return `must be of the format "${params['format']}", but is ${describeValue(value)}`;
    case 'pattern':
      return `must match the pattern ${params['pattern']}, but is ${describeValue(value)}`;
    default:
      return message ?? `breaks the rule "${keyword}"`;
  }
}

function withArticle(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names
    .map((name) =>
      name === 'null' ? 'null' : `${/^[aio]/.test(String(name)) ? 'an' : 'a'} ${name}`,
    )
    .join(' or ');
}

function describeValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return `the ${typeof value} ${short}`;
}
