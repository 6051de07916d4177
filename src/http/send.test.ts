import express from 'express';
import { describe, expect, it } from 'vitest';

import { hostApp } from '../../tests/library/host-app.ts';
import { openConnection } from '../../tests/cli/raw-connection.ts';
import { talk } from '../../tests/library/raw-talk.ts';
import type { Reply } from '../pipeline/exchange.ts';
import { send } from './send.ts';

async function serve(reply: Partial<Reply>): Promise<string> {
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
});

it('a connection on which the rest of an unwanted body does not come is closed', async () => {
  const url = await serve({ status: 401, body: 'no' });
  const connection = await openConnection(url);
  connection.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc');
  expect(await connection.rest).toMatch(/^HTTP\/1\.1 401 [^]*\r\n\r\nno$/);
});
