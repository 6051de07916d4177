import { encodePart } from '../../texts.ts';
import { isSecretName, mask } from './secret-names.ts';

/** What is looked for in texts. */
export interface Search {
  /** All secrets, to be compared with whole values. */
  readonly values: ReadonlySet<string>;
  /** Those that are looked for within texts, in all spellings, the longest first. */
  readonly parts: readonly string[];
  /** Those that are too short for that, in the quotation marks of a message. */
  readonly quoted: readonly string[];
  /** Whether there are secrets that are not in it. */
  readonly isPartial: boolean;
}

/** What is shorter may be anything, and would hide what is no secret. */
const shortestPart = 6;
/** Each is looked for in every text that is shown. */
const mostParts = 50;

export function compileSearch(
  inHead: readonly string[],
  inBodies: readonly string[] = [],
  isPartial = false,
): Search {
  const parts = new Set([...inHead, ...inBodies.filter((text) => !isWord(text))]);
  const long = [...parts].filter((text) => text.length >= shortestPart);
  const spelled = new Set(long.slice(0, mostParts).flatMap(spell));
  const values = new Set([...inHead, ...inBodies]);
  const short = [...values].filter((text) => text.length < shortestPart || isWord(text));
  return {
    values,
    // The longest first: one may hold another.
    parts: [...spelled].toSorted((one, other) => other.length - one.length),
    quoted: short.slice(0, mostParts).flatMap(quote),
    isPartial: isPartial || Math.max(long.length, short.length) > mostParts,
  };
}

/** Placeholders of tests, which are words of messages, too. */
function isWord(text: string): boolean {
  return text === 'string' || text === 'number' || (/^[a-z]+$/i.test(text) && isSecretName(text));
}

/** As it was sent, as a path or a query has it, as a message quotes it, and as XML has it. */
export function spell(secret: string): readonly string[] {
  const inXml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [secret, encodePart(secret), JSON.stringify(secret).slice(1, -1), inXml];
}

/** As it was sent, and as JSON has it. */
function quote(secret: string): readonly string[] {
  return [`"${secret}"`, JSON.stringify(secret)];
}

/** Replaces secrets wherever they stand in a text. */
export function hideParts(text: string, { parts, quoted }: Search): string {
  let shown = text;
  for (const secret of parts) shown = shown.replaceAll(secret, mask);
  if (shown.includes('"')) {
    for (const secret of quoted) shown = shown.replaceAll(secret, `"${mask}"`);
  }
  return shown;
}

/** A text that was cut may end in the beginning of a secret. */
export function hideCutParts(text: string, { parts }: Search): string {
  if (parts.length === 0 || !text.includes(mask)) return text;
  const pieces = text.split(mask);
  const last = pieces.length - 1;
  return pieces.map((piece, at) => (at === last ? piece : trimEnd(piece, parts))).join(mask);
}

/** No message shows more of a text before it cuts it. */
const longestCut = 400;

function trimEnd(piece: string, parts: readonly string[]): string {
  for (const secret of parts) {
    const start = secret.slice(0, shortestPart);
    const from = piece.length - Math.min(piece.length, secret.length, longestCut);
    for (let at = piece.indexOf(start, from); at >= 0; at = piece.indexOf(start, at + 1)) {
      if (secret.startsWith(piece.slice(at))) return piece.slice(0, at) + mask;
    }
  }
  return piece;
}
