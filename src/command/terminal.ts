/** Where a command prints. Tests pass their own, so they need no process. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Whether `error` prints on a terminal. */
  readonly isInteractive: boolean;
  /** The width of the terminal that `out` prints on; undefined: no terminal, or unknown. */
  readonly columns: number | undefined;
  readonly paint: Paint;
  /** A file to which a CI wants a summary of the job appended, in Markdown. */
  readonly summaryFile?: string | undefined;
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

export function createPaint(hasColors: boolean): Paint {
  if (!hasColors) return (_, text) => text;
  return (color, text) => {
    const [on, off] = codes[color];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

/** Whether a process prints in colors. */
export function isColored(
  { NO_COLOR, FORCE_COLOR }: Readonly<Record<string, string | undefined>>,
  { isTTY }: { readonly isTTY?: boolean },
): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return FORCE_COLOR === undefined ? isTTY === true : FORCE_COLOR !== '0';
}
