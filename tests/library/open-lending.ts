import { join } from 'node:path';

import { beforeAll } from 'vitest';

import type { CoverageReport, Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';
import { lending } from './lending.ts';

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Lending {
  readonly mock: () => Mock;
  /** Returns the status of the reply. */
  readonly send: (path: string, sent?: Sent) => Promise<number>;
  /** What requests cover, after they alone were sent. */
  readonly cover: (path: string, ...sent: readonly Sent[]) => Promise<readonly string[]>;
}

/** One server for all tests of a file; each test that counts begins anew. */
export function shareLending(): Lending {
  let shared: Mock | undefined;
  beforeAll(async () => {
    const folder = await createFolder();
    await writeFiles(folder, lending());
    const mock = await createMock({ contract: join(folder, 'openapi.json') });
    await mock.listen();
    shared = mock;
    return async () => {
      await mock.close();
      await removeFolder(folder);
    };
  });
  const mock = (): Mock => {
    if (!shared) throw new Error('a shared server is there for tests only');
    return shared;
  };
  const send: Lending['send'] = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const response = await fetch(mock().url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  return {
    mock,
    send,
    async cover(path, ...sent) {
      await send('/_mock/coverage', { method: 'DELETE' });
      for (const one of sent.length === 0 ? [{}] : sent) await send(path, one);
      return labelsOf(mock().coverage(), 'count');
    },
  };
}

export function labelsOf(
  { operations }: CoverageReport,
  column: 'count' | 'forced',
): readonly string[] {
  return operations.flatMap(({ points }) =>
    points.filter((point) => point[column] > 0).map(({ label }) => label),
  );
}
