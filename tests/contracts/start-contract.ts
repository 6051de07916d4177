import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import type { Answer } from './ask.ts';
import { ask } from './ask.ts';

/** Serves contracts of this folder until the test is over; the answer is a way to ask. */
export async function startContract(
  contract: string | readonly string[],
  options: Omit<MockOptions, 'contract'> = {},
): Promise<(path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>> {
  const files = [contract].flat().map((name) => join(import.meta.dirname, name));
  const mock = await createMock({ contract: files, ...options });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  return (path, headers = {}) => ask(url, { method: 'GET', path, headers });
}
