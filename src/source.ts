import { relative } from 'node:path';

import type { Complaint } from './errors.ts';
import { StartError } from './errors.ts';
import type { JsonValue } from './json.ts';
import { pointerSteps } from './json.ts';
import { findJsonFault, locateInJson, readJson } from './json-text.ts';
import type { Reading, Spot } from './reading.ts';
import { locateInYaml, readYaml } from './yaml-text.ts';

export { findJsonFault };

/** A text and what it says. YAML and JSON alike: JSON is YAML. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly root: JsonValue;
  /** Where a pointer leads in the text, where what it says was made into something else. */
  readonly original?: ((pointer: string) => string) | undefined;
}

export function parseSource(file: string, text: string): Source {
  const reading = readText(file, text);
  if (reading.faults === undefined) return { file, text, root: reading.root };
  throw new StartError(
    reading.faults
      .slice(0, mostFaults)
      .map(({ offset, message }) => complainAtOffset(file, text, offset, message)),
  );
}

/**
 * A complaint with the line, the column and the lines around them. Places cost a second, slower
 * reading of the text, so they are looked up only when there is something to complain about.
 */
export function complainAt(source: Source, pointer: string, message: string): Complaint {
  const origin = source.original?.(pointer) ?? pointer;
  return { ...place(source.file, source.text, offsetOf(source, origin)), pointer: origin, message };
}

/** The same for a text that nothing could be made of. */
export function complainAtOffset(
  file: string,
  text: string,
  offset: number,
  message: string,
): Complaint {
  return { ...place(file, text, offset), message };
}

/** A text that is broken in very many places is broken in one. */
const mostFaults = 100;

/** What calls itself YAML may be JSON, and that is read much faster. */
function readText(file: string, text: string): Reading {
  if (isJsonFile(file)) return readJson(text);
  const reading = looksLikeJson(text) ? readJson(text) : undefined;
  return reading?.faults === undefined ? (reading ?? readYaml(text)) : readYaml(text);
}

function isJsonFile(file: string): boolean {
  return file.endsWith('.json');
}

function looksLikeJson(text: string): boolean {
  return /^\uFEFF?\s*\{/.test(text);
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
  let spot = spotsOf(source);
  let offset = spot?.start ?? 0;
  for (const step of pointerSteps(pointer)) {
    const found = spot?.find(step);
    if (!found) break;
    offset = found.start;
    spot = found.spot;
  }
  return offset;
}

/** Looked up once for all that there is to say about a text. */
const spots = new WeakMap<Source, Spot | undefined>();

function spotsOf(source: Source): Spot | undefined {
  if (!spots.has(source)) {
    const { file, text } = source;
    spots.set(source, locateIn(file, text));
  }
  return spots.get(source);
}

function locateIn(file: string, text: string): Spot | undefined {
  const isJson = isJsonFile(file) || (looksLikeJson(text) && readJson(text).faults === undefined);
  return isJson ? locateInJson(text) : locateInYaml(text);
}

function displayPath(file: string): string {
  if (/^https?:/.test(file)) return file;
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}
