import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, pointerSteps, stepDown, valueAt } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import { schemaMembers } from '../load/form-table.ts';
import type { Part } from '../load/resolver.ts';

/** Maps from names to schemas. Elsewhere a name is that of a member. */
const definitions = new Set(['schemas', '$defs', 'definitions']);
const memberMaps = new Set(['properties', 'patternProperties']);
/** A body or a parameter holds its schema by these. */
const holders = new Set(['schema', 'itemSchema']);

/**
 * The name of a schema, which does not change when the schema moves to another file: its name among
 * components and definitions, in a file of schemas the last step to it, and of a file that is a
 * schema the name of the file. Undefined if it stands inside a schema, a body or a parameter.
 */
export function schemaName({ uri, pointer }: Pick<Part, 'uri' | 'pointer'>): string | undefined {
  if (pointer === '') return fileStem(uri);
  const steps = pointerSteps(pointer);
  const [above, holder = '', name = ''] = ['', '', ...steps].slice(-3);
  if (definitions.has(holder) && !memberMaps.has(above ?? '')) return name;
  return steps.some((step) => schemaMembers.has(step)) || holders.has(name) ? undefined : name;
}

/** Tells schemas with a name apart; undefined for all others. */
export function schemaIdentity(schema: Part): string | undefined {
  return schemaName(schema) === undefined ? undefined : `${schema.uri}#${schema.pointer}`;
}

export function nameOfIdentity(identity: string): string | undefined {
  const end = identity.indexOf('#');
  return schemaName({ uri: identity.slice(0, end), pointer: identity.slice(end + 1) });
}

/** The name of a file without its folder and its last extension. */
export function fileStem(uri: string): string | undefined {
  const file = uri.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return decodeName(file.replace(/\.[^.]*$/, '')) || undefined;
}

export function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface NamedSchema {
  readonly name: string;
  readonly part: Part;
}

/**
 * The components of the contracts, then the named schemas of the other files, by name: the order in
 * which files are read tells nothing. A file may be a schema, or hold schemas below their names.
 */
export function listNamed(sources: ReadonlyMap<string, Source>): readonly NamedSchema[] {
  const roots = [...sources].map(([uri, { root }]) => ({ uri, root }));
  const components = roots
    .filter(({ root }) => isContract(root))
    .flatMap(({ uri, root }) => namedBelow(uri, root, '/components/schemas'));
  const others = roots
    .filter(({ root }) => !isContract(root))
    .flatMap(({ uri, root }) => [
      ...nameOf({ uri, pointer: '', value: root }),
      ...fileMaps.flatMap((above) => namedBelow(uri, root, above)),
    ])
    .filter(({ part }) => isLikeSchema(part));
  return [...sortByName(components), ...sortByName(others)];
}

const fileMaps = ['', '/components/schemas', '/schemas', '/definitions', '/$defs'];

/** Whether a document is a contract of its own, and not a file that belongs to one. */
export function isContract(root: JsonValue | undefined): boolean {
  return isJsonObject(root) && ('openapi' in root || 'swagger' in root);
}

/** Other files also hold paths, parameters, responses and examples. */
function isLikeSchema({ value }: Part): boolean {
  if (!isJsonObject(value)) return false;
  const { type, $ref } = value;
  const names = [type ?? []].flat();
  if (typeof $ref === 'string' || names.some((name) => typeNames.has(name))) return true;
  return Object.entries(value).some(
    ([keyword, held]) => schemaMembers.has(keyword) && typeof held === 'object',
  );
}

const typeNames: ReadonlySet<JsonValue> = new Set(
  'object array string number integer boolean null'.split(' '),
);

function namedBelow(uri: string, root: JsonValue, above: string): readonly NamedSchema[] {
  const map = valueAt(root, above);
  const entries = isJsonObject(map) ? Object.entries(map) : [];
  return entries.flatMap(([name, value]) => nameOf({ uri, pointer: stepDown(above, name), value }));
}

function nameOf(part: Part): readonly NamedSchema[] {
  const name = isJsonObject(part.value) ? schemaName(part) : undefined;
  return name === undefined ? [] : [{ name, part }];
}

function sortByName(named: readonly NamedSchema[]): readonly NamedSchema[] {
  return named.toSorted(
    (one, other) => Number(one.name > other.name) - Number(one.name < other.name),
  );
}
