import type { JsonValue } from '../base/json.ts';

/** What a text contains: its value, or its faults. */
export type TextReading =
  | { readonly root: JsonValue; readonly faults?: undefined }
  | { readonly root?: undefined; readonly faults: readonly TextFault[] };

export interface TextFault {
  readonly offset: number;
  readonly message: string;
}

/** The place of a value in its text, and the way to the places below it. */
export interface TextSpot {
  readonly start: number;
  /** The `start` of a member is that of its name. */
  find(step: string): { readonly start: number; readonly spot: TextSpot } | undefined;
}

/** Recursive functions can go down this many levels of a value. */
export const mostLevels = 500;
/** How many values all aliases of a text together may stand for. */
export const mostCopies = 500_000;
