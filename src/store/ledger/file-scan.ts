import type { JsonValue } from '../../base/json.ts';
import { readJson } from '../../text/json-text.ts';
import type { DiskFile } from './disk.ts';

/** The part of a file that is in memory. It moves forward as the file is read. */
export interface Pane {
  bytes: Buffer;
  /** Where it begins in the file, in bytes. */
  offset: number;
  /** Whether it reaches the end of the file. */
  isLast: boolean;
  /** How far `bytes` were read; the bytes before may be dropped. */
  at: number;
}

/** Reads the bytes of a pane, and yields when it needs more of them. */
export type FileScan<T> = Generator<undefined, T, undefined>;

const usualSize = 1 << 20;

/** Scans a file of any size, with little more than one piece of it in memory. */
export async function scanFile<T>(
  file: DiskFile,
  scan: (pane: Pane) => FileScan<T>,
  pieceSize: number = usualSize,
): Promise<T> {
  const { size } = await file.look();
  const pane: Pane = { bytes: Buffer.alloc(0), offset: 0, isLast: size === 0, at: 0 };
  const scanning = scan(pane);
  for (;;) {
    const step = scanning.next();
    if (step.done) return step.value;
    await moveOn(pane, { file, size, pieceSize });
  }
}

interface FileReading {
  readonly file: DiskFile;
  readonly size: number;
  readonly pieceSize: number;
}

/** For a value that is larger than a piece, the pane doubles each time. */
async function moveOn(pane: Pane, { file, size, pieceSize }: FileReading): Promise<void> {
  const rest = pane.bytes.subarray(pane.at);
  const offset = pane.offset + pane.at;
  const start = offset + rest.length;
  const wanted = Math.min(size - start, Math.max(pieceSize, rest.length));
  const bytes = Buffer.allocUnsafe(rest.length + wanted);
  rest.copy(bytes);
  const count = await file.read(bytes.subarray(rest.length), start);
  const isLast = count === 0 || start + count >= size;
  Object.assign(pane, { bytes: bytes.subarray(0, rest.length + count), offset, isLast, at: 0 });
}

/** The text is not JSON, or can not be read piece by piece. The offset is in bytes. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Reads JSON of any size. It parses the values that are `levels` deep one after the other, so that
 * neither the whole text nor a second copy of it is ever in memory.
 */
export function* readJsonPieces(pane: Pane, levels: number): FileScan<JsonValue> {
  const value = yield* readValue(pane, levels);
  if ((yield* findNext(pane)) !== ending) failAt(pane, 'something follows the end');
  return value;
}

const ending = -1;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function* readValue(pane: Pane, levels: number): FileScan<JsonValue> {
  const code = yield* findNext(pane);
  if (levels > 0 && code === openBrace) return yield* readMembers(pane, levels - 1);
  if (levels > 0 && code === openBracket) return yield* readElements(pane, levels - 1);
  return yield* readWhole(pane);
}

function* readMembers(pane: Pane, levels: number): FileScan<JsonValue> {
  const members = new Map<string, JsonValue>();
  pane.at += 1;
  if ((yield* findNext(pane)) === closeBrace) {
    pane.at += 1;
    return {};
  }
  for (;;) {
    const start = yield* findNext(pane);
    const name = start === quote ? yield* readWhole(pane) : undefined;
    if (typeof name !== 'string') failAt(pane, 'a name is expected');
    if (members.has(name)) failAt(pane, `the member "${name}" stands here twice`);
    if ((yield* findNext(pane)) !== colon) failAt(pane, 'a colon is expected');
    pane.at += 1;
    members.set(name, yield* readValue(pane, levels));
    if (yield* isOver(pane, closeBrace)) return Object.fromEntries(members);
  }
}

function* readElements(pane: Pane, levels: number): FileScan<JsonValue> {
  const elements: JsonValue[] = [];
  pane.at += 1;
  if ((yield* findNext(pane)) === closeBracket) {
    pane.at += 1;
    return elements;
  }
  for (;;) {
    elements.push(yield* readValue(pane, levels));
    if (yield* isOver(pane, closeBracket)) return elements;
  }
}

/** Reads the comma or the end after a member or an element; true at the end. */
function* isOver(pane: Pane, end: number): FileScan<boolean> {
  const code = yield* findNext(pane);
  if (code !== end && code !== comma) failAt(pane, 'a comma or the end is expected');
  pane.at += 1;
  return code === end;
}

/** Skips white space, and returns the byte after it, or `ending`. */
function* findNext(pane: Pane): FileScan<number> {
  for (;;) {
    for (; pane.at < pane.bytes.length; pane.at += 1) {
      const code = pane.bytes[pane.at] ?? 0;
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
    }
    if (pane.isLast) return ending;
    yield;
  }
}

function* readWhole(pane: Pane): FileScan<JsonValue> {
  for (;;) {
    const end = endOfValue(pane);
    if (end !== undefined) {
      const { root, faults } = readJson(pane.bytes.toString('utf8', pane.at, end));
      if (faults !== undefined) failAt(pane, faults[0]?.message ?? 'not valid JSON');
      pane.at = end;
      return root;
    }
    if (pane.isLast) failAt(pane, 'the end is missing');
    yield;
  }
}

/** Where the value at `at` ends; undefined where the pane does not reach that far. */
function endOfValue({ bytes, at, isLast }: Pane): number | undefined {
  const first = bytes[at];
  if (first === quote) return endOfText(bytes, at);
  if (first === openBrace || first === openBracket) return endOfNest(bytes, at);
  let end = at;
  while (end < bytes.length && !isBoundary(bytes[end] ?? 0)) end += 1;
  return end < bytes.length || isLast ? end : undefined;
}

function isBoundary(code: number): boolean {
  return code <= 0x20 || code === comma || code === closeBrace || code === closeBracket;
}

function endOfNest(bytes: Buffer, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === quote) {
      const end = endOfText(bytes, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function endOfText(bytes: Buffer, start: number): number | undefined {
  for (let at = start + 1; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === quote) return at + 1;
    if (code === backslash) at += 1;
  }
  return undefined;
}

function failAt(pane: Pane, message: string): never {
  throw new UnreadableJson(message, pane.offset + pane.at);
}
