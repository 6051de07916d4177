import { relative } from 'node:path';

import type { ParseError } from 'jsonc-parser';
import { parse as parseTolerantly, printParseErrorCode } from 'jsonc-parser';
import { isAlias, isMap, isNode, isScalar, isSeq, parse, parseDocument } from 'yaml';

import type { Complaint } from './errors.ts';
import { messageOf, StartError } from './errors.ts';
import type { JsonValue } from './json.ts';
import { pointerSteps, stepDown } from './json.ts';

/** A text and what it says. YAML and JSON alike: JSON is YAML. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly root: JsonValue;
}

export function parseSource(file: string, text: string): Source {
  return {
    file,
    text,
    root: file.endsWith('.json') ? parseJson(file, text) : parseYaml(file, text),
  };
}

/**
 * A complaint with the line, the column and the lines around them. Positions cost a second, slower
 * parse of the text, so they are looked up only when there is something to complain about.
 */
export function complainAt(source: Source, pointer: string, message: string): Complaint {
  return { ...place(source.file, source.text, offsetOf(source, pointer)), pointer, message };
}

function parseJson(file: string, text: string): JsonValue {
  try {
    // A trust edge: JSON.parse returns any.
    return JSON.parse(text) as JsonValue;
  } catch {
    const { reason, offset } = findJsonFault(text);
    throw new StartError([{ ...place(file, text, offset), message: `not valid JSON: ${reason}` }]);
  }
}

/**
 * What is wrong with a text that is no JSON, and where. The engine's own message has no place, or
 * quotes a piece of the text, which may be a secret.
 */
export function findJsonFault(text: string): { readonly reason: string; readonly offset: number } {
  const faults: ParseError[] = [];
  parseTolerantly(text, faults, { disallowComments: true, allowEmptyContent: false });
  const [fault] = faults;
  const reason = fault ? toWords(printParseErrorCode(fault.error)) : 'it can not be read';
  return { reason, offset: fault?.offset ?? 0 };
}

/** `ValueExpected` as `value expected`. */
function toWords(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function parseYaml(file: string, text: string): JsonValue {
  try {
    // A trust edge: the parser returns any.
    const root = parse(text, { prettyErrors: false, logLevel: 'error' }) as JsonValue;
    const circle = findCircle(root);
    if (circle === undefined) return root;
    const source = { file, text, root: null };
    throw new StartError([complainAt(source, circle, 'not valid: the anchor holds itself')]);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { errors } = parseDocument(text, { prettyErrors: false });
    const faults = errors.length > 0 ? errors : [{ pos: [0], message: messageOf(error) }];
    throw new StartError(
      faults.map((fault) => ({
        ...place(file, text, fault.pos[0] ?? 0),
        message: `not valid YAML: ${fault.message}`,
      })),
    );
  }
}

/** Where a value holds itself: an alias within its own anchor does. */
function findCircle(
  value: JsonValue,
  pointer = '',
  above: readonly JsonValue[] = [],
): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (above.includes(value)) return pointer;
  const inside = [...above, value];
  for (const [name, member] of Object.entries(value)) {
    const circle = findCircle(member, stepDown(pointer, name), inside);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

function place(file: string, text: string, offset: number): Complaint {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const col = offset - (before.lastIndexOf('\n') + 1) + 1;
  return {
    file: displayPath(file),
    message: '',
    line,
    column: col,
    frame: frameAround(text, line, col),
  };
}

function frameAround(text: string, line: number, column: number): string {
  const lines = text.split('\n');
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 1);
  const width = String(last).length;
  const rows: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const marker = number === line ? '>' : ' ';
    const content = (lines[number - 1] ?? '').slice(0, 160);
    rows.push(`${marker} ${String(number).padStart(width)} | ${content}`.trimEnd());
    if (number === line && column <= 160)
      rows.push(`  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`);
  }
  return rows.join('\n');
}

/** Where a pointer's value begins; where it is missing, the nearest thing above it. */
function offsetOf(source: Source, pointer: string): number {
  const document = parseDocument(source.text, { prettyErrors: false });
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of pointerSteps(pointer)) {
    const entry = entryOf(node, step);
    if (!entry) break;
    offset = startOf(entry.anchor) ?? offset;
    node = isAlias(entry.value) ? entry.value.resolve(document) : entry.value;
  }
  return offset;
}

/** A member of a map is found by its name, so its line is that of the name. */
function entryOf(node: unknown, step: string): { anchor: unknown; value: unknown } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return item === undefined ? undefined : { anchor: item, value: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  return pair && { anchor: pair.key, value: pair.value };
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function displayPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}
