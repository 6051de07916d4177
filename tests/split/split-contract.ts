import { posix } from 'node:path';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, pointerSteps, stepDown } from '../../src/base/json.ts';
import { isData, nameMaps } from '../../src/contract/load/references.ts';

/** How the component schemas of a contract are spread over files. */
export interface Layout {
  readonly name: string;
  /** `alone`: a file is the schema. `named`: a file holds the schema below its name. */
  readonly schemas: 'alone' | 'named' | 'together';
  /** Whether the contract still lists all components, as references to their files. */
  readonly isListed: boolean;
}

export const layouts: readonly Layout[] = [
  { name: 'a file for each schema', schemas: 'alone', isListed: false },
  { name: 'a file for each schema, all listed', schemas: 'alone', isListed: true },
  { name: 'files with the schema below its name', schemas: 'named', isListed: false },
  { name: 'one file for all schemas', schemas: 'together', isListed: false },
];

export const mainFile = 'openapi.json';

interface Spot {
  readonly file: string;
  readonly pointer: string;
}

/** Splits a contract of one file: paths and components move to files of their own. By file name. */
export function splitContract(root: JsonObject, layout: Layout): ReadonlyMap<string, JsonObject> {
  const moves = new Map([...planPaths(root), ...planComponents(root, layout)]);
  const place = (pointer: string): Spot => placeOf(moves, pointer);
  const keepsNames = layout.schemas === 'together';
  const files = new Map<string, JsonObject>();
  const move = (pointer: string, value: JsonValue): JsonValue => {
    const spot = moves.get(pointer);
    if (!spot) return value;
    const moved = rewrite(root, value, { file: spot.file, keepsNames, place });
    if (isJsonObject(moved)) write(files, spot, moved);
    return { $ref: referTo(spot, mainFile) };
  };
  const reached = reachedFrom(root);
  const keep = (pointer: string): boolean =>
    !pointer.startsWith(schemasPlace(root)) || layout.isListed || !reached.has(pointer);
  const spread = spreadOut(root, '', move, keep);
  const main = rewrite(root, spread, { file: mainFile, keepsNames, place });
  if (isJsonObject(main)) files.set(mainFile, main);
  return files;
}

/** Replaces what moves by references, in the maps that hold it. */
function spreadOut(
  value: JsonObject,
  pointer: string,
  move: (pointer: string, value: JsonValue) => JsonValue,
  keep: (pointer: string) => boolean,
): JsonObject {
  const entries = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const below = stepDown(pointer, name);
    const moved = move(below, member);
    if (moved !== member) return keep(below) ? [[name, moved]] : [];
    const isHolder = pointerSteps(below).length < 3 && isJsonObject(member);
    return [[name, isHolder ? spreadOut(member, below, move, keep) : member]];
  });
  return Object.fromEntries(entries);
}

function planPaths({ paths }: JsonObject): [string, Spot][] {
  const items = Object.entries(isJsonObject(paths) ? paths : {});
  return items.flatMap(([path, item], index): [string, Spot][] =>
    !isJsonObject(item) || '$ref' in item || path.startsWith('x-')
      ? []
      : [[stepDown('/paths', path), { file: `paths/path-${index}.json`, pointer: '' }]],
  );
}

/** Components that other files can hold. The contract keeps its security schemes. */
const kinds = 'parameters responses requestBodies headers examples links callbacks'.split(' ');

function planComponents(root: JsonObject, layout: Layout): [string, Spot][] {
  const isOld = 'swagger' in root;
  const holder = isOld ? root : isJsonObject(root['components']) ? root['components'] : {};
  const above = isOld ? '' : '/components';
  const others = kinds.flatMap((kind) =>
    namesBelow(holder[kind]).map((name): [string, Spot] => [
      stepDown(`${above}/${kind}`, name),
      { file: `${kind}.json`, pointer: stepDown('', name) },
    ]),
  );
  const schemas = isOld ? holder['definitions'] : holder['schemas'];
  return [
    ...others,
    ...namesBelow(schemas).map((name): [string, Spot] => [
      stepDown(schemasPlace(root), name),
      spotOf(name, layout),
    ]),
  ];
}

function schemasPlace(root: JsonObject): string {
  return 'swagger' in root ? '/definitions' : '/components/schemas';
}

function spotOf(name: string, { schemas }: Layout): Spot {
  // A name that no file can have stands inside a file.
  if (schemas === 'together' || !/^[\w][\w .,-]*$/.test(name)) {
    return { file: 'library.json', pointer: stepDown('/schemas', name) };
  }
  return schemas === 'alone'
    ? { file: `schemas/${name}.json`, pointer: '' }
    : { file: `schemas/of-${name}.json`, pointer: stepDown('', name) };
}

