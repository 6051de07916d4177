import type { DiskFile } from '../disk.ts';

/** The part of a file that is in memory. It moves forward as the file is read. */
export interface Pane {
  bytes: Buffer;
  /** Where it begins in the file, in bytes. */
  offset: number;
  /** Whether it reaches the end of the file. */
  isLast: boolean;
  /** How far `bytes` were read; the bytes before may be dropped. */
  at: number;
}

/** Reads the bytes of a pane, and yields when it needs more of them. */
export type FileScan<T> = Generator<undefined, T, undefined>;

const usualSize = 1 << 20;

/** Scans a file of any size, with little more than one piece of it in memory. */
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

/** For a value that is larger than a piece, the pane doubles each time. */
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
