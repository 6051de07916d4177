import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from '../parts/json-lines.ts';
import { memberOf } from '../parts/member-of.ts';
import { tellCosts } from './costs.ts';
import type { Place } from './references.ts';
import { findPlace, stepsOf } from './references.ts';
import { makeSafe } from './safe-text.ts';
import { limitNesting, limitUnfolding } from './unfold.ts';

export interface Wanted {
  readonly method: string;
  readonly path: string;
}

/** The document of a name; undefined where the server has none. */
export type LoadDocument = (name: string) => Promise<Json | undefined>;

/**
 * A contract with a single operation, and with all that it refers to, in one document: the reference
 * shows it as fast in a contract of a thousand operations as in one of ten. Undefined: the contract
 * has no such operation.
 */
export async function cutDown(
  name: string,
  { method, path }: Wanted,
  load: LoadDocument,
): Promise<JsonObject | undefined> {
  const root = await load(name);
  if (!isJsonObject(root)) return undefined;
  const found = await findItem(root, name, path, load);
  const operation = found && memberOf(found.item, method.toLowerCase());
  if (!found || !isJsonObject(operation)) return undefined;
  const isOld = typeof root['swagger'] === 'string';
  const base = isOld ? '#/definitions/' : '#/components/schemas/';
  const copying = { bag: createBag(base), load };
  const spot = { document: found.document, isNamed: false, isSchema: false, depth: 0 };
  // The console says what an operation needs, and sends the chosen credential.
  const { security: _, tags: __, callbacks: ___, ...shown } = operation;
  const copied = await copy(copying, shown, spot);
  const shared = await copy(copying, found.item['parameters'] ?? [], spot);
  const whole = { root: withParameters(copied, shared), parts: await fill(copying) };
  const { root: limited, parts } = limitUnfolding(whole, base);
  const { openapi, swagger, info, servers, basePath, consumes, produces } = root;
  const kept = { openapi, swagger, servers, basePath, consumes, produces };
  const head = Object.entries(kept).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const document = limitNesting({
    ...Object.fromEntries(head),
    info: { title: textIn(info, 'title'), version: textIn(info, 'version') },
    paths: { [path]: { [method.toLowerCase()]: limited } },
    ...(isOld ? { definitions: parts } : { components: { schemas: parts } }),
  });
  return isJsonObject(document) ? document : undefined;
}

/** The parameters of a path stand with its operation, in which swagger-ui follows their references. */
function withParameters(operation: Json, shared: Json): Json {
  if (!isJsonObject(operation) || !isList(shared) || shared.length === 0) return operation;
  const listed = operation['parameters'];
  const own = isList(listed) ? listed : [];
  const names = new Set(own.map(nameOfParameter));
  const inherited = shared.filter((one) => !names.has(nameOfParameter(one)));
  return { ...operation, parameters: [...inherited, ...own] };
}

function nameOfParameter(parameter: Json): string {
  return `${textIn(parameter, 'in')} ${textIn(parameter, 'name')}`;
}

/** What the contract says of itself, without operations. */
export async function cutToInfo(name: string, load: LoadDocument): Promise<JsonObject | undefined> {
  const root = await load(name);
  if (!isJsonObject(root)) return undefined;
  const { info } = root;
  const description = makeSafe(textIn(info, 'description'));
  const [title, version] = [textIn(info, 'title'), textIn(info, 'version')];
  return { openapi: '3.1.0', info: { title, version, description }, paths: {} };
}

interface Found {
  readonly item: JsonObject;
  readonly document: string;
}

/** The item of a path may be a reference itself. */
async function findItem(
  root: JsonObject,
  name: string,
  path: string,
  load: LoadDocument,
): Promise<Found | undefined> {
  const paths = root['paths'];
  let item = isJsonObject(paths) ? memberOf(paths, path) : undefined;
  let document = name;
  for (let count = 0; count < mostSteps && isJsonObject(item); count += 1) {
    const reference = item['$ref'];
    if (typeof reference !== 'string') return { item, document };
    const place = findPlace(reference, document);
    if (!place) return undefined;
    item = await valueAt(place, load);
    document = place.document;
  }
  return undefined;
}

interface Bag {
  /** The reference to what stands at a place, which is copied later. */
  referTo(this: void, place: Place): string;
  /** What is still to be copied, by its new name. */
  next(this: void): readonly [string, Place] | undefined;
}

function createBag(base: string): Bag {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const waiting: (readonly [string, Place])[] = [];
  return {
    referTo(place) {
      const key = `${place.document}#${place.pointer}`;
      const name = names.get(key) ?? freeName(wordFor(place), taken);
      if (!names.has(key)) waiting.push([name, place]);
      names.set(key, name);
      taken.add(name);
      return `${base}${name}`;
    },
    next: () => waiting.shift(),
  };
}

