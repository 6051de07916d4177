import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { openQuietThings } from './thing-shop.ts';

/** Timers are numbers in a browser: there is nothing to call on them. */
const asInBrowsers =
  (start: (task: () => void, milliseconds?: number) => object) =>
  (task: () => void, milliseconds?: number): number =>
    Number(start(task, milliseconds)) || 1;

const lacking = [
  'structuredClone',
  'setImmediate',
  'clearImmediate',
  'TextDecoder',
  'TextEncoder',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
];

// What `jest-environment-jsdom` makes of the globals.
describe('with the globals of Jest’s jsdom', () => {
  beforeEach(() => {
    vi.stubGlobal('setTimeout', asInBrowsers(setTimeout));
    vi.stubGlobal('setInterval', asInBrowsers(setInterval));
    for (const name of lacking) vi.stubGlobal(name, undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
  });

  it('a mock listens, is arranged, asked and closed', async () => {
    const mock = await openQuietThings({ resetEvery: 3_600_000 });
    const { url } = await mock.listen();
    const world = mock.world();
    world.use({ operation: 'listThings', reply: { status: 503, breach: true }, times: 1 });
    const send = async (method: string, path: string, body = ''): Promise<number | undefined> => {
      const headers = body === '' ? {} : { 'Content-Type': 'application/json; charset=utf-16' };
      const sent = request(`${world.url}${path}`, { method, headers });
      const bytes = Buffer.from(body, 'utf16le');
      sent.end(bytes);
      const [reply] = await once(sent, 'response');
      await text(reply);
      return reply.statusCode;
    };
    expect(world.url).toMatch(url);
    expect(await send('GET', '/things')).toBe(503);
    expect(await send('POST', '/things', '{"id":"a"}')).toBe(201);
    expect(await send('GET', '/nothing/%E2%80%A6')).toBe(404);
    world.verify({ operation: 'listThings', times: 1 });
    await world.reset();
    await mock.close();
  });

  it('a request without a socket says what is missing and what to do', async () => {
    const mock = await openQuietThings();
    await expect(mock.world().fetch('/things')).rejects.toThrow(
      /^fetch without a socket needs Request, Response, Headers, ReadableStream, which .* "@jest-environment node" .* jest-fixed-jsdom .* listen\(\)/,
    );
  });
});