/** Names of what can stand in another file: an object that is not yet a reference. */
function namesBelow(map: JsonValue | undefined): readonly string[] {
  const entries = Object.entries(isJsonObject(map) ? map : {});
  return entries.filter(([, value]) => isJsonObject(value)).map(([name]) => name);
}

function placeOf(moves: ReadonlyMap<string, Spot>, pointer: string): Spot {
  const steps = pointerSteps(pointer);
  for (let count = steps.length; count > 0; count -= 1) {
    const spot = moves.get(steps.slice(0, count).reduce(stepDown, ''));
    if (!spot) continue;
    return { file: spot.file, pointer: steps.slice(count).reduce(stepDown, spot.pointer) };
  }
  return { file: mainFile, pointer };
}

function write(files: Map<string, JsonObject>, { file, pointer }: Spot, value: JsonObject): void {
  files.set(file, inserted(files.get(file) ?? {}, pointerSteps(pointer), value));
}

function inserted(
  holder: JsonObject,
  [step, ...rest]: readonly string[],
  value: JsonObject,
): JsonObject {
  if (step === undefined) return value;
  const own = holder[step];
  return { ...holder, [step]: inserted(isJsonObject(own) ? own : {}, rest, value) };
}

interface Move {
  readonly file: string;
  /** Whether mappings name schemas by their bare names where they did. */
  readonly keepsNames: boolean;
  readonly place: (pointer: string) => Spot;
}

/** A copy of a value whose references lead from `file` to where things stand now. */
function rewrite(root: JsonObject, value: JsonValue, move: Move, isNameMap = false): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => rewrite(root, item, move));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]): [string, JsonValue] => {
    if (name === '$ref' && typeof member === 'string')
      return [name, rewriteReference(member, move)];
    if (isNameMap) return [name, rewrite(root, member, move)];
    if (isData(name, member)) return [name, member];
    if (name === 'discriminator' && isJsonObject(member)) {
      return [name, rewriteMapping(root, member, move)];
    }
    return [name, rewrite(root, member, move, nameMaps.has(name))];
  });
  return Object.fromEntries(entries);
}

function rewriteReference(ref: string, { file, place }: Move): string {
  if (ref !== '#' && !ref.startsWith('#/')) return ref;
  return referTo(place(decodeURIComponent(ref.slice(1))), file);
}

function rewriteMapping(root: JsonObject, discriminator: JsonObject, move: Move): JsonObject {
  const { mapping } = discriminator;
  if (!isJsonObject(mapping)) return discriminator;
  const entries = Object.entries(mapping).map(([value, target]): [string, JsonValue] => {
    if (typeof target !== 'string') return [value, target];
    const pointer = stepDown(schemasPlace(root), target);
    const isName = valueOf(root, pointer) !== undefined;
    if (isName && move.keepsNames) return [value, target];
    return [value, rewriteReference(isName ? `#${pointer}` : target, move)];
  });
  return { ...discriminator, mapping: Object.fromEntries(entries) };
}

function referTo({ file, pointer }: Spot, from: string): string {
  const way = file === from ? '' : posix.relative(posix.dirname(from), file);
  const fragment = pointer.split('/').map(encodeURIComponent).join('/');
  const encoded = way.split('/').map(encodeURIComponent).join('/');
  return fragment === '' && way !== '' ? encoded : `${encoded}#${fragment}`;
}

/** The pointers of component schemas that something outside of the components leads to. */
function reachedFrom(root: JsonObject): ReadonlySet<string> {
  const place = schemasPlace(root);
  const reached = new Set<string>();
  const queue: JsonValue[] = [
    spreadOut(
      root,
      '',
      (pointer, value) => {
        return pointer === place ? {} : value;
      },
      () => true,
    ),
  ];
  const look = (pointer: string): Spot => {
    const [first, second, third] = pointerSteps(pointer);
    const isOld = place === '/definitions';
    const steps = isOld ? [first, second] : [first, second, third];
    const schema = steps.reduce<string>((above, step) => stepDown(above, step ?? ''), '');
    if (schema.startsWith(`${place}/`) && !reached.has(schema)) {
      reached.add(schema);
      queue.push(valueOf(root, schema) ?? null);
    }
    return { file: mainFile, pointer };
  };
  for (const value of queue)
    rewrite(root, value, { file: mainFile, keepsNames: false, place: look });
  return reached;
}

function valueOf(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of pointerSteps(pointer)) {
    value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}
