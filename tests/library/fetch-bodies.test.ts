import { describe, expect, it, vi } from 'vitest';

import { patience } from '../patience.ts';
import { openQuietThings } from './thing-shop.ts';

const url = 'https://api.example.com/things';
const json = { 'Content-Type': 'application/json' };

interface Source {
  readonly body: ReadableStream<Uint8Array>;
  /** What it was cancelled for. */
  readonly cancelled: readonly unknown[];
  /** How many bytes were asked of it. */
  readonly given: () => number;
}

/** Gives the texts, and then the bytes for ever, or nothing more and no end. */
function sourceOf(texts: readonly string[], forEver?: Uint8Array): Source {
  const cancelled: unknown[] = [];
  const waiting = [...texts];
  let size = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(control) {
      const text = waiting.shift();
      const piece = text === undefined ? forEver?.slice() : Buffer.from(text);
      if (!piece) return new Promise(() => {});
      size += piece.byteLength;
      control.enqueue(piece);
      // As a file does: other things go on between two pieces.
      await new Promise((resolve) => void setImmediate(resolve));
    },
    cancel: (reason) => void cancelled.push(reason),
  });
  return { body, cancelled, given: () => size };
}

const ways: readonly (readonly [string, (init: RequestInit) => Parameters<typeof fetch>])[] = [
  ['in a Request', (init) => [new Request(url, init)]],
  ['in the options', (init) => [url, init]],
];

describe.each(ways)('a stream %s', (_, call) => {
  it.each([
    ['before it is sent', (body: ReadableStream) => body.locked],
    ['while it is sent', (_body: ReadableStream, heads: number) => heads > 0],
  ])('that never ends rejects when the signal aborts %s, and is cancelled', async (_when, isIt) => {
    const mock = await openQuietThings();
    let heads = 0;
    mock.app.use((_request, _response, next) => {
      heads += 1;
      next();
    });
    const { body, cancelled } = sourceOf(['{"id":']);
    const control = new AbortController();
    const init = { method: 'POST', headers: json, body, duplex: 'half' } as const;
    const asked = mock.fetch(...call({ ...init, signal: control.signal }));
    const told = expect(asked).rejects.toThrow('enough');
    await vi.waitUntil(() => isIt(body, heads), patience);
    control.abort(new Error('enough'));
    await told;
    await vi.waitUntil(() => cancelled.length > 0, patience);
    expect(cancelled).toEqual([expect.objectContaining({ message: 'enough' })]);
  });

  it.each([undefined, null, 'text'])('that gives %j where bytes belong rejects', async (piece) => {
    const mock = await openQuietThings();
    const pieces: unknown[] = [Buffer.from('{"id"'), piece, Buffer.from(':"a"}')];
    const body = new ReadableStream<unknown>({
      start(control) {
        for (const one of pieces) control.enqueue(one);
        control.close();
      },
    });
    const init = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit;
    await expect(mock.fetch(...call(init))).rejects.toThrow();
    expect(mock.requests().filter(({ reply }) => reply.status < 400)).toEqual([]);
  });

  it('is not read where its signal has aborted before', async () => {
    const mock = await openQuietThings();
    const { body, cancelled } = sourceOf(['{"id":']);
    const signal = AbortSignal.abort(new Error('before'));
    const init = { method: 'POST', headers: json, body, signal, duplex: 'half' } as const;
    await expect(mock.fetch(...call(init))).rejects.toThrow('before');
    await vi.waitUntil(() => cancelled.length > 0, patience);
    expect(mock.requests()).toEqual([]);
  });

  it('is sent as it comes, and no more of it is asked for once it is refused', async () => {
    const mock = await openQuietThings();
    const { body, cancelled, given } = sourceOf([], new Uint8Array(1_048_576).fill(120));
    const init = { method: 'POST', headers: json, body, duplex: 'half' } as const;
    const { status } = await mock.fetch(...call(init));
    expect(status).toBe(413);
    await vi.waitUntil(() => cancelled.length > 0, patience);
    expect(given()).toBeLessThan(64 * 1_048_576);
  });

  it('that pauses comes whole', async () => {
    const mock = await openQuietThings();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const init = { method: 'POST', headers: json, body: readable, duplex: 'half' } as const;
    const asked = mock.fetch(...call(init));
    const writer = writable.getWriter();
    await writer.write(Buffer.from('{"id":'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    await writer.write(Buffer.from('"late"}'));
    await writer.close();
    expect(await (await asked).json()).toMatchObject({ id: 'late' });
  });

  it('that fails rejects with its reason', async () => {
    const mock = await openQuietThings();
    const body = new ReadableStream({ pull: (control) => control.error(new Error('no more')) });
    const init = { method: 'POST', headers: json, body, duplex: 'half' } as const;
    const error = await mock.fetch(...call(init)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'TypeError',
      message: 'fetch failed',
      cause: { message: 'no more' },
    });
  });
});

it('a Request that has its body in memory is sent with its length', async () => {
  const mock = await openQuietThings();
  const text = JSON.stringify({ id: 'a', name: 'x'.repeat(500_000) });
  await mock.fetch(new Request(url, { method: 'POST', headers: json, body: text }));
  const form = new FormData();
  form.set('id', 'formed');
  form.set('file', new Blob([new Uint8Array(300_000)]), 'it.bin');
  await mock.fetch(new Request(url, { method: 'POST', body: form }));
  const sent = mock.requests().map(({ request: { headers } }) => headers);
  expect(sent.map((headers) => headers['transfer-encoding'])).toEqual([undefined, undefined]);
  expect(sent[0]).toMatchObject({ 'content-length': String(text.length) });
  expect(Number(sent[1]?.['content-length'])).toBeGreaterThan(300_000);
});