function wordFor({ document, pointer }: Place): string {
  const last =
    stepsOf(pointer).at(-1) ??
    document
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ??
    '';
  return last.replaceAll(/[^\w.-]+/g, '_') || 'part';
}

function freeName(word: string, taken: ReadonlySet<string>): string {
  let name = word;
  for (let count = 2; taken.has(name); count += 1) name = `${word}_${count}`;
  return name;
}

/** References that lead to references; more are a circle. */
const mostSteps = 20;
/** More parts than that show nothing more to a reader. */
const mostParts = 3000;

async function fill(copying: Copying): Promise<JsonObject> {
  const { bag, load } = copying;
  const parts: [string, Json][] = [];
  for (let found = bag.next(); found && parts.length < mostParts; found = bag.next()) {
    const [name, place] = found;
    const value = await valueAt(place, load);
    const spot = { document: place.document, isNamed: false, isSchema: true, depth: 0 };
    parts.push([
      name,
      value === undefined ? lost(place) : await copy(copying, entitle(value, name), spot),
    ]);
  }
  return Object.fromEntries(parts);
}

/** A reader knows a schema by its name. */
function entitle(value: Json, name: string): Json {
  return isJsonObject(value) && !Object.hasOwn(value, '$ref') ? { title: name, ...value } : value;
}

function lost({ document, pointer }: Place): JsonObject {
  return { description: `There is nothing at ${document}#${pointer}.` };
}

/** Members whose values are data, in which `$ref` means nothing. */
const data: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'const', 'value']);
/** Members whose members have names of the user's choice. */
const named: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'responses',
  'content',
  'headers',
  'examples',
  'links',
  'encoding',
]);

interface Copying {
  readonly bag: Bag;
  readonly load: LoadDocument;
}

/** Where the value that is copied stands. */
interface Spot {
  readonly document: string;
  readonly isNamed: boolean;
  readonly isSchema: boolean;
  /** How many references led here. */
  readonly depth: number;
}

async function copy(copying: Copying, value: Json, spot: Spot): Promise<Json> {
  if (isList(value)) {
    const inner = { ...spot, isNamed: false };
    return Promise.all(value.map((item) => copy(copying, item, inner)));
  }
  if (!isJsonObject(value)) return value;
  const reference = spot.isNamed ? undefined : value['$ref'];
  if (typeof reference !== 'string') return copyMembers(copying, value, spot);
  const { $ref: _, ...beside } = value;
  const rest = await copyMembers(copying, beside, spot);
  const place = findPlace(reference, spot.document);
  if (!place || spot.depth > mostSteps)
    return { ...rest, description: `The console does not follow ${reference}.` };
  // Schemas may refer to themselves. All else can't, and stands where it is used.
  if (spot.isSchema) return { ...rest, $ref: copying.bag.referTo(place) };
  const found = (await valueAt(place, copying.load)) ?? lost(place);
  const target = { ...spot, document: place.document, depth: spot.depth + 1 };
  const copied = await copy(copying, found, target);
  return isJsonObject(copied) ? { ...copied, ...rest } : copied;
}

async function copyMembers(copying: Copying, value: JsonObject, spot: Spot): Promise<JsonObject> {
  const pairs: [string, Json][] = [];
  const members = spot.isNamed ? value : tellCosts(value);
  for (const [key, member] of Object.entries(members)) {
    if (spot.isNamed) pairs.push([key, await copy(copying, member, { ...spot, isNamed: false })]);
    else if (key === 'description' && typeof member === 'string')
      pairs.push([key, makeSafe(member)]);
    else if (data.has(key) || (key === 'examples' && isList(member))) pairs.push([key, member]);
    // The names in a mapping are those of the whole contract.
    else if (key !== 'mapping' && (key !== 'externalDocs' || isOfWeb(member))) {
      const isSchema = spot.isSchema || key === 'schema';
      const inner = { ...spot, isSchema, isNamed: named.has(key) };
      pairs.push([key, await copy(copying, member, inner)]);
    }
  }
  return Object.fromEntries(pairs);
}

/** Whether a link leads to a page, and runs no script. */
function isOfWeb(link: Json): boolean {
  return /^https?:\/\//i.test(textIn(link, 'url'));
}

async function valueAt(place: Place, load: LoadDocument): Promise<Json | undefined> {
  let value = await load(place.document);
  for (const step of stepsOf(place.pointer)) {
    if (isList(value)) value = value[Number(step)];
    else value = isJsonObject(value) ? memberOf(value, step) : undefined;
  }
  return value;
}

function textIn(value: Json | undefined, name: string): string {
  const text = isJsonObject(value) ? memberOf(value, name) : undefined;
  return typeof text === 'string' ? text : '';
}
