import { createRequire } from 'node:module';

import type * as Library from 'jsonc-parser';

import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { TextReading, TextSpot, TextFault } from './limits.ts';
import { mostLevels } from './limits.ts';

/** Loaded on first use: only faults and their places need the library. */
const require = createRequire(import.meta.url);
const loadLibrary = (): typeof Library => require('jsonc-parser') as typeof Library;

/** Reads a text in JSON. Duplicate names, which `JSON.parse` accepts, are faults, too. */
export function readJson(given: string): TextReading {
  // A blank takes the place of a byte order mark, so that all offsets stay the same.
  const text = given.replace(/^\uFEFF/, ' ');
  const { names, tooDeep } = skim(text);
  if (tooDeep !== undefined) {
    const message = `not valid: nested deeper than ${mostLevels} levels`;
    return { faults: [{ offset: tooDeep, message }] };
  }
  try {
    // A trust edge: JSON.parse returns any.
    const root = JSON.parse(text) as JsonValue;
    return names === countNames(root) ? { root } : { faults: findTwins(text) };
  } catch {
    const { reason, offset } = findJsonFault(text);
    return { faults: [{ offset, message: `not valid JSON: ${reason}` }] };
  }
}

/**
 * The fault of a text that is not valid JSON, and its place. The engine's own message has no place,
 * or quotes a part of the text, which may be a secret.
 */
export function findJsonFault(text: string): { readonly reason: string; readonly offset: number } {
  const { tooDeep } = skim(text);
  if (tooDeep !== undefined) {
    return { reason: `nested deeper than ${mostLevels} levels`, offset: tooDeep };
  }
  const { parse, printParseErrorCode } = loadLibrary();
  const faults: Library.ParseError[] = [];
  parse(text, faults, { disallowComments: true, allowEmptyContent: false });
  const [fault] = faults;
  const reason = fault ? toWords(printParseErrorCode(fault.error)) : 'it can not be read';
  return { reason, offset: fault?.offset ?? 0 };
}

/** Finds the places of all values in a JSON text. */
export function locateInJson(text: string): TextSpot | undefined {
  const tree = loadLibrary().parseTree(text.replace(/^\uFEFF/, ' '));
  return tree && toSpot(tree);
}

function toSpot(node: Library.Node): TextSpot {
  return {
    start: node.offset,
    find(step) {
      const { children = [] } = node;
      if (node.type === 'array') {
        const item = children[Number(step)];
        return item && { start: item.offset, spot: toSpot(item) };
      }
      const property = children.find((child) => child.children?.[0]?.value === step);
      const value = property?.children?.[1];
      return property && value && { start: property.offset, spot: toSpot(value) };
    },
  };
}

/** `ValueExpected` as `value expected`. */
function toWords(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Counts the member names of a text, and finds where it is too deep, in one pass. */
function skim(text: string): { readonly names: number; readonly tooDeep: number | undefined } {
  let names = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= quote) {
      if (code === quote) at = endOfString(text, at);
    } else if (code === colon) names += 1;
    else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > mostLevels) return { names, tooDeep: at };
    } else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return { names, tooDeep: undefined };
}

/** Finds the quote that ends a string: it follows an even number of backslashes. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

function countNames(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countNames(item);
    return count;
  }
  if (!isJsonObject(value)) return 0;
  // A parsed object inherits no enumerable members.
  for (const name in value) count += 1 + countNames(value[name] ?? null);
  return count;
}

function findTwins(text: string): readonly TextFault[] {
  const faults: TextFault[] = [];
  const open: Set<string>[] = [];
  loadLibrary().visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, offset) {
      const names = open.at(-1);
      if (names?.has(name)) {
        const message = `not valid JSON: the member "${name}" stands here twice`;
        faults.push({ offset, message });
      }
      names?.add(name);
    },
  });
  return faults;
}
