import type { Trouble } from './play-document.ts';

/** Something that is not as it should be, and the reason why it can't be otherwise. */
export interface Exception {
  readonly document: string;
  readonly operation: string;
  readonly trouble: Trouble;
  readonly because: string;
}

/** Each has to be needed: one that isn't any more fails its document. */
export const exceptions: readonly Exception[] = [];
