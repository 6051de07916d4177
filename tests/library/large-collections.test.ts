import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { askAt } from './open-bookshop.ts';
import { openThings } from './thing-shop.ts';

/** More than a call takes as arguments. */
const count = 200_000;
const things = JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: String(at) })));

describe('a collection of more records than a call takes arguments', () => {
  it.each<[string, unknown, number]>([
    ['DELETE', undefined, 204],
    ['PUT', [], 200],
  ])('is emptied by %s', async (method, body, status) => {
    const data = await writeFolder();
    const { url } = await openThings({ 'fixtures/things.json': things }, { data });
    const ask = askAt(url);
    const emptied = await ask(method, '/_mock/state/things', { body });
    expect([emptied.status, emptied.json]).toEqual([status, status === 204 ? undefined : []]);
    expect((await ask('GET', '/things')).json).toEqual([]);
  });
});
