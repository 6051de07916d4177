import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject, stepDown } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import type { SecretMembers } from '../schema/secret-members.ts';
import { isContract, listNamed } from '../schema/schema-names.ts';
import { createSecretMembers } from '../schema/secret-members.ts';
import type { Version } from './dialect.ts';
import { datedKeywords, expressNull, modernize, versionOf } from './dialect.ts';
import type { ObjectKind, ObjectForm, ShapedKind } from './form-table.ts';
import { describeUnknown, problemWith, schemaMaps, schemaMembers, shapes } from './form-table.ts';
import { mendSchema } from './mending.ts';
import type { ReferenceTarget } from './references.ts';
import { mappedBy } from './references.ts';
import type { Part, Resolver } from './resolver.ts';

/** A fault of form and its place. */
export interface FormFault {
  readonly uri: string;
  readonly pointer: string;
  readonly message: string;
}

/** What the walk found. */
export interface Structure {
  readonly faults: readonly FormFault[];
  /** Names of the object members that the contracts declare as secrets. */
  readonly secretMembers: ReadonlySet<string>;
  /** Names of all object members that the contracts declare. */
  readonly memberNames: ReadonlySet<string>;
}

/** A place on the walk. A pointer is made of it only for a complaint or a reference. */
interface WalkedPlace {
  readonly uri: string;
  readonly version: Version;
  readonly above: WalkedPlace | undefined;
  readonly step: string | number;
  /** The pointer at which the walk began. */
  readonly start: string;
}

/** The target of a reference, which the walk visits later. */
interface Errand {
  readonly kind: ObjectKind;
  readonly value: JsonValue;
  readonly place: WalkedPlace;
}

interface StructureWalk {
  readonly resolver: Resolver;
  /** The version that a document declares. */
  readonly versionOf: (uri: string) => Version | undefined;
  /** Whether to repair schemas that can't be compiled. If not, a later check reports them. */
  readonly mends: boolean;
  readonly errands: Errand[];
  readonly seen: Set<JsonValue>;
  readonly secrets: SecretMembers;
  readonly note: (place: WalkedPlace, message: string, member?: string) => void;
}

/**
 * Visits each object of the contracts once, with its kind, also in the files that they refer to. It
 * rewrites schemas in the terms of 3.1, and reports objects that do not have their form.
 */
export function walkStructure(
  roots: readonly Part[],
  sources: ReadonlyMap<string, Source>,
  resolver: Resolver,
  mends: boolean,
): Structure {
  const faults: FormFault[] = [];
  const walk: StructureWalk = {
    resolver,
    mends,
    versionOf(uri) {
      const source = sources.get(uri);
      // The upgrade leaves schemas in the dialect of 2.0.
      return source?.original ? '2.0' : source && versionOf(source.root);
    },
    errands: [],
    seen: new Set(),
    secrets: createSecretMembers(resolver),
    note(place, message, member) {
      const pointer = pointerOf(place);
      const at = member === undefined ? pointer : stepDown(pointer, member);
      faults.push({ uri: place.uri, pointer: at, message });
    },
  };
  for (const { uri, pointer, value } of roots) {
    const version = walk.versionOf(uri);
    const place = version && { uri, version, above: undefined, step: '', start: pointer };
    // `assertVersions` in compile.ts reports a document without a known version.
    if (place) walk.errands.push({ kind: 'contract', value, place });
  }
  runErrands(walk);
  visitUnreferenced(walk, sources, walk.errands[0]?.place.version);
  const { secrets } = walk;
  return { faults, secretMembers: secrets.list(), memberNames: secrets.names };
}

function runErrands(walk: StructureWalk): void {
  // The loop also visits the targets that it adds to the list.
  for (const { kind, value, place } of walk.errands) visit(walk, kind, value, place);
}

