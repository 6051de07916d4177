import { closeSync, openSync, readSync } from 'node:fs';

import { messageOf } from '../errors.ts';
import { UsageError } from './usage-error.ts';

/** No secret is larger; what is, is another file. */
const mostBytes = 16_384;

/** The secret in a file that a variable names, without the line break at its end. No message quotes it. */
export function readSecretFile(path: string, variable: string): string {
  const text = readStart(path, variable).toString();
  const secret = text.replace(/[\r\n]+$/, '');
  if (secret === '') throw new UsageError(`${variable} names ${path}, which is empty`);
  return secret;
}

/** A pipe has no size before it is read, and a device may have no end. */
function readStart(path: string, variable: string): Buffer {
  const bytes = Buffer.alloc(mostBytes + 1);
  let size = 0;
  try {
    const file = openSync(path, 'r');
    try {
      for (;;) {
        const count = readSync(file, bytes, size, bytes.length - size, null);
        size += count;
        if (count === 0 || size === bytes.length) break;
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new UsageError(`${variable} names ${path}, which can't be read: ${messageOf(error)}`);
  }
  if (size <= mostBytes) return bytes.subarray(0, size);
  throw new UsageError(
    `${variable} names ${path}, which has more than ${mostBytes} bytes: that is no secret`,
  );
}
