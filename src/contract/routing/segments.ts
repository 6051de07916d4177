/** Reads and matches the segments of a path. */
import { Buffer, isUtf8 } from 'node:buffer';

/** A part of a template's segment. */
export type SegmentPiece =
  /** Percent-decoded, like the text of a request that is compared with it. */
  | { readonly kind: 'text'; readonly text: string }
  /** A wildcard: one character or more, but no slash. */
  | { readonly kind: 'wild' }
  /** A wildcard: one character or more, slashes included. */
  | { readonly kind: 'deep' };

/** A segment of a request, decoded for comparison. */
export interface Segment {
  readonly raw: string;
  readonly text: string;
  /** The text with a placeholder for each escaped delimiter: an escaped delimiter is data. */
  readonly guarded: string;
  /** The index in `raw` of each character of the text; undefined if both texts are the same. */
  readonly offsets: readonly number[] | undefined;
}

/** The placeholder is a lone surrogate, which no decoded text contains. */
const substitute = '\uDFFF';
const delimiters = new Set(":/?#[]@!$&'()*+,;=");

/** Percent-decodes once. Escapes that are not valid UTF-8 stay as the client sent them. */
export function readSegment(raw: string): Segment {
  if (!raw.includes('%')) return { raw, text: raw, guarded: raw, offsets: undefined };
  const texts: string[] = [];
  const guarded: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < raw.length;) {
    const { character, end } = readCharacter(raw, at);
    const isData = end > at + 1 && delimiters.has(character);
    texts.push(character);
    guarded.push(isData ? substitute : character);
    for (let unit = 0; unit < character.length; unit += 1) offsets.push(at);
    at = end;
  }
  return { raw, text: texts.join(''), guarded: guarded.join(''), offsets };
}

/** Decodes the text of a template like the segments of a request. */
export function decodeText(text: string): string {
  return readSegment(text).text;
}

/**
 * The raw text of each piece; undefined if the segment does not match. Each wildcard takes as much
 * as possible, and at least one character. The search goes from right to left, where the last
 * position of a text is always the right one. So it needs one pass, however long the segment is.
 */
export function matchPieces(
  pieces: readonly SegmentPiece[],
  segment: Segment,
  isLoose: boolean,
): readonly string[] | undefined {
  const { raw, offsets } = segment;
  const bounds = findBounds(pieces, isLoose ? segment.text : segment.guarded);
  const rawAt = (at: number): number => offsets?.[at] ?? (offsets ? raw.length : at);
  return bounds?.map(([from, to]) => raw.slice(rawAt(from), rawAt(to)));
}

type PieceBounds = readonly [from: number, to: number];

function findBounds(
  pieces: readonly SegmentPiece[],
  text: string,
): readonly PieceBounds[] | undefined {
  const found: PieceBounds[] = [];
  let end = text.length;
  // How many wildcards to the right of the current piece still have no text.
  let waiting = 0;
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    const piece = pieces[index];
    if (piece?.kind !== 'text') {
      waiting += 1;
      continue;
    }
    const from = findText(text, piece.text, end, { waiting, isFirst: index === 0 });
    if (from === -1) return undefined;
    found.push(...share(from + piece.text.length, end, waiting), [from, from + piece.text.length]);
    end = from;
    waiting = 0;
  }
  if (waiting === 0 ? end !== 0 : end < waiting) return undefined;
  return [...found, ...share(0, end, waiting)].toReversed();
}

/** The last position of `text` that leaves a character for each wildcard behind it; -1 if none. */
function findText(
  whole: string,
  text: string,
  end: number,
  { waiting, isFirst }: { readonly waiting: number; readonly isFirst: boolean },
): number {
  const last = end - waiting - text.length;
  if (last < 0) return -1;
  if (isFirst) return whole.startsWith(text) && (waiting > 0 || last === 0) ? 0 : -1;
  if (waiting > 0) return whole.lastIndexOf(text, last);
  return whole.startsWith(text, last) ? last : -1;
}

/** Divides a range between adjacent wildcards: the first is greedy. Lists them from the right. */
function share(from: number, to: number, count: number): readonly PieceBounds[] {
  return Array.from({ length: count }, (_, index): PieceBounds => {
    const end = to - index;
    return [index === count - 1 ? from : end - 1, end];
  });
}

/** One character, or the escapes of one. */
function readCharacter(raw: string, at: number): { character: string; end: number } {
  const first = readByte(raw, at);
  const length = first === undefined ? 0 : lengthOf(first.value);
  const bytes: number[] = [];
  let end = at;
  while (bytes.length < length) {
    const byte = readByte(raw, end);
    if (byte === undefined || (bytes.length > 0 && byte.value >> 6 !== 0b10)) break;
    bytes.push(byte.value);
    end = byte.end;
  }
  const buffer = Buffer.from(bytes);
  const isWhole = length > 0 && bytes.length === length && isUtf8(buffer);
  return isWhole
    ? { character: buffer.toString('utf8'), end }
    : { character: raw.charAt(at), end: at + 1 };
}

function readByte(raw: string, at: number): { value: number; end: number } | undefined {
  const escape = raw.slice(at, at + 3);
  return /^%[0-9a-f]{2}$/i.test(escape)
    ? { value: Number.parseInt(escape.slice(1), 16), end: at + 3 }
    : undefined;
}

/** The number of bytes of the UTF-8 character that begins with this byte; 0 if none can. */
function lengthOf(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2) return 0;
  if (byte < 0xe0) return 2;
  if (byte < 0xf0) return 3;
  return byte < 0xf5 ? 4 : 0;
}
