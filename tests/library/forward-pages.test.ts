import { describe, expect, it } from 'vitest';

import { openBookshop } from './open-bookshop.ts';
import { openOther } from './other-server.ts';

describe('what no operation matches, for pages of other origins', () => {
  const theirs = { 'Access-Control-Allow-Origin': 'https://theirs.example', 'X-Own': 'kept' };
  const credentials = 'Access-Control-Allow-Credentials';

  async function open(options: object = {}): ReturnType<typeof openOther> {
    const other = await openOther((_, response) => {
      response.writeHead(200, { ...theirs, 'Access-Control-Max-Age': '5' }).end('other');
    });
    const { mock } = await openBookshop({ unmatched: other.url, ...options });
    return { url: mock.url, heard: other.heard };
  }

  it.each<[string, object, string, string | null]>([
    ['http://localhost:5173', {}, 'http://localhost:5173', 'true'],
    ['http://10.0.0.7', {}, 'http://10.0.0.7', null],
    ['https://app.example', { corsOrigin: 'https://app.example' }, 'https://app.example', 'true'],
    ['https://app.example', { corsOrigin: '*' }, '*', null],
    ['https://theirs.example', {}, 'https://theirs.example', null],
    ['https://app.example', {}, 'https://theirs.example', null],
    ['null', {}, 'https://theirs.example', null],
    ['http://localhost:5173', { cors: false }, 'https://theirs.example', null],
  ])('a GET of a page of %s, with %j, is read by %s', async (origin, options, reads, with_) => {
    const { url, heard } = await open(options);
    const reply = await fetch(`${url}/else`, { headers: { Origin: origin } });
    expect([reply.status, reply.headers.get('X-Own'), heard.length]).toEqual([200, 'kept', 1]);
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(reads);
    expect(reply.headers.get(credentials)).toBe(with_);
    const isTheirs = reads === 'https://theirs.example';
    expect(reply.headers.get('Access-Control-Max-Age')).toBe(isTheirs ? '5' : null);
  });

  it.each<[method: string, origin: string, options: object, status: number, forwarded: number]>([
    ['POST', 'https://theirs.example', {}, 403, 0],
    ['DELETE', 'null', {}, 403, 0],
    ['POST', 'https://theirs.example', { cors: false }, 403, 0],
    ['OPTIONS', 'https://theirs.example', {}, 403, 0],
    ['OPTIONS', 'https://theirs.example', { cors: false }, 200, 1],
    ['OPTIONS', 'http://localhost:5173', {}, 204, 0],
    ['POST', 'http://localhost:5173', {}, 200, 1],
    ['POST', 'https://theirs.example', { corsOrigin: 'https://theirs.example' }, 200, 1],
  ])(
    '%s of a page of %s with the cookies of its visitor, with %j, is a %i: forwarded %i times',
    async (method, origin, options, status, forwarded) => {
      const { url, heard } = await open(options);
      const asking = method === 'OPTIONS' ? { 'Access-Control-Request-Method': 'POST' } : {};
      const headers = { Origin: origin, Cookie: 'session=visitor', ...asking };
      expect((await fetch(`${url}/else`, { method, headers })).status).toBe(status);
      expect(heard).toHaveLength(forwarded);
    },
  );
});
