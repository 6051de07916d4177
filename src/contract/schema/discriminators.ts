import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, pointerSteps } from '../../base/json.ts';
import type { Part } from '../load/resolver.ts';
import { listedIn } from './keywords.ts';
import type { SchemaReader, SchemaSteps, Subtypes } from './schema-reader.ts';
import type { NamedSchema } from './schema-names.ts';
import { decodeName, fileStem, isContract, schemaName } from './schema-names.ts';
import { listsOf, memberOf, wholeOf } from './schema-walk.ts';

/** How the value of a member selects one of several alternatives. */
export interface DiscriminatorChoice {
  readonly property: string;
  /** The index of the alternative that each value selects. */
  readonly byValue: ReadonlyMap<string, number>;
  /** The values that an error names; the name of a schema only if no value is written for it. */
  readonly allowed: readonly string[];
  /** Whether every alternative is known by a value, so that any other value is wrong. */
  readonly isExhaustive: boolean;
}

/** Adds to the steps those from a base with a discriminator to its subtypes. */
export function createReader(steps: SchemaSteps): SchemaReader {
  let heirs: Heirs | undefined;
  const heirsOf = (schema: Part): readonly NamedSchema[] =>
    (heirs ??= mapHeirs(steps)).get(schema.value) ?? [];
  const subtypes = (schema: Part): Subtypes | undefined => {
    const property = propertyOf(steps, schema);
    if (property === undefined || hasAlternatives(schema.value)) return undefined;
    const byValue = new Map(heirsOf(schema).map(({ name, part }) => [name, part]));
    for (const [value, target] of mappingOf(steps, schema)) {
      if (target && target.value !== schema.value) byValue.set(value, target);
      else byValue.delete(value);
    }
    return byValue.size > 0 ? { property, byValue } : undefined;
  };
  return {
    ...steps,
    subtypes,
    kinds(base, isMet) {
      const found = subtypes(base)?.byValue;
      if (!found) return [];
      const distinct = new Map([...found.values()].map((part) => [part.value, part]));
      return [...distinct.keys()].some(isMet) ? [] : [...distinct.values()];
    },
  };
}

/** Whether a schema extends a base that selects or lists it: the base must not do so again. */
export function isSubtype(reader: SchemaReader, schema: Part): boolean {
  if (!hasParts(schema.value)) return false;
  return wholeOf(reader, schema).some((base) => {
    if (base.value === schema.value) return false;
    const named = [...(reader.subtypes(base)?.byValue.values() ?? [])];
    const listed = listsOf(reader, base)
      .flat()
      .map((branch) => reader.follow(branch));
    return [...named, ...listed].some((part) => part?.value === schema.value);
  });
}

/** Whether an alternative of a schema extends that same schema. */
export function isOwnBase(reader: SchemaSteps, schema: Part, keyword: 'oneOf' | 'anyOf'): boolean {
  return reader.listBelow(schema, keyword).some((branch) => {
    const target = reader.follow(branch);
    if (!target || target.value === schema.value || !hasParts(target.value)) return false;
    return wholeOf(reader, target).some(({ value }) => value === schema.value);
  });
}

/** Undefined if there is no discriminator, or if none of its values leads to an alternative. */
export function readChoice(
  reader: SchemaSteps,
  schema: Part,
  keyword: 'oneOf' | 'anyOf',
): DiscriminatorChoice | undefined {
  const property = propertyOf(reader, schema);
  if (property === undefined) return undefined;
  const branches = reader.listBelow(schema, keyword);
  const targets = branches.map((branch) => reader.follow(branch)?.value);
  const written = new Map<string, number>();
  let isExhaustive = true;
  for (const [value, target] of mappingOf(reader, schema)) {
    const index = target ? targets.indexOf(target.value) : -1;
    if (index === -1) isExhaustive = false;
    else written.set(value, index);
  }
  const byName = new Map<string, number>();
  const allowed = new Set(written.keys());
  for (const [index, branch] of branches.entries()) {
    const values = ownValues(reader, branch, property);
    for (const value of values) if (!written.has(value)) written.set(value, index);
    const name = nameOf(branch);
    if (name !== undefined && !byName.has(name)) byName.set(name, index);
    const isWritten = [...written.values()].includes(index);
    if (!isWritten && name !== undefined) allowed.add(name);
    isExhaustive &&= isWritten || isFinal(reader, branch, name);
  }
  for (const value of written.keys()) allowed.add(value);
  // A written value takes precedence over the name of a schema.
  const byValue = new Map([...byName, ...written]);
  return byValue.size > 0 ? { property, byValue, allowed: [...allowed], isExhaustive } : undefined;
}

/** Whether an alternative has no values besides its name. One that takes no objects needs none. */
function isFinal(reader: SchemaSteps, branch: Part, name: string | undefined): boolean {
  const whole = wholeOf(reader, branch);
  const types = whole.flatMap(({ value }) => value['type'] ?? []);
  if (types.length > 0 && !types.includes('object')) return true;
  return (
    name !== undefined &&
    whole.length > 0 &&
    !whole.some(({ value }) => hasAlternatives(value) || 'discriminator' in value)
  );
}

