import { stepDown } from '../../base/json.ts';
import { encodePart } from '../../base/texts.ts';
import { isSecretName, mask } from './found/secret-names.ts';
import { decodeName, decodeText } from './found/text-secrets.ts';
import {
  allow,
  createBeginnings,
  createTextIndex,
  findLongest,
  hideFrom,
  shortest,
} from './text-index.ts';

/** The secrets that are looked for in texts. */
export interface SecretSearch {
  /** All secrets, for comparison with whole values. */
  readonly values: ReadonlySet<string>;
  /** The secrets that are looked for within texts, in all spellings. */
  readonly parts: Parts;
  /** The others, which are too short or are common words, as messages quote them. Sorted. */
  readonly quoted: readonly string[];
  /** Whether some secrets are left out. */
  readonly isPartial: boolean;
}

interface Parts {
  hideIn(this: void, text: string): string;
  /** The index near the end of a text where a secret begins that was cut; -1: there is none. */
  findCut(this: void, text: string): number;
}

/** The limit of secrets that are looked for in texts. Beyond it, no message quotes any value. */
const mostParts = 50;

export function compileSearch(
  inHead: readonly string[],
  inBodies: readonly string[] = [],
  isPartial = false,
): SecretSearch {
  const parts = new Set([...inHead, ...inBodies.filter((text) => !isWord(text))]);
  const long = [...parts].filter((text) => text.length >= shortest);
  const values = new Set([...inHead, ...inBodies]);
  const short = [...values].filter((text) => text.length < shortest || isWord(text));
  return {
    values: new Set([...values].flatMap(decode)),
    parts: long.length === 0 ? noParts : createParts(long.slice(0, mostParts)),
    quoted: [...new Set(short.slice(0, mostParts).flatMap(decode).flatMap(quote))].toSorted(),
    isPartial: isPartial || Math.max(long.length, short.length) > mostParts,
  };
}

/** Whether a secret is a placeholder of tests, which is a word of messages, too. */
function isWord(text: string): boolean {
  return text === 'string' || text === 'number' || (/^[a-z]+$/i.test(text) && isSecretName(text));
}

/**
 * The spellings of a secret: as sent, as in a path or a query, as a message quotes it, as in XML,
 * and as a step of a JSON Pointer.
 */
export function spell(secret: string): readonly string[] {
  return decode(secret).flatMap(spellOne);
}

/**
 * How a server may read what a client sent: a plus sign is a space in a query or a form, and not in
 * a path. As the name of a pair, the text ends where the `=` of Base64 begin.
 */
export function decode(secret: string): readonly string[] {
  if (!/[+%]|=$/.test(secret)) return [secret];
  const read = [secret, decodeText(secret), decodeName(secret)];
  return [...new Set(read.flatMap((text) => [text, text.replace(/={1,2}$/, '')]))];
}

function spellOne(secret: string): readonly string[] {
  const inXml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const step = stepDown('', secret).slice(1);
  return [secret, encodePart(secret), inJson(secret), inXml, step, inJson(step)];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** As sent, and as JSON writes it. */
function quote(secret: string): readonly string[] {
  return [`"${secret}"`, JSON.stringify(secret)];
}

const noParts: Parts = { hideIn: (text) => text, findCut: () => -1 };

/** In characters. Messages cut texts before this length. */
const longestCut = 400;

function createParts(secrets: readonly string[]): Parts {
  const index = createTextIndex();
  const beginnings = createBeginnings(0x10_00);
  for (const text of secrets.flatMap(spell)) {
    if (text.length < shortest) continue;
    index.add(text);
    beginnings.add(text);
  }
  return {
    hideIn(text) {
      const effort = allow(text);
      const findEnd = (at: number): number | undefined => {
        const range = { text, from: at, end: text.length, alike: shortest };
        const { length } = findLongest(index.at(text, at), range, effort);
        // Only a text that was made to resemble secrets uses up the effort. Its rest is hidden.
        if (effort.left <= 0) return text.length;
        return length > 0 ? at + length : undefined;
      };
      return hideFrom(text, (from) => beginnings.next(text, from), findEnd);
    },
    findCut(text) {
      const effort = allow(text);
      const from = Math.max(0, text.length - longestCut);
      for (let at = beginnings.next(text, from); at >= 0; at = beginnings.next(text, at + 1)) {
        const range = { text, from: at, end: text.length, alike: shortest };
        const { isCut, length } = findLongest(index.at(text, at), range, effort);
        if (isCut || at + length === text.length || effort.left <= 0) return at;
      }
      return -1;
    },
  };
}

/** Replaces secrets wherever they stand in a text. */
export function hideParts(text: string, { parts, quoted }: SecretSearch): string {
  const shown = parts.hideIn(text);
  return quoted.length === 0 ? shown : hideQuoted(shown, quoted);
}

function hideQuoted(text: string, quoted: readonly string[]): string {
  const effort = allow(text);
  const findEnd = (from: number): number | undefined => {
    const range = { text, from, end: text.length, alike: 1 };
    const { length } = findLongest(quoted, range, effort);
    if (effort.left <= 0) return text.length;
    return length > 0 ? from + length : undefined;
  };
  return hideFrom(text, (from) => text.indexOf('"', from), findEnd, `"${mask}"`);
}

/** Hides the beginning of a secret at the end of a text that a message has cut. */
export function hideCutParts(text: string, { parts }: SecretSearch): string {
  if (parts === noParts || !text.includes(mask)) return text;
  const pieces = text.split(mask);
  const last = pieces.length - 1;
  return pieces
    .map((piece, at) => {
      const cut = at === last ? -1 : parts.findCut(piece);
      return cut === -1 ? piece : piece.slice(0, cut) + mask;
    })
    .join(mask);
}
