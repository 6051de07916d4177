/** How far the delivery of a reply has come that the server delays, slows down, breaks off or never sends. */
export interface DeliveryProgress {
  /** `left`: the client closed the connection before the end. */
  readonly state: 'waiting' | 'sending' | 'done' | 'left';
  readonly sent: 'nothing' | 'part' | 'whole';
  /** From the arrival of the request to the end of the delivery; undefined: it is not over. */
  readonly milliseconds: number | undefined;
}
