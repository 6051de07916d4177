import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Documents, Part } from '../../load/documents.ts';
import { mappingOf, propertyOf } from '../subtypes.ts';

/** The member that names the alternative which a value meets. */
export interface Discriminator {
  readonly member: string;
  /** Values of the member, with the schemas that they name. */
  readonly mapping: readonly (readonly [string, Part])[];
}

export function readDiscriminator(documents: Documents, part: Part): Discriminator | undefined {
  const member = propertyOf(documents, part);
  if (member === undefined) return undefined;
  return {
    member,
    mapping: mappingOf(documents, part).flatMap(([said, target]) =>
      target ? [[said, targetOf(documents, target)] as const] : [],
    ),
  };
}

/** Requires the name of a branch in the member; undefined where the branch allows no name. */
export function demandMember(
  documents: Documents,
  { member, mapping }: Discriminator,
  branch: Part,
): Part | undefined {
  const target = targetOf(documents, branch);
  const said = mapping.filter(([, part]) => isSamePlace(part, target)).map(([name]) => name);
  const component = componentOf(target);
  const names = said.length > 0 ? said : component === undefined ? [] : [component];
  const own = saidIn(documents, target, member, 0);
  const fitting = own ? names.filter((name) => own.includes(name)) : names;
  if (fitting.length === 0) return undefined;
  const properties = Object.fromEntries([[member, { enum: fitting }]]);
  return { ...branch, value: { properties, required: [member] } };
}

/** The name of a component schema; undefined for other schemas. */
function componentOf({ pointer }: Part): string | undefined {
  return /^\/(?:components\/schemas|definitions)\/([^/]+)$/
    .exec(pointer)?.[1]
    ?.replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

function isSamePlace(left: Part, right: Part): boolean {
  return left.uri === right.uri && left.pointer === right.pointer;
}

function targetOf(documents: Documents, part: Part): Part {
  return documents.follow(part) ?? part;
}

/** The values that a schema lists for one of its members. */
function saidIn(
  documents: Documents,
  part: Part,
  member: string,
  depth: number,
): readonly JsonValue[] | undefined {
  if (depth > 5) return undefined;
  const declared = documents.child(part, 'properties', member);
  const own = declared && isJsonObject(declared.value) ? listedIn(declared.value) : undefined;
  if (own) return own;
  for (const below of [...documents.targetsOf(part), ...documents.listBelow(part, 'allOf')]) {
    const said = saidIn(documents, below, member, depth + 1);
    if (said) return said;
  }
  return undefined;
}

function listedIn(schema: JsonObject): readonly JsonValue[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}
