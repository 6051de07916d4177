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

/** Nothing that a client sends may move the cursor, start a line, or turn text around. */
export function printable(text: string): string {
  return escapeUnprintable(text, (unit) => `\\u{${unit.toString(16)}}`);
}

export function escapeUnprintable(text: string, escape: (unit: number) => string): string {
  // Most texts are plain, which a look at the classes of Unicode takes ten times as long to find.
  if (plainText.test(text)) return text;
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) =>
      escape(character.charCodeAt(index)),
    ).join(''),
  );
}

const plainText = /^[\x20-\x7e]*$/;
