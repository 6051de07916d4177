import { mask } from './found/secret-names.ts';

/** Texts by their first characters, so that a search stays fast with any number of texts. */
export interface TextIndex {
  readonly size: number;
  add(this: void, text: string): void;
  has(this: void, text: string): boolean;
  /** The texts that may stand at an index of another text, in order. */
  at(this: void, text: string, from: number): readonly string[];
  /** The first characters of the texts, each once. */
  starts(this: void): Iterable<string>;
}

/** In characters. A shorter text may be anything: hiding it would hide what is no secret. */
export const shortest = 6;

/** Up to this many new texts are inserted one by one; more are sorted together with the others. */
const fewWaiting = 16;

interface TextGroup {
  readonly inOrder: string[];
  readonly waiting: string[];
}

export function createTextIndex(): TextIndex {
  const all = new Set<string>();
  const groups = new Map<string, TextGroup>();
  return {
    get size() {
      return all.size;
    },
    add(text) {
      if (all.has(text)) return;
      all.add(text);
      const start = text.slice(0, shortest);
      const group = groups.get(start);
      if (group) group.waiting.push(text);
      else groups.set(start, { inOrder: [text], waiting: [] });
    },
    has: (text) => all.has(text),
    at(text, from) {
      const group = groups.get(text.slice(from, from + shortest));
      if (!group) return none;
      if (group.waiting.length > 0) order(group);
      return group.inOrder;
    },
    starts: () => groups.keys(),
  };
}

const none: readonly string[] = [];

function order({ inOrder, waiting }: TextGroup): void {
  if (waiting.length > fewWaiting) {
    for (const text of waiting) inOrder.push(text);
    inOrder.sort(compare);
  } else {
    for (const text of waiting) inOrder.splice(findPlace(inOrder, text), 0, text);
  }
  waiting.length = 0;
}

function findPlace(inOrder: readonly string[], text: string): number {
  let [first, last] = [0, inOrder.length];
  while (first < last) {
    const middle = (first + last) >>> 1;
    if ((inOrder[middle] ?? '') < text) first = middle + 1;
    else last = middle;
  }
  return first;
}

/** By UTF-16 code units, not by the rules of a language. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** How many comparisons are left for a text. */
export interface Effort {
  left: number;
}

/** Comparisons for each character of a text. Only a text that was made for it takes so many. */
const mostForEach = 64;

export function allow(text: string): Effort {
  return { left: 10_000 + mostForEach * text.length };
}

export interface FoundText {
  /** The length of the longest text that stands there; 0 where none does. */
  readonly length: number;
  /** Whether the searched text ends before one of them does. */
  readonly isCut: boolean;
}

/**
 * Finds which of some sorted texts stands at a place of another text, before some end. They share
 * their first `alike` characters with it; each further character leaves fewer of them.
 */
export function findLongest(
  inOrder: readonly string[],
  { text, from, end, alike }: TextRange,
  effort: Effort,
  accepts: (length: number) => boolean = () => true,
): FoundText {
  let [low, high] = [0, inOrder.length];
  let length = 0;
  for (let depth = alike; low < high; depth += 1) {
    // Of texts that begin alike, the shortest is the first.
    if (inOrder[low]?.length === depth) {
      if (accepts(depth)) length = depth;
      low += 1;
    }
    if (from + depth >= end || effort.left <= 0) break;
    const code = text.charCodeAt(from + depth);
    low = findFirst(inOrder, { low, high, depth }, code, effort);
    high = findFirst(inOrder, { low, high, depth }, code + 1, effort);
  }
  return { length, isCut: low < high };
}

interface TextRange {
  readonly text: string;
  readonly from: number;
  readonly end: number;
  readonly alike: number;
}

interface Among {
  readonly low: number;
  readonly high: number;
  readonly depth: number;
}

/** The index of the first text whose character at `depth` is `code` or a later one. */
function findFirst(
  inOrder: readonly string[],
  { low, high, depth }: Among,
  code: number,
  effort: Effort,
): number {
  let [first, last] = [low, high];
  while (first < last) {
    effort.left -= 1;
    const middle = (first + last) >>> 1;
    if ((inOrder[middle]?.charCodeAt(depth) ?? 0) < code) first = middle + 1;
    else last = middle;
  }
  return first;
}

/**
 * Hides pieces from where `next` says to where `findEnd` says; undefined: it hides nothing there.
 */
export function hideFrom(
  text: string,
  next: (from: number) => number,
  findEnd: (at: number) => number | undefined,
  instead: string = mask,
): string {
  let shown = '';
  let done = 0;
  for (let at = next(0); at !== -1; at = next(at)) {
    const end = findEnd(at);
    if (end !== undefined) {
      shown += text.slice(done, at) + instead;
      done = end;
    }
    at = Math.max(at + 1, done);
  }
  return done === 0 ? text : shown + text.slice(done);
}

/** Finds where in a text one of the added texts may begin; at all places between, none begins. */
export interface Beginnings {
  add(this: void, text: string): void;
  clear(this: void): void;
  /** The first index from `from` on; -1 where there is none. */
  next(this: void, text: string, from: number): number;
}

const base = 31;
/** The factor of the oldest of `shortest` characters, when it leaves the hash. */
const farthest = base ** (shortest - 1);

/** A rolling hash finds the places. `size` is the number of hash values, a power of two. */
export function createBeginnings(size: number): Beginnings {
  const bits = size - 1;
  let marks: Uint8Array | undefined;
  return {
    add(text) {
      marks ??= new Uint8Array(size);
      marks[hashOf(text, 0) & bits] = 1;
    },
    clear: () => void marks?.fill(0),
    next(text, from) {
      const last = text.length - shortest;
      if (!marks || from > last) return -1;
      let hash = hashOf(text, from);
      for (let at = from; ; at += 1) {
        if (marks[hash & bits] === 1) return at;
        if (at >= last) return -1;
        hash =
          (Math.imul(hash - Math.imul(text.charCodeAt(at), farthest), base) +
            text.charCodeAt(at + shortest)) |
          0;
      }
    },
  };
}

function hashOf(text: string, from: number): number {
  let hash = 0;
  for (let at = from; at < from + shortest; at += 1) {
    hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
  }
  return hash;
}
