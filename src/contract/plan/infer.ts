import { isJsonObject } from '../../json.ts';
import type { Documents, Part } from '../documents.ts';
import { describeMembers } from '../members.ts';
import type { Operation } from '../operations.ts';
import { parameterName, segmentsOf } from '../routes.ts';
import type { Validators } from '../validators.ts';
import { findRecordArray, planList } from './list-plan.ts';
import type {
  Address,
  Collection,
  Location,
  LocationPiece,
  Parent,
  Plan,
  StatefulRole,
  Target,
} from './plan.ts';

/**
 * A parameter after a fixed segment names an item of the collection that the segment names:
 * `/teams/{team_id}/members/{id}` has teams, and members under a team.
 */
export function inferPlan(
  documents: Documents,
  validators: Validators,
  operations: readonly Operation[],
): Plan {
  const shapes = new Map<string, Shape>();
  for (const { path } of operations) {
    for (const shape of shapesOf(path)) if (!shapes.has(shape.name)) shapes.set(shape.name, shape);
  }
  const collections = new Map<string, Collection>();
  const schemas = { component: indexComponents(documents), item: indexItems(operations) };
  for (const shape of shapes.values()) {
    collections.set(shape.name, describeCollection(documents, validators, schemas, shape));
  }
  const targets = new Map(
    operations.map((operation) => [operation, findTarget(documents, collections, operation)]),
  );
  return { collections: [...collections.values()], targets };
}

const itemRoles: Readonly<Record<string, StatefulRole>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'merge',
  DELETE: 'delete',
};
const wholeRoles: Readonly<Record<string, StatefulRole>> = { GET: 'list', POST: 'create' };

function findTarget(
  documents: Documents,
  collections: ReadonlyMap<string, Collection>,
  operation: Operation,
): Target {
  const { method, path } = operation;
  const item = itemOf(path);
  const shape = item ?? wholeShapeOf(path);
  const collection = shape && collections.get(shape.name);
  const role = (item ? itemRoles : wholeRoles)[method];
  if (!role || !shape || !collection || !isSamePlace(shape, collection)) {
    return { role: 'improvised', why: 'nothing tells what it does' };
  }
  const body = operation.success?.media.find(({ isJson }) => isJson)?.schema;
  const array = role === 'list' && body ? findRecordArray(documents, body) : undefined;
  if (role === 'list' && !array) {
    return { role: 'improvised', why: 'its reply has no array of records' };
  }
  const shown = array
    ? { steps: array.steps, schema: array.items }
    : body && { steps: [], schema: body };
  const given = operation.body?.media.find(({ isJson }) => isJson)?.schema;
  return {
    role,
    collection,
    key: item ? operation.pathNames.length - 1 : undefined,
    parents: collection.parents.map((_, index) => index),
    ancestors: ancestorsOf(shape, collections),
    shown,
    given: given && { steps: [], schema: given },
    list: array && planList(documents, operation, array),
    location: role === 'create' ? locationOf(path) : undefined,
    why: `the path ${item ? 'ends in an item of' : 'is that of'} "${collection.name}"`,
  };
}

/** The collection that a path ends in, a trailing slash or not. */
function wholeShapeOf(path: string): Shape | undefined {
  const segments = segmentsOf(path).filter((segment) => segment !== '');
  const name = segments.at(-1) ?? '';
  if (name === '' || parameterName(name) !== undefined) return undefined;
  return shapesOf(`${path.replace(/\/$/, '')}/{x}`).at(-1);
}

function ancestorsOf(
  { parents }: Shape,
  collections: ReadonlyMap<string, Collection>,
): readonly Address[] {
  return parents.flatMap((parent, key) => {
    const collection = collections.get(parent.collection ?? '');
    return collection ? [{ collection, key, parents: collection.parents.map((_, at) => at) }] : [];
  });
}

function locationOf(path: string): Location {
  let index = 0;
  const pieces = segmentsOf(path).flatMap((segment): readonly LocationPiece[] => {
    if (parameterName(segment) === undefined) return [{ kind: 'text', text: `/${segment}` }];
    index += 1;
    return [
      { kind: 'text', text: '/' },
      { kind: 'parent', index: index - 1 },
    ];
  });
  return {
    pieces: path.endsWith('/')
      ? [...pieces, { kind: 'key' }, { kind: 'text', text: '/' }]
      : [...pieces, { kind: 'text', text: '/' }, { kind: 'key' }],
  };
}

interface Shape {
  readonly name: string;
  readonly parameter: string;
  readonly parents: readonly Parent[];
}

