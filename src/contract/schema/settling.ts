import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { isNull } from './keywords.ts';
import { schemaName } from './schema-names.ts';
import { listsOf } from './schema-walk.ts';

/** A limit on nesting; no contract wraps a schema more often. */
const mostWrappers = 8;

/** The schema that describes the value: behind references, an `allOf` of one, and a choice with null. */
export function settleSchema(documents: Documents, schema: Part, depth = 0): Part | undefined {
  const base = documents.follow(schema);
  if (!base || !isJsonObject(base.value) || depth > mostWrappers) return base;
  if ('properties' in base.value) return base;
  const whole = documents.listBelow(base, 'allOf');
  const [only] = whole;
  if (whole.length === 1 && only) return settleSchema(documents, only, depth + 1);
  const branches = listsOf(documents, base)
    .flat()
    .filter((branch) => !isNull(documents.follow(branch)?.value));
  const [first] = branches;
  if (whole.length > 0 || !first) return base;
  // Alternatives that have no common component name mean the first; the others are exceptions.
  const isMeant = branches.length === 1 || schemaName(base) === undefined;
  const isPlain = isMeant && branches.every((branch) => !isArray(documents, branch));
  return isPlain ? settleSchema(documents, first, depth + 1) : base;
}

function isArray(documents: Documents, schema: Part): boolean {
  const value = documents.follow(schema)?.value;
  return isJsonObject(value) && (value['type'] === 'array' || 'items' in value);
}
