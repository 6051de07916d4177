import type { KnownTexts } from './known-texts.ts';
import { createKnownTexts } from './known-texts.ts';
import { decode, spell } from '../search.ts';

/**
 * The credentials that let clients in, and those that did: what was said of a request stays hidden when the world
 * is dropped where it was minted, and when its file is loaded again without it.
 */
export interface KnownCredentials {
  /** Those of a file, and the control token. */
  keep(this: void, values: readonly string[]): void;
  mint(this: void, value: string): void;
  readonly texts: Pick<KnownTexts, 'has' | 'hideIn'>;
}

/** Clients can have as many minted as they like; those of files stay known all the same. */
const mostTexts = 100_000;
/** So many wait until they are asked for, which costs those nothing that never are. */
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

/** Hides the credentials of a file in what is said of other files. */
export function hideCredentials(
  entries: readonly { readonly value: string }[],
): KnownTexts['hideIn'] {
  const known = createKnownCredentials();
  known.keep(entries.map(({ value }) => value));
  return known.texts.hideIn;
}

/** As it is shown, what of a pair is the password, and the Base64 of both (RFC 7617). */
function spellCredential(value: string): readonly string[] {
  const colon = value.indexOf(':');
  const password = value.slice(colon + 1);
  const pairs = colon === -1 ? [`${value}:`, `:${value}`] : [password];
  const plain = colon === -1 ? [value, ...readPair(value)] : [value, password];
  return [...plain.flatMap(spell), ...[value, ...pairs].flatMap(encode)];
}

/** The marks at the end may be left out. */
function encode(text: string): readonly string[] {
  return decode(Buffer.from(text).toString('base64'));
}

/** A file may have a pair as it is sent. */
function readPair(value: string): readonly string[] {
  if (!/^[\w+/]{8,}={0,2}$/.test(value)) return [];
  const text = Buffer.from(value, 'base64').toString('latin1');
  if (!text.includes(':') || !/^[\x20-\x7e]*$/.test(text)) return [];
  return [text, text.slice(text.indexOf(':') + 1)];
}
