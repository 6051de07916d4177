import { describe, expect, it } from 'vitest';

import { openBookshop } from './open-bookshop.ts';

const moment = '2030-01-01T00:00:00.000Z';

describe('/_mock/clock', () => {
  it('sets, advances, freezes and lets go the clock of the world that is named', async () => {
    const { ask } = await openBookshop();
    const clock = '/~a/_mock/clock';
    const put = async (body: object): Promise<unknown> => (await ask('PUT', clock, { body })).json;
    const advance = async (by: unknown): Promise<unknown> =>
      (await ask('POST', `${clock}/advance`, { body: { by } })).json;
    expect(await put({ now: moment, frozen: true })).toEqual({ now: moment, frozen: true });
    expect((await ask('GET', `${clock}/`)).json).toEqual({ now: moment, frozen: true });
    expect(await advance('PT1H')).toEqual({ now: '2030-01-01T01:00:00.000Z', frozen: true });
    expect(await advance(1500)).toEqual({ now: '2030-01-01T01:00:01.500Z', frozen: true });
    const made = await ask('POST', '/~a/books', { body: { title: 'New' } });
    expect(made.json).toMatchObject({ created_at: expect.stringContaining('2030-01-01T01:00:01') });
    expect(await put({ frozen: false })).toEqual({
      now: '2030-01-01T01:00:01.500Z',
      frozen: false,
    });
    expect(await put({ frozen: true })).toMatchObject({
      now: expect.stringMatching(/^2030-01-01T01/),
    });
    expect(Object((await ask('GET', '/_mock/clock')).json)).toMatchObject({ frozen: false });
    expect((await ask('DELETE', clock)).status).toBe(204);
    expect(Object((await ask('GET', clock)).json).now).not.toContain('2030');
  });

  it('goes back to what the world was made with', async () => {
    const { ask } = await openBookshop();
    const own = { now: moment, frozen: true };
    await ask('PUT', '/_mock/worlds/a', { body: own });
    for (const [method, path] of [
      ['DELETE', 'clock'],
      ['POST', 'reset'],
    ] as const) {
      await ask('POST', '/~a/_mock/clock/advance', { body: { by: '1d' } });
      expect((await ask('GET', '/~a/_mock/clock')).json).not.toEqual(own);
      await ask(method, `/~a/_mock/${path}`);
      expect((await ask('GET', '/~a/_mock/clock')).json).toEqual(own);
    }
  });

  it('is what credentials expire by', async () => {
    const { ask, mock } = await openBookshop();
    const world = mock.world('a', { now: moment, frozen: true });
    const wish = { name: 'Ann', scheme: 'token', scopes: [], expires_at: '2030-01-01T01:00:00Z' };
    const { value } = world.mint(wish);
    const headers = { Authorization: `Bearer ${value}` };
    const enter = async (): Promise<number> => (await ask('GET', '/~a/books', { headers })).status;
    expect(await enter()).toBe(200);
    await ask('POST', '/~a/_mock/clock/advance', { body: { by: '59m' } });
    expect(await enter()).toBe(200);
    world.advanceClock('1m');
    expect([await enter(), world.now.toISOString()]).toEqual([401, '2030-01-01T01:00:00.000Z']);
    world.setClock({ now: moment, frozen: true });
    expect(await enter()).toBe(200);
    expect(() => world.advanceClock('-1m')).toThrow('must be a duration');
  });

  it.each<[string, string, object, string]>([
    ['PUT', 'clock', { now: 'soon' }, '/now'],
    ['PUT', 'clock', { now: '9500-01-01T00:00:00Z' }, '/now'],
    ['PUT', 'clock', { frozen: 1 }, '/frozen'],
    ['PUT', 'clock', { time: moment }, '/time'],
    ['POST', 'clock/advance', {}, '/by'],
    ['POST', 'clock/advance', { by: 'soon' }, '/by'],
    ['POST', 'clock/advance', { by: -1 }, '/by'],
    ['POST', 'clock/advance', { by: '8000000d' }, '/by'],
  ])('%s %s %j is refused', async (method, path, body, pointer) => {
    const { ask } = await openBookshop();
    const refused = await ask(method, `/_mock/${path}`, { body });
    expect([refused.status, refused.json]).toMatchObject([
      400,
      { errors: [{ in: 'body', pointer }] },
    ]);
  });
});