/** The values that a schema itself allows for the member. */
function ownValues(reader: SchemaSteps, branch: Part, property: string): readonly string[] {
  const members = memberOf(reader, wholeOf(reader, branch), property);
  const values = members
    .flatMap((member) => wholeOf(reader, member))
    .flatMap(({ value }) => listedIn(value) ?? []);
  return values.filter((value) => typeof value === 'string');
}

/** The name of the component, or of the file, to which a reference leads. */
function nameOf({ value }: Part): string | undefined {
  const ref = isJsonObject(value) ? value['$ref'] : undefined;
  if (typeof ref !== 'string') return undefined;
  const [file = '', fragment = ''] = ref.split('#');
  return pointerSteps(decodeName(fragment)).at(-1) ?? fileStem(file);
}

/** The member that names the alternative which a value meets. */
export interface Discriminator {
  readonly member: string;
  /** The schemas that values of the member name. */
  readonly targets: readonly Part[];
  /** Requires the name of a branch in the member; undefined where the branch allows no name. */
  demand(branch: Part): Part | undefined;
}

export function readDiscriminator(reader: SchemaReader, part: Part): Discriminator | undefined {
  const member = propertyOf(reader, part);
  if (member === undefined) return undefined;
  const mapping = mappingOf(reader, part).flatMap(([said, target]) =>
    target ? [[said, target] as const] : [],
  );
  return {
    member,
    targets: mapping.map(([, target]) => target),
    demand(branch) {
      const target = reader.follow(branch) ?? branch;
      const said = mapping.filter(([, named]) => named.value === target.value);
      const names = said.length > 0 ? said.map(([name]) => name) : [schemaName(target) ?? []];
      const own = memberOf(reader, wholeOf(reader, target), member)
        .map((one) => listedBy(reader.follow(one)?.value))
        .find((values) => values !== undefined);
      const fitting = names.flat().filter((name) => !own || own.includes(name));
      if (fitting.length === 0) return undefined;
      const properties = Object.fromEntries([[member, { enum: fitting }]]);
      return { ...branch, value: { properties, required: [member] } };
    },
  };
}

function listedBy(schema: JsonValue | undefined): readonly JsonValue[] | undefined {
  return isJsonObject(schema) ? listedIn(schema) : undefined;
}

function propertyOf(reader: SchemaSteps, schema: Part): string | undefined {
  const discriminator = reader.own(schema, 'discriminator');
  const property = discriminator && reader.own(discriminator, 'propertyName')?.value;
  return typeof property === 'string' ? property : undefined;
}

function hasParts(schema: JsonValue): boolean {
  return isJsonObject(schema) && Array.isArray(schema['allOf']);
}

function hasAlternatives(schema: JsonValue): boolean {
  return isJsonObject(schema) && ('oneOf' in schema || 'anyOf' in schema);
}

function mappingOf(
  reader: SchemaSteps,
  schema: Part,
): readonly (readonly [value: string, target: Part | undefined])[] {
  const discriminator = reader.own(schema, 'discriminator');
  const mapping = discriminator ? reader.mapBelow(discriminator, 'mapping') : [];
  return mapping.map(([value, { value: target }]) => [
    value,
    typeof target === 'string' ? findTarget(reader, schema.uri, target) : undefined,
  ]);
}

/** A mapping may name a component, or hold a reference. */
function findTarget(reader: SchemaSteps, uri: string, target: string): Part | undefined {
  const root = reader.sources.get(uri)?.root;
  const schemas =
    root === undefined
      ? undefined
      : reader.child({ uri, pointer: '', value: root }, 'components', 'schemas');
  // A file has the components of the contract that it belongs to, in whichever files they are.
  const named = isContract(root) ? undefined : reader.named().find(({ name }) => name === target);
  const own = schemas && reader.child(schemas, target);
  return (
    own ??
    (named && reader.follow(named.part)) ??
    reader.follow({ uri, pointer: '', value: { $ref: target } })
  );
}

/** Whether a base is the schema itself, or is written inside it: a schema does not extend those. */
function isOwn(base: Part, part: Part): boolean {
  return base.uri === part.uri && `${base.pointer}/`.startsWith(`${part.pointer}/`);
}

/** The schemas that extend a base, by the base. */
type Heirs = ReadonlyMap<JsonValue, readonly NamedSchema[]>;

function mapHeirs(reader: SchemaSteps): Heirs {
  const heirs = new Map<JsonValue, NamedSchema[]>();
  for (const { name, part } of reader.named()) {
    if (!hasParts(part.value)) continue;
    for (const base of wholeOf(reader, part)) {
      if (isOwn(base, part) || !('discriminator' in base.value)) continue;
      heirs.set(base.value, [...(heirs.get(base.value) ?? []), { name, part }]);
    }
  }
  return heirs;
}
