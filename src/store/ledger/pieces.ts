import type { DiskFile } from './disk.ts';

/** The part of a file that is in memory. It is moved on as the file is read. */
export interface Pane {
  bytes: Buffer;
  /** Where in the file it begins. */
  offset: number;
  /** Whether nothing follows. */
  isLast: boolean;
  /** How far it was read; what is before may be forgotten. */
  at: number;
}

/** Reads what is in sight, and yields for more to come into sight. */
export type Scan<T> = Generator<undefined, T, undefined>;

const pieceSize = 1 << 20;

/** Goes through a file of any size, with little more of it in memory than one piece. */
export async function scanFile<T>(
  file: DiskFile,
  scan: (pane: Pane) => Scan<T>,
  size: number = pieceSize,
): Promise<T> {
  const pane: Pane = { bytes: Buffer.alloc(0), offset: 0, isLast: false, at: 0 };
  const scanning = scan(pane);
  for (;;) {
    const step = scanning.next();
    if (step.done) return step.value;
    await moveOn(pane, file, size);
  }
}

/** What is larger than a piece gets a larger one, twice the size each time. */
async function moveOn(pane: Pane, file: DiskFile, size: number): Promise<void> {
  const rest = pane.bytes.subarray(pane.at);
  const bytes = Buffer.allocUnsafe(Math.max(size, rest.length * 2));
  rest.copy(bytes);
  const offset = pane.offset + pane.at;
  const count = await file.read(bytes.subarray(rest.length), offset + rest.length);
  Object.assign(pane, {
    bytes: bytes.subarray(0, rest.length + count),
    offset,
    isLast: count === 0,
    at: 0,
  });
}
