import { expect, it } from 'vitest';

import { openBookshop } from './open-bookshop.ts';

it('/_mock/worlds lists at most as many as are asked for: the default one, and those that were used last', async () => {
  const { ask } = await openBookshop();
  for (const name of ['a', 'b', 'c', 'a']) await ask('GET', `/~${name}/books`);
  const list = async (query: string): Promise<readonly string[]> => {
    const { json } = await ask('GET', `/_mock/worlds${query}`);
    return (json as readonly { readonly name: string }[]).map(({ name }) => name);
  };
  expect(await list('')).toEqual(['default', 'b', 'c', 'a']);
  expect(await list('?limit=3')).toEqual(['default', 'c', 'a']);
  expect(await list('?limit=1')).toEqual(['default']);
  expect(await list('?limit=9')).toEqual(['default', 'b', 'c', 'a']);
  expect((await ask('GET', '/_mock/worlds?limit=0')).status).toBe(400);
});
