import { readFile } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Complaint } from '../errors.ts';
import { messageOf, StartError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, stepDown, valueAt } from '../json.ts';
import type { Source } from '../source.ts';
import { complainAt, parseSource } from '../source.ts';

/** A value of the contract together with its place, so that `$ref`s and complaints find theirs. */
export interface Part<T extends JsonValue = JsonValue> {
  readonly uri: string;
  readonly pointer: string;
  readonly value: T;
}

/** The contract's own file and every file that it refers to, parsed and never dereferenced. */
export interface Documents {
  readonly root: Part;
  readonly sources: ReadonlyMap<string, Source>;
  /** Goes through `$ref`s until there is none. One that goes in a circle is undefined. */
  follow(part: Part): Part | undefined;
  /** What stands below a part, as it stands there: references lead on the way, and not at the end. */
  at(part: Part, ...steps: readonly (string | number)[]): Part | undefined;
  /** What stands below a part, references at the end followed, too. */
  child(part: Part, ...steps: readonly (string | number)[]): Part | undefined;
  /** A keyword of a schema itself: beside a reference, which in 3.1 counts, and not behind it. */
  own(schema: Part, keyword: string): Part | undefined;
  /** The schemas that a schema is made of besides its keywords: what it refers to, and `allOf`. */
  parts(schema: Part): readonly Part[];
  complain(part: Pick<Part, 'uri' | 'pointer'>, message: string): Complaint;
}

/** Reads a contract and, one after the other, the files that its `$ref`s name. */
export async function loadDocuments(file: string): Promise<Documents> {
  const sources = new Map<string, Source>();
  const complaints: Complaint[] = [];
  const rootUri = pathToFileURL(file).href;
  const references: Reference[] = [];
  sources.set(rootUri, await readSource(file));
  // A Map iterates over what is added on the way.
  for (const [uri, source] of sources) {
    for (const { ref, pointer } of findReferences(source.root)) {
      try {
        const target = locate(ref, uri, rootUri);
        references.push({ source, ref, pointer, target });
        if (!sources.has(target.uri)) {
          sources.set(target.uri, await readSource(fileURLToPath(target.uri)));
        }
      } catch (error) {
        complaints.push(complainAt(source, pointer, `$ref to ${ref}: ${messageOf(error)}`));
      }
    }
  }
  complaints.push(...findLooseEnds(references, sources));
  if (complaints.length > 0) throw new StartError(complaints);
  return createDocuments(rootUri, sources);
}

interface Target {
  readonly uri: string;
  readonly pointer: string;
}

interface Reference {
  readonly source: Source;
  readonly ref: string;
  readonly pointer: string;
  readonly target: Target;
}

/** References into a file that is there, to a place that isn't. */
function findLooseEnds(
  references: readonly Reference[],
  sources: ReadonlyMap<string, Source>,
): readonly Complaint[] {
  return references.flatMap(({ source, ref, pointer, target }) => {
    const there = sources.get(target.uri);
    if (!there || valueAt(there.root, target.pointer) !== undefined) return [];
    return [complainAt(source, pointer, `$ref to ${ref}: there is nothing at that place`)];
  });
}

function createDocuments(rootUri: string, sources: ReadonlyMap<string, Source>): Documents {
  const documents: Documents = {
    root: { uri: rootUri, pointer: '', value: sources.get(rootUri)?.root ?? null },
    sources,
    follow(part) {
      let current = part;
      // A chain of references longer than this goes in a circle.
      for (let hops = 0; hops < 100; hops += 1) {
        const ref = isJsonObject(current.value) ? current.value['$ref'] : undefined;
        if (typeof ref !== 'string') return current;
        const target = resolve(sources, current.uri, ref);
        if (!target) return undefined;
        current = target;
      }
      return undefined;
    },
    at(part, ...steps) {
      let current: Part | undefined = part;
      for (const step of steps) {
        const holder: Part | undefined = current && documents.follow(current);
        const value: JsonValue | undefined = holder && valueAt(holder.value, stepDown('', step));
        if (!holder || value === undefined) return undefined;
        current = { uri: holder.uri, pointer: stepDown(holder.pointer, step), value };
      }
      return current;
    },
    child(part, ...steps) {
      const found = documents.at(part, ...steps);
      return found && documents.follow(found);
    },
    own({ uri, pointer, value }, keyword) {
      const found = valueAt(value, stepDown('', keyword));
      return found === undefined
        ? undefined
        : { uri, pointer: stepDown(pointer, keyword), value: found };
    },
    parts(schema) {
      const target = documents.follow(schema);
      const whole = documents.own(schema, 'allOf');
      const indexes = Array.isArray(whole?.value) ? [...whole.value.keys()] : [];
      const branches = indexes.map((index) => whole && documents.at(whole, index));
      const isElsewhere = target && target.value !== schema.value;
      return [
        ...(isElsewhere ? [target] : []),
        ...branches.filter((branch) => branch !== undefined),
      ];
    },
    complain(part, message) {
      const source = sources.get(part.uri);
      return source
        ? complainAt(source, part.pointer, message)
        : { file: part.uri, pointer: part.pointer, message };
    },
  };
  return documents;
}

async function readSource(file: string): Promise<Source> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError([{ file, message: `can not be read: ${reasonOf(error)}` }]);
  }
  return parseSource(file, text);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder, not a file';
  if (code === 'EACCES') return 'permission denied';
  return messageOf(error);
}

function resolve(
  sources: ReadonlyMap<string, Source>,
  base: string,
  ref: string,
): Part | undefined {
  const { uri, pointer } = parseReference(ref, base);
  const value = valueAt(sources.get(uri)?.root ?? null, pointer);
  return value === undefined ? undefined : { uri, pointer, value };
}

/** Where a reference leads. A contract may pull in the files around it, and nothing else. */
function locate(ref: string, base: string, rootUri: string): Target {
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

function parseReference(ref: string, base: string): Target {
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

function* findReferences(
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
