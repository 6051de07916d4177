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
  /** Goes through `$ref`s until there is none. An unresolvable one is undefined. */
  follow(part: Part): Part | undefined;
  child(part: Part, ...steps: readonly (string | number)[]): Part | undefined;
  complain(part: Pick<Part, 'uri' | 'pointer'>, message: string): Complaint;
}

/** Reads a contract and, one after the other, the files that its `$ref`s name. */
export async function loadDocuments(file: string): Promise<Documents> {
  const sources = new Map<string, Source>();
  const complaints: Complaint[] = [];
  const rootUri = pathToFileURL(file).href;
  sources.set(rootUri, await readSource(file));
  // A Map iterates over what is added on the way.
  for (const [uri, source] of sources) {
    for (const { ref, pointer } of findReferences(source.root)) {
      const target = withoutFragment(new URL(ref, uri).href);
      if (sources.has(target)) continue;
      const refusal = refuseReference(target, rootUri);
      if (refusal) {
        complaints.push(complainAt(source, pointer, `$ref to ${ref}: ${refusal}`));
        continue;
      }
      try {
        sources.set(target, await readSource(fileURLToPath(target)));
      } catch (error) {
        complaints.push(complainAt(source, pointer, `$ref to ${ref}: ${messageOf(error)}`));
      }
    }
  }
  if (complaints.length > 0) throw new StartError(complaints);
  return createDocuments(rootUri, sources);
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
    child(part, ...steps) {
      let current: Part | undefined = documents.follow(part);
      for (const step of steps) {
        if (!current) return undefined;
        const value = valueAt(current.value, stepDown('', step));
        if (value === undefined) return undefined;
        current = documents.follow({
          uri: current.uri,
          pointer: stepDown(current.pointer, step),
          value,
        });
      }
      return current;
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
  const url = new URL(ref, base);
  const uri = withoutFragment(url.href);
  const pointer = decodeURIComponent(url.hash.slice(1));
  const value = valueAt(sources.get(uri)?.root ?? null, pointer);
  return value === undefined ? undefined : { uri, pointer, value };
}

/** A contract may pull in the files around it, and nothing else of the machine or the network. */
function refuseReference(target: string, rootUri: string): string | undefined {
  if (!target.startsWith('file:')) return 'references to other hosts are not followed';
  const folder = dirname(fileURLToPath(rootUri)) + sep;
  if (!fileURLToPath(target).startsWith(folder)) {
    return `the file is outside of the contract's folder`;
  }
  return undefined;
}

/** Members of these hold a map of names, so whatever stands below them is no keyword. */
const nameMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas']);
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
    if (name === '$ref' && !isNameMap && typeof member === 'string')
      yield { ref: member, pointer: at };
    else if (isNameMap || !dataKeywords.has(name)) {
      yield* findReferences(member, at, !isNameMap && nameMaps.has(name));
    }
  }
}

function withoutFragment(uri: string): string {
  return uri.split('#', 1)[0] ?? uri;
}
