/** Where a command prints; handed in, so that commands can be tried without a process. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Whether a person watches what goes to `error`. */
  readonly isInteractive: boolean;
  /** How wide the screen is that `out` prints on; undefined where it is none. */
  readonly columns: number | undefined;
  readonly paint: Paint;
}

export type Color = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export type Paint = (color: Color, text: string) => string;

const codes: Readonly<Record<Color, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

export function createPaint(isColored: boolean): Paint {
  if (!isColored) return (_, text) => text;
  return (color, text) => {
    const [on, off] = codes[color];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

/**
 * One line, or a piece of one, of a text that others wrote: it can't move the cursor, start a line, turn text
 * around, or be a command to the CI that reads it.
 */
export function printable(text: string): string {
  return escapeUnprintable(text, (character) => `\\u{${codeOf(character).toString(16)}}`);
}

/** What is ours, line by line, with texts of others in it: whatever starts a line besides the first is indented. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n  ');
}

/** JSON that says the same, and can be printed. */
export function printableJson(value: unknown, indent?: number): string {
  return escapeUnprintable(JSON.stringify(value, undefined, indent), (character) =>
    // Inside of texts, JSON has escaped them.
    character === '\n' ? character : character.split('').map(toJsonEscape).join(''),
  );
}

function toJsonEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The same for the text of an element or an attribute, whose special characters are escaped already. */
export function printableXml(xml: string): string {
  return escapeUnprintable(xml, (character) => `&#${codeOf(character)};`);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function escapeUnprintable(text: string, escape: (character: string) => string): string {
  // Most texts are plain, which a look at the classes of Unicode takes ten times as long to find.
  return plainText.test(text) ? text : text.replaceAll(unprintable, escape);
}

const plainText = /^(?! *::)[\x20-\x22\x24-\x7e]*$/;

/**
 * Besides what is no visible character: the colon of a GitHub command, which may be indented (`::error::`), and the
 * second number sign of one of GitHub, Azure or TeamCity, wherever it stands (`##[error]`, `##vso[…]`).
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|:(?=:)(?<=^\p{Zs}*:)|#(?=\w*\[)(?<=##)/gu;
