/** What somebody has said, and where, for messages. */
export interface Given {
  readonly value: string;
  readonly from: string;
}
