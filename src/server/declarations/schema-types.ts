import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../../contract/load/documents.ts';
import { isOfType, listedIn, textsIn, typeNamesIn } from '../../contract/schema/keywords.ts';
import { memberOf, reaches, wholeOf } from '../../contract/schema/schema-walk.ts';
import { createTargetNames } from '../target-names.ts';
import { block, inList, intersection, member, quote, union } from './type-text.ts';

/** `Schemas`: what replies have. `Sent`: what requests have. `Stored`: what records have, which is both. */
export type Direction = 'Schemas' | 'Sent' | 'Stored';

/** What values of a direction don't have. */
const hidden = { Schemas: ['writeOnly'], Sent: ['readOnly'], Stored: [] } as const;

/** Writes the TypeScript types of schemas. */
export interface TypeWriter {
  /** The type of the values of a schema; of any value where there is none. */
  typeOf(schema: Part | undefined, direction: Direction): string;
  /** The schemas to which the types so far refer, as an interface for each direction. */
  interfaces(): string;
}

/** Where a schema stands. */
interface Setting {
  readonly direction: Direction;
  /** The schema that is being declared, where no member or item lies between. */
  readonly around?: Part;
}

export function createTypeWriter(documents: Documents): TypeWriter {
  const targets = createTargets(documents);
  const write = (schema: Part, setting: Setting): string => {
    const { value } = schema;
    if (!isJsonObject(value)) return value === false ? 'never' : 'unknown';
    const below = (part: Part): string => write(part, setting);
    const target = documents.follow(schema);
    const inner = { direction: setting.direction };
    return intersection([
      ...(target && target.value !== value ? [targets.refer(target, setting)] : []),
      ownType(documents, { ...schema, value }, { write: (part) => write(part, inner), ...inner }),
      ...documents.listBelow(schema, 'allOf').map(below),
      ...['oneOf', 'anyOf'].map((keyword) => {
        const list = documents.listBelow(schema, keyword);
        return list.length === 0 ? 'unknown' : union(list.map(below));
      }),
    ]);
  };
  return {
    typeOf: (schema, direction) => (schema ? write(schema, { direction }) : 'unknown'),
    interfaces: () =>
      targets.declareAll((part, direction) => write(part, { direction, around: part })),
  };
}

/** The schemas to which references lead. */
interface Targets {
  /** The type by which others refer to it. */
  refer(target: Part, setting: Setting): string;
  declareAll(write: (part: Part, direction: Direction) => string): string;
}

interface Target {
  readonly name: string;
  readonly part: Part;
  readonly direction: Direction;
}

function createTargets(documents: Documents): Targets {
  const targets = new Map<string, Target>();
  const nameOfTarget = createTargetNames();
  const unmarked = { Sent: new Set<JsonValue>(), Stored: new Set<JsonValue>() };
  // Where no member goes one way alone, all directions have one type.
  const isOfItsOwn = (part: Part, direction: Direction): boolean =>
    direction !== 'Schemas' &&
    reaches(documents, [part], ({ value }) => isMarked(value, direction), unmarked[direction]);
  return {
    refer(part, { direction, around }) {
      if (around && isMadeOf(documents, part, around)) return 'unknown';
      const chosen = isOfItsOwn(part, direction) ? direction : 'Schemas';
      const name = nameOfTarget(part);
      const id = `${chosen} ${name}`;
      if (!targets.has(id)) targets.set(id, { name, part, direction: chosen });
      return `${chosen}[${quote(name)}]`;
    },
    declareAll(write) {
      const declared: Record<Direction, string[]> = { Schemas: [], Sent: [], Stored: [] };
      // To write one may name others, which then come later.
      for (const { name, part, direction } of targets.values())
        declared[direction].push(member(name, write(part, direction)));
      return [
        `/** What replies and records have. */\nexport interface Schemas ${block(declared.Schemas)}\n`,
        ...declareOthers('What requests have instead.', 'Sent', declared.Sent),
        ...declareOthers('What records have instead.', 'Stored', declared.Stored),
      ].join('\n');
    },
  };
}

function declareOthers(
  what: string,
  name: Direction,
  members: readonly string[],
): readonly string[] {
  if (members.length === 0) return [];
  return [`/** ${what} */\nexport interface ${name} ${block(members)}\n`];
}

/** Whether a direction has it otherwise than replies. */
function isMarked({ readOnly, writeOnly }: JsonObject, direction: Direction): boolean {
  return writeOnly === true || (direction === 'Sent' && readOnly === true);
}

