import { mask } from './secret-names.ts';

/** Texts that are hidden wherever they stand: looking for them takes the same time however many there are. */
export interface KnownTexts {
  add(this: void, text: string): void;
  /** Whether this is one of them. */
  has(this: void, text: string): boolean;
  hideIn(this: void, text: string): string;
}

/** What is shorter may be anything, and would hide what is no secret. */
const shortest = 6;
/** No message shows more of a text before it cuts it. */
const longestCut = 400;
/** In a text that was cut more often than this, what begins like one of them is hidden. */
const mostCuts = 20;

/** By what they begin with, and then by their lengths. */
type Generation = Map<string, Map<number, Set<string>>>;

/** Keeps so many of the newest at least, and at most twice as many. */
export function createKnownTexts(most: number): KnownTexts {
  let young: Generation = new Map();
  let old: Generation = new Map();
  let count = 0;
  const beginnings = createBeginnings();
  const grow = (text: string): void => {
    const start = text.slice(0, shortest);
    const group = young.get(start) ?? new Map<number, Set<string>>();
    const same = group.get(text.length) ?? new Set();
    young.set(start, group.set(text.length, same.add(text)));
    beginnings.add(text);
  };
  const renew = (): void => {
    [old, young, count] = [young, new Map(), 0];
    beginnings.clear();
    for (const start of old.keys()) beginnings.add(start);
  };
  const isIn = (generation: Generation, text: string): boolean =>
    generation.get(text.slice(0, shortest))?.get(text.length)?.has(text) ?? false;
  return {
    add(text) {
      if (text.length < shortest || isIn(young, text)) return;
      if (count >= most) renew();
      count += 1;
      grow(text);
    },
    has: (text) => count + old.size > 0 && (isIn(young, text) || isIn(old, text)),
    hideIn(text) {
      if (text.length < shortest || count + old.size === 0) return text;
      let cuts = 0;
      let shown = '';
      let done = 0;
      for (let at = beginnings.next(text, 0); at !== -1; at = beginnings.next(text, at)) {
        const start = text.slice(at, at + shortest);
        const groups = [young.get(start), old.get(start)];
        const end = findEnd(text, at, groups, () => (cuts += 1) > mostCuts);
        if (end !== undefined) {
          shown += text.slice(done, at) + mask;
          done = end;
        }
        at = Math.max(at + 1, done);
      }
      return done === 0 ? text : shown + text.slice(done);
    },
  };
}

type Group = ReadonlyMap<number, ReadonlySet<string>> | undefined;

/** Where the longest ends that begins here; undefined where none does. */
function findEnd(
  text: string,
  at: number,
  groups: readonly Group[],
  isTooMuch: () => boolean,
): number | undefined {
  let end: number | undefined;
  for (const group of groups) {
    for (const [length, same] of group ?? []) {
      const isLonger = at + length > (end ?? 0);
      if (!isLonger || !same.has(text.slice(at, at + length))) continue;
      if (isWord(text.slice(at, at + length)) && !isAlone(text, at, at + length)) continue;
      end = at + length;
    }
  }
  return end ?? findCut(text, at, groups, isTooMuch);
}

/** A message that cuts a text may end in the beginning of one. */
function findCut(
  text: string,
  at: number,
  groups: readonly Group[],
  isTooMuch: () => boolean,
): number | undefined {
  const cut = text.slice(at, at + longestCut).indexOf(mask);
  if (cut < shortest || !groups.some((group) => group !== undefined)) return undefined;
  const shown = text.slice(at, at + cut);
  const isCut =
    isTooMuch() ||
    groups.some((group) =>
      [...(group?.values() ?? [])].some((same) => [...same].some((one) => one.startsWith(shown))),
    );
  return isCut ? at + cut + mask.length : undefined;
}

/** Words of messages may be credentials of tests: `reader`. */
function isWord(text: string): boolean {
  return text.length < 12 && /^[a-z]+$/i.test(text);
}

/** Whether a word is a whole value, and not one of a sentence. */
function isAlone(text: string, from: number, to: number): boolean {
  return isEdge(text.charAt(from - 1)) && isEdge(text.charAt(to));
}

function isEdge(sign: string): boolean {
  return sign === '' || '/"\'=&?;,:|()[]{}<>'.includes(sign);
}

/** Where in a text something may begin: what is passed over begins like none of them. */
interface Beginnings {
  add(text: string): void;
  clear(): void;
  /** From a place on; -1: nowhere. */
  next(text: string, from: number): number;
}

const base = 31;
/** What the first of `shortest` characters has become in a hash when it leaves. */
const farthest = base ** (shortest - 1);
const bits = 0xffff;

/** A hash of the characters, which is moved on from each place to the next. */
function createBeginnings(): Beginnings {
  let marks: Uint8Array | undefined;
  return {
    add(text) {
      marks ??= new Uint8Array(bits + 1);
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
