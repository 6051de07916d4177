import type { DiskFile } from '../disk.ts';

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
export type FileScan<T> = Generator<undefined, T, undefined>;

const usualSize = 1 << 20;

/** Goes through a file of any size, with little more of it in memory than one piece. */
export async function scanFile<T>(
  file: DiskFile,
  scan: (pane: Pane) => FileScan<T>,
  pieceSize: number = usualSize,
): Promise<T> {
  const { size } = await file.look();
  const pane: Pane = { bytes: Buffer.alloc(0), offset: 0, isLast: size === 0, at: 0 };
  const scanning = scan(pane);
  for (;;) {
    const step = scanning.next();
    if (step.done) return step.value;
    await moveOn(pane, { file, size, pieceSize });
  }
}

interface FileReading {
  readonly file: DiskFile;
  readonly size: number;
  readonly pieceSize: number;
}

/** What is larger than a piece gets a larger one, twice the size each time. */
async function moveOn(pane: Pane, { file, size, pieceSize }: FileReading): Promise<void> {
  const rest = pane.bytes.subarray(pane.at);
  const offset = pane.offset + pane.at;
  const start = offset + rest.length;
  const wanted = Math.min(size - start, Math.max(pieceSize, rest.length));
  const bytes = Buffer.allocUnsafe(rest.length + wanted);
  rest.copy(bytes);
  const count = await file.read(bytes.subarray(rest.length), start);
  const isLast = count === 0 || start + count >= size;
  Object.assign(pane, { bytes: bytes.subarray(0, rest.length + count), offset, isLast, at: 0 });
}
