import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { hostApp } from './host-app.ts';

const asset = '/api/v1/workspaces/northwind/assets/d90e6b14-52c8-4f7a-b3a1-60c7e5f2a984/';
const page =
  '/api/v1/workspaces/northwind/projects/4b1f0c52-6a3e-4d29-9c77-2e8d5a90f1b3/pages/7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10/';
const key = { 'X-API-Key': 'key-all-scopes' };
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A stand-in with something of its user's own in front of the road, and where it can be asked. */
type Door = (mock: Mock) => Promise<string>;

const listening: Door = async (mock) => (await mock.listen()).url;

const mounted: Door = async (mock) => `${await hostApp(express().use('/below', mock.app))}/below`;

async function open(door: Door, register: (app: express.Express) => void): Promise<string> {
  const mock = await createMock();
  closing.push(() => mock.close());
  register(mock.app);
  return door(mock);
}

describe.each<[string, Door]>([
  ['where it listens', listening],
  ['where it is mounted', mounted],
])('what is registered on the app, %s', (_, door) => {
  it('comes before the road, which goes on as ever', async () => {
    const seen: string[] = [];
    const url = await open(door, (app) => {
      app.use((request, response, next) => {
        seen.push(request.path);
        response.setHeader('X-Seen', 'yes');
        next();
      });
    });
    const reply = await fetch(url + page, { headers: key });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-seen')).toBe('yes');
    expect(seen).toEqual([page]);
    expect((await fetch(url + page)).status).toBe(401);
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
  });

  it('may answer in its place', async () => {
    const url = await open(door, (app) => {
      app.get('/extra', (request, response) => {
        response.json({ at: request.query['at'] });
      });
    });
    expect(await (await fetch(`${url}/extra?at=1`)).json()).toEqual({ at: '1' });
    expect((await fetch(url + page, { headers: key })).status).toBe(200);
  });

  it('may read the body', async () => {
    const url = await open(door, (app) => app.use(express.json()));
    const change = (body: string): Promise<Response> =>
      fetch(url + asset, {
        method: 'PATCH',
        headers: { ...key, 'Content-Type': 'application/json' },
        body,
      });
    expect((await change('{"is_uploaded":true}')).status).toBe(204);
    expect((await change('{"is_uploaded":"yes"}')).status).toBe(400);
    expect((await change('{"is_uploaded":')).status).toBe(400);
  });

  it('may fail, and that is told', async () => {
    const url = await open(door, (app) => {
      app.use(() => {
        throw new Error('broken on purpose');
      });
    });
    const reply = await fetch(url + page, { headers: key });
    expect(reply.status).toBe(500);
    expect(await reply.text()).toContain('broken on purpose');
  });
});
