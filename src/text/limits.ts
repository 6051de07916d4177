import type { JsonValue } from '../base/json.ts';

/** What comes of reading a text: what it says, or what is wrong with it. */
export type TextReading =
  | { readonly root: JsonValue; readonly faults?: undefined }
  | { readonly root?: undefined; readonly faults: readonly TextFault[] };

export interface TextFault {
  readonly offset: number;
  readonly message: string;
}

/** Where a value stands in its text, and the way to what stands below it. */
export interface TextSpot {
  readonly start: number;
  /** A member begins with its name, so that is where it starts. */
  find(step: string): { readonly start: number; readonly spot: TextSpot } | undefined;
}

/** Whatever walks through a tree by recursion has room for this many levels. */
export const mostLevels = 500;
/** How many values the aliases of a text may stand for, all together. */
export const mostCopies = 500_000;
