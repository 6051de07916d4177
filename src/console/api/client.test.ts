import { afterEach, expect, it, vi } from 'vitest';

import { createApi } from './client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('what no server would read is not sent, and the user is told what to do', async () => {
  const send = vi.fn(() => Promise.resolve(new Response('[]')));
  vi.stubGlobal('fetch', send);
  const api = createApi('/_mock/', 'default');
  expect(await api.get('requests', { search: 'a'.repeat(10_000) })).toEqual([]);
  // Escaped, the ten thousand letters are twenty thousand bytes and more.
  for (const search of ['a'.repeat(50_000), 'ä'.repeat(10_000)]) {
    await expect(api.get('requests', { search })).rejects.toMatchObject({
      problem: { status: 414, detail: expect.stringContaining('search for a shorter text') },
    });
  }
  await expect(api.send('DELETE', `state/a/${'b'.repeat(13_000)}`)).rejects.toThrow('13,015');
  expect(send).toHaveBeenCalledTimes(1);
});
