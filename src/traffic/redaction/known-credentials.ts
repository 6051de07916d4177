import { mask } from './found/secret-names.ts';
import { decode, spell } from './search.ts';
import type { Effort, TextIndex } from './text-index.ts';
import {
  allow,
  createBeginnings,
  createTextIndex,
  findLongest,
  hideFrom,
  shortest,
} from './text-index.ts';

/**
 * The credentials that let clients in now, or did so earlier. Reports on earlier requests still
 * hide a credential after its world is dropped, and after its file is reloaded without it.
 */
export interface KnownCredentials {
  /** Adds the credentials of a file, or the control token. */
  keep(this: void, values: readonly string[]): void;
  mint(this: void, value: string): void;
  readonly texts: Pick<KnownTexts, 'has' | 'hideIn'>;
}

/** For each kind. Clients can mint any number of credentials; that removes none of a file. */
const mostTexts = 100_000;
/** Spelling a credential takes time, so up to this many wait until a text is searched. */
const mostWaiting = 1000;

export function createKnownCredentials(): KnownCredentials {
  const kept = createKnownTexts(mostTexts);
  const minted = createKnownTexts(mostTexts);
  let waiting: (readonly [KnownTexts, string])[] = [];
  const learn = (): void => {
    for (const [texts, value] of waiting)
      for (const text of spellCredential(value)) texts.add(text);
    waiting = [];
  };
  return {
    keep(this: void, values) {
      for (const value of values) waiting.push([kept, value]);
    },
    mint(value) {
      waiting.push([minted, value]);
      if (waiting.length > mostWaiting) learn();
    },
    texts: {
      has(text) {
        if (waiting.length > 0) learn();
        return kept.has(text) || minted.has(text);
      },
      hideIn(text) {
        if (waiting.length > 0) learn();
        return minted.hideIn(kept.hideIn(text));
      },
    },
  };
}

/** Makes a function that hides the credentials of a file in messages about other files. */
export function hideCredentials(
  entries: readonly { readonly value: string }[],
): KnownTexts['hideIn'] {
  const known = createKnownCredentials();
  known.keep(entries.map(({ value }) => value));
  return known.texts.hideIn;
}

/** Its spellings: as written, the password of a pair, and the Base64 of these (RFC 7617). */
function spellCredential(value: string): readonly string[] {
  const colon = value.indexOf(':');
  const password = value.slice(colon + 1);
  const pairs = colon === -1 ? [`${value}:`, `:${value}`] : [password];
  const plain = colon === -1 ? [value, ...readPair(value)] : [value, password];
  return [...plain.flatMap(spell), ...[value, ...pairs].flatMap(encode)];
}

/** The padding at the end may be left out. */
function encode(text: string): readonly string[] {
  return decode(Buffer.from(text).toString('base64'));
}

/** A file may give a pair in Base64, as clients send it. */
function readPair(value: string): readonly string[] {
  if (!/^[\w+/]{8,}={0,2}$/.test(value)) return [];
  const text = Buffer.from(value, 'base64').toString('latin1');
  if (!text.includes(':') || !/^[\x20-\x7e]*$/.test(text)) return [];
  return [text, text.slice(text.indexOf(':') + 1)];
}

/** Texts that are hidden wherever they stand. A search stays fast with any number of them. */
interface KnownTexts {
  add(this: void, text: string): void;
  has(this: void, text: string): boolean;
  hideIn(this: void, text: string): string;
}

/** In characters. Messages cut texts before this length. */
const longestCut = 400;

/** Keeps at least the `most` newest texts, and at most twice as many. */
function createKnownTexts(most: number): KnownTexts {
  let young = createTextIndex();
  let old = createTextIndex();
  const beginnings = createBeginnings(0x1_00_00);
  const renew = (): void => {
    [old, young] = [young, createTextIndex()];
    beginnings.clear();
    for (const start of old.starts()) beginnings.add(start);
  };
  return {
    add(text) {
      if (text.length < shortest || young.has(text)) return;
      if (young.size >= most) renew();
      young.add(text);
      beginnings.add(text);
    },
    has: (text) => young.has(text) || old.has(text),
    hideIn(text) {
      if (text.length < shortest || young.size + old.size === 0) return text;
      const effort = allow(text);
      return hideFrom(
        text,
        (from) => beginnings.next(text, from),
        (at) => findEnd(text, at, [young, old], effort),
      );
    },
  };
}

/** The end of the longest credential that begins at an index; undefined where none does. */
function findEnd(
  text: string,
  at: number,
  indexes: readonly TextIndex[],
  effort: Effort,
): number | undefined {
  let longest = 0;
  for (const index of indexes) {
    const range = { text, from: at, end: text.length, alike: shortest };
    const accepts = (length: number): boolean =>
      !isWord(text.slice(at, at + Math.min(length, longestWord))) || isAlone(text, at, at + length);
    const { length } = findLongest(index.at(text, at), range, effort, accepts);
    longest = Math.max(longest, length);
  }
  // Only a text that was made to resemble credentials uses up the effort. Its rest is hidden.
  if (effort.left <= 0) return text.length;
  return longest > 0 ? at + longest : findCut(text, at, indexes, effort);
}

/** The end of a credential that a message has cut; undefined where there is none. */
function findCut(
  text: string,
  at: number,
  indexes: readonly TextIndex[],
  effort: Effort,
): number | undefined {
  const groups = indexes.map((index) => index.at(text, at)).filter(({ length }) => length > 0);
  if (groups.length === 0) return undefined;
  const cut = text.slice(at, at + longestCut).indexOf(mask);
  if (cut < shortest) return undefined;
  const range = { text, from: at, end: at + cut, alike: shortest };
  const isCut = groups.some((group) => findLongest(group, range, effort).isCut);
  return isCut || effort.left <= 0 ? at + cut + mask.length : undefined;
}

const longestWord = 12;

/** Credentials of tests may be words of messages, such as `reader`. */
function isWord(text: string): boolean {
  return text.length < longestWord && /^[a-z]+$/i.test(text);
}

/** Whether a word is a whole value, and not a word of a sentence. */
function isAlone(text: string, from: number, to: number): boolean {
  return isEdge(text.charAt(from - 1)) && isEdge(text.charAt(to));
}

function isEdge(sign: string): boolean {
  return sign === '' || '/"\'=&?;,:|()[]{}<>'.includes(sign);
}
