import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { bookshop } from './bookshop.ts';

export interface Said {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where there was no body. */
  readonly json: unknown;
}

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export type Ask = (method: string, path: string, asked?: Asked) => Promise<Said>;

/** The bookshop, listening until the test is over. */
export async function openBookshop(
  options: MockOptions = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly mock: Mock; readonly ask: Ask }> {
  const mock = await openUnheard(options, more);
  const { url } = await mock.listen();
  return { mock, ask: askAt(url) };
}

/** The bookshop, to be mounted or to listen elsewhere. */
export async function openUnheard(
  options: MockOptions = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<Mock> {
  const folder = await writeFolder(bookshop(more));
  const mock = await createMock({ contract: join(folder, 'openapi.json'), ...options });
  onTestFinished(() => mock.close());
  return mock;
}

/** Asks as somebody who is let in everywhere, unless other headers say something else. */
export function askAt(url: string): Ask {
  return async (method, path, { headers = {}, body } = {}) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: 'Bearer open', ...type, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, json };
  };
}
