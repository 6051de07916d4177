import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { patience } from '../patience.ts';

const megabyte = 1_048_576;
const any = { schema: {} };
const form = {
  schema: {
    properties: {
      tags: { type: 'array', items: { type: 'string' } },
      parts: { type: 'array', items: { type: 'object' } },
    },
  },
  encoding: { tags: { style: 'pipeDelimited', explode: false } },
};
const problem = { description: 'It failed.', content: { 'application/json': any } };
const bodies = {
  'application/json': any,
  'application/x-www-form-urlencoded': form,
  'multipart/form-data': form,
  'application/xml': any,
  'application/octet-stream': any,
};
const post = (responses: object): object => ({
  post: {
    requestBody: { content: bodies },
    responses: { '204': { description: 'Taken.' }, ...responses },
  },
});
const contract = {
  openapi: '3.1.0',
  info: { title: 'Bodies', version: '1' },
  paths: { '/things': post({}), '/declared': post({ '503': problem }) },
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stuntdouble-body-limits-'));
  await writeFile(join(folder, 'api.json'), JSON.stringify(contract));
});

afterAll(() => rm(folder, { recursive: true }));

async function start(
  options: MockOptions = {},
): Promise<{ readonly url: string; readonly mock: Mock }> {
  const mock = await createMock({ contract: join(folder, 'api.json'), ...options });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  return { url, mock };
}

function send(
  url: string,
  type: string,
  body: string | Uint8Array,
  path = '/things',
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: Buffer.from(body),
  });
}

