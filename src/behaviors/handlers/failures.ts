import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ApiError, messageOf } from '../../base/errors.ts';

/** The refusal of a request whose handler failed. `source`: where handlers come from. */
export function refuseHandler(
  { operation, source }: { readonly operation: string; readonly source: string },
  why: string,
  cause?: unknown,
): ApiError {
  const place = cause === undefined ? undefined : findPlace(cause);
  const detail = `The handler of ${operation} (${place ?? source}) ${why}. Nothing was changed.`;
  return new ApiError('handler-failed', detail, { cause });
}

export function describeThrown(error: unknown): string {
  return `threw ${error instanceof Error ? error.name : 'a value'}: ${messageOf(error)}`;
}

const frame = /(?:^|[\s(])(file:\/\/[^\s()]+?|\/[^\s():]+|[A-Z]:\\[^()]+?):(\d+)(?::(\d+))?\)?$/;
/** The folder of this package's own code, whose frames lead no user to a mistake. */
const ownCode = fileURLToPath(new URL('../../', import.meta.url));

/** The first line of a stack that is neither ours nor that of the platform. */
export function findPlace(error: unknown): string | undefined {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  for (const line of lines) {
    const [, file = '', row, column] = frame.exec(line.trim()) ?? [];
    if (file === '' || file.startsWith('node:')) continue;
    const path = toPath(file);
    if (path.startsWith(ownCode) || path.includes(`${sep}node_modules${sep}`)) continue;
    return [shorten(path), row, ...(column === undefined ? [] : [column])].join(':');
  }
  return undefined;
}

/** What is loaded again has a query behind its name. */
function toPath(file: string): string {
  const [plain = file] = file.split('?');
  return plain.startsWith('file:') ? fileURLToPath(plain) : plain;
}

/** As it would be named in the folder in which the server was started. */
function shorten(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') || near === '' ? path : near;
}
