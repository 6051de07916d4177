/** Beside the faults, since they are sent to clients as they are. */
const ambiguous = new WeakSet<object>();

export function noteSeveral(fault: object): void {
  ambiguous.add(fault);
}

/** Whether the value of a fault matches several alternatives of which it may match one. */
export function matchesSeveral(fault: object): boolean {
  return ambiguous.has(fault);
}