/** The collections along a path, the outermost first. */
function shapesOf(path: string): readonly Shape[] {
  const shapes: Shape[] = [];
  const parents: Parent[] = [];
  const segments = segmentsOf(path);
  for (const [index, segment] of segments.entries()) {
    const parameter = parameterName(segment);
    if (parameter === undefined) continue;
    const before = segments[index - 1] ?? '';
    const isItem = before !== '' && parameterName(before) === undefined;
    if (isItem) shapes.push({ name: before, parameter, parents: [...parents] });
    parents.push({ parameter, collection: isItem ? before : undefined, isOptional: false });
  }
  return shapes;
}

/** The item that a path ends in, a trailing slash or not. */
function itemOf(path: string): Shape | undefined {
  const segments = segmentsOf(path).filter(
    (segment, index, all) => segment !== '' || index < all.length - 1,
  );
  const [before = '', last = ''] = segments.slice(-2);
  const isItem =
    parameterName(last) !== undefined && before !== '' && parameterName(before) === undefined;
  return isItem ? shapesOf(path).at(-1) : undefined;
}

/** Parents may bear other names elsewhere, but they are of the same collections. */
function isSamePlace(shape: Shape, { parents }: Collection): boolean {
  return (
    shape.parents.length === parents.length &&
    shape.parents.every((parent, index) => {
      const other = parents[index];
      return parent.collection === other?.collection;
    })
  );
}

/** Schemas by what they are the schema of. */
interface Schemas {
  readonly component: (collection: string) => Part | undefined;
  readonly item: ReadonlyMap<string, Part | undefined>;
}

function describeCollection(
  documents: Documents,
  validators: Validators,
  { component, item }: Schemas,
  shape: Shape,
): Collection {
  const schema = component(shape.name) ?? item.get(shape.name);
  const members = schema && describeMembers(documents, schema).names;
  return {
    name: shape.name,
    kind: 'items',
    of: undefined,
    key: [keyMember(shape, members)],
    parents: shape.parents,
    schema,
    check: schema && validators.check(schema, 'rest'),
    hasMember: (name) => members?.has(name) ?? false,
  };
}

/** Finds the component schema that bears a collection's name in the singular. */
function indexComponents(documents: Documents): Schemas['component'] {
  const schemas = documents.child(documents.root, 'components', 'schemas');
  if (!schemas || !isJsonObject(schemas.value)) return () => undefined;
  const names = new Map<string, string>();
  for (const name of Object.keys(schemas.value)) {
    const plain = plainName(name);
    if (!names.has(plain)) names.set(plain, name);
  }
  return (collection) => {
    const wanted = singulars(collection).find((name) => names.has(plainName(name)));
    const name = wanted === undefined ? undefined : names.get(plainName(wanted));
    return name === undefined ? undefined : documents.at(schemas, name);
  };
}

/** The schema of an item's response, the first that there is of each collection. */
function indexItems(operations: readonly Operation[]): Schemas['item'] {
  const items = new Map<string, Part | undefined>();
  for (const { method, path, success } of operations) {
    const name = method === 'GET' ? itemOf(path)?.name : undefined;
    if (name === undefined || items.has(name)) continue;
    items.set(name, success?.media.find(({ isJson }) => isJson)?.schema);
  }
  return items;
}

const usualKeys = ['id', 'uuid', 'slug', 'key', 'name', 'number'];

/** The parameter's own name, that without the collection's singular, or a usual name. */
function keyMember(shape: Shape, members: ReadonlySet<string> | undefined): string {
  const prefix = `${singular(shape.name)}_`;
  const short = shape.parameter.startsWith(prefix)
    ? shape.parameter.slice(prefix.length)
    : shape.parameter;
  const candidates = [shape.parameter, short, ...usualKeys];
  return candidates.find((name) => members?.has(name)) ?? short;
}

/** The likeliest singular of an English plural. */
export function singular(plural: string): string {
  return singulars(plural)[0] ?? plural;
}

/** English doesn't tell `caches` from `branches`: the singulars that a plural may have, best first. */
function singulars(plural: string): readonly string[] {
  const rules: readonly (readonly [RegExp, string])[] = [
    [/ies$/i, 'y'],
    [/(?<=ss|sh|ch|x|z)es$/i, ''],
    [/(?<=[^su])s$/i, ''],
    [/(?<=s)es$/i, ''],
    [/s$/i, ''],
  ];
  const found = rules.filter(([ending]) => ending.test(plural) && plural.length > 1);
  const fromRules = found.map(([ending, replacement]) => plural.replace(ending, replacement));
  return /(ss|us)$/i.test(plural) ? [plural, ...fromRules] : [...fromRules, plural];
}

function plainName(name: string): string {
  return name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
}
