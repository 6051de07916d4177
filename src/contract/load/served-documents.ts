import { basename, dirname, isAbsolute, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, tryParseJson, valueAt } from '../../base/json.ts';
import type { Source } from '../../text/source.ts';
import { parseSource } from '../../text/source.ts';
import { writeYaml } from '../../text/yaml-text.ts';
import type { Contract } from '../compile.ts';
import { applyOverlays } from '../overlay/apply-overlays.ts';

/** A contract, or a file that a contract refers to. */
export interface ServedDocument {
  /** Its path from the folder of the first contract; where that has another host, its URL. */
  readonly name: string;
  /** Whether it is itself a contract. */
  readonly isContract: boolean;
  readonly title: string | undefined;
  readonly version: string | undefined;
}

export type DocumentFormat = 'json' | 'yaml';

/** The contracts first, then the files that they refer to. */
export function listDocuments({ documents }: Contract): readonly ServedDocument[] {
  const roots = new Set(documents.roots.map(({ uri }) => uri));
  return [...documents.sources].map(([uri, { root }]) => ({
    name: nameOf(documents, uri),
    isContract: roots.has(uri),
    title: textAt(root, '/info/title'),
    version: textAt(root, '/info/version'),
  }));
}

/**
 * The text of a document: the original text if it has this format and no overlay changes it, else a
 * new text with the overlays applied. Its references lead to the other documents by their names.
 * Undefined if there is no document of that name. `change` changes contracts besides.
 */
export function writeDocument(
  { documents, overlays }: Pick<Contract, 'documents' | 'overlays'>,
  name: string,
  format: DocumentFormat,
  change?: (root: JsonValue) => JsonValue,
): string | undefined {
  const found = [...documents.sources].find(([uri]) => nameOf(documents, uri) === name);
  if (!found) return undefined;
  const [uri, { file, text }] = found;
  const isRoot = documents.roots.some((root) => root.uri === uri);
  const isOverlaid = isRoot && overlays.length > 0;
  const isChanged = isOverlaid || (isRoot && change !== undefined);
  if (!isChanged && (isJson(text) ? 'json' : 'yaml') === format) return text;
  // Parsed again, because compiling changed the values.
  const read = parseSource(file, text);
  const { root: whole } = isOverlaid ? overlay({ documents, overlays }, uri) : read;
  const root = isRoot && change ? change(whole) : whole;
  return format === 'json' ? `${JSON.stringify(root, undefined, 2)}\n` : writeYaml(root);
}

/** Applies overlays to all contracts: an action may find its target in only one of them. */
function overlay(
  { documents, overlays }: Pick<Contract, 'documents' | 'overlays'>,
  wanted: string,
): Pick<Source, 'root'> {
  return applyOverlays(readContracts(documents), overlays).get(wanted) ?? { root: null };
}

/** The contracts as they are written, by their URIs. */
export function readContracts(documents: Contract['documents']): ReadonlyMap<string, Source> {
  return new Map(
    documents.roots.flatMap(({ uri }): readonly (readonly [string, Source])[] => {
      const source = documents.sources.get(uri);
      return source ? [[uri, parseSource(source.file, source.text)]] : [];
    }),
  );
}

/**
 * The name of a file for clients, from what the command line shows: a path that begins at the root
 * of this machine is told from the contract's folder, or by its last part alone.
 */
export function nameForClients(shown: string, { root }: Contract['documents']): string {
  if (!isAbsolute(shown)) return shown;
  const { protocol } = new URL(root.uri);
  const path = protocol === 'file:' ? relative(dirname(fileURLToPath(root.uri)), shown) : '..';
  return path.startsWith('..') || isAbsolute(path) ? basename(shown) : path.split(sep).join('/');
}

export function nameOf({ root }: Contract['documents'], uri: string): string {
  const [to, from] = [new URL(uri), new URL(root.uri)];
  if (to.protocol === 'file:' && from.protocol === 'file:') {
    return relative(dirname(fileURLToPath(from)), fileURLToPath(to))
      .split(sep)
      .join('/');
  }
  if (to.origin !== from.origin) return uri;
  const path = posix.relative(posix.dirname(from.pathname), to.pathname) || 'contract';
  // The query of the contract's own URL may hold the token of a user.
  return uri === root.uri ? path : path + to.search;
}

/** A text that begins like JSON may still be YAML. */
function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text) && tryParseJson(text) !== undefined;
}

function textAt(root: Source['root'], pointer: string): string | undefined {
  const value = isJsonObject(root) ? valueAt(root, pointer) : undefined;
  return typeof value === 'string' ? value : undefined;
}
