import { join } from 'node:path';

import type { Violation } from '../../base/errors.ts';
import { refuseInvalid } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf, valueAt } from '../../base/json.ts';
import { suggestNames } from '../../base/nearest.ts';
import { once } from '../../base/once.ts';
import { findIllFormed } from '../../base/texts.ts';
import type { SchemaFault, Validators } from '../../contract/checks/validators.ts';
import { createValidators } from '../../contract/checks/validators.ts';
import type { Documents, Part } from '../../contract/load/documents.ts';
import { openDocument } from '../../contract/load/documents.ts';
import { alternativesAt, schemaAt } from '../../contract/schema/schema-at.ts';
import type { SeedDocument } from '../../control/ports.ts';
import type { ExpectationDocument, OverrideDocument } from '../../traffic/documents.ts';

/** The contract of the control API. */
export const controlFile: string = join(import.meta.dirname, '..', '..', 'control', 'openapi.yaml');

/** The documents that tests send, by the names of their schemas in the control contract. */
interface Arranged {
  readonly OverrideWish: OverrideDocument;
  readonly Expectation: ExpectationDocument;
  readonly SeedWish: SeedDocument;
}

/**
 * Holds a document of the library to the schema that the control API has for it. A refusal says what
 * each place must be, since the test has not read the schema.
 */
export function readArranged<Name extends keyof Arranged>(
  name: Name,
  document: JsonValue,
): Arranged[Name] {
  const violations = findViolations(name, document);
  // A trust edge: the schema has checked the document, and a test holds the types to the schemas.
  if (violations.length === 0) return document as Arranged[Name];
  throw refuseInvalid(...violations);
}

/** All that the schema of the control API does not allow in a document, in words of the schema. */
export function findViolations(name: string, document: JsonValue): readonly Violation[] {
  const illFormed = findIllFormed(document);
  if (illFormed) return [{ in: 'body', ...illFormed }];
  const { documents } = openGrammar();
  const schema = documents.child(documents.root, 'components', 'schemas', name);
  if (!schema) throw new Error(`the control contract has no schema ${name}`);
  const violations = findFaults(schema, document).map((fault): Violation => {
    return { in: 'body', ...fault, message: explain(fault, schema, document) };
  });
  return [...new Map(violations.map((one) => [`${one.pointer} ${one.message}`, one])).values()];
}

interface Grammar {
  readonly documents: Documents;
  readonly validators: Validators;
}

/** Opened on first use: most tests and all plain servers do without it. */
const openGrammar: () => Grammar = once(() => {
  const documents = openDocument(controlFile);
  return { documents, validators: createValidators(documents) };
});

/** Where only one alternative is for values of that type, its faults tell more than their sum. */
function findFaults(schema: Part, value: JsonValue, pointer = ''): readonly SchemaFault[] {
  const { documents, validators } = openGrammar();
  const faults = validators.check(schema, 'request')(value);
  return faults.flatMap((fault) => {
    const below = valueAt(value, fault.pointer);
    const isSum = fault.keyword === 'oneOf' && below !== undefined;
    const [only, other] = isSum ? alternativesAt(documents, schema, value, fault.pointer) : [];
    const place = pointer + fault.pointer;
    const deeper = isSum && only && !other ? findFaults(only, below, place) : [];
    return deeper.length > 0 ? deeper : [{ ...fault, pointer: place }];
  });
}

/** Says what must be at the place of a fault, in words of the schema. */
function explain(
  { pointer, message, keyword }: SchemaFault,
  schema: Part,
  root: JsonValue,
): string {
  const { documents } = openGrammar();
  const isUnknown = keyword === 'additionalProperties';
  const place = isUnknown ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer;
  const wanted = schemaAt(documents, schema, root, place);
  const { properties, required = [] } = wanted;
  const members = isJsonObject(properties) ? Object.keys(properties) : [];
  if (isUnknown) {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    return `is not known here: ${suggestNames(name, members)}`;
  }
  if (keyword === 'required') return message;
  if (keyword.endsWith('Properties') && members.length > 0) {
    const isRequired = (name: string): boolean =>
      Array.isArray(required) && required.includes(name);
    return `must have ${listChoices(members.filter((name) => !isRequired(name)))}`;
  }
  const words = describeWanted(wanted);
  return words === undefined ? message : `must be ${words}`;
}

function listChoices(names: readonly string[]): string {
  return names.length === 2 ? names.join(' or ') : `one of ${names.join(', ')}`;
}

/** The value that a schema wants, in plain words; undefined: the fault tells it as well. */
function describeWanted(schema: JsonObject): string | undefined {
  const { title, type, minimum = 0, maximum, minLength = 0, maxLength } = schema;
  if (typeof title === 'string') return title;
  if (type === 'boolean') return 'true or false';
  if (type === 'string' && maxLength !== undefined) {
    const least = minLength === 0 ? 'at most' : `${textOf(minLength)} to`;
    return `a text of ${least} ${textOf(maxLength)} characters`;
  }
  if ((type !== 'number' && type !== 'integer') || maximum === undefined) return undefined;
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  return `${kind} from ${textOf(minimum)} to ${textOf(maximum)}`;
}
