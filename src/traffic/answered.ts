import type { DeliveryProgress } from '../pipeline/delivery-progress.ts';
import type { Passage } from '../pipeline/exchange.ts';

/** An answered request to the contract, as journal and coverage receive it. */
export interface Watched {
  /** The whole path, including mount prefix and world. */
  readonly path: string;
  readonly milliseconds: number;
  /** Refers to the connection: copy from it what you need, and do not keep it. */
  readonly passage: Passage;
  /** Goes on after the reply is made, and is safe to keep; undefined: no connection delivers it late. */
  readonly progress?: DeliveryProgress | undefined;
}