/** An upload that says it has a byte more than it sends. */
async function stall(url: string, bytes: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST /things HTTP/1.1\r\nHost: h\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes + 1}\r\n\r\n`,
  );
  await new Promise((resolve) => {
    socket.write(Buffer.alloc(bytes, 'x'), resolve);
  });
  // The server runs here, too, and reads a piece in each turn.
  for (let turn = 0; turn < 1000; turn += 1) await nextTurn();
  return socket;
}

const octets = 'application/octet-stream';
const large = Buffer.alloc(100_000, 'x');

/** What it answers once everything that was sent has come in. */
function becomes(ask: () => Promise<Response>, status: number): Promise<Response> {
  return vi.waitUntil(async () => {
    const response = await ask();
    return response.status === status ? response : false;
  }, patience);
}

describe('the bodies of all requests under way', () => {
  it('are refused beyond the limit with 503 and Retry-After, and taken again when uploads end', async () => {
    const { url } = await start({ maxBytesInFlight: 4 * megabyte });
    const uploads = await Promise.all([stall(url, 2 * megabyte), stall(url, 2_080_000)]);
    const response = await becomes(() => send(url, octets, large), 503);
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      type: 'urn:problem-type:too-many-bytes',
      status: 503,
      detail: expect.stringContaining('4194304 bytes that --max-bytes-in-flight allows'),
    });
    for (const upload of uploads) upload.destroy();
    await becomes(() => send(url, octets, large), 204);
  });

  it('are refused in the shape that the operation declares for 503', async () => {
    const { url } = await start({ maxBytesInFlight: megabyte });
    await stall(url, megabyte);
    const response = await becomes(() => send(url, octets, large, '/declared'), 503);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('X-Stuntdouble-Undeclared')).toBeNull();
  });

  it('leave room for small requests', async () => {
    const { url } = await start({ maxBytesInFlight: megabyte });
    await stall(url, megabyte);
    await becomes(() => send(url, octets, large), 503);
    expect((await send(url, 'application/json', '{"a":1}')).status).toBe(204);
    expect((await send(url, octets, Buffer.alloc(10_000))).status).toBe(204);
  });

  it('count what has come, not what is declared', async () => {
    const { url } = await start({ maxBytesInFlight: megabyte });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(
      `POST /things HTTP/1.1\r\nHost: h\r\nContent-Type: ${octets}\r\nContent-Length: 16000000\r\n\r\nx`,
    );
    await nextTurn();
    expect((await send(url, octets, Buffer.alloc(900_000))).status).toBe(204);
  });

  it('may be more than the limit where one is alone', async () => {
    const { url } = await start({ maxBytesInFlight: 1 });
    expect((await send(url, octets, Buffer.alloc(16 * megabyte))).status).toBe(204);
    // All of it was given back.
    expect((await send(url, octets, Buffer.alloc(16 * megabyte))).status).toBe(204);
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity])('can not be limited to %d bytes', async (bytes) => {
    await expect(createMock({ maxBytesInFlight: bytes })).rejects.toThrow(
      new TypeError(`the option "maxBytesInFlight" must be a whole number above 0, not ${bytes}`),
    );
  });

  it.each([
    ['refused for what they say', 400, 'application/json', `{${' '.repeat(100_000)}`],
    ['too large', 413, 'application/json', ' '.repeat(2 * megabyte)],
    ['of no known type', 415, 'text/unknown', ' '.repeat(100_000)],
  ])('are given back where they are %s', async (_, status, type, body) => {
    // Room for the heads of requests that come while the rest of a refused one is still taken in.
    const { url } = await start({ maxBytesInFlight: 50_000 });
    for (let count = 0; count < 3; count += 1) {
      expect((await send(url, type, body)).status).toBe(status);
    }
    expect((await send(url, octets, large)).status).toBe(204);
  });
});

describe('large bodies that come together', () => {
  it('are read in turns of their own, and requests between them', async () => {
    let turn = 0;
    const turns: number[] = [];
    const { url } = await start({ onExchange: () => void turns.push(turn) });
    const state = { isOver: false };
    const clock = (async () => {
      while (!state.isOver) {
        await nextTurn();
        turn += 1;
      }
    })();
    const body = JSON.stringify({ text: 'x'.repeat(200_000) });
    const all = Array.from({ length: 10 }, () => send(url, 'application/json', body));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    state.isOver = true;
    await clock;
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 204));
    expect(new Set(turns).size).toBe(10);
  });
});

const field = '--b\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n';
const list = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join('');

describe('a body with more in it than is read', () => {
  it.each<[string, string, string, string]>([
    [
      'elements',
      'application/xml',
      `<r>${list(90_000, (n) => `<a${n}/>`)}</r>`,
      '10,000 elements, attributes, comments and sections',
    ],
    [
      'fields',
      'application/x-www-form-urlencoded',
      list(90_000, (n) => `a${n}=&`),
      '10,000 fields, brackets in their names counted as fields',
    ],
    [
      'brackets',
      'application/x-www-form-urlencoded',
      list(2500, (n) => `a${n}[b][c][d][e]=&`),
      '10,000 fields, brackets in their names counted as fields',
    ],
    [
      'items between separators',
      'application/x-www-form-urlencoded',
      `tags=${list(10_000, () => 'a|')}a`,
      '10,000 items in the list of a field',
    ],
    [
      'items between separators in a part',
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\n${list(500_000, () => 'a|')}\r\n--b--\r\n`,
      '10,000 items in the list of a field',
    ],
    [
      'objects in a field',
      'application/x-www-form-urlencoded',
      `parts=[${list(50_000, () => '{},')}{}]`,
      '50,000 objects and arrays, and 100,000 members of objects',
    ],
    [
      'objects',
      'application/json',
      `[${list(50_000, () => '{},')}{}]`,
      '50,000 objects and arrays, and 100,000 members of objects',
    ],
    [
      'members',
      'application/json',
      `{${list(100_000, (n) => `"${n}":1,`)}"a":1}`,
      '50,000 objects and arrays, and 100,000 members of objects',
    ],
    [
      'JSON in a file',
      'multipart/form-data; boundary=b',
      `${field}Content-Type: application/json\r\n\r\n[${' '.repeat(2 * megabyte)}]\r\n--b--\r\n`,
      '1048576 bytes in its parts of JSON',
    ],
    [
      'objects in a part',
      'multipart/form-data; boundary=b',
      `${field}Content-Type: application/json\r\n\r\n[${list(50_000, () => '{},')}{}]\r\n--b--\r\n`,
      '50,000 objects and arrays, and 100,000 members of objects',
    ],
  ])('is a 413 that says how much may be: %s', async (_, type, body, most) => {
    const { url } = await start();
    const response = await send(url, type, body);
    expect(await response.json()).toMatchObject({
      status: 413,
      type: 'urn:problem-type:content-too-large',
      detail: `The body may have at most ${most}.`,
    });
  });

  it.each<[string, string, string]>([
    ['elements', 'application/xml', `<r>${list(9_999, (n) => `<a${n}/>`)}</r>`],
    ['fields', 'application/x-www-form-urlencoded', list(10_000, (n) => `a${n}=&`)],
    ['items', 'application/x-www-form-urlencoded', `tags=${list(9_999, () => 'a|')}a`],
    ['objects', 'application/json', `[${list(49_998, () => '{},')}{}]`],
  ])('is not refused for as much as may be: %s', async (_, type, body) => {
    const { url } = await start();
    expect((await send(url, type, body)).status).toBe(204);
  });
});
