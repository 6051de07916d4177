import { mask } from './found/secret-names.ts';

/** Texts by what they begin with: to look for them takes the same time however many there are. */
export interface TextIndex {
  readonly size: number;
  add(this: void, text: string): void;
  has(this: void, text: string): boolean;
  /** Those that may stand at a place of a text, in order. */
  at(this: void, text: string, from: number): readonly string[];
  /** What they begin with. */
  starts(this: void): Iterable<string>;
}

/** What is shorter may be anything, and would hide what is no secret. */
export const shortest = 6;

/** So many wait to be put in their places one by one; more of them are sorted together with the others. */
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

/** By their characters, not by a language. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** How much may still be compared in a text. */
export interface Effort {
  left: number;
}

/** So many characters are compared for each of a text, which only what was made for it takes. */
const mostForEach = 64;

export function allow(text: string): Effort {
  return { left: 10_000 + mostForEach * text.length };
}

export interface FoundText {
  /** The length of the longest that stands there; 0: none does. */
  readonly length: number;
  /** Whether the text ends before one of them does. */
  readonly isCut: boolean;
}

/**
 * What of texts in order stands at a place of another one, up to some end. They have `alike` characters in common
 * with it; each more leaves fewer of them.
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
    // The shortest is the first of those that begin alike.
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

/** The first that has this character at some depth, or a later one. */
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

/** Hides what ends where `findEnd` says, from place to place; undefined: it hides nothing there. */
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

/** Where in a text something may begin: what is passed over begins like none of them. */
export interface Beginnings {
  add(this: void, text: string): void;
  clear(this: void): void;
  /** From a place on; -1: nowhere. */
  next(this: void, text: string, from: number): number;
}

const base = 31;
/** What the first of `shortest` characters has become in a hash when it leaves. */
const farthest = base ** (shortest - 1);

/** A hash of the characters, which is moved on from each place to the next; `size`: how many there are, a power of two. */
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
