import { randomUUID } from 'node:crypto';

import { vi } from 'vitest';

import { patience } from '../patience.ts';
import type { Running } from './run-stuntdouble.ts';

/** The lines that a server prints while something is done. */
export async function logOf(
  { url, stdout }: Running,
  act: () => Promise<unknown>,
): Promise<readonly string[]> {
  const before = stdout().length;
  await act();
  // Lines come in the order of the answers, so this one comes last.
  const mark = `/${randomUUID()}`;
  await fetch(url + mark);
  const printed = await vi.waitUntil(() => {
    const text = stdout().slice(before);
    return text.includes(mark) && text.endsWith('\n') ? text : undefined;
  }, patience);
  const lines = printed.split('\n');
  return lines.slice(
    0,
    lines.findIndex((line) => line.includes(mark)),
  );
}
