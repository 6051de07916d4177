import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { talk } from './raw-talk.ts';

const schema = {
  type: 'object',
  required: ['count'],
  properties: {
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    file: { type: 'string', format: 'binary' },
  },
};
const contract = {
  openapi: '3.1.0',
  info: { title: 'Bodies', version: '1' },
  paths: {
    '/things': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': { schema },
            'application/x-www-form-urlencoded': { schema },
            'multipart/form-data': { schema },
            'application/xml': { schema },
            'application/octet-stream': {},
          },
        },
        responses: { '204': { description: 'Taken.' } },
      },
    },
  },
};

let folder: string;
let mock: Mock;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stuntdouble-bodies-'));
  await writeFile(join(folder, 'api.json'), JSON.stringify(contract));
  mock = await createMock({ contract: join(folder, 'api.json') });
  await mock.listen();
});

afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

async function isAlive(): Promise<boolean> {
  const reply = await fetch(`${mock.url}/things`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"count":1}',
  });
  return reply.status === 204;
}

function post(body: RequestInit['body'], headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${mock.url}/things`, { method: 'POST', headers, body: body ?? null });
}

describe('bodies on the wire', () => {
  it('a form with a file as a browser sends it', async () => {
    const form = new FormData();
    form.set('count', '3');
    form.append('tags', 'a');
    form.append('tags', 'b');
    form.set('file', new Blob([new Uint8Array(3_000_000)]), 'zeros.bin');
    expect((await post(form)).status).toBe(204);
    form.set('count', 'x');
    const refusal = await post(form);
    expect(await refusal.json()).toMatchObject({ status: 400, errors: [{ pointer: '/count' }] });
  });

  it('a form without files as a browser sends it', async () => {
    expect((await post(new URLSearchParams({ count: '3', tags: 'ä' }))).status).toBe(204);
    expect((await post(new URLSearchParams({ count: 'x' }))).status).toBe(400);
  });

  it('JSON in gzip', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect((await post(gzipSync('{"count":1}'), headers)).status).toBe(204);
  });

  it('a multipart body is asked for before it is sent', async () => {
    const body = '--x\r\nContent-Disposition: form-data; name=count\r\n\r\n1\r\n--x--\r\n';
    const head = `POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    expect(await talk(mock.url, head, body)).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 204 /,
    );
  });
});

const bomb = gzipSync(Buffer.alloc(60_000_000));

describe('hostile bodies: each is refused, and the server goes on', () => {
  it.each<[string, Record<string, string>, string | Uint8Array, number]>([
    ['a million brackets', { 'Content-Type': 'application/json' }, '['.repeat(1_000_000), 400],
    [
      'a million bytes of elements',
      { 'Content-Type': 'application/xml' },
      '<a>'.repeat(330_000),
      400,
    ],
    [
      'entities',
      { 'Content-Type': 'application/xml' },
      '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
      400,
    ],
    [
      'a bomb of JSON',
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      bomb,
      413,
    ],
    [
      'a bomb of bytes',
      { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'gzip' },
      bomb,
      413,
    ],
    [
      'a bomb of parts',
      { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Encoding': 'gzip' },
      bomb,
      413,
    ],
    [
      'parts without end',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      '--x\r\n\r\n\r\n'.repeat(50_000),
      413,
    ],
    [
      'headers without end',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      `--x\r\n${'a: b\r\n'.repeat(100_000)}`,
      400,
    ],
    [
      'fields without end',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      'a&'.repeat(500_000),
      413,
    ],
    [
      'brackets in a name',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      `a${'[b]'.repeat(300_000)}=1`,
      400,
    ],
    ['too much', { 'Content-Type': 'application/json' }, 'x'.repeat(2_000_000), 413],
    [
      'far too much',
      { 'Content-Type': 'application/octet-stream' },
      new Uint8Array(17_000_000),
      413,
    ],
  ])('%s', async (_, headers, body, status) => {
    expect((await post(body as RequestInit['body'], headers)).status).toBe(status);
    expect(await isAlive()).toBe(true);
  });

  it.each([
    [
      'in the middle of a part',
      '--x\r\nContent-Disposition: form-data; name=file; filename=f\r\n\r\nhal',
    ],
    ['in the middle of a header', '--x\r\nContent-Dis'],
    ['before its first byte', ''],
  ])('a client that goes away %s', async (_, start) => {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    await new Promise<void>((resolve) => {
      socket.write(
        `POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n${start}`,
        () => resolve(),
      );
    });
    socket.destroy();
    expect(await isAlive()).toBe(true);
  });

  it.each<[string, string, RegExp]>([
    [
      'an end that came too early',
      'Transfer-Encoding: chunked\r\n\r\n4\r\n--x\r\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    ['pieces that are none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n', /^HTTP\/1\.1 400 /],
    ['a length that is none', 'Content-Length: x\r\n\r\n', /^HTTP\/1\.1 400 /],
  ])('%s', async (_, rest, expected) => {
    const head =
      'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n';
    expect(await talk(mock.url, head + rest)).toMatch(expected);
    expect(await isAlive()).toBe(true);
  });
});

describe('behind the body parsers of an app', () => {
  it.each<[string, express.RequestHandler, string, string]>([
    [
      'express.urlencoded',
      express.urlencoded({ extended: true }),
      'application/x-www-form-urlencoded',
      'count=1&tags[]=a',
    ],
    [
      'plain express.urlencoded',
      express.urlencoded({ extended: false }),
      'application/x-www-form-urlencoded',
      'count=1&tags=a',
    ],
    ['express.text', express.text({ type: '*/*' }), 'application/x-www-form-urlencoded', 'count=1'],
    [
      'express.text for XML',
      express.text({ type: '*/*', defaultCharset: 'latin1' }),
      'application/xml; charset=latin1',
      '<a><count>1</count></a>',
    ],
    [
      'express.raw',
      express.raw({ type: '*/*' }),
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name=count\r\n\r\n1\r\n--x--',
    ],
    ['express.json', express.json(), 'application/json', '{"count":1}'],
  ])('%s', async (_, parser, type, text) => {
    const inner = await createMock({ contract: join(folder, 'api.json') });
    const server = createServer(express().use(parser, inner.app));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/things`;
      const send = async (
        body: string | Uint8Array,
        more: Record<string, string> = {},
      ): Promise<number> => {
        const headers = { 'Content-Type': type, ...more };
        return (
          await fetch(url, { method: 'POST', headers, body: body as RequestInit['body'] & {} })
        ).status;
      };
      expect(await send(text)).toBe(204);
      expect(await send(text.replace('1', 'x'))).toBe(400);
      // The parser has taken the encoding off.
      expect(await send(gzipSync(text), { 'Content-Encoding': 'gzip' })).toBe(204);
    } finally {
      server.closeAllConnections();
      server.close();
      await inner.close();
    }
  });

  it('what a parser has made too deep is refused', async () => {
    const inner = await createMock({ contract: join(folder, 'api.json') });
    const server = createServer(express().use(express.json({ limit: '10mb' }), inner.app));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/things`;
    const body = `{"count":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch(url, { method: 'POST', headers, body });
    expect(await reply.json()).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/too deeply/),
    });
    server.closeAllConnections();
    server.close();
    await inner.close();
  });
});
