import { isUtf8 } from 'node:buffer';

import type { Complaint } from '../base/errors.ts';
import { StartError } from '../base/errors.ts';
import { displayPath } from '../base/folders.ts';
import type { JsonValue } from '../base/json.ts';
import { pointerSteps } from '../base/json.ts';
import { listIllFormed, mayBeIllFormed } from '../base/texts.ts';
import { findJsonFault, locateInJson, readJson } from './json-text.ts';
import type { TextReading, TextSpot } from './limits.ts';
import { locateInYaml, readYaml } from './yaml-text.ts';

export { findJsonFault };

/** A text in YAML or JSON, and its value. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly root: JsonValue;
  /** The place in the text that a pointer leads to, if the value was converted after reading. */
  readonly original?: ((pointer: string) => string) | undefined;
  /** The place that wrote the value at a pointer, if other texts (overlays) changed the value. */
  readonly trace?: ((pointer: string) => Patch) | undefined;
}

/** The place that wrote a value. `source` undefined: a place in the changed text itself. */
export interface Patch {
  readonly source: Source | undefined;
  readonly pointer: string;
}

export function parseSource(file: string, text: string): Source {
  const reading = readText(file, text);
  if (reading.faults === undefined) return { file, text, root: reading.root };
  const faults = reading.faults.slice(0, mostFaults);
  const starts = lineStarts(text);
  throw new StartError(
    faults.map(({ offset, message }) => ({ ...place({ file, text, starts }, offset), message })),
  );
}

/** Like `parseSource`, for the bytes of a file, which must be UTF-8. */
export function parseBytes(file: string, bytes: Buffer): Source {
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) return parseSource(file, text);
  const message = 'not valid: the file is not UTF-8';
  throw new StartError([complainAtOffset(file, text, text.indexOf('\uFFFD'), message)]);
}

/**
 * A complaint with line, column and the lines around them. Finding the place needs a second, slower
 * reading of the text, so only complaints do it.
 */
export function complainAt(source: Source, pointer: string, message: string): Complaint {
  const { file, text } = source;
  const upgraded = source.original?.(pointer) ?? pointer;
  const patch = source.trace?.(upgraded);
  if (patch?.source) {
    const where = `${upgraded} of ${displayPath(file)}`;
    return complainAt(patch.source, patch.pointer, `${message} (it is put at ${where})`);
  }
  const origin = patch?.pointer ?? upgraded;
  const { spot, starts } = layoutOf(source);
  const complaint = place({ file, text, starts }, offsetOf(spot, origin));
  return { ...complaint, pointer: origin, message };
}

/** A complaint for each text, member name and number that can't be sent. */
export function complainOfIllFormed(source: Source): readonly Complaint[] {
  if (!mayBeIllFormed(source.text)) return [];
  return listIllFormed(source.root)
    .slice(0, mostFaults)
    .map(({ pointer, message }) => complainAt(source, pointer, message));
}

function complainAtOffset(file: string, text: string, offset: number, message: string): Complaint {
  return { ...place({ file, text, starts: lineStarts(text) }, offset), message };
}

/** More complaints about one text do not help the user. */
const mostFaults = 100;

/** A YAML file may contain JSON, which is read much faster. */
function readText(file: string, text: string): TextReading {
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

interface TextLines {
  readonly file: string;
  readonly text: string;
  readonly starts: readonly number[];
}

function place(lines: TextLines, offset: number): Complaint {
  const line = lineAt(lines.starts, offset);
  const column = offset - (lines.starts[line - 1] ?? 0) + 1;
  return {
    file: displayPath(lines.file),
    message: '',
    line,
    column,
    frame: frameAround(lines, line, column),
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}

/** The number of the line, from one, that an offset is in. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** How many characters of a line are shown. */
const longestLine = 160;

function frameAround({ text, starts }: TextLines, line: number, column: number): string {
  const first = Math.max(1, line - 2);
  const last = Math.min(starts.length, line + 1);
  const width = String(last).length;
  const rows: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const marker = number === line ? '>' : ' ';
    const start = starts[number - 1] ?? 0;
    const end = (starts[number] ?? text.length + 1) - 1;
    const isCut = end > start + longestLine;
    const content = text.slice(start, isCut ? start + longestLine : end) + (isCut ? '…' : '');
    rows.push(`${marker} ${String(number).padStart(width)} | ${content}`.trimEnd());
    if (number === line && column <= longestLine) {
      rows.push(`  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`);
    }
  }
  return rows.join('\n');
}

/** The offset of a pointer's value or, if it is missing, of the nearest value above it. */
function offsetOf(top: TextSpot | undefined, pointer: string): number {
  let spot = top;
  let offset = spot?.start ?? 0;
  for (const step of pointerSteps(pointer)) {
    const found = spot?.find(step);
    if (!found) break;
    offset = found.start;
    spot = found.spot;
  }
  return offset;
}

interface TextLayout {
  readonly spot: TextSpot | undefined;
  readonly starts: readonly number[];
}

/** Found once for all complaints about a text. */
const layouts = new WeakMap<Source, TextLayout>();

function layoutOf(source: Source): TextLayout {
  const known = layouts.get(source);
  if (known) return known;
  const { file, text } = source;
  const layout = { spot: locateIn(file, text), starts: lineStarts(text) };
  layouts.set(source, layout);
  return layout;
}

function locateIn(file: string, text: string): TextSpot | undefined {
  const isJson = isJsonFile(file) || (looksLikeJson(text) && readJson(text).faults === undefined);
  return isJson ? locateInJson(text) : locateInYaml(text);
}