/**
 * Whether the type of a schema is made of that of another, without a member or item between. In a
 * circle TypeScript refuses it.
 */
function isMadeOf(documents: Documents, part: Part, other: Part): boolean {
  const met = new Set<JsonValue>();
  const rest = [part];
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (next.value === other.value) return true;
    if (met.has(next.value)) continue;
    met.add(next.value);
    for (const keyword of ['allOf', 'oneOf', 'anyOf'])
      rest.push(...documents.listBelow(next, keyword));
    rest.push(documents.follow(next) ?? next);
  }
  return false;
}

/** How members and items of a schema are written. */
interface Below {
  readonly direction: Direction;
  write(this: void, part: Part): string;
}

/** What a schema says by itself, without references, `allOf` and alternatives. */
function ownType(documents: Documents, schema: Part<JsonObject>, below: Below): string {
  const { value } = schema;
  const listed = listedIn(value)?.filter((one) => isOfType(one, value['type']));
  if (listed?.every((one) => typeof one !== 'object' || one === null) && listed.length > 0)
    return union(listed.map((one) => (typeof one === 'string' ? quote(one) : String(one))));
  const declared = typeNamesIn(value);
  const types = declared.length > 0 ? declared : toldTypes(value);
  if (types.length === 0) return 'unknown';
  return union(types.map((type) => typeNamed(type, () => [documents, schema, below])));
}

const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'null']);

function typeNamed(type: string, place: () => Parameters<typeof listType>): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return listType(...place());
  if (type === 'object') return objectType(...place());
  return plainTypes.has(type) ? type : 'unknown';
}

/** Schemas without a `type` mean one. */
function toldTypes(schema: JsonObject): readonly string[] {
  const has = (keyword: string): boolean => keyword in schema;
  if (['properties', 'required', 'additionalProperties', 'patternProperties'].some(has))
    return ['object'];
  return ['items', 'prefixItems'].some(has) ? ['array'] : [];
}

function listType(documents: Documents, schema: Part<JsonObject>, { write }: Below): string {
  const items = documents.own(schema, 'items');
  const others = items ? write(items) : 'unknown';
  const first = documents.listBelow(schema, 'prefixItems').map(write);
  if (first.length === 0) return `${inList(others)}[]`;
  const rest = others === 'never' ? [] : [`...${inList(others)}[]`];
  return `[${[...first.map((type) => `${inList(type)}?`), ...rest].join(', ')}]`;
}

function objectType(documents: Documents, schema: Part<JsonObject>, below: Below): string {
  const whole = wholeOf(documents, schema);
  const marks = hidden[below.direction];
  const isHidden = (name: string): boolean =>
    memberOf(documents, whole, name).some((part) =>
      wholeOf(documents, part).some(({ value }) => marks.some((mark) => value[mark] === true)),
    );
  const declared = documents.mapBelow(schema, 'properties').filter(([name]) => !isHidden(name));
  const required = new Set(textsIn(schema.value['required']));
  const members = declared.map(([name, part]) =>
    member(name, below.write(part), {
      isOptional: !required.has(name),
      description: descriptionOf(documents, part),
    }),
  );
  for (const [name] of documents.mapBelow(schema, 'properties')) required.delete(name);
  // What is only required here is described beside this schema, or nowhere.
  const others = [...required].filter((name) => !isHidden(name));
  return block([
    ...members,
    ...others.map((name) => member(name, '{} | null')),
    ...otherMembers(documents, schema, below),
  ]);
}

function otherMembers(
  documents: Documents,
  schema: Part<JsonObject>,
  { write }: Below,
): readonly string[] {
  const { additionalProperties: others, properties } = schema.value;
  const hasNames = isJsonObject(properties) && Object.keys(properties).length > 0;
  if (others === false) return [];
  const says = ['additionalProperties', 'patternProperties', 'discriminator'];
  if (hasNames && !says.some((keyword) => keyword in schema.value)) return [];
  const part = hasNames ? undefined : documents.own(schema, 'additionalProperties');
  return [`[name: string]: ${part ? write(part) : 'unknown'};`];
}

function descriptionOf(documents: Documents, part: Part): string | undefined {
  return [part, documents.follow(part)]
    .map((one) => (isJsonObject(one?.value) ? one.value['description'] : undefined))
    .find((text) => typeof text === 'string');
}
