import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, stepDown } from '../json.ts';

/** Where a reference leads: a file and a place in it. */
export interface Target {
  readonly uri: string;
  readonly pointer: string;
}

/** Where a reference leads. A contract may pull in the files around it, and nothing else. */
export function locateReference(ref: string, base: string, rootUri: string): Target {
  const target = parseReference(ref, base);
  if (!target.uri.startsWith('file:///')) {
    throw new Error('references to other hosts are not followed');
  }
  const folder = dirname(fileURLToPath(rootUri)) + sep;
  if (!fileURLToPath(target.uri).startsWith(folder)) {
    throw new Error("the file is outside of the contract's folder");
  }
  return target;
}

export function parseReference(ref: string, base: string): Target {
  const url = new URL(ref, base);
  return {
    uri: url.href.split('#', 1)[0] ?? '',
    pointer: decodeURIComponent(url.hash.slice(1)),
  };
}

/** Members of these hold a map of names, so whatever stands right below them is no keyword. */
const nameMaps = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'headers',
  'requestBodies',
  'examples',
  'links',
  'callbacks',
  'pathItems',
  'securitySchemes',
  'paths',
  'webhooks',
  'content',
]);
/** What stands below these is data, and a `$ref` in data is no reference. */
const dataKeywords = new Set(['example', 'default', 'const', 'enum', 'value']);

/** Every `$ref` of a document, and where it stands. What only looks like one is passed over. */
export function* findReferences(
  value: JsonValue,
  pointer = '',
  isNameMap = false,
): Generator<{ ref: string; pointer: string }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* findReferences(item, stepDown(pointer, index));
    }
  } else if (isJsonObject(value)) {
    yield* findReferencesOfObject(value, pointer, isNameMap);
  }
}

function* findReferencesOfObject(
  value: JsonObject,
  pointer: string,
  isNameMap: boolean,
): Generator<{ ref: string; pointer: string }> {
  for (const [name, member] of Object.entries(value)) {
    const at = stepDown(pointer, name);
    if (name === '$ref' && typeof member === 'string') yield { ref: member, pointer: at };
    else if (isNameMap) yield* findReferences(member, at);
    else if (!isData(name, member)) yield* findReferences(member, at, nameMaps.has(name));
  }
}

/** A list of examples is a schema's, and holds data; a map of them holds what may be references. */
function isData(name: string, member: JsonValue): boolean {
  return dataKeywords.has(name) || (name === 'examples' && Array.isArray(member));
}