/** A schema of another file may be used because it extends a base, or by its name in a mapping. */
function visitUnreferenced(
  walk: StructureWalk,
  sources: ReadonlyMap<string, Source>,
  version: Version | undefined,
): void {
  if (!version) return;
  const others = new Map([...sources].filter(([, { root }]) => !isContract(root)));
  // If it is not used, what is wrong with it does no harm.
  const silent = { ...walk, errands: [], note: () => undefined };
  for (const { part } of listNamed(others)) startAt(silent, 'schema', part, version);
  runErrands(silent);
}

function visit(walk: StructureWalk, kind: ObjectKind, value: JsonValue, place: WalkedPlace): void {
  if (kind === 'schema') return visitSchema(walk, value, place);
  if (!isJsonObject(value)) return noteUnlessTold(walk, kind, place);
  if (walk.seen.has(value)) return undefined;
  walk.seen.add(value);
  if (typeof value['$ref'] === 'string') follow(walk, kind, value['$ref'], place);
  if (kind === 'paths' || kind === 'callback' || kind === 'responses') {
    // These may have extensions. In other maps `x-…` is a plain name.
    const own = Object.entries(value).filter(([name]) => !name.startsWith('x-'));
    const below = kind === 'responses' ? 'response' : 'pathItem';
    return visitMap(walk, below, Object.fromEntries(own), place);
  }
  const shape = shapes[kind];
  if (value['$ref'] === undefined) noteMissing(walk, kind, shape, value, place);
  for (const name in value) visitMember(walk, shape, name, value[name] ?? null, place);
  return undefined;
}

function visitMember(
  walk: StructureWalk,
  { noun, members }: ObjectForm,
  name: string,
  value: JsonValue,
  place: WalkedPlace,
): void {
  const expected = Object.hasOwn(members, name) ? members[name] : undefined;
  if (expected === undefined) {
    const isFree = name.startsWith('x-') || name === '$ref' || place.version === '3.2';
    if (!isFree) walk.note(place, describeUnknown(name, { noun, members }), name);
    return;
  }
  const plain = typeof expected === 'string' ? expected : plainOf[expected.holds];
  const problem = problemWith(plain, value);
  if (problem !== undefined) walk.note(place, `"${name}" must be ${problem}`, name);
  if (problem !== undefined || typeof expected === 'string') return;
  const below = stepInto(place, name);
  const { kind, holds } = expected;
  if (holds === 'one') visit(walk, kind, value, below);
  else if (Array.isArray(value)) {
    for (let step = 0; step < value.length; step += 1) {
      visit(walk, kind, value[step] ?? null, stepInto(below, step));
    }
  } else if (isJsonObject(value)) {
    if (noun === shapes.components.noun) noteNames(walk, value, below);
    visitMap(walk, kind, value, below);
  }
}

const plainOf = { one: 'any', list: 'list', map: 'object' } as const;

function visitMap(
  walk: StructureWalk,
  kind: ObjectKind,
  value: JsonObject,
  place: WalkedPlace,
): void {
  for (const name in value) {
    if (name === '$ref' && typeof value[name] === 'string') continue;
    visit(walk, kind, value[name] ?? null, stepInto(place, name));
  }
}

function visitSchema(walk: StructureWalk, value: JsonValue, place: WalkedPlace): void {
  if (typeof value === 'boolean') return;
  if (!isJsonObject(value)) {
    walk.note(place, 'a schema must be an object or a boolean');
    return;
  }
  if (walk.seen.has(value)) return;
  walk.seen.add(value);
  if (typeof value['$ref'] === 'string') follow(walk, 'schema', value['$ref'], place);
  for (const ref of mappedBy(value['discriminator'])) follow(walk, 'schema', ref, place);
  let isDated = place.version === '2.0';
  for (const keyword in value) {
    if (schemaMembers.has(keyword)) visitSchemas(walk, value[keyword], keyword, place);
    isDated ||= datedKeywords.has(keyword);
  }
  const note = (message: string, keyword?: string): void => walk.note(place, message, keyword);
  if (isDated) modernize(value, place.version);
  if (walk.mends) mendSchema(value, note);
  if (isDated && Object.hasOwn(value, 'nullable')) {
    note('"nullable" is of OpenAPI 3.0; from 3.1 on, "null" is one of the types', 'nullable');
    expressNull(value);
  }
}

