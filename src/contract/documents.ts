import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Complaint } from '../errors.ts';
import { messageOf, StartError } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import { isJsonObject, stepDown, valueAt } from '../json.ts';
import type { Source } from '../source.ts';
import { complainAt, parseSource } from '../source.ts';
import type { Target } from './references.ts';
import { findReferences, locateReference, parseReference } from './references.ts';

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
  /** References that could not be followed. */
  readonly looseEnds: readonly LooseEnd[];
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

/** A reference that leads nowhere, or where it may not lead. */
export interface LooseEnd {
  readonly uri: string;
  readonly pointer: string;
  readonly complaint: Complaint;
}

/** Reads a contract and, one after the other, the files that its `$ref`s name. */
export async function loadDocuments(file: string): Promise<Documents> {
  const sources = new Map<string, Source>();
  const looseEnds: LooseEnd[] = [];
  const rootUri = pathToFileURL(file).href;
  const references: Reference[] = [];
  sources.set(rootUri, await readSource(file));
  // A Map iterates over what is added on the way.
  for (const [uri, source] of sources) {
    for (const { ref, pointer } of findReferences(source.root)) {
      try {
        const target = locateReference(ref, uri, rootUri);
        references.push({ uri, source, ref, pointer, target });
        if (!sources.has(target.uri)) {
          sources.set(target.uri, await readSource(fileURLToPath(target.uri)));
        }
      } catch (error) {
        const complaint = complainAt(source, pointer, `$ref to ${ref}: ${messageOf(error)}`);
        looseEnds.push({ uri, pointer, complaint });
      }
    }
  }
  looseEnds.push(...findLooseEnds(references, sources));
  return createDocuments(rootUri, sources, looseEnds);
}

interface Reference {
  readonly uri: string;
  readonly source: Source;
  readonly ref: string;
  readonly pointer: string;
  readonly target: Target;
}

/** References into a file that is there, to a place that isn't. */
function findLooseEnds(
  references: readonly Reference[],
  sources: ReadonlyMap<string, Source>,
): readonly LooseEnd[] {
  return references.flatMap(({ uri, source, ref, pointer, target }) => {
    const there = sources.get(target.uri);
    if (!there || valueAt(there.root, target.pointer) !== undefined) return [];
    const message = `$ref to ${ref}: there is nothing at that place`;
    return [{ uri, pointer, complaint: complainAt(source, pointer, message) }];
  });
}

function createDocuments(
  rootUri: string,
  sources: ReadonlyMap<string, Source>,
  looseEnds: readonly LooseEnd[],
): Documents {
  const documents: Documents = {
    root: { uri: rootUri, pointer: '', value: sources.get(rootUri)?.root ?? null },
    sources,
    looseEnds,
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
    complain: (part, message) => complainAbout(sources.get(part.uri), part, message),
  };
  return documents;
}

function complainAbout(
  source: Source | undefined,
  { uri, pointer }: Pick<Part, 'uri' | 'pointer'>,
  message: string,
): Complaint {
  return source ? complainAt(source, pointer, message) : { file: uri, pointer, message };
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
  try {
    const { uri, pointer } = parseReference(ref, base);
    const source = sources.get(uri);
    const value = source && valueAt(source.root, pointer);
    return value === undefined ? undefined : { uri, pointer, value };
  } catch {
    // It can't be read, and is one of the loose ends.
    return undefined;
  }
}
