/** What a store tells of its work since its start. */
export interface StoreCounts {
  /** Scripts that clients have sent: each is one round trip. */
  readonly roundTrips: number;
  /** Bytes that came over its connections. */
  readonly received: number;
  readonly sent: number;
}

/** Reads what `INFO everything` prints. */
export function readStoreCounts(text: string): StoreCounts {
  // The commands that a script calls are counted, too, but not as scripts.
  const scripts = ['eval', 'evalsha'].map((name) => callsOf(text, name));
  return {
    roundTrips: scripts.reduce((sum, calls) => sum + calls, 0),
    received: readField(text, 'total_net_input_bytes'),
    sent: readField(text, 'total_net_output_bytes'),
  };
}

/** Bytes that the store has allocated. */
export function readStoreMemory(text: string): number {
  return readField(text, 'used_memory');
}

/** What was counted in between, for each of so many requests, or seconds. */
export function countEach(before: StoreCounts, after: StoreCounts, each: number): StoreCounts {
  return {
    roundTrips: (after.roundTrips - before.roundTrips) / each,
    received: (after.received - before.received) / each,
    sent: (after.sent - before.sent) / each,
  };
}

function callsOf(text: string, command: string): number {
  const [, calls] = new RegExp(`^cmdstat_${command}:calls=(\\d+),`, 'm').exec(text) ?? [];
  // A command that was never called has no line.
  return Number(calls ?? 0);
}

function readField(text: string, name: string): number {
  const [, value] = new RegExp(`^${name}:(\\d+)`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`the store does not tell its ${name}`);
  return Number(value);
}
