import express from 'express';
import { describe, expect, it } from 'vitest';

import { openConnection } from '../../../tests/cli/raw-connection.ts';
import { hostApp } from '../../../tests/library/host-app.ts';
import { talk } from '../../../tests/library/raw-talk.ts';
import type { Reply } from '../../pipeline/exchange.ts';
import { send } from './send.ts';

async function serve(
  reply: Partial<Reply>,
  own: Readonly<Record<string, string>> = {},
): Promise<string> {
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response) => {
    const whole: Reply = {
      status: 200,
      headers: [],
      body: undefined,
      verdict: { kind: 'served' },
      operation: undefined,
      ...reply,
    };
    for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
    send(whole, request, response, []);
  });
  return hostApp(app);
}

const bytes = new Uint8Array([0x89, 0, 0xff, 0x0d, 0x0a]);

describe('send', () => {
  it('sends bytes as they are, with their length', async () => {
    const reply = await fetch(await serve({ body: bytes }));
    expect(reply.headers.get('content-length')).toBe('5');
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(bytes);
  });

  it('counts bytes of texts, not characters', async () => {
    const reply = await fetch(await serve({ body: 'äö€' }));
    expect(reply.headers.get('content-length')).toBe('7');
    expect(await reply.text()).toBe('äö€');
  });

  it('tells HEAD how long the bytes are, and keeps them', async () => {
    const heard = await talk(await serve({ body: bytes }), 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(heard).toMatch(/\r\nContent-Length: 5\r\n/);
    expect(heard).toMatch(/\r\n\r\n$/);
  });

  it.each([204, 304])('a %i has no body, whatever there is to send', async (status) => {
    const url = await serve({ status, body: 'x' });
    const again = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const heard = await talk(url, again, again);
    expect(heard.match(new RegExp(`HTTP/1.1 ${status} `, 'g'))).toHaveLength(2);
    expect(heard).not.toMatch(/content-length/i);
    expect(heard).toMatch(/\r\n\r\n$/);
  });

  it('after a 1xx nothing more is promised', async () => {
    const url = await serve({ status: 101, body: 'x' });
    const heard = await talk(url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(heard).toMatch(/^HTTP\/1\.1 101 [^]*Connection: close[^]*\r\n\r\n$/);
  });

  it.each([
    ['the end of a line', 'a\r\nSet-Cookie: b=c', 'a??Set-Cookie: b=c'],
    ['control characters', '\0\u001b[2J\u007f', '??[2J?'],
    ['what is not Latin-1', 'a\u20ac\ud800', 'a??'],
  ])('replaces %s in a header instead of failing', async (_, text, expected) => {
    const url = await serve({ headers: ['X-A', text, 'X-B', 'b'], body: 'whole' });
    const reply = await fetch(url);
    expect([reply.status, reply.headers.get('x-a'), reply.headers.get('x-b')]).toEqual([
      200,
      expected,
      'b',
    ]);
    expect(reply.headers.get('set-cookie')).toBeNull();
    expect([reply.headers.get('content-length'), await reply.text()]).toEqual(['5', 'whole']);
  });

  it('does so beside the headers of the app that it is mounted in', async () => {
    const headers = ['X-A', '\u20ac', 'X-B', 'b'];
    const reply = await fetch(
      await serve({ headers, body: 'whole' }, { 'X-Own': 'own', 'X-B': 'a' }),
    );
    const found = ['x-own', 'x-a', 'x-b'].map((name) => reply.headers.get(name));
    expect(found).toEqual(['own', '?', 'b']);
    expect(await reply.text()).toBe('whole');
  });

  it('a 205 has no content and no length, and the connection goes on', async () => {
    const url = await serve({ status: 205, body: 'x' });
    const again = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const heard = await talk(url, again, again);
    expect(heard.match(/HTTP\/1\.1 205 /g)).toHaveLength(2);
    expect(heard).not.toMatch(/content-length/i);
    expect(heard).toMatch(/\r\n\r\n0\r\n\r\n$/);
  });
});

it('a connection on which the rest of an unwanted body does not come is closed', async () => {
  const url = await serve({ status: 401, body: 'no' });
  const connection = await openConnection(url);
  connection.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc');
  expect(await connection.rest).toMatch(/^HTTP\/1\.1 401 [^]*\r\n\r\nno$/);
});
