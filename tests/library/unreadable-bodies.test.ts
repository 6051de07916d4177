import { setImmediate as nextTurn } from 'node:timers/promises';

import express from 'express';
import { describe, expect, it, vi } from 'vitest';

import { openConnection, sendRaw } from '../cli/raw-connection.ts';
import { patience } from '../patience.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';
import { openLogged, readReplies } from './raw-replies.ts';

const own = 'Host: h\r\nAuthorization: Bearer open\r\n';
const postHead = `POST /books HTTP/1.1\r\n${own}Content-Type: application/json\r\n`;
const chunked = `${postHead}Transfer-Encoding: chunked\r\n\r\n`;

async function nextTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

interface BrokenBody {
  readonly parts: readonly string[];
  readonly status?: number;
  readonly code?: string;
  readonly detail: RegExp;
}

const brokenBodies: Readonly<Record<string, BrokenBody>> = {
  'a chunk without a size': { parts: [chunked, 'zz\r\n'], detail: /Invalid character in chunk/ },
  'a chunk that is longer than it says': {
    parts: [chunked, '3\r\nabcd\r\n'],
    detail: /as its headers say/,
  },
  'a broken chunk behind good ones': {
    parts: [chunked, '3\r\n{"t\r\n', 'zz\r\n'],
    detail: /Invalid character in chunk/,
  },
  'a broken trailer': { parts: [chunked, '0\r\nbad\r\n\r\n'], detail: /Invalid header token/ },
  'chunk extensions of 20 kB': {
    parts: [chunked, `3;${'a'.repeat(20_000)}\r\nabc\r\n`],
    status: 413,
    code: 'content-too-large',
    detail: /chunk extensions/,
  },
  'a coding that is not chunked': {
    parts: [`${postHead}Transfer-Encoding: gzip\r\n\r\nabc`],
    detail: /invalid `Transfer-Encoding`/,
  },
};

describe('a body that can not be read', () => {
  it.each(Object.entries(brokenBodies))(
    'is refused once, by its operation: %s',
    async (_, { parts, status = 400, code = 'malformed-request', detail }) => {
      const { mock, log } = await openLogged();
      const connection = await openConnection(mock.url);
      for (const part of parts) {
        connection.write(part);
        // The server reads what came before.
        await nextTurns(5);
      }
      const [reply, ...more] = readReplies(await connection.rest);
      expect(more).toEqual([]);
      expect(reply).toMatchObject({
        status,
        head: expect.stringMatching(/^connection: close\r$/im),
        json: { type: `urn:problem-type:${code}`, detail: expect.stringMatching(detail) },
      });
      expect(log).toMatchObject([{ operation: 'createBook', status }]);
      expect(mock.requests()).toMatchObject([
        { operation: 'createBook', reply: { status }, problem: { code } },
      ]);
    },
  );
});

/** Operations that read a body piece by piece, and bodies that are packed. */
const files = {
  '/files': {
    post: {
      operationId: 'sendFile',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: { type: 'object' } },
          'application/json': { schema: {} },
        },
      },
      responses: { 204: { description: 'Taken.' } },
    },
  },
};
const fileHead = `POST /files HTTP/1.1\r\n${own}Content-Length: 900\r\n`;

describe('a body that stops arriving', () => {
  const stalled: Readonly<Record<string, string>> = {
    'a JSON body': `${postHead}Content-Length: 900\r\n\r\n{"title":`,
    'nothing at all of a body': `${postHead}Content-Length: 900\r\n\r\n`,
    'a chunked body': `${chunked}3\r\n{"t\r\n`,
    'a multipart body': `${fileHead}Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n`,
    'a packed body': `${fileHead}Content-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n\u001f`,
    'a body that was to be asked for': `${postHead}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  };

  it.each(Object.entries(stalled))(
    'is refused with 408 once, and the connection closes: %s',
    async (_, bytes) => {
      const { mock, log } = await openLogged({ bodyTimeout: 50 }, files);
      const heard = await sendRaw(mock.url, bytes);
      const [reply, ...more] = readReplies(heard.replace('HTTP/1.1 100 Continue\r\n\r\n', ''));
      expect(more).toEqual([]);
      expect(reply).toMatchObject({
        status: 408,
        head: expect.stringMatching(/^connection: close\r$/im),
        json: {
          type: 'urn:problem-type:request-timeout',
          detail: expect.stringContaining('no byte of it came for 0.05 seconds'),
        },
      });
      expect(log).toMatchObject([{ status: 408, operation: expect.any(String) }]);
      expect(mock.requests()).toMatchObject([
        { reply: { status: 408 }, problem: { code: 'request-timeout' } },
      ]);
    },
  );

  it('may take long as a whole, as long as it goes on', async () => {
    const { mock } = await openBookshop({ bodyTimeout: 2_000 });
    const body = JSON.stringify({ title: 'Slow' });
    const connection = await openConnection(mock.url);
    connection.write(`${postHead}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
    for (const letter of body) {
      connection.write(letter);
      await new Promise((resolve) => void setTimeout(resolve, 200));
    }
    expect(readReplies(await connection.rest)).toMatchObject([{ status: 201 }]);
  });

  it('does not end a reply that is late because a test wants it', async () => {
    const { mock } = await openBookshop({ bodyTimeout: 20 });
    mock.use({ fault: { latency: 300 } });
    const body = JSON.stringify({ title: 'Late' });
    const heard = await sendRaw(
      mock.url,
      `${postHead}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(readReplies(heard)).toMatchObject([{ status: 201 }]);
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity])(
    'can not take %d milliseconds',
    async (bodyTimeout) => {
      await expect(openUnheard({ bodyTimeout })).rejects.toThrow(
        'the option "bodyTimeout" must be a whole number of milliseconds above 0',
      );
    },
  );
});

describe('a broken body that middleware reads', () => {
  it('ends the connection with a problem, and the middleware stops waiting', async () => {
    const { mock } = await openBookshop();
    const failures: unknown[] = [];
    mock.app.use(express.json());
    mock.app.use((error: unknown, _request: unknown, _response: unknown, next: () => void) => {
      failures.push(error);
      next();
    });
    const connection = await openConnection(mock.url);
    connection.write(chunked);
    await nextTurns(5);
    connection.write('zz\r\n');
    expect(readReplies(await connection.rest)).toMatchObject([
      { status: 400, json: { detail: expect.stringContaining('chunk size') } },
    ]);
    await vi.waitFor(() => expect(failures).toHaveLength(1), patience);
  });
});
