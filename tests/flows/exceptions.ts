import type { Trouble } from './miss.ts';

/** A flow that does not come to its end, and the reason why it can't. */
export interface FlowException {
  readonly document: string;
  readonly flow: string;
  readonly trouble: Trouble;
  readonly because: string;
}

/** Each has to be needed: one that isn't any more fails its document. */
export const exceptions: readonly FlowException[] = [];
