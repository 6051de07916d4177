import { describe, expect, it } from 'vitest';

import type { Api } from '../api/client.ts';
import { Refusal } from '../api/client.ts';
import type { Recording } from './recording.ts';
import { createRecordingApi } from './recording-api.ts';

/** What these tests ask for. */
const recording = {
  format: 1,
  made_at: '2026-01-01T00:00:00.000Z',
  server: { contract: { fingerprint: 'a' } },
  world: { name: 'default', now: '2026-01-01T00:00:00.000Z', frozen: false },
  requests: [],
  has_all_requests: true,
  overrides: [],
  credentials: [],
  plan: { operations: [] },
  collections: [],
} as unknown as Recording;

const asked: string[] = [];
const server: Api = {
  world: 'default',
  home: '/_mock/',
  get: async <T>(path: string) => {
    asked.push(path);
    return `the server’s ${path}` as T;
  },
  send: () => Promise.reject(new Error('a recording sends nothing')),
  within: () => server,
};

const api = createRecordingApi(recording, server);

async function refusalOf(asking: Promise<unknown>): Promise<string> {
  try {
    await asking;
    return '';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { title, detail } = error.problem;
    return `${title}. ${detail}`;
  }
}

describe('a recording', () => {
  it.each(['contracts', 'contract', 'findings', 'overlays'])(
    'has the %s of the server, of which it keeps the fingerprint alone',
    async (path) => {
      expect(await api.get(path)).toBe(`the server’s ${path}`);
    },
  );

  it.each(['version', 'worlds', 'plan', 'overrides', 'requests', 'collections', 'clock'])(
    'has its own %s',
    async (path) => {
      asked.splice(0);
      await api.get(path);
      expect(asked).toEqual([]);
    },
  );

  it.each(['coverage', 'sample', 'changes', 'session'])(
    'says that it has no %s, and does not ask the server',
    async (path) => {
      asked.splice(0);
      expect(await refusalOf(api.get(path))).toBe(
        'Not in the recording. The recording does not have this. Close it to see what the server has.',
      );
      expect(asked).toEqual([]);
    },
  );

  it('says once why nothing in it can be changed', async () => {
    expect(await refusalOf(api.send('POST', 'reset'))).toBe(
      'Read-only. A recording shows what was: this needs the server.',
    );
  });
});