/** Visits what a keyword holds: one schema, a list of schemas, or a map of names to schemas. */
function visitSchemas(
  walk: StructureWalk,
  held: JsonValue | undefined,
  keyword: string,
  place: WalkedPlace,
): void {
  if (typeof held !== 'object' || held === null) return;
  const below = stepInto(place, keyword);
  // A list in place of one schema holds schemas, too. It is repaired later.
  if (Array.isArray(held)) {
    for (let step = 0; step < held.length; step += 1) {
      visitSchema(walk, held[step] ?? null, stepInto(below, step));
    }
  } else if (schemaMaps.has(keyword) && isJsonObject(held)) {
    for (const name in held) {
      const schema = held[name] ?? null;
      const step = stepInto(below, name);
      if (keyword === 'properties') walk.secrets.see(name, { ...placeOf(step), value: schema });
      visitSchema(walk, schema, step);
    }
  } else visitSchema(walk, held, below);
}

function follow(walk: StructureWalk, kind: ObjectKind, ref: string, place: WalkedPlace): void {
  const target = walk.resolver.resolve(ref, placeOf(place));
  if (target) startAt(walk, kind, target, place.version);
}

function startAt(walk: StructureWalk, kind: ObjectKind, target: Part, version: Version): void {
  const { uri, pointer: start, value } = target;
  if (walk.seen.has(value)) return;
  // The version that the target's document declares wins over that of the reference's document.
  const place = { uri, version: walk.versionOf(uri) ?? version, above: undefined, step: '', start };
  walk.errands.push({ kind, value, place });
}

function noteMissing(
  walk: StructureWalk,
  kind: ObjectKind,
  { noun, required }: ObjectForm,
  value: JsonObject,
  place: WalkedPlace,
): void {
  for (const name of required) {
    if (!Object.hasOwn(value, name)) walk.note(place, `${noun} must have a "${name}"`);
  }
  const isNamed = typeof value['name'] === 'string' && places.has(value['in'] ?? null);
  const holdsValue = kind === 'header' || (kind === 'parameter' && isNamed);
  if (holdsValue && value['schema'] === undefined && value['content'] === undefined) {
    walk.note(place, `${noun} must have a "schema" or a "content"`);
  }
}

const places: ReadonlySet<JsonValue> = new Set(['path', 'query', 'header', 'cookie']);

function noteNames(walk: StructureWalk, components: JsonObject, place: WalkedPlace): void {
  // Swagger 2.0 allows any name for components.
  if (place.version === '2.0') return;
  for (const name in components) {
    if (/^[\w.-]+$/.test(name)) continue;
    const message = `the name "${name}" may be made of letters, digits, ".", "-" and "_" only`;
    walk.note(place, message, name);
  }
}

/** The compilers of paths and parameters report these kinds themselves. */
function noteUnlessTold(walk: StructureWalk, kind: ObjectKind, place: WalkedPlace): void {
  if (kind === 'paths' || kind === 'pathItem' || kind === 'parameter') return;
  const noun = isShaped(kind) ? shapes[kind].noun : `"${kind}"`;
  walk.note(place, `${noun} must be an object`);
}

function isShaped(kind: ObjectKind): kind is ShapedKind {
  return Object.hasOwn(shapes, kind);
}

function stepInto(above: WalkedPlace, step: string | number): WalkedPlace {
  return { uri: above.uri, version: above.version, start: above.start, above, step };
}

/** Makes the pointer on demand: few references need it. */
function placeOf(place: WalkedPlace): ReferenceTarget {
  return {
    uri: place.uri,
    get pointer() {
      return pointerOf(place);
    },
  };
}

function pointerOf({ above, step, start }: WalkedPlace): string {
  return above ? stepDown(pointerOf(above), step) : start;
}
